"""Row 6: is the car too old? By year of manufacture, in the two ways the texts count."""

from datetime import date

from app.kernel.civil import add_years
from app.regulation.age import (
    AgeReading,
    Transition,
    closing_of_year,
    extension_limit,
    include_until,
    replace_by,
    transition_until,
)
from app.regulation.checks.answer import DAY, Answer, Level, Question, Scope, fails, passes, term
from app.regulation.effects import effect
from app.regulation.facts import Modality


@effect("check", "vehicle_age")
def vehicle_age(q: Question) -> Answer:
    """Not older than the text allows, by year of manufacture (PAT arts. 2, 10 p.u. I; PLA arts. 27 §2 I, 28)."""
    years = q.number("max_years")
    if years is None:
        return passes()
    if q.word("rule") == "closing_of_year":
        return _closing_of_year(q, years)
    return _end_of_february(q, years)


def _closing_of_year(q: Question, years: int) -> Answer:
    reading = AgeReading.YEAR
    if q.reading("CFG-PAT-01") == AgeReading.COMPLETED_YEARS:
        reading = AgeReading.COMPLETED_YEARS
    last = closing_of_year(q.facts.vehicle.made_in, years, reading).last_ok
    if q.on <= last:
        return passes(last)
    tolerated = _tolerated_until(q)
    if tolerated is None or tolerated <= last:
        return term(q.on, Scope.VEHICLE, last)
    if q.on > tolerated:
        return term(q.on, Scope.VEHICLE, tolerated)
    since = last + DAY
    return fails(
        "transition", Scope.VEHICLE, Level.AMBER, since=since, until=tolerated, date=tolerated
    )


def _tolerated_until(q: Question) -> date | None:
    """Last day of the tolerance for cars of before the law (PAT art. 2 §§1, 3; CFG-PAT-02).

    None without a publication: it counts from the entry into force.
    """
    entry, years = q.law.in_force.start, q.number("transition_years")
    if entry is None or years is None:
        return None
    if q.reading("CFG-PAT-02") == "everybody_one_year":
        return add_years(entry, years)
    oldest = q.number("transition_max_years")
    if oldest is None:
        return None
    car = q.facts.vehicle
    return transition_until(car.made_in, car.owned_since, Transition(entry, oldest, years))


def _end_of_february(q: Question, years: int) -> Answer:
    """Replace by the end of February; only a car registered in time has those months (CFG-PLA-14)."""
    car = q.facts.vehicle
    full = include_until(car.made_in, years)
    if q.on <= full:
        return passes(full)
    if not _has_february(q, full):
        return term(q.on, Scope.VEHICLE, full)
    base = replace_by(car.made_in, years)
    last = max(base, _extended_until(q, years) or base)
    if q.on > last:
        return fails("overdue", Scope.VEHICLE, since=last + DAY, date=last)
    code = "replace" if last == base else "extended"
    return fails(code, Scope.VEHICLE, Level.AMBER, since=full + DAY, until=last, date=last)


def _extended_until(q: Question, years: int) -> date | None:
    """The day granted under PLA art. 28 §3, never beyond what the article allows."""
    granted, more = q.facts.vehicle.age_extended_until, q.number("extension_years")
    if granted is None or more is None:
        return None
    return min(granted, extension_limit(q.facts.vehicle.made_in, years, more))


def _has_february(q: Question, full: date) -> bool:
    """The tolerance is for cars registered in time; the strict reading takes it from apps."""
    strict = q.reading("CFG-PLA-14") == "strict_10_years"
    if strict and q.facts.modality is Modality.APP:
        return False
    entered_on = q.facts.vehicle.registered_on
    return entered_on is not None and entered_on <= full
