"""Time to cure and validity of an inspection: the day before, the day and the day after."""

from datetime import date, timedelta

import pytest

from app.kernel.calendar import Closing, Holiday, Scope, national_calendar
from app.regulation.checks.answer import Question
from app.regulation.checks.inspection import inspection_valid
from app.regulation.deadlines import due_date
from app.regulation.facts import Facts, Inspection, Modality, Vehicle
from app.regulation.inspection_catalogue import inspection_catalogue
from app.regulation.inspection_terms import cure, missed, missed_rows, stops, validity
from app.regulation.loader import load_all
from app.regulation.vocabulary import Occasion

PAT, PLA = "patrocinio-2020", "planura-2025"
ONE = timedelta(days=1)


def law(slug, **choices):
    return load_all()[slug].with_decisions(
        {key.replace("_", "-"): value for key, value in choices.items()}
    )


def around(day):
    return national_calendar(range(day.year - 1, day.year + 3))


CURES = [  # city, held on, last day: requirements.md §4.3 (j) first, then weekends and holidays
    (PAT, date(2020, 9, 2), date(2020, 9, 8)),  # 7 September, a Monday
    (PAT, date(2020, 10, 7), date(2020, 10, 13)),  # 12 October
    (PAT, date(2021, 6, 24), date(2021, 6, 29)),
    (PAT, date(2026, 11, 30), date(2026, 12, 7)),  # fifth day a Saturday
    (PAT, date(2026, 12, 1), date(2026, 12, 7)),  # a Sunday
    (PAT, date(2026, 12, 2), date(2026, 12, 7)),
    (PAT, date(2026, 12, 20), date(2026, 12, 28)),  # Christmas, a Friday
    (PAT, date(2026, 12, 27), date(2027, 1, 4)),  # New Year, a Friday
    (PLA, date(2026, 11, 30), date(2026, 12, 10)),
    (PLA, date(2026, 12, 2), date(2026, 12, 14)),  # a Saturday
    (PLA, date(2026, 12, 3), date(2026, 12, 14)),  # a Sunday
    (PLA, date(2026, 12, 4), date(2026, 12, 14)),
    (PLA, date(2026, 10, 2), date(2026, 10, 13)),  # 12 October, a Monday
    (PLA, date(2026, 11, 10), date(2026, 11, 23)),  # 20 November, a Friday
]


@pytest.mark.parametrize(("slug", "held", "last"), CURES)
def test_the_last_day_to_come_back(slug, held, last):
    assert cure(law(slug), held, around(held)) == last


@pytest.mark.parametrize(("slug", "held", "last"), CURES)
def test_the_term_is_missed_only_after_its_last_day(slug, held, last):
    due = due_date(law(slug), load_all()[slug].inspections.cure.deadline, held, around(held))
    missed_on = [due.missed_on(day) for day in (last - ONE, last, last + ONE)]
    assert missed_on == [False, False, True]


def test_a_day_later_in_the_yard_is_never_a_day_earlier_back():
    for slug in (PAT, PLA):
        days = [date(2026, 1, 1) + n * ONE for n in range(730)]
        ends = [cure(law(slug), day, around(day)) for day in days]
        assert ends == sorted(ends)
        assert all(around(end).is_business_day(end) for end in ends)


def test_a_municipal_holiday_moves_the_last_day():
    held = date(2026, 11, 30)
    calendar = around(held).with_days(
        holidays=[Holiday(date(2026, 12, 10), "Festa", Scope.MUNICIPAL)]
    )
    assert cure(law(PLA), held, calendar) == date(2026, 12, 11)


def test_a_day_without_office_moves_the_last_day():
    held = date(2026, 11, 30)
    calendar = around(held).with_days(closings=[Closing(date(2026, 12, 7), "Decreto")])
    assert cure(law(PAT), held, calendar) == date(2026, 12, 8)


def test_business_days_are_counted_where_the_city_reads_so():
    held = date(2026, 11, 30)
    assert cure(law(PAT, CFG_GEN_01="business_days"), held, around(held)) == date(2026, 12, 7)
    assert cure(law(PLA, CFG_GEN_01="business_days"), held, around(held)) == date(2026, 12, 14)


def test_by_norm_there_is_no_term_and_the_car_stops():
    norm = law(PLA, CFG_PLA_33="by_norm")
    assert cure(norm, date(2026, 11, 30), around(date(2026, 11, 30))) is None
    assert stops(norm, safety_failed=False)
    known = inspection_catalogue(norm, around(date(2026, 11, 30)), date(2026, 11, 30))
    assert (known["cure"], known["stop"]["when"]) == (None, "always")


