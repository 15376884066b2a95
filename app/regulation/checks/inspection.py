"""Rows 7 and 19: the inspection (vistoria) approved and in term, and the failure still open."""

from datetime import date, timedelta

from app.kernel.calendar import national_calendar
from app.regulation.checks.answer import (
    DAY,
    Answer,
    Level,
    Question,
    Scope,
    fails,
    passes,
    term,
)
from app.regulation.checks.platform import PlatformTerm, own_months, platform_term
from app.regulation.checks.yearly import last_of_year
from app.regulation.deadlines import due_date, same_term
from app.regulation.effects import effect


@effect("check", "inspection_valid")
def inspection_valid(q: Question) -> Answer:
    """Approved, and not older than the text allows (PAT art. 10 p.u. VII; PLA arts. 16 p.u., 23 XVII, 27).

    A text without periodicity follows the platform's authorisation (CFG-PAT-20).
    """
    approved = q.facts.vehicle.inspection.approved_on
    if approved is None:
        return fails("missing", Scope.VEHICLE)
    if approved > q.on:
        return fails("missing", Scope.VEHICLE, until=approved - DAY)
    months = q.number("term_months") or own_months(q)
    if months is not None:
        last = last_of_year(q, approved, months)
        return term(q.on, Scope.VEHICLE, last, warn_days=q.number("warn_days"))
    days = platform_term(q)
    return passes() if days is None else _with_platform(q, approved, days)


def _with_platform(q: Question, approved: date, days: PlatformTerm) -> Answer:
    """Good for the authorisation in whose course it was made, or in the warning days before it.

    Those days count because the warning itself asks for the new inspection then: made in them,
    it waits for the next authorisation, and only row 3 speaks if that does not come.
    """
    warn = timedelta(days=q.number("warn_days") or 0)
    if approved < days.start - warn:
        if q.on < days.start:
            return passes(days.start - DAY)
        return fails("redo", Scope.VEHICLE, since=days.start, date=approved)
    if days.held_open(q.on) or approved >= days.end - warn:
        return passes()
    late = term(q.on, Scope.VEHICLE, days.end, warn_days=q.number("warn_days"))
    return late.before(days.pending)


@effect("check", "failed_inspection")
def failed_inspection(q: Question) -> Answer:
    """A failure without a later approval: time to return, then out (PAT arts. 12 §2, 28 II; PLA art. 27)."""
    inspection = q.facts.vehicle.inspection
    failed, approved = inspection.failed_on, inspection.approved_on
    if failed is None:
        return passes()
    if q.on < failed:
        return passes(failed - DAY)
    if approved is not None and failed < approved <= q.on:
        return passes()
    cured = approved if approved is not None and approved > q.on else None
    return _open_failure(q, failed).before(cured)


def _open_failure(q: Question, failed: date) -> Answer:
    inspection = q.facts.vehicle.inspection
    if inspection.stopped:
        return fails("stopped", Scope.VEHICLE, since=failed, date=failed)
    limit = inspection.cure_by or _cure_by(q, failed)
    if limit is None:
        return fails("no_term", Scope.VEHICLE, since=failed, date=failed)
    if q.on > limit:
        since = max(limit + DAY, failed)
        return fails("overdue", Scope.VEHICLE, since=since, date=limit)
    return fails("open", Scope.VEHICLE, Level.AMBER, since=failed, until=limit, date=limit)


def _cure_by(q: Question, failed: date) -> date | None:
    """The days of the law, rolled as the city counts (CFG-GEN-01) past national holidays.

    The office's own limit comes with the facts and knows the city's holidays as well. None
    where only a norm may set the days and the facts bring none (CFG-PLA-33).
    """
    days = q.number("cure_days")
    if days is None or q.reading("CFG-PLA-33") == "by_norm":
        return None
    deadline = same_term(q.law, q.rule.basis, days)
    if deadline is None:
        return failed + timedelta(days=days)
    calendar = national_calendar((failed.year, failed.year + 1))
    return due_date(q.law, deadline.id, failed, calendar).due_on
