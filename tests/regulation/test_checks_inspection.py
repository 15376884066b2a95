"""Rows 7, 14 and 19: inspection, yearly re-registration, open failure."""

import pytest

from app.regulation.facts import Inspection, Period
from tests.support.verdicts import PAT, PLA, D, app_car, around, car, driver, platform, said, taxi

BOTH = pytest.mark.parametrize("law", [PAT, PLA], ids=["PAT", "PLA"])
ENDING = ("amber ending", "amber ending", "red expired")


def inspected(sound=app_car, **edits):
    return sound(vehicle=car(inspection=Inspection(**edits)))


@pytest.mark.parametrize("sound", [app_car, taxi])
@pytest.mark.parametrize(
    ("approved", "last", "warned"),
    [
        (D(2026, 9, 15), D(2027, 9, 15), D(2027, 8, 16)),  # §4.3 (h)
        (D(2028, 2, 29), D(2029, 2, 28), D(2029, 1, 29)),
    ],
)
def test_an_inspection_in_planura_lasts_a_year(sound, approved, last, warned):
    facts = inspected(sound, approved_on=approved)
    assert around("inspection_valid", facts, PLA, last) == ENDING
    assert around("inspection_valid", facts, PLA, warned) == ("", "amber ending", "amber ending")


@BOTH
def test_a_car_never_inspected_is_red(law):
    assert said("inspection_valid", inspected(), law) == "red missing"


@BOTH
def test_an_inspection_counts_from_the_day_it_was_approved(law):
    facts = inspected(approved_on=D(2026, 11, 20))
    around_it = around("inspection_valid", facts, law, D(2026, 11, 20))
    assert around_it == ("red missing", "", "")


def test_the_calendar_reading_asks_once_in_each_year():
    law = PLA.with_decisions({"CFG-PLA-08": "calendar_year"})
    facts = inspected(approved_on=D(2026, 9, 15))
    assert around("inspection_valid", facts, law, D(2027, 12, 31)) == ENDING


@pytest.mark.parametrize(
    ("reading", "last"), [("day_before", D(2029, 2, 27)), ("march_first", D(2029, 3, 1))]
)
def test_a_year_from_29_february_ends_as_the_city_counts(reading, last):
    law = PLA.with_decisions({"CFG-GEN-02": reading})
    facts = inspected(approved_on=D(2028, 2, 29))
    assert around("inspection_valid", facts, law, last) == ENDING


# Patrocínio: the platform is authorised from 10/08/2026 to 10/08/2027
FOLLOWS = [
    (D(2026, 9, 15), D(2027, 8, 10), ENDING),
    (D(2026, 7, 11), D(2027, 8, 10), ENDING),  # in the 30 days before: already the new one
    (D(2026, 7, 10), D(2026, 8, 10), ("", "red redo", "red redo")),
    (D(2027, 7, 11), D(2027, 8, 10), ("", "", "")),  # redone when warned, for the next one
    (D(2027, 7, 10), D(2027, 8, 10), ENDING),
]


@pytest.mark.parametrize(("approved", "day", "expected"), FOLLOWS)
def test_an_inspection_in_patrocinio_follows_the_platform(approved, day, expected):
    facts = inspected(approved_on=approved)
    assert around("inspection_valid", facts, PAT, day) == expected


def test_a_pending_renewal_keeps_the_inspection():
    held = platform(renewal_filed_on=D(2027, 3, 1))
    facts = app_car(platform=held)
    assert around("inspection_valid", facts, PAT, D(2027, 8, 10)) == ("", "", "")


@pytest.mark.parametrize("authorised", [None, Period(D(2026, 8, 10))])
def test_without_platform_its_own_row_speaks(authorised):
    facts = app_car(platform=platform(authorised=authorised))
    assert said("inspection_valid", facts, PAT, D(2026, 12, 1)) == ""


def test_twelve_months_of_its_own_when_the_city_reads_so():
    law = PAT.with_decisions({"CFG-PAT-20": "yearly_own_term"})
    facts = inspected(approved_on=D(2026, 9, 15))
    assert around("inspection_valid", facts, law, D(2027, 9, 15)) == ENDING


