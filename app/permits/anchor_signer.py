"""Ed25519 signatures under the ledger's anchors, by the key with which a city signs its lists.

The signed bytes begin with the anchor's own context, so none is ever taken for a list.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from sqlalchemy.orm import Session

from app.accounts.queries import city
from app.kernel.errors import RuleRefused
from app.ledger.signers import Signer
from app.permits.keys import signing_key
from app.permits.models import SigningKey

_USE = "list"


def _sign(
    session: Session, municipality_id: str, content: bytes, now: datetime
) -> dict[str, Any] | None:
    try:
        signer = signing_key(session, city(municipality_id), _USE, now)
    except RuleRefused:
        return None
    return {"by": "ed25519", "kid": signer.kid, "value": signer.private.sign(content).hex()}


def _has_signed(
    session: Session, municipality_id: str, signature: Mapping[str, Any], content: bytes
) -> bool:
    kid = signature.get("kid")
    row = session.get(SigningKey, (municipality_id, kid)) if type(kid) is int else None
    if row is None or row.use != _USE:
        return False
    try:
        value = bytes.fromhex(str(signature.get("value")))
        Ed25519PublicKey.from_public_bytes(bytes(row.public_key)).verify(value, content)
    except (InvalidSignature, ValueError):
        return False
    return True


anchor_signer = Signer("ed25519", _sign, _has_signed)
