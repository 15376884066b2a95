"""Rows 5, 6 and 8: the registry, the age by requirements §4.3 (a) and (b), the CRLV."""

from dataclasses import replace

import pytest

from app.regulation.facts import Period
from tests.support.verdicts import (
    FAR,
    PAT,
    PLA,
    D,
    app_car,
    around,
    car,
    in_force,
    platform,
    said,
    taxi,
)

BOTH = pytest.mark.parametrize("law", [PAT, PLA], ids=["PAT", "PLA"])
TODAY = D(2026, 11, 30)


@BOTH
def test_a_car_is_in_the_registry_from_its_entry_to_the_day_before_its_exit(law):
    facts = app_car(vehicle=car(registered_on=D(2026, 9, 1), removed_on=D(2026, 12, 1)))
    assert around("vehicle_registered", facts, law, D(2026, 9, 1)) == ("red missing", "", "")
    expected = ("", "red removed", "red removed")
    assert around("vehicle_registered", facts, law, D(2026, 12, 1)) == expected


@BOTH
def test_a_car_never_entered_is_not_registered(law):
    facts = app_car(vehicle=car(registered_on=None))
    assert said("vehicle_registered", facts, law) == "red missing"


@BOTH
def test_an_app_car_is_tied_to_its_platform_on_the_days_of_the_link(law):
    facts = app_car(platform=platform(vehicle_link=Period(D(2026, 8, 12), D(2026, 12, 5))))
    assert around("vehicle_registered", facts, law, D(2026, 8, 12)) == ("red link_not_yet", "", "")
    assert around("vehicle_registered", facts, law, D(2026, 12, 5)) == ("", "", "red link_expired")


@BOTH
@pytest.mark.parametrize("unlinked", [None, platform(vehicle_link=None)])
def test_an_app_car_without_link_is_red(law, unlinked):
    assert said("vehicle_registered", app_car(platform=unlinked), law) == "red link_missing"


BODIES = [
    (PAT, {"seats": 5}, ""),
    (PAT, {"seats": 6}, "red seats"),
    (PAT, {"doors": 3}, "red doors"),
    (PAT, {"doors": 5}, ""),
    (PAT, {"licensing_city": ""}, ""),
    (PLA, {"seats": 7}, ""),
    (PLA, {"doors": 3}, "red doors"),
    (PLA, {"licensing_city": "PLANURA"}, ""),
    (PLA, {"licensing_city": "Frutal"}, "red city"),
    (PLA, {"licensing_city": ""}, "amber city_unknown"),
]


@pytest.mark.parametrize(("law", "edits", "expected"), BODIES)
def test_size_doors_and_city_of_the_car(law, edits, expected):
    assert said("vehicle_registered", app_car(vehicle=car(**edits)), law) == expected


def aged(made_in, **edits):
    return app_car(vehicle=car(made_in=made_in, **{"owned_since": None, **edits}))


# §4.3 (a): year, last day in reading A (default), last day in reading B
PAT_AGES = [
    (2018, D(2023, 12, 31), D(2024, 12, 30)),
    (2015, D(2020, 12, 31), D(2021, 12, 30)),
    (2020, D(2025, 12, 31), D(2026, 12, 30)),
]


@pytest.mark.parametrize(("made_in", "last", "last_b"), PAT_AGES)
def test_age_in_patrocinio(made_in, last, last_b):
    b = PAT.with_decisions({"CFG-PAT-01": "completed_years"})
    assert around("vehicle_age", aged(made_in), PAT, last) == ("", "", "red expired")
    assert around("vehicle_age", aged(made_in), b, last_b) == ("", "", "red expired")


# §4.3 (a) 4 and 5: published 20/05/2020, in force 19/07/2020, tolerance to 19/07/2021
TRANSITIONS = [
    (2014, D(2018, 1, 1), ("amber transition", "amber transition", "red expired")),
    (2014, D(2020, 7, 18), ("amber transition", "amber transition", "red expired")),
    (2014, D(2020, 7, 19), ("red expired",) * 3),
    (2014, None, ("red expired",) * 3),
    (2013, D(2018, 1, 1), ("red expired",) * 3),
    (2015, D(2018, 1, 1), ("amber transition", "amber transition", "red expired")),
    (2016, D(2018, 1, 1), ("", "", "")),
]


@pytest.mark.parametrize(("made_in", "owned_since", "expected"), TRANSITIONS)
def test_tolerance_for_cars_of_before_the_law(made_in, owned_since, expected):
    facts = aged(made_in, owned_since=owned_since)
    assert around("vehicle_age", facts, in_force(PAT), D(2021, 7, 19)) == expected


