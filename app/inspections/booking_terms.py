"""The term that runs from the analysis of the papers (PAT art. 12, T-PAT-14): to pay, book or hold."""

from dataclasses import dataclass
from datetime import date

from app.kernel.calendar import Calendar
from app.regulation.deadlines import due_date
from app.regulation.ruleset import Deadline, Ruleset

_READING = "CFG-PAT-08"


@dataclass(frozen=True)
class BookBy:
    """Last day of the term, what the city reads it to be for, and the provision."""

    day: date
    words: str
    citation: str


def booking_term(ruleset: Ruleset) -> Deadline | None:
    """The row of deadlines.toml, where the text has such a term."""
    return next((row for row in ruleset.deadlines if _READING in row.decisions), None)


def book_by(ruleset: Ruleset, analysed_on: date | None, calendar: Calendar) -> BookBy | None:
    """The term of one request, rolled as the city counts; None where it is not known.

    The text attaches nothing to its end (T-PAT-14), so it is shown and refuses nothing.
    """
    term = booking_term(ruleset)
    if term is None or analysed_on is None:
        return None
    chosen = ruleset.decision(_READING)
    label = next(row.label for row in ruleset.decision_row(_READING).options if row.id == chosen)
    due = due_date(ruleset, term.id, analysed_on, calendar)
    return BookBy(due.due_on, label, due.citation)
