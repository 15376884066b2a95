"""What an agent is offered in each city, as its text and its decisions have it (requirements.md §1, §5)."""

import json
from dataclasses import replace
from datetime import date

import pytest

from app.kernel.errors import RuleRefused
from app.regulation.loader import load_all
from app.regulation.notice_catalogue import notice_catalogue
from tests.support.notices import calendar_of
from tests.support.rulesets import example

PLA, PAT = load_all()["planura-2025"], load_all()["patrocinio-2020"]
TODAY = date(2026, 11, 30)


def catalogue(law, **decisions):
    chosen = {name.replace("_", "-"): option for name, option in decisions.items()}
    return notice_catalogue(law.with_decisions(chosen), calendar_of(), TODAY)


def types(law, **decisions):
    return {row["code"]: row for row in catalogue(law, **decisions)["types"]}


@pytest.mark.parametrize(
    ("law", "code"),
    [
        (PLA, "PLA-43-I-a"),  # no schedule fixed by act
        (PLA, "PLA-43-II-a"),  # computed
        (PLA, "PLA-43-III-e"),  # not for the street
        (PLA, "PLA-23-XX"),  # duty without class
        (PLA, "PLA-45-VI"),
        (PLA, "PLA-46"),
        (PAT, "PAT-28-I"),
        (PAT, "PAT-28-II"),
        (PAT, "PAT-28-IV"),  # CFG-PAT-18
        (PAT, "PAT-06-PU"),
        (PAT, "PAT-24-1-A"),
        (PAT, "PAT-27"),
    ],
)
def test_a_type_that_is_off_is_not_offered(law, code):
    assert law.infraction(code)
    assert code not in types(law)


@pytest.mark.parametrize(
    ("gravity", "kinds"),
    [
        ("leve", ["warning", "verbal"]),
        ("media", ["notice", "warning", "verbal"]),
        ("grave", ["notice"]),
        ("", ["notice"]),
    ],
)
def test_the_class_says_which_documents_planura_has(gravity, kinds):
    offered = [row["kinds"] for row in types(PLA).values() if row["class"] == gravity]
    assert offered
    assert offered == [kinds] * len(offered)


def test_patrocinio_has_no_warning():
    known = catalogue(PAT)
    assert [row["kind"] for row in known["kinds"]] == ["notice", "regularisation"]
    assert known["warnings"] is None


def test_patrocinio_fines_what_has_a_value_and_asks_to_regularise_the_rest():
    for row in types(PAT).values():
        fined = row["fine"]["rule"] == "fixed"
        assert row["kinds"] == (["notice"] if fined else ["regularisation"])


def test_only_a_media_is_proposed_and_never_a_leve_or_grave():
    rules = {(row["class"], row["fine"]["rule"]) for row in types(PLA).values()}
    assert rules == {
        ("leve", "none"),
        ("media", "proposed"),
        ("grave", "none"),
        ("", "none"),
        ("", "fixed"),
    }


def test_any_duty_may_be_fined_where_the_city_reads_it_so():
    offered = types(PLA, CFG_PLA_22="up_to_10_any_duty")
    assert offered["PLA-23-XX"]["fine"]["max_ufm"] == "10"
    assert offered["PLA-23-XX"]["kinds"] == ["notice"]
    rules = {row["class"]: row["fine"]["rule"] for row in offered.values()}
    assert rules["leve"] == rules["grave"] == "none"


@pytest.mark.parametrize(
    ("code", "ufm"),
    [
        ("PAT-28-III", "0.5"),
        ("PAT-28-VII", "1.5"),
        ("PAT-28-V", "2.5"),
        ("PAT-29", "5"),
        ("PAT-14-PU", "1"),
    ],
)
def test_patrocinio_fixes_the_value(code, ufm):
    fine = types(PAT)[code]["fine"]
    assert (fine["rule"], fine["ufm"], fine["needs_reasons"]) == ("fixed", ufm, False)


def test_a_private_car_pays_ten_ufm_and_its_driver_or_owner_answers():
    row = types(PLA)["PLA-28-4"]
    assert (row["fine"]["ufm"], row["offenders"]) == ("10", ["private_user", "owner"])
    wider = types(PLA, CFG_PLA_15="any_defect")["PLA-28-4"]
    assert "authorised_driver" in wider["offenders"]


def test_planura_has_no_measure_on_the_car():
    assert [row["kind"] for row in catalogue(PLA)["measures"]] == ["regularizacao"]


@pytest.mark.parametrize(
    ("option", "code", "measure", "offered"),
    [
        ("only_article_29", "PAT-29", "retencao", True),
        ("only_article_29", "PAT-28-VI", "retencao", False),
        ("also_collective_transport", "PAT-28-VI", "remocao", True),
        ("no_retention", "PAT-29", "remocao", False),
        ("no_retention", "PAT-29", "apreensao_veiculo", False),
        ("no_retention", "PAT-29", "apreensao_documentos", True),
    ],
)
def test_measures_follow_the_decision(option, code, measure, offered):
    assert (measure in types(PAT, CFG_PAT_15=option)[code]["measures"]) is offered


