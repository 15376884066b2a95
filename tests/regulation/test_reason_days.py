"""Since when a reason stands and until when, for one case of each check."""

import pytest

from app.regulation.facts import (
    Authorisation,
    Inspection,
    Insurance,
    Period,
    Restriction,
    RestrictionKind,
    Seal,
    SealState,
    Subject,
)
from app.regulation.verdict import judge
from tests.support.verdicts import FAR, PAT, PLA, TODAY, D, app_car, car, driver, platform, taxi

LONG_AGO = Period(D(2025, 1, 1), D(2026, 10, 1))
SUSPENDED = Restriction(RestrictionKind.SUSPENSION, Subject.VEHICLE, Period(D(2026, 11, 2), FAR))
INSURED = (Insurance("owner", 5_000_000, LONG_AGO),)


def inspected(**edits):
    return car(inspection=Inspection(**edits))


CASES = [
    (taxi(seal=Seal(SealState.VALID, D(2026, 10, 1))), PLA, D(2026, 10, 2), None),
    (app_car(platform=platform(authorised=LONG_AGO)), PLA, D(2026, 10, 2), None),
    (taxi(authorisation=Authorisation("1", LONG_AGO)), PLA, D(2026, 10, 2), None),
    (taxi(authorisation=Authorisation("1", Period(D(2026, 12, 5)))), PLA, None, D(2026, 12, 4)),
    (taxi(vehicle=car(removed_on=D(2026, 10, 2))), PLA, D(2026, 10, 2), None),
    (taxi(vehicle=car(registered_on=D(2026, 12, 5))), PLA, None, D(2026, 12, 4)),
    (app_car(platform=platform(vehicle_link=LONG_AGO)), PLA, D(2026, 10, 2), None),
    (app_car(vehicle=car(made_in=2020)), PAT, D(2026, 1, 1), None),
    (taxi(vehicle=car(made_in=2014, registered_on=D(2024, 1, 1))), PLA, D(2025, 3, 1), None),
    (taxi(vehicle=inspected(approved_on=D(2025, 10, 1))), PLA, D(2026, 10, 2), None),
    (taxi(vehicle=inspected(approved_on=D(2025, 12, 10))), PLA, D(2026, 11, 10), D(2026, 12, 10)),
    (app_car(vehicle=inspected(approved_on=D(2026, 7, 1))), PAT, D(2026, 8, 10), None),
    (taxi(vehicle=car(licensing_valid_until=D(2026, 10, 1))), PLA, D(2026, 10, 2), None),
    (app_car(vehicle=car(insurances=INSURED)), PAT, D(2026, 10, 2), None),
    (taxi(driver=driver(link=LONG_AGO)), PLA, D(2026, 10, 2), None),
    (taxi(driver=driver(licence_valid_until=D(2026, 10, 1))), PLA, D(2026, 10, 2), None),
    (app_car(driver=driver(licence_first_on=D(2024, 12, 5))), PAT, None, D(2026, 12, 4)),
    (app_car(driver=driver(toxicology_on=D(2025, 10, 1))), PAT, D(2026, 10, 2), None),
    (taxi(driver=driver(card_valid_until=D(2026, 10, 1))), PLA, D(2026, 10, 2), None),
    (taxi(driver=driver(reregistered_on=D(2025, 10, 1))), PLA, D(2026, 10, 2), None),
    (taxi(restrictions=(SUSPENDED,)), PLA, D(2026, 11, 2), FAR),
    (taxi(pauses=(Period(D(2026, 11, 2), FAR),)), PLA, D(2026, 11, 2), FAR),
    (
        taxi(vehicle=inspected(approved_on=D(2026, 9, 15), failed_on=D(2026, 11, 25))),
        PLA,
        D(2026, 11, 25),
        D(2026, 12, 7),  # ten days end on a Saturday
    ),
    (
        taxi(vehicle=inspected(approved_on=D(2026, 9, 15), failed_on=D(2026, 11, 2))),
        PLA,
        D(2026, 11, 13),
        None,
    ),
]


@pytest.mark.parametrize(("facts", "law", "since", "until"), CASES)
def test_a_reason_knows_its_first_and_last_day(facts, law, since, until):
    (reason,) = judge(facts, law, TODAY).reasons
    assert (reason.since, reason.until) == (since, until)


def test_the_verdict_ends_with_the_first_thing_to_change():
    facts = taxi(vehicle=inspected(approved_on=D(2025, 12, 10)), pauses=(Period(D(2026, 12, 3)),))
    assert judge(facts, PLA, TODAY).until == D(2026, 12, 2)


def test_a_verdict_that_nothing_will_change_has_no_end():
    gone = taxi(
        seal=None,
        driver=None,
        vehicle=car(
            made_in=2000,
            licensing_valid_until=None,
            inspection=Inspection(),
            reregistered_on=D(2020, 1, 1),
        ),
        authorisation=None,
    )
    assert judge(gone, PLA, TODAY).until is None
