"""Terms of the law: counts them and says in Portuguese how (requirements.md §4, CFG-GEN-01).

A private party's term rolls forward to a business day; the administration's never rolls and
gets an internal limit on or before it; a material term (age of a car) knows no calendar.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from enum import StrEnum

from app.kernel.calendar import Calendar
from app.kernel.civil import (
    MonthEnd,
    add_hours,
    aware_utc,
    civil_today,
    end_of_months,
    format_date_long,
    format_instant,
    last_day_of_february,
)
from app.kernel.errors import RuleRefused
from app.regulation.effects import effect
from app.regulation.ruleset import Deadline, Ruleset
from app.regulation.vocabulary import DeadlineUnit, Party

CFG_COUNTING = "CFG-GEN-01"
CFG_MONTH_END = "CFG-GEN-02"
_CALENDAR_UNITS = frozenset({DeadlineUnit.MONTHS, DeadlineUnit.YEARS})


class DayCounting(StrEnum):
    """The readings of CFG-GEN-01; the first is the default."""

    CALENDAR_DAYS = "calendar_days"
    BUSINESS_DAYS = "business_days"
    START_ON_BUSINESS_DAY = "start_on_business_day"


@dataclass(frozen=True)
class Term:
    """A term as the text gives it.

    `length` is in `unit`; for `last_business_day` it is the month (3 for March), for
    `end_of_february` the years between the start and that February.
    `start_on_business_day` is the option of CFG-GEN-01 where day 1 must be a business day;
    `month_end` the reading of CFG-GEN-02.
    """

    length: int
    unit: DeadlineUnit
    party: Party
    citation: str
    id: str = ""
    start_on_business_day: bool = False
    month_end: MonthEnd = MonthEnd.SAME_DAY


@dataclass(frozen=True)
class DueDate:
    """The answer: `due_on` is the last good day, `counted_on` the same before rolling.

    `internal_on` is the day by which the office must act (before `due_on` for the
    administration). `instant` (UTC) stands only for terms in hours; it is their true end.
    """

    counted_on: date
    due_on: date
    internal_on: date
    rule: str
    citation: str
    instant: datetime | None = None

    def missed_on(self, day: date) -> bool:
        """True when an act of that civil day comes too late."""
        return day > self.due_on

    def late_by(self, at: datetime) -> timedelta:
        """How late an act at that instant is; zero when in time. Only for terms in hours."""
        if self.instant is None:
            raise ValueError("this term is counted in days")
        return max(aware_utc(at) - self.instant, timedelta(0))

    def left_at(self, at: datetime) -> timedelta:
        """How much time is left at that instant; zero when over. Only for terms in hours."""
        if self.instant is None:
            raise ValueError("this term is counted in days")
        return max(self.instant - aware_utc(at), timedelta(0))


def _plural(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"


def _counted_days(term: Term, start: date, calendar: Calendar) -> tuple[date, str]:
    first = start + timedelta(days=1)
    moved = ""
    if term.start_on_business_day:
        first = calendar.next_business_day(first)
        moved = f", dia 1 em {format_date_long(first)}, o primeiro dia útil"
    words = _plural(term.length, "dia corrido", "dias corridos")
    return first + timedelta(days=term.length - 1), f"{words}, primeiro dia excluído{moved}"


def _counted_business_days(term: Term, start: date, calendar: Calendar) -> tuple[date, str]:
    words = _plural(term.length, "dia útil", "dias úteis")
    return calendar.add_business_days(start, term.length), f"{words}, primeiro dia excluído"


def _counted_months(term: Term, start: date, _calendar: Calendar) -> tuple[date, str]:
    return _same_day(_plural(term.length, "mês", "meses"), term, start, term.length)


def _counted_years(term: Term, start: date, _calendar: Calendar) -> tuple[date, str]:
    return _same_day(_plural(term.length, "ano", "anos"), term, start, 12 * term.length)


def _same_day(words: str, term: Term, start: date, months: int) -> tuple[date, str]:
    end = end_of_months(start, months, term.month_end)
    if term.month_end is MonthEnd.DAY_BEFORE:
        return end, f"{words}, até a véspera do dia de mesmo número"
    if end.day == start.day:
        return end, f"{words}, até o dia de mesmo número, inclusive"
    where = "o dia seguinte ao" if end.day == 1 else "o"
    return end, f"{words}, até {where} último dia do mês, que não tem dia {start.day}"


def _counted_last_business_day(term: Term, start: date, calendar: Calendar) -> tuple[date, str]:
    """The first such day on or after the start."""
    day = calendar.last_business_day(start.year, term.length)
    if day < start:
        day = calendar.last_business_day(start.year + 1, term.length)
    return day, f"último dia útil do mês {term.length:02d}/{day.year}"


def _counted_end_of_february(term: Term, start: date, _calendar: Calendar) -> tuple[date, str]:
    day = last_day_of_february(start.year + term.length)
    return day, f"último dia de fevereiro de {day.year}"


def _counted_at_once(_term: Term, start: date, _calendar: Calendar) -> tuple[date, str]:
    return start, "de imediato, no mesmo dia"


_COUNTERS: dict[DeadlineUnit, Callable[[Term, date, Calendar], tuple[date, str]]] = {
    DeadlineUnit.DAYS: _counted_days,
    DeadlineUnit.BUSINESS_DAYS: _counted_business_days,
    DeadlineUnit.MONTHS: _counted_months,
    DeadlineUnit.YEARS: _counted_years,
    DeadlineUnit.LAST_BUSINESS_DAY: _counted_last_business_day,
    DeadlineUnit.END_OF_FEBRUARY: _counted_end_of_february,
    DeadlineUnit.IMMEDIATE: _counted_at_once,
}
# Units whose end is a fixed day by its own words: no rolling applies.
_FIXED = frozenset({DeadlineUnit.LAST_BUSINESS_DAY, DeadlineUnit.IMMEDIATE})


def _require_length(term: Term) -> None:
    if term.unit is DeadlineUnit.NONE or (
        term.length < 1 and term.unit is not DeadlineUnit.IMMEDIATE
    ):
        raise RuleRefused(
            "O texto não fixa este prazo. Defina-o por ato do Município antes de contar.",
            citation=term.citation,
        )


def count(term: Term, start: date, calendar: Calendar) -> DueDate:
    """The end of `term` from the civil day `start` (excluded).

    `RuleRefused` when the text fixes no length, or the calendar lacks the year it needs;
    ValueError for hours, which count from an instant (`count_hours`).
    """
    _require_length(term)
    if term.unit is DeadlineUnit.HOURS:
        raise ValueError("hours are counted from an instant")
    counted, words = _COUNTERS[term.unit](term, start, calendar)
    if term.party is Party.MATERIAL:
        rule = f"{words}; prazo material, não é prorrogado"
        return DueDate(counted, counted, counted, rule, term.citation)
    if term.unit in _FIXED:
        return DueDate(counted, counted, counted, words, term.citation)
    if term.party is Party.ADMINISTRATION:
        return _of_administration(term, counted, words, calendar)
    return _of_private(term, counted, words, calendar)


def _of_private(term: Term, counted: date, words: str, calendar: Calendar) -> DueDate:
    due = calendar.next_business_day(counted)
    if due == counted:
        rule = f"{words}, termina em {format_date_long(due)}"
    else:
        rule = f"{words}, prorrogado de {calendar.describe(counted)} para {format_date_long(due)}"
    return DueDate(counted, due, due, rule, term.citation)


def _of_administration(term: Term, counted: date, words: str, calendar: Calendar) -> DueDate:
    internal = calendar.previous_business_day(counted)
    rule = f"{words}; prazo da Administração, não é prorrogado"
    if internal != counted:
        rule += f": termina em {calendar.describe(counted)}, agir até {format_date_long(internal)}"
    return DueDate(counted, counted, internal, rule, term.citation)


def count_hours(term: Term, start: datetime, zone_name: str) -> DueDate:
    """The end of a term in hours, minute by minute from the aware instant `start`."""
    _require_length(term)
    if term.unit is not DeadlineUnit.HOURS:
        raise ValueError("only hours are counted from an instant")
    end = add_hours(start, term.length)
    due = civil_today(end, zone_name)
    rule = (
        f"{_plural(term.length, 'hora', 'horas')}, de minuto a minuto, de "
        f"{format_instant(start, zone_name)} a {format_instant(end, zone_name)}; "
        "fim de semana e feriado não suspendem"
    )
    return DueDate(due, due, due, rule, term.citation, instant=end)


def wait_until(term: Term, start: date, calendar: Calendar) -> date:
    """First day after a waiting term, for acts barred during it (PAT art. 5 p.u.)."""
    return count(term, start, calendar).due_on + timedelta(days=1)


def month_end(ruleset: Ruleset) -> MonthEnd:
    """The city's reading of the end of months and years, where its text leaves the question."""
    if any(row.id == CFG_MONTH_END for row in ruleset.decisions):
        return MonthEnd(ruleset.decision(CFG_MONTH_END))
    return MonthEnd.SAME_DAY


