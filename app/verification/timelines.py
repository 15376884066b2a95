"""What a card says of the coming days: levels for the public, findings for the agent. Pure.

Facts change where a link, grant or act begins or ends; between two such days
`app.regulation.timeline` finds the changes that time alone brings.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Final

from app.permits.models import Seal
from app.regulation.checks.answer import Question
from app.regulation.checks.inspection import inspection_valid
from app.regulation.facts import Facts
from app.regulation.ruleset import Ruleset
from app.regulation.timeline import timeline
from app.regulation.verdict import Level, Reason, Scope, Verdict
from app.verification.record import DAY, Record

_LETTERS: Final = {Level.GREEN: "g", Level.AMBER: "a", Level.RED: "r"}
_LEVELS: Final = {letter: level for level, letter in _LETTERS.items()}
_WEIGHT: Final = (Level.RED, Level.AMBER, Level.INFO, Level.GREEN)
_STEPS: Final = 8  # an inspection's answer changes twice (warning, end)

Finding = tuple[str, dict[str, str | int], str]  # code, params for the phone's words, level
View = Callable[[Verdict], tuple[Reason, ...]]


@dataclass(frozen=True, slots=True)
class Segment:
    """Days through `until` (None: it never changes by itself) with one level and its findings."""

    until: date | None
    level: Level
    findings: tuple[Finding, ...] = ()

    def as_json(self) -> list[object]:
        """`[until, level, [[code, params, level], …]]` as cards and the field pack hold it."""
        until = self.until.isoformat() if self.until else None
        return [until, self.level.value, [list(finding) for finding in self.findings]]


def of_seal(record: Record, law: Ruleset, seal: Seal, days: tuple[date, date]) -> list[Segment]:
    """The agent's segments for one code of the car, nobody named at the wheel."""
    return _segments(
        record, law, days, lambda on: record.facts(on, seal=seal), lambda v: v.told_to_agent
    )


def of_driver(
    record: Record, law: Ruleset, driver_id: str, days: tuple[date, date]
) -> list[Segment]:
    """What one driver adds to the car's own findings; the pair's level is the worse of both."""
    return _segments(
        record, law, days, lambda on: record.facts(on, driver_id=driver_id), _about_driver
    )


def _about_driver(verdict: Verdict) -> tuple[Reason, ...]:
    # too_many is about the car, but only asked when somebody is at the wheel.
    return tuple(
        reason
        for reason in verdict.told_to_agent
        if reason.scope is Scope.DRIVER or reason.check == "driver_linked"
    )


def _segments(
    record: Record,
    law: Ruleset,
    days: tuple[date, date],
    facts: Callable[[date], Facts],
    view: View,
) -> list[Segment]:
    found: list[Segment] = []
    for step in _steps(record, law, days, facts, view):
        if found and (found[-1].level, found[-1].findings) == (step.level, step.findings):
            found[-1] = step
        else:
            found.append(step)
    return found


def _steps(
    record: Record,
    law: Ruleset,
    days: tuple[date, date],
    facts: Callable[[date], Facts],
    view: View,
) -> Iterator[Segment]:
    turns = sorted(turn for turn in record.turns() if turn > days[0])
    starts = [days[0], *(turn for turn in turns if turn <= days[1])]
    ends = [*(start - DAY for start in starts[1:]), days[1]]
    more = turns and turns[-1] > days[1]
    for first, last in zip(starts, ends, strict=True):
        for part in timeline(facts(first), law, first, last):
            reasons = view(part.verdict)
            forever = part.end == days[1] and part.verdict.until is None and not more
            yield Segment(
                None if forever else part.end, _worst(reasons), tuple(map(_told, reasons))
            )


def _told(reason: Reason) -> Finding:
    code, params = reason.for_phone()
    return code, params, reason.level.value


def _worst(reasons: tuple[Reason, ...]) -> Level:
    levels = {reason.level for reason in reasons} - {Level.INFO}
    return min(levels, key=_WEIGHT.index, default=Level.GREEN)


def levels_text(segments: list[Segment]) -> str:
    """The public timeline: `g2027-02-28;a2027-09-15;r` (level, last day; the last may be open)."""
    found: list[tuple[Level, date | None]] = []
    for segment in segments:
        if found and found[-1][0] is segment.level:
            found.pop()
        found.append((segment.level, segment.until))
    return ";".join(f"{_LETTERS[level]}{until or ''}" for level, until in found)


def level_on(levels: str, on: date) -> Level | None:
    """The public level of a day; None past the horizon, when only a rebuilt card can tell."""
    day = on.isoformat()
    for part in levels.split(";"):
        if len(part) == 1 or (part and day <= part[1:]):
            return _LEVELS[part[0]]
    return None


def inspection_until(facts: Facts, law: Ruleset, on: date) -> date | None:
    """Last good day of the approved inspection; None without one, or one that must be redone."""
    day = on
    for _ in range(_STEPS):
        answer = inspection_valid(Question(facts, law, law.check("inspection_valid"), day))
        for finding in answer.findings:
            last = dict(finding.params).get("date")
            return last if finding.code != "redo" and isinstance(last, date) else None
        if answer.until is None:
            return None
        day = answer.until + DAY
    return None
