"""Rows 2, 4, 16 and 17: the code that was read, the taxi's Termo, the licence to pause, the alvará."""

from datetime import date

from app.regulation.checks.answer import (
    DAY,
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
from app.regulation.checks.platform import own_months
from app.regulation.effects import effect
from app.regulation.facts import Period, SealState

_ONE_VEHICLE = 1  # the words "um único veículo" (PLA art. 11 I)
_MONTHS = 12


@effect("check", "seal_genuine")
def seal_genuine(q: Question) -> Answer:
    """The code is one the city issued, alive, in date, and of this car (PAT arts. 8, 14; PLA art. 11).

    A verdict asked by plate reads no code and has nothing to judge here.
    """
    seal = q.facts.seal
    if seal is None:
        return passes()
    if seal.state is SealState.VALID:
        alive = term(q.on, Scope.PERMIT, seal.expires_on)
    else:
        alive = fails(seal.state.value, Scope.PERMIT)
    plate = passes() if seal.plate_matches else fails("plate", Scope.PERMIT)
    return together(alive, plate)


def _with_term(q: Question, period: Period, months: int | None) -> Period:
    """The period of the act; where it names no end, the term of the law counts from its start."""
    if period.end is not None or months is None:
        return period
    return Period(period.start, q.months_after(period.start, months))


@effect("check", "taxi_authorised")
def taxi_authorised(q: Question) -> Answer:
    """The Termo is in its term and carries one vehicle only (PLA arts. 7 I, 9, 10, 11 I).

    A law of apps asks no authorisation of a taxi on a platform and says so (PAT art. 31).
    """
    if q.guest_taxi:
        return fails("exempt", Scope.PERMIT, Level.INFO) if q.facts.taxi_on_platform else passes()
    permit = q.facts.authorisation
    if permit is None:
        return fails("missing", Scope.PERMIT)
    years = q.number("term_years")
    period = _with_term(q, permit.period, years and years * _MONTHS)
    valid = within(q.on, Scope.PERMIT, period)
    count = permit.active_vehicles
    if count <= _ONE_VEHICLE:
        return valid
    return together(valid, fails("vehicles", Scope.PERMIT, count=count, limit=_ONE_VEHICLE))


@effect("check", "no_pause")
def no_pause(q: Question) -> Answer:
    """A licence to suspend the service means the car may not carry passengers (PLA art. 29)."""
    return together(*(_pause(q.on, pause) for pause in q.facts.pauses))


def _pause(on: date, pause: Period) -> Answer:
    if on < pause.start:
        return passes(pause.start - DAY)
    if pause.end is not None and on > pause.end:
        return passes()
    since, end = pause.start, pause.end
    return fails("paused", Scope.PERMIT, since=since, until=end, date=since, end=end)


@effect("check", "licence_issued")
def licence_issued(q: Question) -> Answer:
    """The car's authorisation stands and its alvará was issued (PAT art. 14).

    An authorisation without end lasts as long as the platform's, which row 3 judges (CFG-PAT-20).
    """
    permit = q.facts.authorisation
    if permit is None:
        return fails("missing", Scope.PERMIT)
    period = _with_term(q, permit.period, own_months(q))
    valid = within(q.on, Scope.PERMIT, period)
    return together(valid, entered(q.on, Scope.PERMIT, permit.licence_issued_on, "no_licence"))