def test_the_tolerance_begins_where_the_age_ends():
    facts = aged(2015, owned_since=D(2018, 1, 1))
    expected = ("", "", "amber transition")
    assert around("vehicle_age", facts, in_force(PAT), D(2020, 12, 31)) == expected


def test_no_tolerance_while_the_law_was_never_published():
    facts = aged(2014, owned_since=D(2018, 1, 1))
    assert said("vehicle_age", facts, PAT, D(2020, 12, 1)) == "red expired"


def test_the_wide_reading_gives_everybody_one_year():
    law = in_force(PAT).with_decisions({"CFG-PAT-02": "everybody_one_year"})
    expected = ("amber transition", "amber transition", "red expired")
    assert around("vehicle_age", aged(2003), law, D(2021, 7, 19)) == expected


# §4.3 (b): year, replace by, longest extension
PLA_AGES = [
    (2016, D(2027, 2, 28), D(2028, 2, 28)),
    (2017, D(2028, 2, 29), D(2029, 2, 28)),
    (2018, D(2029, 2, 28), D(2030, 2, 28)),
    (2015, D(2026, 2, 28), D(2027, 2, 28)),
    (2014, D(2025, 2, 28), D(2026, 2, 28)),
    (2020, D(2031, 2, 28), D(2032, 2, 28)),
]
FACTS = pytest.mark.parametrize("sound", [app_car(), taxi()], ids=["app", "taxi"])


def old(sound, made_in, **edits):
    entry = {"registered_on": D(made_in + 5, 3, 1), **edits}
    return replace(sound, vehicle=car(made_in=made_in, **entry))


@pytest.mark.parametrize(("made_in", "replace_by", "longest"), PLA_AGES)
@FACTS
def test_age_in_planura(sound, made_in, replace_by, longest):
    facts = old(sound, made_in)
    full = D(made_in + 10, 12, 31)
    assert around("vehicle_age", facts, PLA, full) == ("", "", "amber replace")
    expected = ("amber replace", "amber replace", "red overdue")
    assert around("vehicle_age", facts, PLA, replace_by) == expected


@pytest.mark.parametrize(("made_in", "replace_by", "longest"), PLA_AGES)
@pytest.mark.parametrize("granted", [FAR, None], ids=["too long", "exact"])
def test_an_extension_reaches_at_most_one_year(made_in, replace_by, longest, granted):
    facts = old(taxi(), made_in, age_extended_until=max(granted or longest, longest))
    expected = ("amber extended", "amber extended", "red overdue")
    assert around("vehicle_age", facts, PLA, longest) == expected


def test_a_shorter_extension_ends_on_its_day():
    facts = old(taxi(), 2016, age_extended_until=D(2027, 6, 30))
    expected = ("amber extended", "amber extended", "red overdue")
    assert around("vehicle_age", facts, PLA, D(2027, 6, 30)) == expected


@pytest.mark.parametrize(
    ("registered_on", "in_january"),
    [(D(2026, 12, 31), "amber replace"), (D(2027, 1, 1), "red expired"), (None, "red expired")],
)
def test_february_is_not_for_cars_that_enter_too_old(registered_on, in_january):
    facts = old(app_car(), 2016, registered_on=registered_on)
    assert said("vehicle_age", facts, PLA, D(2027, 1, 15)) == in_january


def test_the_strict_reading_stops_apps_in_december_and_leaves_taxis():
    law = PLA.with_decisions({"CFG-PLA-14": "strict_10_years"})
    app = old(app_car(), 2016, age_extended_until=D(2027, 12, 31))
    assert around("vehicle_age", app, law, D(2026, 12, 31)) == ("", "", "red expired")
    assert said("vehicle_age", old(taxi(), 2016), law, D(2027, 1, 1)) == "amber replace"


@BOTH
def test_the_crlv_is_good_through_its_last_day(law):
    facts = app_car(vehicle=car(licensing_valid_until=TODAY))
    assert around("licensing_valid", facts, law, TODAY) == ("", "", "red expired")


@BOTH
def test_a_car_without_crlv_is_red(law):
    facts = app_car(vehicle=car(licensing_valid_until=None))
    assert said("licensing_valid", facts, law) == "red missing"


def test_a_taxi_needs_a_crlv_too():
    facts = taxi(vehicle=car(licensing_valid_until=TODAY))
    assert around("licensing_valid", facts, PLA, TODAY) == ("", "", "red expired")
