"""The verdict as a whole: worst level, order, citations, banner, and who may read what."""

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings

from app.regulation import effects
from app.regulation.facts import (
    Inspection,
    Modality,
    Period,
    Restriction,
    RestrictionKind,
    Seal,
    SealState,
    Subject,
)
from app.regulation.ruleset import Outcome
from app.regulation.verdict import CHECKS, Audience, Level, Scope, judge
from tests.support import any_facts
from tests.support.verdicts import (
    FAR,
    PAT,
    PLA,
    TODAY,
    D,
    app_car,
    car,
    driver,
    everything,
    in_force,
    platform,
    readable,
    taxi,
)

SOUND = [(PAT, app_car()), (PLA, app_car()), (PLA, taxi())]


@pytest.mark.parametrize(("law", "facts"), SOUND)
def test_a_car_in_order_is_green_without_reasons(law, facts):
    verdict = judge(facts, in_force(law), TODAY)
    assert (verdict.level, verdict.reasons, verdict.notes) == (Level.GREEN, (), ())
    assert not verdict.demonstration


@pytest.mark.parametrize(("law", "facts"), SOUND)
def test_a_norm_not_in_force_makes_a_demonstration_of_the_same_colour(law, facts):
    verdict = judge(facts, law, TODAY)
    assert verdict.demonstration
    assert verdict.level is Level.GREEN
    assert verdict.passenger == "Demonstração: não comprova autorização."


@pytest.mark.parametrize("law", [PAT, PLA])
def test_all_twenty_checks_are_built_and_in_the_law(law):
    assert tuple(CHECKS) == effects.CHECK_NAMES == tuple(rule.name for rule in law.checks)
    assert {f"check:{name}" for name in CHECKS} <= effects.registered()


def bad_taxi():
    """Suspended, inspection ending, CNH expired, plate of another car."""
    act = Restriction(RestrictionKind.SUSPENSION, Subject.VEHICLE, Period(D(2026, 11, 2)))
    return taxi(
        seal=Seal(SealState.VALID, FAR, plate_matches=False),
        vehicle=car(inspection=Inspection(approved_on=D(2025, 12, 10))),
        driver=driver(licence_valid_until=D(2026, 11, 1), toxicology_on=None),
        restrictions=(act,),
    )


def test_reasons_come_red_first_then_by_row():
    verdict = judge(bad_taxi(), PLA, TODAY)
    assert verdict.level is Level.RED
    assert [(reason.level, reason.row) for reason in verdict.reasons] == [
        ("red", 2),
        ("red", 11),
        ("red", 15),
        ("amber", 7),
    ]


def test_amber_alone_is_amber():
    facts = taxi(vehicle=car(inspection=Inspection(approved_on=D(2025, 12, 10))))
    assert judge(facts, PLA, TODAY).level is Level.AMBER


def test_without_driver_the_car_alone_is_judged():
    facts = bad_taxi()
    scopes = {reason.scope for reason in judge(facts, PLA, TODAY).reasons}
    alone = {reason.scope for reason in judge(replace(facts, driver=None), PLA, TODAY).reasons}
    assert scopes - alone == {Scope.DRIVER}


CITATIONS = [
    (taxi(vehicle=car(inspection=Inspection())), PLA, "PLA art. 16 p.u.; 23 XVII; 27 II; 27 §2 IV"),
    (app_car(platform=platform(authorised=None)), PAT, "PAT art. 3; 3 §2"),
]


@pytest.mark.parametrize(("facts", "law", "citation"), CITATIONS)
def test_a_reason_cites_its_provisions(facts, law, citation):
    assert judge(facts, law, TODAY).reasons[0].citation == citation


def expired_inspection():
    facts = taxi(vehicle=car(inspection=Inspection(approved_on=D(2025, 11, 27))), driver=None)
    (reason,) = judge(facts, PLA, TODAY).reasons
    return reason


