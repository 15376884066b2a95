"""Row 14, and the yearly term it shares with the inspection: anniversary or calendar year."""

from datetime import date

from app.kernel.civil import add_months
from app.regulation.checks.answer import Answer, Question, Scope, passes, term, together
from app.regulation.effects import effect
from app.regulation.facts import Driver, Vehicle

_DECEMBER = (12, 31)


def last_of_year(q: Question, done_on: date, months: int) -> date:
    """Last day of a yearly duty done on that day: same-numbered day, or 31 December (CFG-PLA-08)."""
    if q.reading("CFG-PLA-08") == "calendar_year":
        return date(add_months(done_on, months).year, *_DECEMBER)
    return q.months_after(done_on, months)


@effect("check", "reregistration_valid")
def reregistration_valid(q: Question) -> Answer:
    """The yearly re-registration of the car and of the person driving (PLA art. 16 p.u.).

    The first registration counts as the first one; who was never registered has rows 5 and 10.
    Without a term in the text nobody is asked (PAT: only the platform renews, row 3).
    """
    months = q.number("term_months")
    if months is None:
        return passes()
    vehicle = _renewed(q, q.facts.vehicle, Scope.VEHICLE, months)
    driver = q.facts.driver
    return together(vehicle, _renewed(q, driver, Scope.DRIVER, months)) if driver else vehicle


def _renewed(q: Question, who: Vehicle | Driver, scope: Scope, months: int) -> Answer:
    renewed = who.reregistered_on
    if renewed is not None and q.on < renewed:
        # Not yet done on that day, so it cannot cover it; before it the registration counts.
        return _from(q, who.registered_on, scope, months).before(renewed)
    return _from(q, renewed or who.registered_on, scope, months)


def _from(q: Question, done_on: date | None, scope: Scope, months: int) -> Answer:
    if done_on is None:
        return passes()
    last = last_of_year(q, done_on, months)
    prefix = f"{scope.value}_"
    return term(q.on, scope, last, warn_days=q.number("warn_days"), prefix=prefix)
