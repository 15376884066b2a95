"""A complete notice passes, and each defect is refused with its field and article."""

import json
from random import Random

import pytest

from app.kernel.canonical import canonical
from app.regulation import effects
from app.regulation.notice_defects import Defect, defects, not_together
from tests.support.notice_cases import (
    at,
    cases,
    catalogue_for,
    changed,
    cities_of,
    kinds_of,
    law_of,
    spoilt,
)
from tests.support.notices import complete_record

CITIES = ["patrocinio-2020", "planura-2025"]
JUNK = [None, True, 0, -1, "", "x", [], {}, [None], [[]], {"kind": 1}, [{"kind": []}], 2**53]


def found(known, record):
    return [defect.rule for defect in defects(known, record)]


def named(case):
    return json.dumps({key: case[key] for key in case if key != "decisions"}, ensure_ascii=False)


@pytest.mark.parametrize("slug", CITIES)
def test_a_complete_notice_has_no_defect(slug):
    known, rng = catalogue_for(slug), Random(slug)
    made = [
        complete_record(law_of(slug), kind, rng, catalogue=known)
        for kind in sorted(kinds_of(slug))
        for _ in range(150)
    ]
    assert [found(known, record) for record in made] == [[]] * len(made)
    assert all(canonical(record) for record in made)


@pytest.mark.parametrize("case", cases(), ids=named)
def test_a_defect_is_refused_by_its_rule_alone(case):
    for slug in cities_of(case):
        known, record = spoilt(case, slug, Random(7))
        assert sorted(found(known, record)) == sorted(case["rules"]), slug


def test_none_of_5000_forms_with_one_defect_passes():
    rng, rows = Random(11), [row for row in cases() if row["rules"] and "decisions" not in row]
    fitting = {slug: [row for row in rows if row.get("slug", slug) == slug] for slug in CITIES}
    for number in range(5000):
        slug = CITIES[number % 2]
        known, kind = catalogue_for(slug), rng.choice(sorted(kinds_of(slug)))
        record = complete_record(law_of(slug), kind, rng, catalogue=known)
        case = next(row for row in _shuffled(fitting[slug], rng) if _fits(row, record))
        refused = defects(known, changed(record, case["set"]))
        assert {defect.rule for defect in refused} == {*case["rules"]}, (slug, kind, case)
        assert all(defect.field and " art. " in defect.citation for defect in refused)


def _shuffled(rows, rng):
    while True:
        yield rng.choice(rows)


def _fits(row, record):
    return (
        record["kind"] in row.get("kinds", [record["kind"]])
        and row.get("code", record["infraction"]["code"]) == record["infraction"]["code"]
        and all(at(record, path) == value for path, value in row.get("needs", {}).items())
    )


@pytest.mark.parametrize("slug", CITIES)
def test_every_rule_is_missed_when_it_is_gone(slug):
    alone = {}
    for case in cases():
        if len(case["rules"]) == 1 and slug in cities_of(case):
            known, record = spoilt(case, slug, Random(3))
            alone[case["rules"][0]] = (known, record)
    asked = {rule["id"] for known, _ in alone.values() for rule in known["rules"]}
    assert asked - alone.keys() == set()
    for id, (known, record) in alone.items():
        rest = [rule for rule in known["rules"] if rule["id"] != id]
        assert found({**known, "rules": rest}, record) == []


def test_a_refusal_says_what_to_do_and_where():
    known = catalogue_for("planura-2025")
    record = complete_record(law_of("planura-2025"), "notice", Random(1), catalogue=known)
    (defect,) = defects(known, {**record, "facts": ""})
    assert defect == Defect(
        "facts",
        "facts",
        "Conte o que aconteceu: o que foi visto, por quem e como (ao menos 20 letras).",
        "PLA art. 49 VII",
    )


def test_a_record_of_any_shape_is_answered():
    known, rng = catalogue_for("planura-2025"), Random(5)
    whole = complete_record(law_of("planura-2025"), "notice", rng, catalogue=known)
    paths = [
        *whole,
        *(f"{key}.{name}" for key in whole if type(whole[key]) is dict for name in whole[key]),
    ]
    for path in paths:
        for junk in JUNK:
            assert isinstance(found(known, changed(whole, {path: junk})), list)
    assert found(known, {}) != []


def test_an_empty_form_is_refused_for_every_thing_it_lacks():
    refused = {
        defect.field for defect in defects(catalogue_for("planura-2025"), {"kind": "notice"})
    }
    asked = {"infraction.code", "happened_at", "place", "vehicle.plate", "facts", "ending.kind"}
    assert asked | {"permit.number", "agent.act", "number.value", "copy.delivered"} <= refused


def test_two_types_for_one_fact_never_stand_together():
    known = catalogue_for("patrocinio-2020")
    assert not_together(known, "PAT-28-III") == ["PAT-14-PU"]
    assert not_together(known, "PAT-14-PU") == ["PAT-28-III"]
    assert not_together(known, "PAT-09") == not_together(known, "PAT-99") == []


def test_the_guard_is_registered():
    assert "guard:notice_complete" in effects.registered()
