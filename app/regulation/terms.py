"""Spans of rights and of penalties: authorisations, suspensions, pauses, the bar after cassation.

A span runs from its first to its last civil day, both included, and never rolls to a
business day: nobody's act is due on its end.
"""

from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum

from app.kernel.calendar import Calendar
from app.kernel.civil import MonthEnd, add_months, end_of_months, format_date
from app.kernel.errors import RuleRefused
from app.regulation.deadlines import month_end
from app.regulation.effects import effect
from app.regulation.ruleset import Ruleset
from app.regulation.vocabulary import DeadlineUnit

_ONE_DAY = timedelta(days=1)
_CFG_EXTENSION = "CFG-PLA-16"
_CFG_LENGTH = "CFG-PAT-16"  # own term of the article, or the general one of art. 24 §2
_T_GENERAL = "T-PAT-19"


@dataclass(frozen=True)
class Span:
    """Civil days `first` to `last`, inclusive, with the computation in Portuguese."""

    first: date
    last: date
    rule: str
    citation: str = ""

    @property
    def back_on(self) -> date:
        """First day after the span (return to work)."""
        return self.last + _ONE_DAY

    @property
    def days(self) -> int:
        """Length in days, both ends counted."""
        return (self.last - self.first).days + 1

    def contains(self, day: date) -> bool:
        """True on every day from first to last."""
        return self.first <= day <= self.last


def authorisation_months(
    start: date, months: int, citation: str = "", reading: MonthEnd = MonthEnd.SAME_DAY
) -> Span:
    """Valid through the same-numbered day, inclusive (PAT art. 3 §2; yearly seals of PLA)."""
    last = end_of_months(start, months, reading)
    return Span(start, last, f"{months} meses, vale até {format_date(last)}, inclusive", citation)


def authorisation_years(
    start: date, years: int, citation: str = "", reading: MonthEnd = MonthEnd.SAME_DAY
) -> Span:
    """Valid through the same-numbered day, inclusive (PLA art. 10: 29/02/2028 → 29/02/2032)."""
    last = end_of_months(start, 12 * years, reading)
    return Span(start, last, f"{years} anos, vale até {format_date(last)}, inclusive", citation)


def renewed(term: Span, years: int, reading: MonthEnd = MonthEnd.SAME_DAY) -> Span:
    """The equal period that follows (PLA art. 10): from the same-numbered day of the former's end."""
    start = term.last + _ONE_DAY if reading is MonthEnd.DAY_BEFORE else term.last
    return authorisation_years(start, years, term.citation, reading)


def evaluation_from(term: Span, lead_days: int) -> date:
    """Day from which the renewal is prepared: `lead_days` whole days fit before the last day.

    The lead is a choice of the software, not of the text (requirements.md §4.3 h).
    """
    return term.last - timedelta(days=lead_days + 1)


def days_from(start: date, days: int, citation: str = "") -> Span:
    """`days` with the start as day 1 (suspensions and pauses)."""
    last = start + timedelta(days=days - 1)
    rule = f"{days} dias, o primeiro em {format_date(start)}: último dia {format_date(last)}"
    return Span(start, last, rule, citation)


def months_from(start: date, months: int, citation: str = "") -> Span:
    """`months` of suspension: back on the same-numbered day (PAT art. 28 V)."""
    back = add_months(start, months)
    rule = f"{months} meses a partir de {format_date(start)}: volta em {format_date(back)}"
    return Span(start, back - _ONE_DAY, rule, citation)


def suspension(start: date, days: int, minimum: int, maximum: int, citation: str) -> Span:
    """A suspension within its bounds (PLA art. 40 IV, art. 43 §1); `RuleRefused` outside them."""
    if not minimum <= days <= maximum:
        bounds = f"{minimum}" if minimum == maximum else f"de {minimum} a {maximum}"
        raise RuleRefused(
            f"A suspensão deve ter {bounds} dias. Corrija o número de dias.", citation=citation
        )
    return days_from(start, days, citation)


def pause(start: date, days: int, maximum: int, citation: str) -> Span:
    """A licence to stop working, up to its maximum (PLA art. 29 I to IV)."""
    if not 1 <= days <= maximum:
        raise RuleRefused(
            f"A licença vai de 1 a {maximum} dias. Corrija o número de dias.", citation=citation
        )
    return days_from(start, days, citation)


def extended_pause(
    granted: Span,
    days: int,
    *,
    extendable: bool,
    already_extended: bool = False,
    equal_period_once: bool = True,
) -> Span:
    """The whole span after an extension (PLA art. 29 §1).

    By default at most an equal period, once; with `equal_period_once` False each act sets
    its own length (CFG-PLA-16).
    """
    if not extendable:
        message = "Esta licença não admite prorrogação."
    elif days < 1:
        message = "Informe por quantos dias prorrogar."
    elif equal_period_once and already_extended:
        message = "Esta licença já foi prorrogada uma vez."
    elif equal_period_once and days > granted.days:
        message = f"A prorrogação vai de 1 a {granted.days} dias, o mesmo prazo da licença."
    else:
        return days_from(granted.first, granted.days + days, granted.citation)
    raise RuleRefused(message, citation=granted.citation)