@pytest.mark.parametrize(
    ("option", "offered"),
    [
        ("carrying_milder_refusing_14", {"PAT-28-III", "PAT-14-PU"}),
        ("always_milder", {"PAT-28-III"}),
        ("always_article_14", {"PAT-14-PU"}),
    ],
)
def test_one_of_two_fines_for_the_same_fact(option, offered):
    assert {"PAT-28-III", "PAT-14-PU"} & types(PAT, CFG_PAT_17=option).keys() == offered


def test_no_suspension_of_an_app_driver_where_the_city_reads_it_so():
    offered = types(PLA, CFG_PLA_02="no_suspension_for_app")
    assert "app" not in offered["PLA-44-V"]["modalities"]
    assert "app" in offered["PLA-43-II-c"]["modalities"]


def test_the_legal_person_needs_a_number_and_the_assault_a_witness():
    offered = types(PAT)
    assert (offered["PAT-29"]["offenderNeeds"], offered["PAT-28-V"]["witnesses"]) == ("cnpj", 1)
    assert [row["ref"] for row in offered["PAT-28-VII"]["choices"]] == ["art. 16 II", "art. 16 III"]


def test_an_unregistered_person_is_left_to_the_traffic_authority():
    known = catalogue(PAT)
    assert "autoridade de trânsito" in known["unauthorised"]["words"]
    assert [row["code"] for row in known["types"] if "none" in row["modalities"]] == ["PAT-29"]


def test_planura_prints_ten_days_and_when_they_end():
    deadline = catalogue(PLA)["deadline"]
    assert (deadline["days"], deadline["citation"]) == (10, "PLA art. 49 VIII; PLA art. 51")
    days = deadline["dueBySignatureOn"]
    assert {day: due for day, due in days.items() if day >= "2026-11-30"} == {
        "2026-11-30": "2026-12-10",
        "2026-12-01": "2026-12-11",
        "2026-12-02": "2026-12-14",  # the 10th day is a Saturday
        "2026-12-03": "2026-12-14",
        "2026-12-04": "2026-12-14",
    }


def test_a_signature_of_the_day_before_is_known_after_midnight():
    deadline = catalogue(PLA)["deadline"]
    assert deadline["dueBySignatureOn"]["2026-11-29"] == "2026-12-09"
    assert min(deadline["dueBySignatureOn"]) == "2026-11-26"


@pytest.mark.parametrize("days", [10, 15, 30])
def test_patrocinio_prints_the_days_it_decided(days):
    deadline = catalogue(PAT, CFG_PAT_13=f"days_{days}_suspensive")["deadline"]
    assert (deadline["days"], f" {days} dias " in deadline["words"]) == (days, True)
    assert deadline["dueBySignatureOn"] == {}  # art. 22: a notice follows


def test_patrocinio_says_that_it_has_not_decided():
    deadline = catalogue(PAT)["deadline"]
    assert (deadline["days"], "ainda não fixou" in deadline["words"]) == (0, True)


def test_a_year_without_holidays_prints_no_day():
    known = notice_catalogue(PLA, calendar_of(), date(2028, 12, 18))
    assert max(known["deadline"]["dueBySignatureOn"]) == "2028-12-19"


def test_the_hours_to_hand_over_are_planuras_alone():
    assert catalogue(PLA)["hours"] == {"hours": 24, "citation": "PLA art. 49 §2"}
    assert catalogue(PAT)["hours"] is None


def test_endings_have_four_different_sentences():
    for law in (PLA, PAT):
        endings = catalogue(law)["endings"]
        assert [row["kind"] for row in endings] == ["signed", "refused", "absent", "evaded"]
        assert len({row["sentence"] for row in endings}) == 4


def test_the_effect_of_a_refusal_follows_the_decision():
    effect = {
        option: next(
            row["effect"]
            for row in catalogue(PLA, CFG_PLA_28=option)["endings"]
            if row["kind"] == "refused"
        )
        for option in ("holder_signature_only", "literal")
    }
    assert "aviso de recebimento" in effect["holder_signature_only"]
    assert "vale como notificação" in effect["literal"]


def test_every_rule_rests_on_an_article():
    for law in (PLA, PAT):
        rules = catalogue(law)["rules"]
        assert all(rule["citation"].startswith(f"{law.code} art. ") for rule in rules)
        assert len({rule["id"] for rule in rules}) == len(rules) > 60


def test_the_catalogue_is_plain_json():
    for law in (PLA, PAT):
        known = catalogue(law)
        assert json.loads(json.dumps(known)) == known


def test_a_reading_that_is_chosen_leaves_a_type_off():
    assert [row["code"] for row in catalogue(example())["types"]] == ["EXE-3"]
    assert catalogue(example(), CFG_EXE_01="day")["types"] == []


def test_a_text_in_force_writes_no_training():
    assert (catalogue(example())["training"], catalogue(PLA)["training"]) == (False, True)


def test_a_text_without_notices_has_no_catalogue():
    with pytest.raises(RuleRefused):
        notice_catalogue(replace(example(), notices=None), calendar_of(), TODAY)
