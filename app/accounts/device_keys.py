"""The key with which an account signs on one phone: registered at contact, asked at delivery."""

import base64
import binascii
import hashlib
import re
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.serialization import load_der_public_key
from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.accounts.models import DeviceKey
from app.kernel.errors import Invalid
from app.ledger.service import append

_SIDE: Final = 32  # bytes of r and of s
_SIGNATURE: Final = re.compile(r"[0-9a-f]{128}")
_SPKI_MAX: Final = 200  # bytes; a P-256 key has 91


@dataclass(frozen=True)
class PublicKey:
    """A P-256 public key: DER (SubjectPublicKeyInfo) and the first 16 hex digits of its hash."""

    spki: bytes
    key_id: str

    @classmethod
    def from_json(cls, member: object) -> "PublicKey":
        """From `{"spki": base64, "key_id"}`; `Invalid` for any other key or a wrong name."""
        spki = member.get("spki") if isinstance(member, dict) else None
        try:
            raw = base64.b64decode(spki, validate=True) if isinstance(spki, str) else b""
        except (binascii.Error, ValueError):
            raise _no_key() from None
        if not raw or len(raw) > _SPKI_MAX or _loaded(raw) is None:
            raise _no_key()
        found = cls(raw, key_id_of(raw))
        if isinstance(member, dict) and member.get("key_id") != found.key_id:
            raise _no_key()
        return found


def key_id_of(spki: bytes) -> str:
    """The name of a key: the first 16 hex digits of the SHA-256 of its DER form."""
    return hashlib.sha256(spki).hexdigest()[:16]


def register_key(
    session: Session, actor: Actor, device_id: str, key: PublicKey, *, now: datetime
) -> None:
    """Keep the key for this account and phone, once; an inner step.

    Another key is added beside it: what the old one signed stays verifiable.
    """
    place = (actor.municipality_id, actor.account_id, device_id, key.key_id)
    if session.get(DeviceKey, place) is not None:
        return
    session.add(
        DeviceKey(
            municipality_id=actor.municipality_id,
            account_id=actor.account_id,
            device_id=device_id,
            key_id=key.key_id,
            spki=key.spki,
            registered_at=now,
        )
    )
    body = {"device": device_id, "spki": base64.b64encode(key.spki).decode()}
    append(session, actor, "device.key_registered", ("device_key", key.key_id), body, now=now)


def registered_key(session: Session, actor: Actor, device_id: str, key_id: str) -> bytes | None:
    """The DER form of a key of the actor's account on that phone; None when never registered."""
    row = session.get(DeviceKey, (actor.municipality_id, actor.account_id, device_id, key_id))
    return row.spki if row else None


def has_signed(spki: bytes, message: bytes, signature: str) -> bool:
    """Whether the key signed `message` (ECDSA P-256, SHA-256, raw r‖s, 128 hex digits)."""
    key = _loaded(spki)
    if key is None or not _SIGNATURE.fullmatch(signature):
        return False
    raw = bytes.fromhex(signature)
    r, s = int.from_bytes(raw[:_SIDE], "big"), int.from_bytes(raw[_SIDE:], "big")
    try:
        key.verify(encode_dss_signature(r, s), message, ec.ECDSA(hashes.SHA256()))
    except InvalidSignature:
        return False
    return True


def _loaded(spki: bytes) -> ec.EllipticCurvePublicKey | None:
    try:
        key = load_der_public_key(spki)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        return None
    on_p256 = isinstance(key, ec.EllipticCurvePublicKey) and isinstance(key.curve, ec.SECP256R1)
    return key if isinstance(key, ec.EllipticCurvePublicKey) and on_p256 else None


def _no_key() -> Invalid:
    return Invalid("A chave deste aparelho não foi entendida. Atualize o aplicativo.", field="key")
