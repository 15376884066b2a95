"""The beacon: an instant the server sealed for one account on one phone in one city.

A record that carries it cannot have been written before it: a lower bound that no clock sets.
"""

import hashlib
import hmac
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from app.kernel.canonical import instant_text

_CONTEXT: Final = b"cf-beacon1\0"
_INSTANT_LENGTH: Final = len("2026-06-14T11:10:00.000Z")
_MAC_LENGTH: Final = 16  # bytes


@dataclass(frozen=True)
class Bearer:
    """Whom a beacon is for: ids as 32 hex digits."""

    municipality_id: str
    account_id: str
    device_id: str


def beacon_key(ledger_key: bytes) -> bytes:
    """The key of beacons, derived so that a beacon says nothing about the ledger's key."""
    return hmac.new(ledger_key, _CONTEXT, hashlib.sha256).digest()


def make_beacon(key: bytes, bearer: Bearer, at: datetime) -> str:
    """`<instant>.<32 hex>`: an aware instant and its code, 16 bytes of HMAC-SHA-256."""
    told = instant_text(at)
    return f"{told}.{_code(key, bearer, told)}"


def read_beacon(key: bytes, bearer: Bearer, beacon: str) -> datetime | None:
    """The sealed instant; None when it is not ours, or was given to another account or phone."""
    told, dot, code = beacon[:_INSTANT_LENGTH], beacon[_INSTANT_LENGTH:][:1], beacon[25:]
    if dot != "." or not hmac.compare_digest(code.encode(), _code(key, bearer, told).encode()):
        return None
    return datetime.fromisoformat(told).astimezone(UTC)


def _code(key: bytes, bearer: Bearer, told: str) -> str:
    text = "|".join((bearer.municipality_id, bearer.account_id, bearer.device_id, told))
    return hmac.new(key, text.encode(), hashlib.sha256).digest()[:_MAC_LENGTH].hex()
