"""The term to appeal as the paper prints it, and the day it ends when a signature notifies."""

from dataclasses import dataclass, replace
from datetime import date, timedelta

from app.kernel.calendar import Calendar
from app.kernel.errors import RuleRefused
from app.regulation.deadlines import Term, count, term_of_row
from app.regulation.ruleset import Ruleset
from app.regulation.tables_notice import NoticeLaw, NotificationReading
from app.regulation.vocabulary import DeadlineUnit, EndingKind

# An agent may write for so long on one field pack; the server, reading later with the day of
# writing, must know the days that an older pack knew.
DAYS_AROUND = 4


@dataclass(frozen=True)
class AppealTerm:
    """`term` None while the city has not fixed it; `words` is printed either way."""

    term: Term | None
    words: str
    citation: str

    @property
    def days(self) -> int:
        """Days as the text or the decision says them; 0 while open."""
        return self.term.length if self.term else 0


def appeal_term(ruleset: Ruleset, law: NoticeLaw) -> AppealTerm:
    """Days and sentence of the term to appeal (PLA art. 49 VIII; PAT art. 22 with its decision)."""
    row, said = ruleset.deadline(law.deadline.id), law.deadline
    citation = ruleset.cite_all(said.basis)
    if row.unit is DeadlineUnit.NONE:
        days = _decided_days(ruleset, said.decision)
        if not days:
            return AppealTerm(None, said.open, citation)
        row = replace(row, length=days, unit=DeadlineUnit.DAYS)
    term = term_of_row(ruleset, row)
    return AppealTerm(term, said.words.format(days=row.length), citation)


def _decided_days(ruleset: Ruleset, decision: str) -> int:
    row = ruleset.decision_row(decision)
    chosen = ruleset.choices.get(decision, row.default)
    return next((option.days for option in row.options if option.id == chosen), 0)


def reading_of(ruleset: Ruleset, law: NoticeLaw) -> NotificationReading | None:
    """Which endings count as notification by the city's reading; None where none does."""
    if not law.notification.decision:
        return None
    chosen = ruleset.decision(law.notification.decision)
    return next((row for row in law.notification.reading if row.under == chosen), None)


def counts_of(ruleset: Ruleset, law: NoticeLaw) -> dict[str, object] | None:
    """The same as JSON for the phone: `endings`, `holder`, `withCopy`."""
    row = reading_of(ruleset, law)
    if row is None:
        return None
    endings = [ending.value for ending in row.endings]
    return {"endings": endings, "holder": row.holder, "withCopy": row.with_copy}


def due_by_signature(
    ruleset: Ruleset, law: NoticeLaw, calendar: Calendar, today: date
) -> dict[str, str]:
    """Civil day of a signature that notifies → last day to appeal, for the days around today.

    Empty where a signature notifies nobody. A day whose year the calendar lacks is left out:
    the paper then gives the number of days alone.
    """
    reading, appeal = reading_of(ruleset, law), appeal_term(ruleset, law)
    if appeal.term is None or reading is None or EndingKind.SIGNED not in reading.endings:
        return {}
    found = {}
    for apart in range(-DAYS_AROUND, DAYS_AROUND + 1):
        day = today + timedelta(days=apart)
        try:
            found[day.isoformat()] = count(appeal.term, day, calendar).due_on.isoformat()
        except RuleRefused:
            continue
    return found
