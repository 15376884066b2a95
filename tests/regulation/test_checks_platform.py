"""Rows 3 and 18: the platform's authorisation with its March, and the quotas."""

import pytest

from app.regulation.facts import City, Period
from tests.support.verdicts import PAT, PLA, D, app_car, around, platform, said, taxi


def of(start, end=None, **edits):
    return app_car(platform=platform(authorised=Period(start, end), **edits))


# §4.3 (g): issued, last day of the 12 months
TWELVE_MONTHS = [
    (D(2020, 8, 10), D(2021, 8, 10)),
    (D(2021, 2, 15), D(2022, 2, 15)),
    (D(2023, 4, 3), D(2024, 4, 3)),
    (D(2024, 4, 12), D(2025, 4, 12)),
]


@pytest.mark.parametrize(("start", "last"), TWELVE_MONTHS)
@pytest.mark.parametrize("written", [True, False])
def test_patrocinio_authorises_for_twelve_months(start, last, written):
    facts = of(start, last if written else None)
    expected = ("amber ending", "amber ending", "red expired")
    assert around("platform_authorised", facts, PAT, last) == expected


def test_patrocinio_warns_thirty_days_before():
    facts = of(D(2020, 8, 10))
    expected = ("", "amber ending", "amber ending")
    assert around("platform_authorised", facts, PAT, D(2021, 7, 11)) == expected


def test_planura_authorises_for_four_years():
    facts = of(D(2027, 1, 15))
    assert around("platform_authorised", facts, PLA, D(2031, 1, 15)) == ("", "", "red expired")


@pytest.mark.parametrize("law", [PAT, PLA])
def test_an_authorisation_serves_from_its_first_day(law):
    facts = of(D(2026, 8, 10))
    assert around("platform_authorised", facts, law, D(2026, 8, 10)) == ("red not_yet", "", "")


@pytest.mark.parametrize("law", [PAT, PLA])
@pytest.mark.parametrize("missing", [None, platform(authorised=None)])
def test_an_app_car_needs_an_authorised_platform(law, missing):
    assert said("platform_authorised", app_car(platform=missing), law) == "red missing"


def test_planura_does_not_ask_a_taxi_for_a_platform():
    assert said("platform_authorised", taxi(), PLA) == ""


RENEWALS = [
    # asked by the last business day of March: held open until decided (CFG-PAT-04)
    (D(2020, 8, 10), D(2021, 3, 31), "amber renewal_pending"),
    (D(2020, 8, 10), D(2021, 4, 1), "red expired"),
    # March 2024 ends on Thursday 28: Good Friday and the weekend do not count
    (D(2023, 4, 3), D(2024, 3, 28), "amber renewal_pending"),
    (D(2023, 4, 3), D(2024, 3, 29), "red expired"),
    # asked for an earlier authorisation
    (D(2023, 4, 3), D(2023, 4, 2), "red expired"),
]


@pytest.mark.parametrize(("start", "filed", "after"), RENEWALS)
def test_a_renewal_asked_in_time_holds_the_authorisation_open(start, filed, after):
    facts = of(start, renewal_filed_on=filed)
    last = D(start.year + 1, start.month, start.day)
    assert around("platform_authorised", facts, PAT, last)[2] == after


def test_a_renewal_asked_in_time_needs_no_warning():
    facts = of(D(2020, 8, 10), renewal_filed_on=D(2021, 3, 31))
    assert around("platform_authorised", facts, PAT, D(2021, 8, 9)) == ("", "", "")


def test_the_gap_before_march_is_red_until_the_renewal_is_asked():
    """§4.3 (g) 2: ended on 15/02/2022, asked on 01/03/2022, limit 31/03/2022."""
    facts = of(D(2021, 2, 15), renewal_filed_on=D(2022, 3, 1))
    expected = ("red expired", "amber renewal_pending", "amber renewal_pending")
    assert around("platform_authorised", facts, PAT, D(2022, 2, 16))[1] == "red expired"
    assert around("platform_authorised", facts, PAT, D(2022, 3, 1)) == expected


def test_the_city_calendar_may_bring_the_march_limit_forward():
    facts = of(D(2020, 8, 10), renewal_filed_on=D(2021, 3, 31), renewal_limit=D(2021, 3, 30))
    assert said("platform_authorised", facts, PAT, D(2021, 8, 11)) == "red expired"


def test_the_strict_reading_ends_in_twelve_months_whatever_was_asked():
    law = PAT.with_decisions({"CFG-PAT-04": "twelve_months_strict"})
    facts = of(D(2020, 8, 10), renewal_filed_on=D(2021, 3, 31))
    expected = ("amber ending", "amber ending", "red expired")
    assert around("platform_authorised", facts, law, D(2021, 8, 10)) == expected


@pytest.mark.parametrize(
    ("start", "last"),
    [(D(2020, 8, 10), D(2021, 3, 31)), (D(2023, 4, 3), D(2024, 3, 28))],
)
def test_the_march_reading_ends_on_the_last_business_day_of_march(start, last):
    law = PAT.with_decisions({"CFG-PAT-04": "last_business_day_of_march"})
    expected = ("amber ending", "amber ending", "red expired")
    assert around("platform_authorised", of(start), law, last) == expected


@pytest.mark.parametrize(
    ("edits", "expected"),
    [
        ({"active_vehicles": 15, "active_platforms": 3}, ""),
        ({"active_vehicles": 16}, "info vehicles"),
        ({"active_platforms": 4}, "info platforms"),
        ({"active_vehicles": 16, "active_platforms": 4}, "info vehicles; info platforms"),
    ],
)
def test_quota_of_patrocinio_is_a_note(edits, expected):
    assert said("quota_kept", app_car(platform=platform(**edits)), PAT) == expected


@pytest.mark.parametrize(
    ("law", "population", "taxis", "expected"),
    [
        (PLA, 12_999, 12, ""),
        (PLA, 12_999, 13, "info taxis"),
        (PLA, 13_000, 13, ""),
        (PLA.with_decisions({"CFG-PLA-03": "round_nearest"}), 12_500, 13, ""),
        (PLA.with_decisions({"CFG-PLA-03": "round_nearest"}), 12_499, 13, "info taxis"),
    ],
)
def test_quota_of_planura_is_one_taxi_per_thousand(law, population, taxis, expected):
    assert said("quota_kept", taxi(city=City(population, taxis)), law) == expected


def test_planura_has_no_quota_for_apps():
    crowded = platform(active_vehicles=900, active_platforms=40)
    assert said("quota_kept", app_car(platform=crowded, city=City(1, 1)), PLA) == ""