def term_of(ruleset: Ruleset, deadline_id: str) -> Term:
    """The deadline row of the ruleset as a `Term`, counted as the city decided (CFG-GEN-01, 02)."""
    return term_of_row(ruleset, ruleset.deadline(deadline_id))


def term_of_row(ruleset: Ruleset, row: Deadline) -> Term:
    """The same of a row whose length an act or a decision has filled in."""
    term = Term(row.length, row.unit, row.party, ruleset.cite_all(row.basis), row.id)
    if row.unit in _CALENDAR_UNITS:
        return replace(term, month_end=month_end(ruleset))
    if row.unit is not DeadlineUnit.DAYS or CFG_COUNTING not in row.decisions:
        return term
    counting = DayCounting(ruleset.decision(CFG_COUNTING))
    if counting is DayCounting.BUSINESS_DAYS:
        return replace(term, unit=DeadlineUnit.BUSINESS_DAYS)
    return replace(term, start_on_business_day=counting is DayCounting.START_ON_BUSINESS_DAY)


def counting_words(term: Term) -> str:
    """How the term is counted, for a paper that is written before its first day is known."""
    if term.unit is DeadlineUnit.BUSINESS_DAYS:
        return "Contam-se dias úteis, sem o primeiro dia."
    first = "o primeiro dia útil depois do recebimento" if term.start_on_business_day else ""
    begins = f"a partir d{first}" if first else "sem o dia do recebimento"
    return (
        f"Contam-se dias corridos, {begins}; se o último não tem expediente, vale o dia útil "
        "seguinte."
    )


@effect("rule", "deadline")
def due_date(ruleset: Ruleset, deadline_id: str, start: date, calendar: Calendar) -> DueDate:
    """The end of the ruleset's term "T-PLA-25" from the civil day `start`."""
    return count(term_of(ruleset, deadline_id), start, calendar)


def due_instant(ruleset: Ruleset, deadline_id: str, start: datetime) -> DueDate:
    """The end of the ruleset's term in hours ("T-PLA-23") from the aware instant `start`."""
    return count_hours(term_of(ruleset, deadline_id), start, ruleset.instrument.time_zone)


def same_term(ruleset: Ruleset, basis: tuple[str, ...], days: int) -> Deadline | None:
    """The row of deadlines.toml that says a term of `days` on one of these provisions.

    A number of days elsewhere in the law does not say how they are counted; this row does.
    """
    same = (row for row in ruleset.deadlines if row.unit is DeadlineUnit.DAYS)
    return next((row for row in same if row.length == days and {*basis} & {*row.basis}), None)
