"""Both checklists hold every row of requirements.md part 2, with its provision and how it is answered.

The tables stand copied in tests/regulation/data/inspection_tables.txt: they are the expectation.
"""

import re
from pathlib import Path

import pytest

from app.kernel.names import fold
from app.regulation.loader import load_all
from app.regulation.vocabulary import Blocking
from tests.support.inspection_cases import catalogue_for

TABLES = Path(__file__).parent / "data" / "inspection_tables.txt"
ROWS = [
    [cell.strip() for cell in line.split(" | ")]
    for line in TABLES.read_text(encoding="utf-8").splitlines()
    if line and line[0] != "#"
]
KINDS = [  # how the table begins → kind of item
    ("C/NC/NA", "conformity_na"),
    ("C/NC", "conformity"),
    ("Nº", "number"),
    ("DATA", "date"),
    ("TXT", "text"),
    ("guide nº", "text"),
    ("choice", "choice"),
    ("automatic", "automatic"),
]


def law_of(id):
    return load_all()["patrocinio-2020" if id.startswith("P") else "planura-2025"]


def keys_of(id):
    known = catalogue_for(law_of(id).slug)
    return [item for item in known["items"] if item["id"] == id]


def refs(basis):
    """ "12 I a; 2 §§1–2; §2 IV" → the references of provisions.toml."""
    found, article = set(), ""
    for part in re.sub(r'\(.*?\)|"', "", basis).split(";"):
        text = part.replace("caput", "").strip()
        if text.startswith("§") and not text.startswith("§§"):
            text = f"{article} {text}"
        article = text.split()[0]
        pair = re.fullmatch(r"(.+) §§(\d)[–-](\d)", text)
        both = [f"{pair[1]} §{pair[2]}", f"{pair[1]} §{pair[3]}"] if pair else [text]
        found |= {f"art. {each}" for each in both}
    return found


def kind_of(answer):
    return next(kind for start, kind in KINDS if answer.startswith(start))


def words_of(text):
    return {fold(word) for word in re.findall(r"\w{5,}", text)}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_a_row_stands_in_the_law_with_its_provisions(row):
    id, _, basis, *_ = row
    assert refs(basis) <= set(law_of(id).item(id).basis)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_a_row_says_what_the_table_says(row):
    id, label, *_ = row
    item = law_of(id).item(id)
    said = words_of(" ".join([item.label, *item.choices, *item.each, item.group]))
    wanted = words_of(label)
    assert 2 * len(wanted & said) >= len(wanted), (wanted, said)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_a_row_is_answered_as_the_table_says(row):
    id, _, _, answer, _ = row
    item = law_of(id).item(id)
    assert item.answer == kind_of(answer)
    assert ("FOTO" in answer) == ("photo" in item.also)
    assert (" each" in answer or "×" in answer) == bool(item.each)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_a_row_blocks_as_the_table_says(row):
    id, _, _, _, blocking = row
    kind = law_of(id).item(id).blocking
    if blocking.startswith("—"):
        assert kind in (Blocking.OUTPUT, Blocking.NEVER)
    elif blocking.startswith(("no", "puts")):
        assert kind is Blocking.NEVER
    else:
        assert kind not in (Blocking.OUTPUT, Blocking.NEVER)


def test_the_checklists_have_no_row_beyond_the_tables():
    known = {row[0] for row in ROWS}
    held = {row.id for law in load_all().values() for row in law.items if row.list_ != "street"}
    assert held == known


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_the_catalogue_asks_every_row_but_the_result(row):
    id, _, basis, *_ = row
    items = keys_of(id)
    assert bool(items) == (law_of(id).item(id).blocking is not Blocking.OUTPUT)
    for item in items:
        cited = set(item["citation"].split("; "))
        assert {f"{law_of(id).code} {ref}" for ref in refs(basis)} <= cited


