"""Rows 9, 15 and 20: insurances, acts in effect, municipal debt."""

import pytest

from app.regulation.facts import Insurance, Modality, Period, Restriction, RestrictionKind, Subject
from tests.support.verdicts import (
    FAR,
    PAT,
    PLA,
    TODAY,
    D,
    app_car,
    around,
    car,
    in_force,
    judge,
    platform,
    said,
    taxi,
)

BOTH = pytest.mark.parametrize("law", [PAT, PLA], ids=["PAT", "PLA"])
SINCE = D(2026, 1, 1)


def owner(*policies):
    return app_car(vehicle=car(insurances=policies))


def policy(purpose="owner", amount=5_000_000, start=SINCE, end=FAR):
    return Insurance(purpose, amount, Period(start, end))


def test_a_policy_is_good_through_its_last_day():
    facts = owner(policy(end=TODAY))
    assert around("insurance_valid", facts, PAT, TODAY) == ("", "", "red owner_expired")


def test_a_policy_serves_from_its_first_day():
    facts = owner(policy(start=TODAY))
    assert around("insurance_valid", facts, PAT, TODAY) == ("red owner_missing", "", "")


def test_a_renewed_policy_leaves_no_gap():
    facts = owner(policy(end=TODAY), policy(start=D(2026, 12, 1), end=None))
    assert around("insurance_valid", facts, PAT, TODAY) == ("", "", "")


POLICIES = [
    ((policy(amount=4_999_999),), "red owner_low"),
    ((policy(amount=5_000_000),), ""),
    ((policy(amount=4_999_999), policy()), ""),
    ((policy("app"),), "red owner_missing"),
    ((), "red owner_missing"),
]


@pytest.mark.parametrize(("policies", "expected"), POLICIES)
def test_each_person_is_insured_for_fifty_thousand(policies, expected):
    assert said("insurance_valid", owner(*policies), PAT) == expected


@pytest.mark.parametrize(
    ("kept", "expected"), [("platform", "red app_missing"), ("app", "red platform_missing")]
)
def test_the_platform_owes_two_insurances(kept, expected):
    facts = app_car(platform=platform(insurances=(policy(kept),)))
    assert said("insurance_valid", facts, PAT) == expected


def test_planura_asks_for_no_insurance():
    bare = app_car(vehicle=car(insurances=()), platform=platform(insurances=()))
    assert said("insurance_valid", bare, PLA) == ""


def restricted(subject, start, end=None, kind=RestrictionKind.SUSPENSION, **edits):
    return app_car(restrictions=(Restriction(kind, subject, Period(start, end)),), **edits)


# §4.3 (j): 15, 30 and 180 days from Monday 05/10/2026, day 1 = start
SUSPENSIONS = [D(2026, 10, 19), D(2026, 11, 3), D(2027, 4, 2)]


@BOTH
@pytest.mark.parametrize("last", SUSPENSIONS)
def test_a_suspension_holds_on_its_days(law, last):
    facts = restricted(Subject.VEHICLE, D(2026, 10, 5), last)
    expected = ("", "red vehicle_suspension", "red vehicle_suspension")
    assert around("no_restriction", facts, law, D(2026, 10, 5)) == expected
    expected = ("red vehicle_suspension", "red vehicle_suspension", "")
    assert around("no_restriction", facts, law, last) == expected


@BOTH
@pytest.mark.parametrize("kind", RestrictionKind)
@pytest.mark.parametrize("subject", Subject)
def test_every_act_on_everybody_concerned_is_red(law, kind, subject):
    facts = restricted(subject, TODAY, kind=kind)
    assert said("no_restriction", facts, law, FAR) == f"red {subject}_{kind}"


@BOTH
def test_a_suspended_driver_does_not_stop_the_car(law):
    facts = restricted(Subject.DRIVER, TODAY, driver=None)
    assert said("no_restriction", facts, law) == ""


@pytest.mark.parametrize(
    ("law", "on_platform", "expected"),
    [(PLA, False, ""), (PLA, True, ""), (PAT, True, "red platform_suspension")],
)
def test_a_suspended_platform_stops_only_taxis_that_have_nothing_else(law, on_platform, expected):
    facts = restricted(
        Subject.PLATFORM, TODAY, modality=Modality.TAXI, taxi_on_platform=on_platform
    )
    assert said("no_restriction", facts, law) == expected


def test_two_acts_are_two_reasons():
    rows = tuple(
        Restriction(RestrictionKind.SUSPENSION, subject, Period(TODAY))
        for subject in (Subject.DRIVER, Subject.VEHICLE)
    )
    found = said("no_restriction", taxi(restrictions=rows), PLA)
    assert found == "red driver_suspension; red vehicle_suspension"


def test_a_debt_is_a_note_on_its_days():
    facts = taxi(debt=Period(D(2026, 10, 1), TODAY))
    assert around("municipal_debt", facts, PLA, D(2026, 10, 1)) == ("", "info open", "info open")
    assert around("municipal_debt", facts, PLA, TODAY) == ("info open", "info open", "")


def test_a_debt_never_changes_the_verdict_nor_reaches_the_scan():
    verdict = judge(taxi(debt=Period(D(2026, 10, 1))), in_force(PLA), TODAY)
    assert (verdict.level, verdict.told_to_agent) == ("green", ())


def test_patrocinio_ties_no_debt_to_the_service():
    assert said("municipal_debt", app_car(debt=Period(D(2026, 10, 1))), PAT) == ""
