"""The catalogue of sentences: complete, without leaks, and simple enough for a phone to fill."""

import ast
import re
from pathlib import Path

import pytest

from app.regulation import checks, wording
from app.regulation.checks.answer import Level
from app.regulation.facts import SealState
from app.regulation.vocabulary import LegalStatus
from app.regulation.wording import CATALOGUE, Audience
from tests.support.verdicts import D

PHONE_FIELDS = {"date", "days", "when"}
TODAY = D(2026, 11, 30)


def fields(template):
    return set(re.findall(r"{(\w+)}", template))


@pytest.mark.parametrize("code", CATALOGUE)
def test_the_agents_lines_need_only_what_a_phone_can_count(code):
    words = CATALOGUE[code]
    assert fields(words.agent) | fields(words.detail) <= PHONE_FIELDS


@pytest.mark.parametrize("code", CATALOGUE)
def test_every_row_tells_the_office_and_points_to_rows_that_exist(code):
    words = CATALOGUE[code]
    assert words.agent or words.office
    assert not words.agent_as or words.agent_as in CATALOGUE


@pytest.mark.parametrize("code", CATALOGUE)
def test_the_driver_reads_whole_sentences(code):
    assert re.fullmatch(r"([A-ZÀ-Ý].*\.)?", CATALOGUE[code].driver)


def test_no_row_is_left_of_a_check_that_changed():
    texts = [
        node.value for file in Path(checks.__file__).parent.glob("*.py") for node in _strings(file)
    ]
    known = {*texts, *LegalStatus, *SealState}
    prefixes = ["link_", "vehicle_", "driver_", "platform_", "owner_", "app_"]
    for code in CATALOGUE:
        check, _, name = code.partition(".")
        if check != "no_restriction":
            assert {name, *(name.removeprefix(p) for p in prefixes)} & known, code


def _strings(file):
    tree = ast.parse(file.read_text(encoding="utf-8"))
    parts = (node for node in ast.walk(tree) if isinstance(node, ast.Constant))
    for node in parts:
        if isinstance(node.value, str):
            node.value = node.value.lstrip("_")
            yield node


WHEN = [
    (D(2026, 11, 30), "vence hoje"),
    (D(2026, 12, 1), "vence amanhã"),
    (D(2026, 12, 2), "vence em 2 dias"),
]


@pytest.mark.parametrize(("last", "words"), WHEN)
def test_days_ahead(last, words):
    found = wording.sentence("inspection_valid.ending", Audience.AGENT, {"date": last}, TODAY)
    assert found == f"Vistoria {words}"


@pytest.mark.parametrize(
    ("last", "words"), [(D(2026, 11, 29), "1 dia"), (D(2025, 11, 30), "365 dias")]
)
def test_days_ago(last, words):
    found = wording.sentence("inspection_valid.expired", Audience.AGENT, {"date": last}, TODAY)
    assert found == f"Vistoria vencida há {words}"


ENDS = [(D(2026, 12, 1), "até 01/12/2026"), (None, "por prazo indeterminado")]


@pytest.mark.parametrize(("end", "words"), ENDS)
def test_an_end_is_a_day_or_unknown(end, words):
    found = wording.sentence(
        "no_pause.paused", Audience.OFFICE, {"date": D(2026, 11, 1), "end": end}, TODAY
    )
    assert found == f"De licença desde 01/11/2026, {words}: não pode operar."


def test_amounts_are_reais():
    found = wording.sentence(
        "insurance_valid.owner_low", Audience.DRIVER, {"amount": 5_000_000}, TODAY
    )
    assert "R$ 50.000,00" in found


def test_a_phone_gets_iso_dates_and_nothing_else():
    code, params = wording.for_phone(
        "vehicle_registered.city", {"city": "Planura", "date": D(2026, 1, 2)}
    )
    assert (code, params) == ("vehicle_registered.city", {})
    code, params = wording.for_phone("inspection_valid.expired", {"date": D(2026, 1, 2)})
    assert params == {"date": "2026-01-02"}


def test_the_phone_catalogue_has_the_agents_two_lines():
    found = wording.phone_catalogue()["inspection_valid.expired"]
    assert found == ("Vistoria vencida há {days}", "valeu até {date}")


@pytest.mark.parametrize("level", [Level.GREEN, Level.AMBER, Level.RED])
def test_the_passenger_hears_nothing_of_the_reason(level):
    assert wording.passenger(level).startswith("Não autorizado" if level == "red" else "Autorizado")
