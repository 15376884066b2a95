"""What the law says of a notice, asked of the pure part once per ruleset and day."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final

from app.kernel.calendar import Calendar, national_calendar
from app.kernel.civil import civil_today
from app.kernel.payload import read_instant
from app.regulation.deadlines import DueDate, due_instant
from app.regulation.guard import may_issue
from app.regulation.notice_catalogue import notice_catalogue, notice_law
from app.regulation.notice_defects import Defect, defects
from app.regulation.notification_effect import NotificationEffect, notification_effect
from app.regulation.ruleset import Ruleset

Json = dict[str, Any]
_KEPT: Final = 32
# The series is compared with the lent block; where only its year is odd, as by a phone whose
# clock jumped, the notice is flagged and kept.
_ASKED_OF_THE_BLOCK: Final = frozenset({"number_series"})
_catalogues: dict[tuple[object, ...], Json] = {}


@dataclass(frozen=True)
class Numbered:
    """A document kind that takes numbers, with its letters ("AI")."""

    kind: str
    letters: str


def calendar_around(day: date) -> Calendar:
    """National holidays of the year and the next: terms printed in December end in January."""
    return national_calendar((day.year - 1, day.year, day.year + 1))


def catalogue_on(law: Ruleset, day: date) -> Json:
    """The catalogue of notices as the phone had it on that civil day (contract "Pure law")."""
    key = (law.slug, law.hash, law.instrument.status, frozenset(law.choices.items()), day)
    if key not in _catalogues:
        while len(_catalogues) >= _KEPT:
            _catalogues.pop(next(iter(_catalogues)))
        _catalogues[key] = notice_catalogue(law, calendar_around(day), day)
    return _catalogues[key]


def numbered_kinds(law: Ruleset, day: date) -> tuple[Numbered, ...]:
    """Kinds of this text that take numbers: AI, and TA or NR where the text has them."""
    kinds = catalogue_on(law, day)["kinds"]
    return tuple(Numbered(row["kind"], row["letters"]) for row in kinds if row["numbered"])


def send_by(law: Ruleset, fact_at: datetime) -> DueDate | None:
    """When the hours from the fact to the chief end (PLA art. 49 §2); None where there are none."""
    forward = notice_law(law).forward
    return due_instant(law, forward, fact_at) if forward else None


def first_defect(law: Ruleset, record: Mapping[str, Any], written_at: datetime) -> Defect | None:
    """The first thing a complete record lacks (rule, field, message, citation), or None."""
    day = civil_today(written_at, law.instrument.time_zone)
    found = defects(catalogue_on(law, day), record)
    return next((defect for defect in found if defect.rule not in _ASKED_OF_THE_BLOCK), None)


def legal_refusals(
    law: Ruleset, fact_at: datetime, issued_at: datetime, *, designated: bool = True
) -> tuple[str, ...]:
    """Why a document on that fact may not have legal value; empty when it may."""
    answer = may_issue(law, fact_at, issued_at, ufm_known=ufm_known(), agent_designated=designated)
    return tuple(refusal.reason for refusal in answer.refusals)


def ufm_known() -> bool:
    """Whether the UFM of the year is recorded: no table holds it before the part `fees` exists."""
    return False


def notification(law: Ruleset, record: Mapping[str, Any]) -> NotificationEffect:
    """What the ending of a complete record does for the notification (PLA art. 50 §3)."""
    ending = record["ending"] or {}
    told = (record["written_at"], record["happened_at"], ending.get("at", record["written_at"]))
    years = {read_instant(text).year + near for text in told for near in (-1, 0, 1)}
    # A phone whose clock stands in 1970 is flagged, not refused: its years are counted too.
    return notification_effect(law, national_calendar(years), record)
