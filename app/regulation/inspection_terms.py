"""Terms of an inspection: time to cure, whether the car stops, how long an approval is good.

PAT arts. 12 §2, 10 p.u. VII, 28 II; PLA arts. 16 p.u., 23 XVII, 27, 27 §2 IV (CFG-PAT-20, CFG-PLA-08, -33).
"""

from datetime import date

from app.kernel.calendar import Calendar
from app.kernel.civil import add_months, end_of_months
from app.kernel.errors import RuleRefused
from app.regulation.deadlines import due_date, month_end
from app.regulation.ruleset import Ruleset
from app.regulation.tables_inspection import (
    CureReading,
    InspectionLaw,
    MissedRow,
    ValidityReading,
)
from app.regulation.vocabulary import DeadlineUnit, Occasion, Stop

_MONTHS = {DeadlineUnit.MONTHS: 1, DeadlineUnit.YEARS: 12}


def inspection_law(ruleset: Ruleset) -> InspectionLaw:
    """inspection.toml of the ruleset; `RuleRefused` when it has none."""
    if ruleset.inspections is None:
        raise RuleRefused("Esta norma não prevê vistoria: não há lista de itens a conferir.")
    return ruleset.inspections


def cure_reading(ruleset: Ruleset) -> CureReading:
    """What the city reads of the time after a failure (CFG-PLA-33)."""
    law = inspection_law(ruleset).cure
    chosen = ruleset.decision(law.decision) if law.decision else ""
    return next(row for row in law.reading if row.option == chosen)


def cure(ruleset: Ruleset, held_on: date, calendar: Calendar) -> date | None:
    """Last day to come back after a failure on `held_on`, rolled as the city counts (CFG-GEN-01).

    None where only a norm may set the days and there is none (CFG-PLA-33 `by_norm`).
    """
    if not cure_reading(ruleset).term:
        return None
    return due_date(ruleset, inspection_law(ruleset).cure.deadline, held_on, calendar).due_on


def stops(ruleset: Ruleset, *, safety_failed: bool) -> bool:
    """Whether the failed car may not work until it is approved (CFG-PLA-33)."""
    stop = cure_reading(ruleset).stop
    return stop is Stop.ALWAYS or (stop is Stop.SAFETY and safety_failed)


def validity_reading(ruleset: Ruleset) -> ValidityReading:
    """How long an approval is good, as the city reads it (CFG-PAT-20, CFG-PLA-08)."""
    law = inspection_law(ruleset).validity
    chosen = ruleset.decision(law.decision) if law.decision else ""
    return next(row for row in law.reading if row.option == chosen)


def validity(ruleset: Ruleset, held_on: date) -> date | None:
    """Last day of an approval of `held_on`; a material term, never rolled to a business day.

    None where it follows the platform's authorisation (PAT, CFG-PAT-20).
    """
    reading = validity_reading(ruleset)
    if not reading.deadline:
        return None
    row = ruleset.deadline(reading.deadline)
    months = row.length * _MONTHS[row.unit]
    if reading.whole_year:
        return add_months(held_on, months).replace(month=12, day=31)
    return end_of_months(held_on, months, month_end(ruleset))


def missed_rows(ruleset: Ruleset) -> tuple[MissedRow, ...]:
    """What follows from not showing up, under the city's readings."""
    rows = inspection_law(ruleset).missed
    return tuple(
        row for row in rows if not row.decision or ruleset.decision(row.decision) == row.option
    )


def missed(ruleset: Ruleset, occasion: Occasion) -> MissedRow | None:
    """The row of that occasion; None where the text attaches nothing to it."""
    return next((row for row in missed_rows(ruleset) if row.occasion is occasion), None)
