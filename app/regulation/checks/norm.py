"""Row 1: is the norm itself in force? It never turns a verdict red, it makes it a demonstration."""

from datetime import date

from app.regulation.checks.answer import (
    DAY,
    Answer,
    Level,
    Question,
    Scope,
    earliest,
    fails,
    passes,
)
from app.regulation.effects import effect
from app.regulation.in_force import InForce


def _next_change(force: InForce, on: date) -> date | None:
    """Last day before the text begins, ends, stops or resumes."""
    turns = [force.start, force.end]
    for order in force.suspensions:
        turns += [order.start, order.end]
    return earliest(*(turn - DAY for turn in turns if turn is not None and turn > on))


@effect("check", "ruleset_in_force")
def ruleset_in_force(q: Question) -> Answer:
    """The status decides first (a bill binds nobody), then the days in force (PAT art. 35, PLA art. 58)."""
    if q.law.training:
        return fails(q.law.instrument.status.value, Scope.LAW, Level.INFO)
    force = q.law.in_force
    until = _next_change(force, q.on)
    if force.contains(q.on):
        return passes(until)
    return fails("outside", Scope.LAW, Level.INFO, until=until)
