"""The arithmetic of the chain: commitments, hashes and codes. Pure.

hash = SHA-256("cf-e1" 00 canonical(columns)); body commitment = SHA-256("cf-b1" 00 salt body).
The salt keeps a commitment to a CPF from being a CPF: without it 10⁹ guesses find it.
"""

import hashlib
import hmac
from collections.abc import Mapping
from typing import Any

from app.kernel.canonical import canonical

HASHED = (
    "municipality_id",
    "chain",
    "seq",
    "prev_hash",
    "kind",
    "entity",
    "entity_id",
    "person_id",
    "account_id",
    "device_id",
    "occurred_at",
    "recorded_at",
    "body_commit",
)
# Columns of an event outside its hash, each with the reason.
NOT_HASHED = {
    "hash": "is the result itself; compared with what the other columns give",
    "mac": "is made of the hash with a key kept outside the database; compared with it",
}
FIRST_PREV = "0" * 64  # `prev_hash` of the first link
ERASED = "body.erased"  # event ("ledger_body", body_name): the body went, the link stays


def body_name(chain: str, seq: int) -> str:
    """How an erasure names a body: "main/17"."""
    return f"{chain}/{seq}"


def commit_body(salt: bytes, body: str) -> str:
    """Hex commitment to the canonical text of a body under a 32-byte salt."""
    return hashlib.sha256(b"cf-b1\0" + salt + body.encode()).hexdigest()


def link_hash(columns: Mapping[str, Any]) -> str:
    """Hex hash of one link from its columns (all names of HASHED)."""
    return hashlib.sha256(b"cf-e1\0" + canonical({k: columns[k] for k in HASHED})).hexdigest()


def link_mac(key: bytes, digest: str) -> str:
    """Hex HMAC-SHA-256 of a link's hash; the key is not in the database."""
    return hmac.new(key, digest.encode(), hashlib.sha256).hexdigest()
