"""Rows 18 and 20: what the office should know and the street never sees (quota, municipal debt)."""

from app.regulation.checks.answer import (
    DAY,
    Answer,
    Level,
    Question,
    Scope,
    fails,
    passes,
    together,
)
from app.regulation.effects import effect
from app.regulation.quotas import taxi_places


@effect("check", "quota_kept")
def quota_kept(q: Question) -> Answer:
    """Apps and cars per app, or taxis per inhabitants (PAT arts. 3 §1, 8 §1; PLA art. 8 p.u.)."""
    return together(_cars_of_platform(q), _platforms(q), _taxis(q))


def _over(code: str, scope: Scope, count: int, limit: int | None) -> Answer:
    if limit is None or count <= limit:
        return passes()
    return fails(code, scope, Level.INFO, count=count, limit=limit)


def _cars_of_platform(q: Question) -> Answer:
    count = q.facts.platform.active_vehicles if q.facts.platform else 0
    return _over("vehicles", Scope.PLATFORM, count, q.number("max_vehicles_per_platform"))


def _platforms(q: Question) -> Answer:
    count = q.facts.platform.active_platforms if q.facts.platform else 0
    return _over("platforms", Scope.PLATFORM, count, q.number("max_platforms"))


def _taxis(q: Question) -> Answer:
    """Whole thousands only; incumbents count and the excess is shown (CFG-PLA-03)."""
    each, city = q.number("inhabitants_per_taxi"), q.facts.city
    if each is None or city is None:
        return passes()
    nearest = q.reading("CFG-PLA-03") == "round_nearest"
    places = taxi_places(city.population + (each // 2 if nearest else 0), each)
    return _over("taxis", Scope.PERMIT, city.active_taxis, places)


@effect("check", "municipal_debt")
def municipal_debt(q: Question) -> Answer:
    """A debt bars requests, never the service (PLA art. 56, CFG-PLA-31)."""
    debt = q.facts.debt
    if debt is None:
        return passes()
    if q.on < debt.start:
        return passes(debt.start - DAY)
    if debt.end is not None and q.on > debt.end:
        return passes()
    return fails(
        "open", Scope.PERMIT, Level.INFO, since=debt.start, until=debt.end, date=debt.start
    )
