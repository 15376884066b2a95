"""What the parts above ask before a car leaves the registry: registered at start, asked at each removal."""

from collections.abc import Callable

from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.registry.models import Vehicle
from app.regulation.ruleset import Ruleset

RemovalCondition = Callable[[Session, Actor, Vehicle, Ruleset], None]

_conditions: list[RemovalCondition] = []


def register_removal_condition(condition: RemovalCondition) -> None:
    """Ask `condition(session, actor, vehicle, ruleset)` before a removal; it raises to refuse."""
    if condition not in _conditions:
        _conditions.append(condition)


def require_removable(session: Session, actor: Actor, vehicle: Vehicle, ruleset: Ruleset) -> None:
    """Raise the first refusal, if any."""
    for ask in _conditions:
        ask(session, actor, vehicle, ruleset)