@pytest.mark.parametrize(
    ("slug", "safety", "stopped"), [(PLA, True, True), (PLA, False, False), (PAT, True, False)]
)
def test_a_car_stops_for_safety_only_where_the_city_says_so(slug, safety, stopped):
    assert stops(law(slug), safety_failed=safety) is stopped


VALID = [  # held on, last day (PLA art. 16 p.u., CFG-PLA-08 by anniversary)
    (date(2026, 9, 15), date(2027, 9, 15)),  # requirements.md §4.3 (h)
    (date(2028, 2, 29), date(2029, 2, 28)),
    (date(2027, 2, 28), date(2028, 2, 28)),
    (date(2027, 3, 1), date(2028, 3, 1)),
    (date(2026, 12, 31), date(2027, 12, 31)),
    (date(2025, 9, 7), date(2026, 9, 7)),  # holiday: a material term does not roll
]


@pytest.mark.parametrize(("held", "last"), VALID)
def test_an_approval_is_good_through_its_anniversary(held, last):
    assert validity(law(PLA), held) == last


@pytest.mark.parametrize(("held", "last"), VALID)
def test_the_verdict_reads_the_same_last_day(held, last):
    car = Vehicle(2024, held, inspection=Inspection(approved_on=held))
    rule = law(PLA).check("inspection_valid")
    levels = []
    for on in (last - ONE, last, last + ONE):
        answer = inspection_valid(Question(Facts(Modality.TAXI, car), law(PLA), rule, on))
        levels.append(str(answer.findings[0].level) if answer.findings else "ok")
    assert levels == ["amber", "amber", "red"]


@pytest.mark.parametrize(
    ("reading", "held", "last"),
    [
        ("day_before", date(2026, 9, 15), date(2027, 9, 14)),
        ("march_first", date(2028, 2, 29), date(2029, 3, 1)),
        ("same_day", date(2028, 2, 29), date(2029, 2, 28)),
    ],
)
def test_the_anniversary_follows_the_citys_reading_of_years(reading, held, last):
    assert validity(law(PLA, CFG_GEN_02=reading), held) == last


def test_by_calendar_year_it_ends_on_31_december_of_the_next_year():
    year = law(PLA, CFG_PLA_08="calendar_year")
    ends = [validity(year, day) for day in (date(2026, 1, 1), date(2026, 12, 31), date(2027, 1, 1))]
    assert ends == [date(2027, 12, 31), date(2027, 12, 31), date(2028, 12, 31)]


def test_in_patrocinio_an_approval_follows_the_platform():
    assert validity(law(PAT), date(2026, 11, 30)) is None


def test_in_patrocinio_it_has_its_own_months_where_the_city_reads_so():
    own = law(PAT, CFG_PAT_20="yearly_own_term")
    assert validity(own, date(2026, 11, 30)) == date(2027, 11, 30)


def test_the_catalogue_carries_the_dates_of_the_week_of_its_pack():
    today = date(2026, 11, 30)
    for slug in (PAT, PLA):
        known = inspection_catalogue(law(slug), around(today), today)
        days = [today + n * ONE for n in range(-1, 8)]
        assert known["cure"]["dates"] == {
            day.isoformat(): cure(law(slug), day, around(day)).isoformat() for day in days
        }


def test_a_year_the_calendar_lacks_leaves_the_day_out():
    today = date(2026, 12, 30)
    known = inspection_catalogue(law(PAT), national_calendar([2026]), today)
    assert known["cure"]["dates"] == {}


def test_not_coming_back_in_patrocinio_is_the_infraction_of_the_law():
    rows = {
        occasion: missed(law(PAT), occasion).infraction
        for occasion in (Occasion.RETURN, Occasion.NOTICE)
    }
    assert rows == {Occasion.RETURN: "PAT-28-II", Occasion.NOTICE: "PAT-28-I"}


@pytest.mark.parametrize("option", ["ten_days", "by_norm"])
def test_not_coming_back_in_planura_is_by_decision_and_has_no_fine(option):
    rows = [
        row for row in missed_rows(law(PLA, CFG_PLA_33=option)) if row.occasion is Occasion.RETURN
    ]
    assert [(row.option, row.infraction) for row in rows] == [(option, "")]
