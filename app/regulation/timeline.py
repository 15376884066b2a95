"""Verdicts of many days at once: the phone looks up a date and interprets no law (design.md §5)."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from app.regulation.facts import Facts
from app.regulation.ruleset import Ruleset
from app.regulation.verdict import Verdict, judge

_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Segment:
    """Civil days [start, end], both included, on which the verdict is the same."""

    start: date
    end: date
    verdict: Verdict


def timeline(facts: Facts, ruleset: Ruleset, start: date, end: date) -> tuple[Segment, ...]:
    """Segments that cover [start, end] without gap; neighbours differ. Empty when end < start.

    Jumps from change to change by `Verdict.until`: about one `judge` for each segment.
    """
    segments: list[Segment] = []
    for step in _steps(facts, ruleset, start, end):
        if segments and segments[-1].verdict == step.verdict:
            segments[-1] = Segment(segments[-1].start, step.end, step.verdict)
        else:
            segments.append(step)
    return tuple(segments)


def _steps(facts: Facts, ruleset: Ruleset, start: date, end: date) -> Iterator[Segment]:
    day = start
    while day <= end:
        verdict = judge(facts, ruleset, day)
        # A check that misstated its last day would cost a step here, never an endless loop.
        last = end if verdict.until is None else max(day, min(verdict.until, end))
        yield Segment(day, last, verdict)
        day = last + _DAY