def bar(final_on: date, years: int, citation: str, reading: MonthEnd = MonthEnd.SAME_DAY) -> Span:
    """Barred from bids and registrations after a final cassation (PLA art. 46)."""
    last = end_of_months(final_on, 12 * years, reading)
    rule = f"{years} anos após a cassação definitiva: impedido até {format_date(last)}, inclusive"
    return Span(final_on, last, rule, citation)


class PlatformState(StrEnum):
    """Standing of a yearly platform authorisation on a day."""

    NOT_YET = "not_yet"
    VALID = "valid"
    PENDING_RENEWAL = "pending_renewal"
    EXPIRED = "expired"


@dataclass(frozen=True)
class PlatformTerm:
    """Twelve months against the last business day of March (PAT art. 3 §2, CFG-PAT-04).

    `renewal_limit` is that day in the year in which the authorisation ends; it may fall
    after the end, and then `gap_days` counts the days between.
    """

    span: Span
    renewal_limit: date

    @property
    def days_before_end(self) -> int:
        """Days from the renewal limit to the end; negative where the limit comes later."""
        return (self.span.last - self.renewal_limit).days

    @property
    def gap_days(self) -> int:
        """Days between the end and a later renewal limit; 0 where there is no gap."""
        return max(0, -self.days_before_end)

    def state_on(self, day: date, renewal_filed_on: date | None = None) -> PlatformState:
        """Past the end it stays valid until decision if renewal was filed by the March limit."""
        if day < self.span.first:
            return PlatformState.NOT_YET
        if day <= self.span.last:
            return PlatformState.VALID
        filed = renewal_filed_on
        if filed is not None and self.span.first <= filed <= min(day, self.renewal_limit):
            return PlatformState.PENDING_RENEWAL
        return PlatformState.EXPIRED


def platform_term(
    issued_on: date,
    months: int,
    limit_month: int,
    calendar: Calendar,
    citation: str = "",
    reading: MonthEnd = MonthEnd.SAME_DAY,
) -> PlatformTerm:
    """From the issue of the alvará; `limit_month` is 3 in the text ("mês de Março")."""
    span = authorisation_months(issued_on, months, citation, reading)
    return PlatformTerm(span, calendar.last_business_day(span.last.year, limit_month))


def platform_authorisation(ruleset: Ruleset, issued_on: date, calendar: Calendar) -> PlatformTerm:
    """The platform's term by the ruleset's deadlines (PAT art. 3 §2)."""
    months, citation = _deadline_numbers(ruleset, "T-PAT-04", DeadlineUnit.MONTHS)
    month, _ = _deadline_numbers(ruleset, "T-PAT-05", DeadlineUnit.LAST_BUSINESS_DAY)
    return platform_term(issued_on, months, month, calendar, citation, month_end(ruleset))


def _deadline_numbers(ruleset: Ruleset, deadline_id: str, unit: DeadlineUnit) -> tuple[int, str]:
    row = ruleset.deadline(deadline_id)
    if row.unit is not unit:
        raise ValueError(f"{deadline_id} is in {row.unit}, not {unit}")
    return row.length, ruleset.cite_all(row.basis)


@effect("rule", "suspension_term")
def suspension_term(ruleset: Ruleset, code: str, start: date, days: int | None = None) -> Span:
    """The suspension an infraction carries: fixed months, or `days` within its bounds.

    `RuleRefused` where the text gives that infraction no suspension, or other days.
    """
    row = ruleset.infraction(code)
    citation = ruleset.cite_all(row.basis)
    if row.suspension_months:
        return months_from(start, row.suspension_months, citation)
    if not row.suspension_days_max:
        raise RuleRefused("Esta infração não leva a suspensão.", citation=citation)
    if _CFG_LENGTH in row.decisions and ruleset.decision(_CFG_LENGTH) == "always_12_months":
        months, general = _deadline_numbers(ruleset, _T_GENERAL, DeadlineUnit.MONTHS)
        return months_from(start, months, f"{citation}; {general}")
    chosen = row.suspension_days_min if days is None else days
    return suspension(start, chosen, row.suspension_days_min, row.suspension_days_max, citation)


@effect("rule", "pause_term")
def pause_term(ruleset: Ruleset, deadline_id: str, start: date, days: int) -> Span:
    """A licence to stop, up to the maximum of that deadline row (PLA art. 29)."""
    maximum, citation = _deadline_numbers(ruleset, deadline_id, DeadlineUnit.DAYS)
    return pause(start, days, maximum, citation)


def pause_extension(
    ruleset: Ruleset, deadline_id: str, granted: Span, days: int, *, already_extended: bool = False
) -> Span:
    """`extended_pause` as the text and the city allow it for that deadline row.

    A row that may be extended names the decision on how long (CFG-PLA-16); that of theft,
    art. 29 I, does not.
    """
    return extended_pause(
        granted,
        days,
        extendable=_CFG_EXTENSION in ruleset.deadline(deadline_id).decisions,
        already_extended=already_extended,
        equal_period_once=ruleset.decision(_CFG_EXTENSION) == "equal_period_once",
    )


@effect("rule", "bar_after_cassation")
def bar_after_cassation(ruleset: Ruleset, deadline_id: str, final_on: date) -> Span:
    """The bar of that deadline row in years (PLA art. 46)."""
    years, citation = _deadline_numbers(ruleset, deadline_id, DeadlineUnit.YEARS)
    return bar(final_on, years, citation, month_end(ruleset))
