"""Which taximeter flag (bandeira) an instant has, on which provision, and where the text is silent.

PLA arts. 17–22, requirements.md §6. Give it the fare calendar (`Calendar.for_fares`):
national and municipal holidays only.
"""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal

from app.kernel.calendar import Calendar
from app.kernel.civil import SATURDAY, SUNDAY, civil_time
from app.kernel.errors import RuleRefused
from app.kernel.money import Centavos, format_brl, format_number
from app.regulation.effects import effect
from app.regulation.ruleset import Ruleset
from app.regulation.vocabulary import DayKind

_PERIMETER = "perímetro urbano"


@dataclass(frozen=True)
class FlagRule:
    """One line of the fare table: half-open minutes [start, end) of the day kinds.

    `eve`: the day before must be of one of these kinds (a night that runs on).
    `perimeter_only`: the provision speaks only of the urban perimeter; outside it the flag
    still stands, as a gap. `gap`: the text is silent and `decision` fills it.
    """

    flag: str
    basis: str
    days: frozenset[DayKind]
    start: int
    end: int
    gap: bool = False
    decision: str = ""
    eve: frozenset[DayKind] = frozenset()
    perimeter_only: bool = False


@dataclass(frozen=True)
class FlagAnswer:
    """`gap` is True where no provision decides; `reason` is in Portuguese."""

    flag: str
    basis: str
    gap: bool
    reason: str
    decision: str = ""


def day_kind(day: date, calendar: Calendar) -> DayKind:
    """Holiday before Sunday before Saturday before working day (PLA art. 19 II c wins)."""
    if calendar.is_holiday(day):
        return DayKind.HOLIDAY
    if day.weekday() == SUNDAY:
        return DayKind.SUNDAY
    return DayKind.SATURDAY if day.weekday() == SATURDAY else DayKind.WORKING


def _matches(rule: FlagRule, kind: DayKind, eve: DayKind, minute: int) -> bool:
    if kind not in rule.days or not rule.start <= minute < rule.end:
        return False
    return not rule.eve or eve in rule.eve


_KIND_WORDS = {
    DayKind.HOLIDAY: "feriado",
    DayKind.SUNDAY: "domingo",
    DayKind.SATURDAY: "sábado",
    DayKind.WORKING: "dia útil",
}


def _clock(minute: int) -> str:
    return f"{minute // 60:02d}:{minute % 60:02d}"


@dataclass(frozen=True)
class FareTable:
    """Lines in order of precedence; where none decides, `lowest` stands as a gap (CFG-PLA-09)."""

    rules: tuple[FlagRule, ...]
    lowest: str
    gap_basis: str = ""
    gap_decision: str = ""


def flag_at(
    local: datetime, inside_perimeter: bool, table: FareTable, calendar: Calendar
) -> FlagAnswer:
    """The flag at a wall-clock time of boarding: the first line that matches."""
    minute = local.hour * 60 + local.minute
    kind = day_kind(local.date(), calendar)
    eve = day_kind(local.date() - timedelta(days=1), calendar)
    for rule in table.rules:
        if _matches(rule, kind, eve, minute):
            return _answer(rule, kind, inside_perimeter, table)
    reason = f"{_KIND_WORDS[kind]} às {_clock(minute)}: o texto não prevê a bandeira, vale a menor"
    return FlagAnswer(table.lowest, table.gap_basis, True, reason, table.gap_decision)


def _answer(rule: FlagRule, kind: DayKind, inside: bool, table: FareTable) -> FlagAnswer:
    span = f"{_KIND_WORDS[kind]}, das {_clock(rule.start)} às {_clock(rule.end)}"
    if rule.perimeter_only and not inside:
        reason = f"{span}, fora do perímetro urbano: o texto não prevê a bandeira"
        return FlagAnswer(rule.flag, rule.basis, True, reason, table.gap_decision)
    if rule.gap:
        reason = f"{span}: o texto não prevê a bandeira"
        return FlagAnswer(rule.flag, rule.basis, True, reason, rule.decision)
    return FlagAnswer(rule.flag, rule.basis, False, span)


def check_contract_price(
    agreed: Centavos, metered: Centavos, percent: Decimal, *, discount_only: bool, citation: str
) -> None:
    """`RuleRefused` when a contract price leaves the band around the metered one (PLA art. 19 §2).

    The text says "até 10%" without saying up or down: both by default, only down in the
    strict option of CFG-PLA-10.
    """
    difference = abs(agreed - metered) * Decimal(100)
    too_far = difference > metered * percent
    if too_far or (discount_only and agreed > metered):
        side = "abaixo" if discount_only else "acima ou abaixo"
        raise RuleRefused(
            f"O preço combinado pode ficar no máximo {format_number(percent)}% {side} de "
            f"{format_brl(metered)}.",
            field="agreed",
            citation=citation,
        )


def table_of(ruleset: Ruleset) -> FareTable:
    """The fare table of the ruleset; `RuleRefused` where the text has no fares (PAT)."""
    fares = ruleset.fares
    if fares is None:
        raise RuleRefused("O texto deste Município não tem tarifa de táxi.")
    working = {row.basis for row in fares.rule if DayKind.WORKING in row.days}
    rules = tuple(
        FlagRule(
            flag=row.flag,
            basis=ruleset.cite(row.basis),
            days=frozenset(row.days),
            start=row.start.minutes,
            end=row.end.minutes,
            gap=row.gap,
            decision=row.decision,
            # A gap that borrows a provision on working days is the night of such a day running on.
            eve=frozenset({DayKind.WORKING}) if row.gap and row.basis in working else frozenset(),
            # The provision's own words limit it; nothing else in the text speaks of a perimeter.
            perimeter_only=_PERIMETER in ruleset.provision(row.basis).text.casefold(),
        )
        for row in fares.rule
    )
    silent = next((rule for rule in reversed(rules) if rule.gap), None)
    return FareTable(
        rules,
        lowest=fares.flag[0].id,
        gap_basis=silent.basis if silent else "",
        gap_decision=silent.decision if silent else "",
    )


@effect("rule", "fare_flag")
def fare_flag(
    ruleset: Ruleset, instant: datetime, inside_perimeter: bool, calendar: Calendar
) -> FlagAnswer:
    """The flag at an aware instant, on the city's clock and fare calendar (PLA art. 19)."""
    local = civil_time(instant, ruleset.instrument.time_zone)
    return flag_at(local, inside_perimeter, table_of(ruleset), calendar.for_fares())
