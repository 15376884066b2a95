"""Who may sign seals: the municipalities' public keys, in a list signed by the offline root.

A key counts only for its municipality, its types and its dates; its number is never re-used.
Pure; the twin is static/js/seal/keyset.js.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import (
    Ed25519PrivateKey,
    Ed25519PublicKey,
)

from app.kernel.canonical import canonical
from app.permits.token import SealType

SIGNED_CONTEXT: Final = b"taxi-keyset/1\0"
_INSTANT: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}\.[0-9]{3}Z")
_HEX_KEY: Final = re.compile(r"[0-9a-f]{64}")
_HEX_SIGNATURE: Final = re.compile(r"[0-9a-f]{128}")


class KeysetError(ValueError):
    """The document is malformed, older than the one held, or not signed by the root."""


@dataclass(frozen=True, slots=True)
class SealKey:
    """One public key (32 raw bytes). In date from `not_before` to before `not_after`.

    `not_after` leaves room for the last expiry it signed plus grace. From `revoked_at` on all
    its seals are refused and must be reissued. Instants are aware, whole milliseconds.
    """

    municipality: int
    kid: int
    public_key: bytes
    types: frozenset[SealType]
    not_before: datetime
    not_after: datetime
    revoked_at: datetime | None = None

    def __post_init__(self) -> None:
        if len(self.public_key) != 32 or not 0 <= self.kid < 1 << 8 or not self.types:
            raise ValueError(f"not a seal key: {self.municipality}/{self.kid}")
        if not self.not_before < self.not_after:
            raise ValueError(f"key {self.municipality}/{self.kid} is never in date")

    def has_signed(self, signed: bytes, signature: bytes) -> bool:
        """Whether `signature` over `signed` is this key's (Ed25519)."""
        try:
            Ed25519PublicKey.from_public_bytes(self.public_key).verify(signature, signed)
        except InvalidSignature:
            return False
        return True


@dataclass(frozen=True, slots=True)
class Keyset:
    """All keys, revoked ones too. `sequence` only grows; a (municipality, kid) is unique."""

    sequence: int
    issued_at: datetime
    keys: tuple[SealKey, ...]

    def __post_init__(self) -> None:
        if len({(key.municipality, key.kid) for key in self.keys}) != len(self.keys):
            raise ValueError("a key number is used twice in one municipality")
        if len({key.public_key for key in self.keys}) != len(self.keys):
            raise ValueError("one public key stands under two numbers")

    def find(self, municipality: int, kid: int) -> SealKey | None:
        """The key of that number, in date or not."""
        return next((key for key in self.of(municipality) if key.kid == kid), None)

    def of(self, municipality: int) -> Iterator[SealKey]:
        """The keys of one municipality, oldest number first as listed."""
        return (key for key in self.keys if key.municipality == municipality)


def sign_keyset(keyset: Keyset, root: Ed25519PrivateKey) -> bytes:
    """The document phones and servers load: `{"keyset": "<canonical JSON>", "signature": hex}`."""
    body = _body(keyset)
    signature = root.sign(SIGNED_CONTEXT + body)
    return canonical({"keyset": body.decode("utf-8"), "signature": signature.hex()})


def read_keyset(document: bytes, root_public: bytes, *, at_least: int = 0) -> Keyset:
    """The keyset of a signed document; `at_least` is the sequence already held.

    KeysetError for a wrong signature, an older sequence, or anything that is not exactly the
    canonical form. `root_public` is 32 raw bytes baked into program and phone.
    """
    body, signature = _open(document)
    try:
        Ed25519PublicKey.from_public_bytes(root_public).verify(signature, SIGNED_CONTEXT + body)
    except InvalidSignature:
        raise KeysetError("not signed by the root key") from None
    try:
        keyset = _keyset(json.loads(body))
    except (KeyError, TypeError, ValueError) as error:
        raise KeysetError(f"malformed keyset: {error}") from None
    # also refuses members nobody knows: they would not be written again
    if _body(keyset) != body:
        raise KeysetError("keyset not in canonical form")
    if keyset.sequence < at_least:
        raise KeysetError(f"sequence {keyset.sequence} is older than {at_least}")
    return keyset


def _open(document: bytes) -> tuple[bytes, bytes]:
    try:
        envelope = json.loads(document)
        body, signature = envelope["keyset"], envelope["signature"]
        if not isinstance(body, str) or not _HEX_SIGNATURE.fullmatch(signature):
            raise ValueError("wrong types")
        if canonical({"keyset": body, "signature": signature}) != document:
            raise ValueError("not canonical")
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        raise KeysetError(f"malformed document: {error}") from None
    return body.encode("utf-8"), bytes.fromhex(signature)


def _body(keyset: Keyset) -> bytes:
    return canonical(
        {
            "issued_at": keyset.issued_at,
            "sequence": keyset.sequence,
            "keys": [
                {
                    "municipality": key.municipality,
                    "kid": key.kid,
                    "public_key": key.public_key.hex(),
                    "types": sorted(key.types),
                    "not_before": key.not_before,
                    "not_after": key.not_after,
                    "revoked_at": key.revoked_at,
                }
                for key in keyset.keys
            ],
        }
    )


def _keyset(body: dict[str, object]) -> Keyset:
    keys = body["keys"]
    if not isinstance(keys, list):
        raise ValueError("keys is no list")
    return Keyset(
        sequence=_integer(body["sequence"]),
        issued_at=_instant(body["issued_at"]),
        keys=tuple(_key(key) for key in keys),
    )


def _key(member: dict[str, object]) -> SealKey:
    public_key, types, revoked_at = member["public_key"], member["types"], member["revoked_at"]
    if not isinstance(types, list):
        raise ValueError("types is no list")
    if not isinstance(public_key, str) or not _HEX_KEY.fullmatch(public_key):
        raise ValueError("a public key is 64 hexadecimal characters")
    return SealKey(
        municipality=_integer(member["municipality"]),
        kid=_integer(member["kid"]),
        public_key=bytes.fromhex(public_key),
        types=frozenset(SealType(_integer(number)) for number in types),
        not_before=_instant(member["not_before"]),
        not_after=_instant(member["not_after"]),
        revoked_at=None if revoked_at is None else _instant(revoked_at),
    )


def _integer(value: object) -> int:
    if type(value) is not int or value < 0:
        raise ValueError(f"not a number: {value!r}")
    return value


def _instant(value: object) -> datetime:
    if not isinstance(value, str) or not _INSTANT.fullmatch(value):
        raise ValueError(f"not an instant: {value!r}")
    return datetime.fromisoformat(value).astimezone(UTC)
