"""What the end of a notice does for the notification (PLA art. 50 §3 and CFG-PLA-28; PAT art. 22).

The phone prints the due date; the server stores this answer and knows what must still be sent.
"""

from dataclasses import dataclass, replace
from datetime import date

from app.kernel.calendar import Calendar
from app.kernel.civil import civil_today, format_date_long
from app.kernel.errors import Invalid
from app.regulation.deadlines import DueDate, Term, count, due_date, term_of_row
from app.regulation.notice_catalogue import notice_law
from app.regulation.notice_deadline import appeal_term, counts_of, reading_of
from app.regulation.notice_look import Json, Look, instant, looking
from app.regulation.notice_signature import holder_signed, notifies
from app.regulation.ruleset import Ruleset
from app.regulation.tables_notice import EndingRow, KindRow, NoticeLaw
from app.regulation.vocabulary import DeadlineUnit, DocumentKind, Party


@dataclass(frozen=True)
class NotificationEffect:
    """`notified_on` None: nobody is notified yet. `due` is the term that then runs.

    `must_send_ar`: a notice must still be sent with proof of receipt, `to` whom, delivered by
    `send_by` where the text says so. `sentence` tells it in Portuguese.
    """

    notified_on: date | None
    due: DueDate | None
    must_send_ar: bool
    sentence: str
    citation: str
    to: str = ""
    send_by: DueDate | None = None


def notification_effect(ruleset: Ruleset, calendar: Calendar, record: Json) -> NotificationEffect:
    """The effect of the ending of a complete `record` (notice 1), by the city's decisions.

    `RuleRefused` where the calendar lacks the year a term ends in; `Invalid` for a kind or ending
    the text does not have.
    """
    law = notice_law(ruleset)
    look = looking({"deadline": {"counts": counts_of(ruleset, law)}}, record)
    kind = next((row for row in law.kind if row.id == record.get("kind")), None)
    if kind is None:
        raise Invalid("Esta norma não tem este documento.", field="kind")
    if kind.id is DocumentKind.VERBAL:
        words = "A advertência verbal é só registrada: não se notifica."
        return NotificationEffect(None, None, False, words, ruleset.cite_all(kind.basis))
    ending = next((row for row in law.ending if row.kind == look("ending.kind")), None)
    if ending is None:
        raise Invalid("Falta dizer como terminou.", field="ending.kind")
    if kind.id is DocumentKind.NOTICE:
        return _of_notice(ruleset, law, calendar, look, ending)
    return _of_other(ruleset, law, calendar, look, kind, ending)


def _of_notice(
    ruleset: Ruleset, law: NoticeLaw, calendar: Calendar, look: Look, ending: EndingRow
) -> NotificationEffect:
    said, day = law.notification, _day(ruleset, look, "ending.at")
    reading = reading_of(ruleset, law)
    if reading is not None and day is not None and notifies(look):
        appeal = appeal_term(ruleset, law)
        due = count(appeal.term, day, calendar) if appeal.term else None
        refs = dict.fromkeys((*reading.basis, *law.deadline.basis))
        words = f"{ending.notified}{_until(due)}"
        return NotificationEffect(day, due, False, words, ruleset.cite_all(refs), said.to)
    fact = _day(ruleset, look, "happened_at")
    limit = due_date(ruleset, said.deliver, fact, calendar) if said.deliver and fact else None
    words = f"{ending.sent}{_deliver(limit)}"
    return NotificationEffect(
        None, None, True, words, ruleset.cite_all(said.basis), said.to, send_by=limit
    )


def _of_other(
    ruleset: Ruleset,
    law: NoticeLaw,
    calendar: Calendar,
    look: Look,
    kind: KindRow,
    ending: EndingRow,
) -> NotificationEffect:
    """A written warning informs; an order to regularise starts its own term and must be received."""
    day = _day(ruleset, look, "ending.at") if holder_signed(look) else None
    citation = ruleset.cite_all(kind.basis)
    if kind.id is DocumentKind.WARNING:
        return NotificationEffect(day, None, False, ending.warning, citation)
    due = _regularise_by(ruleset, law, calendar, look, day) if day else None
    words = f"{ending.regularisation}{_until(due)}"
    to = "" if day else law.notification.to
    return NotificationEffect(day, due, day is None, words, citation, to)


def _regularise_by(
    ruleset: Ruleset, law: NoticeLaw, calendar: Calendar, look: Look, day: date
) -> DueDate | None:
    """The agent's days, counted as the city counts the days of private parties."""
    days = look("regularise.days")
    if not isinstance(days, int) or days < 1:
        return None
    return count(_agent_term(ruleset, law, days), day, calendar)


def _agent_term(ruleset: Ruleset, law: NoticeLaw, days: int) -> Term:
    row = ruleset.deadline(law.regularise)
    set_by_agent = replace(row, length=days, unit=DeadlineUnit.DAYS, party=Party.PRIVATE)
    return term_of_row(ruleset, set_by_agent)


def _day(ruleset: Ruleset, look: Look, path: str) -> date | None:
    moment = instant(look(path))
    return civil_today(moment, ruleset.instrument.time_zone) if moment else None


def _until(due: DueDate | None) -> str:
    return f" Termina em {format_date_long(due.due_on)}." if due else ""


def _deliver(limit: DueDate | None) -> str:
    return f" Entregar até {format_date_long(limit.internal_on)}." if limit else ""
