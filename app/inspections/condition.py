"""The condition under which a code is signed: an approved inspection of that very car, still good.

The verdict's own two checks are asked, of the very facts the verdict has. The reader of facts lies
above this part and is registered at start (app/parts.py).
"""

from datetime import date, timedelta
from typing import Protocol

from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.kernel.errors import RuleRefused
from app.regulation.facts import Facts
from app.regulation.ruleset import Ruleset
from app.regulation.verdict import Audience, Level, judge_one

_DAY = timedelta(days=1)
_CHECKS = ("inspection_valid", "failed_inspection")
_TURNS_MAX = 50  # an answer changes a handful of times; more would be an endless walk


class FactsReader(Protocol):
    """`app.verification.facts.facts_of`."""

    def __call__(
        self, session: Session, vehicle_id: str, *, municipality_id: str, law: Ruleset, on: date
    ) -> Facts: ...


_readers: list[FactsReader] = []


def register_facts(reader: FactsReader) -> None:
    """Say who reads the facts of a car; the last one counts (an application made twice in tests)."""
    _readers[:] = [reader]


def inspection_allows(
    session: Session, actor: Actor, vehicle_id: str, ruleset: Ruleset, today: date
) -> date | None:
    """Last day on which the car's inspection is good; None where it has no end of its own.

    `RuleRefused` with the provision while one of the two checks is red.
    """
    session.flush()  # the approval may have been written a moment ago
    facts = _readers[0](
        session, vehicle_id, municipality_id=actor.municipality_id, law=ruleset, on=today
    )
    for name in _CHECKS:
        reasons, _ = judge_one(name, facts, ruleset, today)
        red = next((reason for reason in reasons if reason.level is Level.RED), None)
        if red is not None:
            words = red.text(Audience.OFFICE, today)
            raise RuleRefused(f"Sem vistoria não há selo. {words}", citation=red.citation)
    return last_good_day(facts, ruleset, today)


def last_good_day(facts: Facts, ruleset: Ruleset, today: date) -> date | None:
    """The day before the approved inspection turns red by itself; None when it never does."""
    day = today
    for _ in range(_TURNS_MAX):
        reasons, until = judge_one(_CHECKS[0], facts, ruleset, day)
        if any(reason.level is Level.RED for reason in reasons):
            return day - _DAY
        if until is None:
            return None
        day = until + _DAY
    raise RuntimeError("an inspection whose answer never settles")
