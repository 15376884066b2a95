"""An inspection closes only when nothing is missing; each rule refuses its own defect."""

from collections import Counter
from random import Random

import pytest

from app.regulation.inspection_defects import defects
from app.regulation.inspection_form import shared_inspection_form
from tests.support.inspection_cases import (
    CITIES,
    cases,
    catalogue_for,
    fitting,
    some_failed,
    spoilt,
    visits,
)
from tests.support.inspections import complete_record

JUNK = [None, "", 0, -1, True, [], {}, [[]], "x" * 999, 10**30, {"key": []}, "2026-13-45"]


def rules_of(known, record, before=(), **due):
    return [defect.rule for defect in defects(known, record, before, **due)]


@pytest.mark.parametrize("case", cases(), ids=lambda case: " ".join(case["rules"]) or "complete")
def test_a_case_is_refused_by_its_rules(case):
    rng, found = Random(5), fitting(case)
    assert found, "the case applies nowhere"
    for known, occasion, modality in found:
        record, before = spoilt(case, known, occasion, modality, rng)
        told = rules_of(known, record, before, fee_due=case.get("fee_due"))
        if case.get("also"):
            assert {*case["rules"]} <= {*told}
        else:
            assert sorted({*told}) == sorted(case["rules"])


def test_a_complete_record_has_no_defect():
    rng = Random(7)
    for slug in CITIES:
        known = catalogue_for(slug)
        for occasion, modality in visits(known):
            before = some_failed(known, modality, rng) if occasion == "return" else ()
            record = complete_record(known, occasion, modality, previous_failed=before)
            assert rules_of(known, record, before) == []
            assert record["result"]["result"] == "approved"


def test_every_rule_has_a_case_that_it_alone_refuses():
    alone = {case["rules"][0] for case in cases() if len(case["rules"]) == 1}
    assert alone == {rule.code for rule in shared_inspection_form().rule}


def test_every_rule_has_a_message_in_both_cities():
    for slug in CITIES:
        known = catalogue_for(slug)
        assert set(known["rules"]) == {rule.code for rule in shared_inspection_form().rule}


def test_two_thousand_records_with_one_defect_are_refused_by_its_rule():
    rng, refused = Random(31), Counter()
    wrong = [case for case in cases() if case["rules"]]
    for _ in range(2000):
        case = rng.choice(wrong)
        known, occasion, modality = rng.choice(fitting(case))
        record, before = spoilt(case, known, occasion, modality, rng)
        told = rules_of(known, record, before, fee_due=case.get("fee_due"))
        assert {*case["rules"]} <= {*told}, (case, occasion, modality)
        refused.update(case["rules"])
    assert len(refused) == len(shared_inspection_form().rule)


def test_a_defect_of_an_item_cites_its_provisions():
    known = catalogue_for("planura-2025")
    record = complete_record(known, "yearly", "app", failed=["LV03"])
    next(row for row in record["items"] if row["key"] == "LV03")["note"] = ""
    (defect,) = defects(known, record)
    assert (defect.key, defect.field, defect.citation) == ("LV03", "items.LV03", "PLA art. 27 I")
    assert defect.message == "Escreva o que está errado em Condições de tráfego."


def test_a_missing_side_is_named():
    known = catalogue_for("patrocinio-2020")
    record = complete_record(known, "first", "app")
    del record["shots"][0]
    assert [defect.message for defect in defects(known, record)] == ["Falta a foto: Frente."]


def test_a_sub_item_is_named_with_its_item():
    known = catalogue_for("planura-2025")
    record = complete_record(known, "yearly", "taxi")
    record["items"] = [row for row in record["items"] if row["key"] != "LV04.2"]
    assert [row.message for row in defects(known, record)] == [
        "Responda: Segurança: itens: Freios."
    ]


def test_a_draft_with_answers_by_key_is_read_alike():
    known = catalogue_for("planura-2025")
    record = complete_record(known, "yearly", "taxi")
    record["items"] = {row.pop("key"): row for row in record["items"]}
    assert rules_of(known, record) == []


def test_junk_anywhere_is_answered_and_never_an_error():
    rng = Random(11)
    for _ in range(600):
        known = catalogue_for(rng.choice(CITIES))
        occasion, modality = rng.choice(visits(known))
        record = complete_record(known, occasion, modality, previous_failed=["PV08", "LV03"])
        record[rng.choice(sorted(record))] = rng.choice(JUNK)
        for answer in record["items"] if isinstance(record["items"], list) else []:
            if isinstance(answer, dict) and rng.random() < 0.1:
                answer[rng.choice(sorted(answer))] = rng.choice(JUNK)
        assert isinstance(defects(known, record, ["PV08", "LV03"]), list)
