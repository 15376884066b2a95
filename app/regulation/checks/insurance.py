"""Row 9: one policy in force for each purpose the text names (PAT arts. 3 III, 4 XI, 8 §2 IX)."""

from datetime import date

from app.regulation.checks.answer import (
    DAY,
    Answer,
    Question,
    Scope,
    earliest,
    fails,
    passes,
    together,
)
from app.regulation.effects import effect
from app.regulation.facts import Insurance

_SCOPES = {"owner": Scope.VEHICLE}


@effect("check", "insurance_valid")
def insurance_valid(q: Question) -> Answer:
    """Each purpose has its own field; one policy may fill several (CFG-PAT-09)."""
    platform = q.facts.platform
    held = q.facts.vehicle.insurances + (platform.insurances if platform else ())
    return together(*(_purpose(q, name, held) for name in q.words("purposes")))


def _purpose(q: Question, purpose: str, held: tuple[Insurance, ...]) -> Answer:
    policies = [policy for policy in held if policy.purpose == purpose]
    least = q.number("min_centavos") or 0
    good = [policy for policy in policies if policy.amount >= least]
    until = _next_turn(policies, q.on)
    if any(_covers(policy, q.on) for policy in good):
        return passes(until)
    scope = _SCOPES.get(purpose, Scope.PLATFORM)
    if any(_covers(policy, q.on) for policy in policies):
        return fails(f"{purpose}_low", scope, until=until, amount=least)
    last = max(
        (p.period.end for p in policies if p.period.end is not None and p.period.end < q.on),
        default=None,
    )
    if last is None:
        return fails(f"{purpose}_missing", scope, until=until)
    return fails(f"{purpose}_expired", scope, since=last + DAY, until=until, date=last)


def _covers(policy: Insurance, on: date) -> bool:
    period = policy.period
    return period.start <= on and (period.end is None or on <= period.end)


def _next_turn(policies: list[Insurance], on: date) -> date | None:
    """Last day before any of these policies begins, or ends."""
    begins = (p.period.start - DAY for p in policies if p.period.start > on)
    ends = (p.period.end for p in policies if p.period.end is not None and p.period.end >= on)
    return earliest(*begins, *ends)
