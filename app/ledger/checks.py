"""The registry of checks. Parts above the ledger register theirs at start (app/parts.py).

A check reads and yields what does not hold; it never writes and never raises for bad data.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.ledger.anchors import Anchor
from app.ledger.faults import Code, Fault
from app.ledger.models import LedgerBody, LedgerEvent


@dataclass(frozen=True)
class Scope:
    """What one verification looks at. `since` is the first sequence of the chain to follow."""

    session: Session
    municipality_id: str
    key: bytes  # HMAC key of the ledger
    now: datetime
    since: int = 1
    strict: bool = False  # remarks that an office in operation must not have become faults
    patience: timedelta = timedelta(days=2)  # before an open number is worth telling
    anchors: tuple[Anchor, ...] = ()  # of this city, kept outside

    def remark(self, code: Code) -> Code:
        """A remark, or under `strict` the fault of that class."""
        return code if self.strict else Code.REMARK


Check = Callable[[Scope], Iterable[Fault]]

_checks: dict[str, Check] = {}


def register_check(name: str, check: Check) -> None:
    """Add a check under a name; the same name replaces (an application made twice in tests)."""
    _checks[name] = check


def registered_checks() -> dict[str, Check]:
    """All checks, in the order of their registration."""
    return dict(_checks)


@dataclass(frozen=True)
class Told:
    """An event with the text of its body; None when the body is not there."""

    event: LedgerEvent
    body: str | None

    def read(self) -> dict[str, Any] | None:
        """The body as an object; None when it is not there or is none."""
        try:
            found = json.loads(self.body or "")
        except ValueError:
            return None
        return found if isinstance(found, dict) else None


def events_of(session: Session, municipality_id: str, *kinds: str) -> Iterator[Told]:
    """Events of some kinds with their bodies, in order, read in pieces."""
    query = (
        select(LedgerEvent, LedgerBody.body)
        .outerjoin(
            LedgerBody,
            (LedgerBody.municipality_id == LedgerEvent.municipality_id)
            & (LedgerBody.chain == LedgerEvent.chain)
            & (LedgerBody.seq == LedgerEvent.seq),
        )
        .where(LedgerEvent.municipality_id == municipality_id, LedgerEvent.kind.in_(kinds))
        .order_by(LedgerEvent.chain, LedgerEvent.seq)
        .execution_options(yield_per=1000)
    )
    for event, body in session.execute(query):
        yield Told(event, body)