@pytest.mark.parametrize(
    ("id", "number"), [("PV11", 7), ("PV12", 5), ("LV04", 5), ("LT05", 5), ("LA03", 4)]
)
def test_the_parts_of_a_row_are_answered_one_by_one(id, number):
    assert [item["key"] for item in keys_of(id)] == [f"{id}.{n}" for n in range(1, number + 1)]


def test_only_traffic_and_safety_take_a_car_off_the_street():
    """CFG-PLA-33 says “item de segurança”: PLA art. 27 I (tráfego, segurança) and §2 III (segurança)."""
    known = catalogue_for("planura-2025")
    safety = {item["key"] for item in known["items"] if item["safety"]}
    assert safety == {"LV03", *(f"LV04.{n}" for n in range(1, 6)), "LA03.1"}


def test_patrocinio_has_no_safety_items_because_its_law_stops_at_the_end_of_the_term():
    known = catalogue_for("patrocinio-2020")
    assert known["stop"]["when"] == "never"
    assert not any(item["safety"] for item in known["items"])


@pytest.mark.parametrize(
    ("option", "fixed", "blocking"),
    [
        ("not_applicable_until_decree", "na", False),
        ("record_only", "", False),
        ("act_in_force", "", True),
    ],
)
def test_stripe_and_visual_standard_wait_for_their_act(option, fixed, blocking):
    known = catalogue_for("planura-2025", (("CFG-PLA-13", option),))
    for id in ("LT01", "LT02", "LT08"):
        (item,) = [row for row in known["items"] if row["id"] == id]
        assert (item["fixed"], item["blocking"]) == (fixed, blocking)


@pytest.mark.parametrize(
    ("option", "na"), [("not_applicable_accepted", True), ("always_required", False)]
)
def test_dpvat_may_be_not_applicable_only_by_decision(option, na):
    known = catalogue_for("patrocinio-2020", (("CFG-PAT-10", option),))
    (item,) = [row for row in known["items"] if row["id"] == "PV17"]
    assert (item["na"], item["blocking"]) == (na, True)


@pytest.mark.parametrize("option", ["due_debts_only", "any_debt"])
def test_a_debt_blocks_under_both_readings(option):
    known = catalogue_for("planura-2025", (("CFG-PLA-31", option),))
    assert next(row for row in known["items"] if row["id"] == "LV15")["blocking"] is True


@pytest.mark.parametrize("slug", ["patrocinio-2020", "planura-2025"])
def test_the_groups_come_one_after_the_other(slug):
    groups = [item["group"] for item in catalogue_for(slug)["items"]]
    assert len([1 for n, name in enumerate(groups) if n == 0 or groups[n - 1] != name]) == len(
        set(groups)
    )


def test_patrocinio_offers_neither_extension_nor_exit():
    ids = {row["id"] for row in catalogue_for("patrocinio-2020")["occasions"]}
    assert ids == {"first", "yearly", "change", "notice", "return", "recheck"}


def test_planura_offers_all_occasions():
    ids = {row["id"] for row in catalogue_for("planura-2025")["occasions"]}
    assert ids == {"first", "yearly", "change", "extension", "notice", "return", "recheck", "exit"}


@pytest.mark.parametrize(
    ("option", "asked"), [("one_return_included", False), ("fee_each_inspection", True)]
)
def test_the_fee_of_a_return_is_the_citys_reading(option, asked):
    known = catalogue_for("planura-2025", (("CFG-PLA-30", option),))
    fee = next(row for row in known["occasions"] if row["id"] == "return")["fee"]
    assert (fee["asked"], fee["citation"][:13]) == (asked, "PLA art. 54 I")


def test_the_fee_says_its_amount():
    fees = [
        catalogue_for(slug)["occasions"][0]["fee"] for slug in ("patrocinio-2020", "planura-2025")
    ]
    assert [fee["words"] for fee in fees] == [
        "Taxa de vistoria: 0,5 UFM.",
        "Laudo de vistoria: 2 UFM.",
    ]
