"""A record as it reached the server: its exact text, its hash and signature, when, and under which law."""

from dataclasses import dataclass
from datetime import datetime
from typing import Generic, TypeVar

from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.accounts.queries import City
from app.regulation.ruleset import Ruleset

Payload = TypeVar("Payload")


class Swallowed(RuntimeError):
    """The database took the insert and has no row: no receipt may leave (threats.md §3.3)."""


@dataclass(frozen=True)
class Arrival:
    """What the server knows besides the content. `text` is what was hashed and signed."""

    id: str
    sha256: str
    text: str
    signature: str  # of the phone over the kind's context and `text`, hex; "" when none came
    received_at: datetime
    city: City
    law: Ruleset


@dataclass(frozen=True)
class Questions(Generic[Payload]):
    """One arriving record and where it is asked about."""

    session: Session
    actor: Actor
    arrival: Arrival
    payload: Payload
