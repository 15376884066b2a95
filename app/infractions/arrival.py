"""A record as it reached the server: its exact text, its hash and signature, when, and under which law."""

from dataclasses import dataclass
from datetime import datetime

from app.accounts.queries import City
from app.regulation.ruleset import Ruleset

SIGNED_CONTEXT = b"cf-n1\0"


@dataclass(frozen=True)
class Arrival:
    """What the server knows besides the content. `text` is what was hashed and signed."""

    id: str
    sha256: str
    text: str
    signature: str  # of the phone over SIGNED_CONTEXT + text, hex; "" when none came
    received_at: datetime
    city: City
    law: Ruleset
