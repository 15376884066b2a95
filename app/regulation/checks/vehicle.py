"""Rows 5 and 8: the car in the registry, and its yearly licensing (CRLV)."""

from app.regulation.checks.answer import (
    Answer,
    Level,
    Question,
    Scope,
    entered,
    fails,
    passes,
    term,
    together,
    within,
)
from app.regulation.effects import effect
from app.regulation.facts import Modality


@effect("check", "vehicle_registered")
def vehicle_registered(q: Question) -> Answer:
    """In the registry, tied to its platform, of the size and place asked (PAT arts. 2, 8, 10; PLA arts. 11, 15 VIII, 27)."""
    if q.guest_taxi:
        return _guest_taxi(q)
    link = _platform_link(q) if q.facts.modality is Modality.APP else passes()
    return together(_registered(q), link, _body(q), _city(q))


def _guest_taxi(q: Question) -> Answer:
    """Only the tie to a platform is asked; without one this law cannot answer (PAT art. 31)."""
    if q.facts.taxi_on_platform:
        return _platform_link(q)
    return fails("outside", Scope.VEHICLE, Level.AMBER)


def _registered(q: Question) -> Answer:
    car = q.facts.vehicle
    if car.removed_on is not None and car.removed_on <= q.on:
        return fails("removed", Scope.VEHICLE, since=car.removed_on, date=car.removed_on)
    return entered(q.on, Scope.VEHICLE, car.registered_on, "missing").before(car.removed_on)


def _platform_link(q: Question) -> Answer:
    """PLA arts. 11 II, 15 VIII; PAT arts. 8 §2 I, 31."""
    link = q.facts.platform.vehicle_link if q.facts.platform else None
    return within(q.on, Scope.VEHICLE, link, prefix="link_")


def _body(q: Question) -> Answer:
    car, answers = q.facts.vehicle, [passes()]
    seats, doors = q.number("max_seats"), q.number("min_doors")
    if seats is not None and car.seats > seats:
        answers.append(fails("seats", Scope.VEHICLE, count=car.seats, limit=seats))
    if doors is not None and car.doors < doors:
        answers.append(fails("doors", Scope.VEHICLE, count=car.doors, limit=doors))
    return together(*answers)


def _city(q: Question) -> Answer:
    """PLA art. 27 IV. A city nobody wrote down is a question, not an answer: amber."""
    asked, found = q.word("city"), q.facts.vehicle.licensing_city
    if not asked or found.casefold() == asked.casefold():
        return passes()
    if not found:
        return fails("city_unknown", Scope.VEHICLE, Level.AMBER, city=asked)
    return fails("city", Scope.VEHICLE, city=asked)


@effect("check", "licensing_valid")
def licensing_valid(q: Question) -> Answer:
    """CRLV of the year (PAT arts. 8 §2 VIII, 10 p.u. IV; PLA arts. 15 VI, 23 XIII, 27 IV)."""
    last = q.facts.vehicle.licensing_valid_until
    return term(q.on, Scope.VEHICLE, last)
