"""What the parts above ask before a code is signed: registered at start, asked at each signature.

Permits lie below inspections and sign; the condition answers with the last good day of what it
watches, or refuses with the provision.
"""

from collections.abc import Callable
from datetime import date

from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.regulation.ruleset import Ruleset

SealCondition = Callable[[Session, Actor, str, Ruleset, date], date | None]

_conditions: list[SealCondition] = []


def register_seal_condition(condition: SealCondition) -> None:
    """Ask `condition(session, actor, vehicle_id, ruleset, today)` before every signature, once each.

    It returns the last day a code may name (None: no bound), or raises `RuleRefused`.
    """
    if condition not in _conditions:
        _conditions.append(condition)


def last_day_allowed(
    session: Session, actor: Actor, vehicle_id: str, ruleset: Ruleset, today: date
) -> date | None:
    """The earliest of the last days that the conditions allow; None when none bounds it."""
    days = [ask(session, actor, vehicle_id, ruleset, today) for ask in _conditions]
    return min((day for day in days if day is not None), default=None)