# failed on 07/10/2026: 5 days in Patrocínio end on a holiday, 10 in Planura (our proposal) on a
# Saturday; the private party's term rolls to the next business day (CFG-GEN-01, §4.3 (j))
CURES = [(PAT, D(2026, 10, 13)), (PLA, D(2026, 10, 19))]
OPEN = ("amber open", "amber open", "red overdue")


@pytest.mark.parametrize(("law", "limit"), CURES)
def test_a_failed_car_may_come_back_in_time(law, limit):
    facts = inspected(approved_on=D(2026, 9, 15), failed_on=D(2026, 10, 7))
    assert around("failed_inspection", facts, law, D(2026, 10, 7)) == ("", *OPEN[:2])
    assert around("failed_inspection", facts, law, limit) == OPEN


@BOTH
def test_the_limit_of_the_office_knows_local_holidays(law):
    facts = inspected(failed_on=D(2026, 10, 7), cure_by=D(2026, 10, 14))
    assert around("failed_inspection", facts, law, D(2026, 10, 14)) == OPEN


@BOTH
def test_a_failed_safety_item_stops_the_car_at_once(law):
    facts = inspected(failed_on=D(2026, 10, 7), stopped=True)
    expected = ("", "red stopped", "red stopped")
    assert around("failed_inspection", facts, law, D(2026, 10, 7)) == expected


@BOTH
def test_an_approval_closes_the_failure(law):
    facts = inspected(failed_on=D(2026, 10, 7), approved_on=D(2026, 10, 9))
    assert around("failed_inspection", facts, law, D(2026, 10, 9)) == ("amber open", "", "")


@BOTH
def test_a_car_that_never_failed_has_nothing_open(law):
    assert said("failed_inspection", app_car(), law) == ""


def test_without_norm_a_failed_car_waits_when_the_city_reads_so():
    law = PLA.with_decisions({"CFG-PLA-33": "by_norm"})
    assert said("failed_inspection", inspected(failed_on=D(2026, 11, 30)), law) == "red no_term"
    given = inspected(failed_on=D(2026, 11, 30), cure_by=D(2026, 12, 9))
    assert around("failed_inspection", given, law, D(2026, 12, 9)) == OPEN


VEHICLE = ("amber vehicle_ending", "amber vehicle_ending", "red vehicle_expired")
DRIVER = ("amber driver_ending", "amber driver_ending", "red driver_expired")


def test_the_car_is_registered_again_every_year():
    facts = app_car(vehicle=car(reregistered_on=D(2026, 3, 1)), driver=None)
    assert around("reregistration_valid", facts, PLA, D(2027, 3, 1)) == VEHICLE
    warned = around("reregistration_valid", facts, PLA, D(2027, 1, 30))
    assert warned == ("", *VEHICLE[:2])


def test_the_driver_is_registered_again_every_year():
    facts = taxi(driver=driver(reregistered_on=D(2026, 3, 1)))
    assert around("reregistration_valid", facts, PLA, D(2027, 3, 1)) == DRIVER


def test_the_first_registration_counts_as_the_first_one():
    facts = taxi(vehicle=car(registered_on=D(2026, 3, 1), reregistered_on=None), driver=None)
    assert around("reregistration_valid", facts, PLA, D(2027, 3, 1)) == VEHICLE


def test_a_registration_of_next_week_does_not_cover_today():
    facts = taxi(
        vehicle=car(registered_on=D(2025, 2, 10), reregistered_on=D(2026, 12, 7)), driver=None
    )
    expected = ("red vehicle_expired", "", "")
    assert around("reregistration_valid", facts, PLA, D(2026, 12, 7)) == expected


def test_who_was_never_registered_is_not_asked_twice():
    facts = taxi(vehicle=car(registered_on=None, reregistered_on=None), driver=None)
    assert said("reregistration_valid", facts, PLA) == ""


def test_in_patrocinio_only_the_platform_renews():
    facts = app_car(vehicle=car(reregistered_on=D(2020, 1, 1)))
    assert said("reregistration_valid", facts, PAT) == ""
