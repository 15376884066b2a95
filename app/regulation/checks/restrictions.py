"""Row 15: suspensions, cassations and the like, each on the days its act is in effect."""

from datetime import date

from app.regulation.checks.answer import DAY, Answer, Question, Scope, fails, passes, together
from app.regulation.effects import effect
from app.regulation.facts import Modality, Restriction, Subject

_SCOPES = {
    Subject.VEHICLE: Scope.VEHICLE,
    Subject.DRIVER: Scope.DRIVER,
    Subject.PLATFORM: Scope.PLATFORM,
    Subject.AUTHORISATION: Scope.PERMIT,
}


@effect("check", "no_restriction")
def no_restriction(q: Question) -> Answer:
    """No act takes the right to work on that day (PAT arts. 24, 28; PLA arts. 40, 44 to 46)."""
    touching = (row for row in q.facts.restrictions if _touches(q, row.subject))
    return together(*(_in_effect(q.on, row) for row in touching))


def _touches(q: Question, subject: Subject) -> bool:
    """A driver's suspension does not stop the car, nor a platform's a taxi that has its own Termo."""
    if subject is Subject.DRIVER:
        return q.facts.driver is not None
    if subject is Subject.PLATFORM:
        return q.facts.modality is Modality.APP or (q.guest_taxi and q.facts.taxi_on_platform)
    return True


def _in_effect(on: date, row: Restriction) -> Answer:
    start, end = row.period.start, row.period.end
    if on < start:
        return passes(start - DAY)
    if end is not None and on > end:
        return passes()
    code = f"{row.subject}_{row.kind}"
    return fails(
        code, _SCOPES[row.subject], since=start, until=end, date=start, end=end, act=row.act
    )
