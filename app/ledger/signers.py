"""Who signs anchors, and what parts count in them: registered by the parts above (app/parts.py).

The ledger lies below the keys of the permits and the numbers of the notices; it only calls them.
"""

import hmac
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from app.ledger.anchors import mac_signature

Sign = Callable[[Session, str, bytes, datetime], dict[str, Any] | None]
HasSigned = Callable[[Session, str, Mapping[str, Any], bytes], bool]
Count = Callable[[Session, str], Any]


@dataclass(frozen=True)
class Signer:
    """`sign(session, city, content, now)` gives a signature with its kind in "by", or None when
    it has no key; `has_signed(session, city, signature, content)` checks one of that kind."""

    by: str
    sign: Sign
    has_signed: HasSigned


_signers: dict[str, Signer] = {}
_contents: dict[str, Count] = {}


def register_signer(signer: Signer) -> None:
    """Make a kind of signature known."""
    _signers[signer.by] = signer


def register_contents(name: str, count: Count) -> None:
    """Add a member to the contents of every anchor: plain JSON values, no floats."""
    _contents[name] = count


def count_contents(session: Session, municipality_id: str) -> dict[str, Any]:
    """What the parts say of a city now."""
    return {name: count(session, municipality_id) for name, count in _contents.items()}


def sign(
    session: Session, municipality_id: str, content: bytes, now: datetime, key: bytes
) -> dict[str, Any]:
    """The best signature there is a key for; the ledger's own MAC when there is none."""
    for signer in _signers.values():
        signature = signer.sign(session, municipality_id, content, now)
        if signature is not None:
            return signature
    return mac_signature(key, content)


def has_signed(
    session: Session, municipality_id: str, signature: Mapping[str, Any], content: bytes, key: bytes
) -> bool:
    """Whether a signature holds; an unknown kind does not."""
    if signature.get("by") == "hmac":
        right = str(mac_signature(key, content)["value"])
        return hmac.compare_digest(str(signature.get("value")).encode(), right.encode())
    signer = _signers.get(str(signature.get("by")))
    return signer is not None and signer.has_signed(session, municipality_id, signature, content)