def test_an_expired_inspection_in_the_words_of_each_reader():
    reason = expired_inspection()
    assert reason.since == D(2026, 11, 28)
    assert reason.text(Audience.AGENT, TODAY) == "Vistoria vencida há 3 dias"
    assert reason.detail(TODAY) == "valeu até 27/11/2026"
    assert reason.text(Audience.DRIVER, TODAY) == (
        "Sua vistoria venceu em 27/11/2026. Agende outra antes de trabalhar."
    )
    assert reason.text(Audience.OFFICE, TODAY) == (
        "Vistoria vencida há 3 dias: valeu até 27/11/2026."
    )


def test_the_passenger_never_reads_the_reason():
    neutral = "Não autorizado. Em caso de dúvida, procure a Secretaria."
    verdict = judge(bad_taxi(), in_force(PLA), TODAY)
    assert {reason.text(Audience.PASSENGER, TODAY) for reason in verdict.reasons} <= {
        neutral,
        "Autorizado. Em caso de dúvida, procure a Secretaria.",
    }
    assert verdict.passenger == neutral


def test_the_act_of_a_suspension_is_for_the_office():
    act = Restriction(
        RestrictionKind.SUSPENSION,
        Subject.DRIVER,
        Period(D(2026, 11, 2), D(2026, 12, 1)),
        "Decreto 12/2026",
    )
    (reason,) = judge(taxi(restrictions=(act,)), PLA, TODAY).reasons
    assert reason.text(Audience.AGENT, TODAY) == "Condutor suspenso"
    assert reason.text(Audience.OFFICE, TODAY) == (
        "Condutor suspenso desde 02/11/2026, até 01/12/2026. Decreto 12/2026"
    )
    assert reason.for_phone() == ("no_restriction.driver_suspension", {"date": "2026-11-02"})


@pytest.mark.parametrize("exam", [None, D(2025, 11, 1)])
def test_of_toxicology_the_agent_reads_only_that_it_lapsed(exam):
    (reason,) = judge(app_car(driver=driver(toxicology_on=exam)), PAT, TODAY).reasons
    assert reason.text(Audience.AGENT, TODAY) == "Exame toxicológico vencido"
    assert reason.for_phone() == ("toxicology_valid.expired", {})
    assert reason.detail(TODAY) == ""


def test_the_quota_is_for_the_office_alone():
    verdict = judge(app_car(platform=platform(active_vehicles=16)), PAT, TODAY)
    (note,) = verdict.notes
    assert verdict.told_to_agent == ()
    assert note.text(Audience.OFFICE, TODAY) == "A plataforma tem 16 veículos e o limite é 15."


def test_the_agent_reads_that_a_guest_taxi_is_exempt():
    facts = app_car(modality=Modality.TAXI, taxi_on_platform=True)
    verdict = judge(facts, PAT, TODAY)
    assert verdict.level is Level.GREEN
    assert [note.code for note in verdict.told_to_agent] == ["taxi_authorised.exempt"]


def test_no_check_goes_beyond_the_outcome_of_its_row_by_default():
    beyond = []

    @settings(
        max_examples=60, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
    )
    @given(any_facts.facts, any_facts.days)
    def look(facts, day):
        for law in (PAT, PLA):
            for reason in everything(judge(facts, law, day)):
                outcome = law.check(reason.check).outcome
                if outcome is not Outcome.RED and reason.level is Level.RED:
                    beyond.append(reason)

    look()
    assert beyond == []


@settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(any_facts.facts, any_facts.laws(), any_facts.days)
def test_any_verdict_is_the_worst_of_its_reasons_and_readable(facts, recipe, day):
    verdict = judge(facts, recipe.build(), day)
    levels = {reason.level for reason in verdict.reasons}
    worst = next((level for level in (Level.RED, Level.AMBER) if level in levels), Level.GREEN)
    assert verdict.level is worst
    assert all(readable(reason, day) for reason in everything(verdict))
    assert verdict.until is None or verdict.until - day >= timedelta(0)
