"""The timeline of verdicts is what judging every single day would say.

`VERDICT_EXAMPLES=3000` makes the property look at thousands of cars instead of dozens.
"""

import os
from datetime import timedelta
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings

from app.regulation.facts import Period, Restriction, RestrictionKind, Subject
from app.regulation.timeline import Segment, timeline
from app.regulation.verdict import judge
from tests.support import any_facts
from tests.support.verdicts import PAT, PLA, TODAY, D, app_car, car, everything, in_force, taxi

EXAMPLES = int(os.environ.get("VERDICT_EXAMPLES", "25"))
DAYS = 800


@settings(
    max_examples=EXAMPLES, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)
@given(any_facts.facts, any_facts.laws(), any_facts.days)
def test_the_timeline_equals_judging_day_by_day(facts, recipe, start):
    law = recipe.build()
    end = start + timedelta(days=DAYS - 1)
    segments = timeline(facts, law, start, end)
    by_day = [(segment.verdict, day) for segment in segments for day in _days(segment)]
    assert by_day == [(judge(facts, law, day), day) for day in _days(Segment(start, end, None))]


@settings(
    max_examples=EXAMPLES, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)
@given(any_facts.facts, any_facts.laws(), any_facts.days)
def test_neighbours_differ(facts, recipe, start):
    law = recipe.build()
    segments = timeline(facts, law, start, start + timedelta(days=DAYS - 1))
    assert all(one.verdict != next_.verdict for one, next_ in pairwise(segments))


@settings(
    max_examples=EXAMPLES * 4,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
@given(any_facts.facts, any_facts.laws(), any_facts.days)
def test_a_reason_stands_from_its_first_day_to_its_last(facts, recipe, day):
    law = recipe.build()
    for reason in everything(judge(facts, law, day)):
        for edge in (reason.since, reason.until):
            assert edge is None or reason in everything(judge(facts, law, edge))


def _days(segment):
    count = (segment.end - segment.start).days + 1
    return [segment.start + timedelta(days=step) for step in range(count)]


def told(facts, law, start, end):
    return [
        (segment.start, segment.end, [reason.code for reason in segment.verdict.reasons])
        for segment in timeline(facts, law, start, end)
    ]


def test_a_year_of_a_taxi_in_planura():
    facts = taxi(driver=None, vehicle=car(made_in=2016, reregistered_on=D(2026, 11, 30)))
    assert told(facts, PLA, TODAY, D(2027, 9, 30)) == [
        (D(2026, 11, 30), D(2026, 12, 31), []),
        (D(2027, 1, 1), D(2027, 2, 28), ["vehicle_age.replace"]),
        (D(2027, 3, 1), D(2027, 8, 15), ["vehicle_age.overdue"]),
        (D(2027, 8, 16), D(2027, 9, 15), ["vehicle_age.overdue", "inspection_valid.ending"]),
        (D(2027, 9, 16), D(2027, 9, 30), ["vehicle_age.overdue", "inspection_valid.expired"]),
    ]


def test_a_suspension_shows_as_its_days():
    act = Restriction(
        RestrictionKind.SUSPENSION, Subject.VEHICLE, Period(D(2026, 12, 7), D(2026, 12, 21))
    )
    found = timeline(app_car(restrictions=(act,)), in_force(PAT), TODAY, D(2027, 1, 10))
    assert [(part.start, part.end, part.verdict.level) for part in found] == [
        (D(2026, 11, 30), D(2026, 12, 6), "green"),
        (D(2026, 12, 7), D(2026, 12, 21), "red"),
        (D(2026, 12, 22), D(2027, 1, 10), "green"),
    ]


@pytest.mark.parametrize("days", [0, 1])
def test_the_shortest_timelines(days):
    found = timeline(taxi(), PLA, TODAY, TODAY + timedelta(days=days - 1))
    assert [(part.start, part.end) for part in found] == [(TODAY, TODAY)] * days
