"""What every check takes and gives: a question about one day, an answer that knows how long it holds.

An answer's `until` is the last day on which it stays the same, so that a timeline
jumps from change to change (`None`: it never changes by itself).
"""

from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import StrEnum

from app.kernel.civil import add_months
from app.regulation.facts import Facts, Modality, Period
from app.regulation.ruleset import CheckRule, Ruleset, UnknownNameError

DAY = timedelta(days=1)

Value = date | int | str | None
Params = tuple[tuple[str, Value], ...]


class Level(StrEnum):
    """Authorised, attention, not authorised; INFO only marks notes and the banner."""

    GREEN = "green"
    AMBER = "amber"
    RED = "red"
    INFO = "info"


class Scope(StrEnum):
    """What a finding is about."""

    VEHICLE = "vehicle"
    DRIVER = "driver"
    PLATFORM = "platform"
    PERMIT = "permit"
    LAW = "law"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing a check found. `code` is the variant without the check's name ("expired")."""

    code: str
    level: Level
    scope: Scope
    since: date | None = None
    until: date | None = None
    params: Params = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """Findings of one check on one day (none: it passes), and the last day they stay the same."""

    until: date | None = None
    findings: tuple[Finding, ...] = ()

    def before(self, day: date | None) -> "Answer":
        """The same answer, known to end before `day` when that comes first."""
        if day is None:
            return self
        last = day - DAY
        cut = tuple(replace(found, until=earliest(found.until, last)) for found in self.findings)
        return Answer(earliest(self.until, last), cut)


@dataclass(frozen=True, slots=True)
class Question:
    """One check asked about `facts` on the civil day `on`, as `rule` of `law` sets it."""

    facts: Facts
    law: Ruleset
    rule: CheckRule
    on: date

    def number(self, key: str) -> int | None:
        """A number of the law from the check's params; None where the text has none."""
        value = self.rule.params.get(key)
        return value if isinstance(value, int) else None

    def word(self, key: str) -> str:
        """A word from the check's params; "" where the text has none."""
        value = self.rule.params.get(key)
        return value if isinstance(value, str) else ""

    def words(self, key: str) -> tuple[str, ...]:
        """A list of words from the check's params; () where the text has none."""
        value = self.rule.params.get(key)
        return tuple(map(str, value)) if isinstance(value, list | tuple) else ()

    def reading(self, decision: str) -> str:
        """The reading the city chose for a drafting defect; "" where this text has no such defect."""
        try:
            return self.law.decision(decision)
        except UnknownNameError:
            return ""

    @property
    def guest_taxi(self) -> bool:
        """A taxi before a law of apps: exempt, and only a platform's guest (PAT art. 31)."""
        taxi = self.facts.modality is Modality.TAXI
        return taxi and Modality.TAXI not in self.law.instrument.modalities

    def months_after(self, start: date, months: int) -> date:
        """Last day of a term of months or years, as the city counts it (CFG-GEN-02)."""
        last = add_months(start, months)
        reading = self.reading("CFG-GEN-02")
        if reading == "day_before":
            return last - DAY
        if reading == "march_first" and last.day < start.day:
            return last + DAY
        return last


_FOR_EVER = Answer()


def passes(until: date | None = None) -> Answer:
    """Nothing found, through `until`."""
    return _FOR_EVER if until is None else Answer(until)


def fails(
    code: str,
    scope: Scope,
    level: Level = Level.RED,
    *,
    since: date | None = None,
    until: date | None = None,
    **params: Value,
) -> Answer:
    """One finding; `params` are the fields of its sentences (wording.CATALOGUE)."""
    finding = Finding(code, level, scope, since, until, tuple(params.items()))
    return Answer(until, (finding,))


def together(*answers: Answer) -> Answer:
    """All findings of several answers, holding while each of them does."""
    until: date | None = None
    findings: tuple[Finding, ...] = ()
    for answer in answers:
        until = earliest(until, answer.until)
        findings += answer.findings
    return Answer(until, findings)


def earliest(*days: date | None) -> date | None:
    """The first of the days that are known."""
    first: date | None = None
    for day in days:
        if day is not None and (first is None or day < first):
            first = day
    return first


def term(
    on: date,
    scope: Scope,
    last: date | None,
    *,
    start: date | None = None,
    warn_days: int | None = None,
    late: Level = Level.RED,
    prefix: str = "",
) -> Answer:
    """A paper good through `last`: `missing`, `expired` since the day after, or `ending`.

    `start` is the paper's first day, for one shorter than its warning. Without `warn_days`
    nobody asked for a warning and the last days pass.
    """
    if last is None:
        return fails(f"{prefix}missing", scope, late)
    if on > last:
        return fails(f"{prefix}expired", scope, late, since=last + DAY, date=last)
    if warn_days is None:
        return passes(last)
    first = last - timedelta(days=warn_days)
    if on < first:
        return passes(first - DAY)
    since = first if start is None else max(first, start)
    return fails(f"{prefix}ending", scope, Level.AMBER, since=since, until=last, date=last)


def within(on: date, scope: Scope, period: Period | None, *, prefix: str = "") -> Answer:
    """An act or link good on `period`: `missing`, `not_yet`, or `expired`."""
    if period is None:
        return fails(f"{prefix}missing", scope)
    if on < period.start:
        return fails(f"{prefix}not_yet", scope, until=period.start - DAY, date=period.start)
    return passes() if period.end is None else term(on, scope, period.end, prefix=prefix)


def entered(on: date, scope: Scope, day: date | None, code: str) -> Answer:
    """Something that holds from `day` on; before it, or never entered, the finding `code`."""
    if day is None:
        return fails(code, scope)
    return passes() if day <= on else fails(code, scope, until=day - DAY)
