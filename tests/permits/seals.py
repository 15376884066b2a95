"""The cast of the seal tests: one city, its keys, a clock, and signed tokens.

The issuer key and the two tokens of qr-token.md are the public test vector; no key here is real.
"""

import hashlib
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from app.kernel.plate import Plate
from app.permits.keyset import Keyset, SealKey
from app.permits.token import SealCategory, SealPayload, SealType, encode
from app.permits.verifier import seal_url

CITY, NEIGHBOUR = 355030, 351620
HOST = "confere.planura.mg.gov.br"
HOSTS = (HOST,)
NOW = datetime(2026, 1, 1, 0, 1, tzinfo=UTC)
TODAY = date(2026, 1, 1)


def private(name: str) -> Ed25519PrivateKey:
    """A key everybody can rebuild: seed = SHA-256 of its name."""
    return Ed25519PrivateKey.from_private_bytes(hashlib.sha256(name.encode()).digest())


ROOT, ISSUER, STRANGER = private("root"), private("issuer"), private("stranger")

# name of the private key → the entry of the keyset
_ISSUER_ENTRY = SealKey(
    municipality=CITY,
    kid=3,
    public_key=ISSUER.public_key().public_bytes_raw(),
    types=frozenset({SealType.PRINTED, SealType.PHONE, SealType.LIVE}),
    not_before=datetime(2025, 7, 1, tzinfo=UTC),
    not_after=datetime(2027, 7, 1, tzinfo=UTC),
)


def entry(name: str, **changes: object) -> SealKey:
    """A key like the issuer's but for `changes`."""
    public_key = private(name).public_key().public_bytes_raw()
    return replace(_ISSUER_ENTRY, public_key=public_key, **changes)  # type: ignore[arg-type]


KEYSET = Keyset(
    sequence=7,
    issued_at=datetime(2025, 12, 1, 12, tzinfo=UTC),
    keys=(
        _ISSUER_ENTRY,
        entry("paper only", kid=4, types=frozenset({SealType.PRINTED})),
        entry("revoked", kid=5, revoked_at=NOW),
        entry("expired", kid=6, not_after=NOW),
        entry("early", kid=7, not_before=NOW + timedelta(milliseconds=1)),
        entry("lists", kid=9, types=frozenset({SealType.LIST})),
        entry("neighbour", municipality=NEIGHBOUR),
    ),
)

PRINTED = SealPayload(
    type=SealType.PRINTED,
    kid=3,
    municipality=CITY,
    category=SealCategory.TAXI,
    index=123456,
    plate=Plate("ABC1D23"),
    expiry=date(2027, 1, 1),
)
LIVE = replace(PRINTED, type=SealType.LIVE, window_start=datetime(2026, 1, 1, tzinfo=UTC))


def url(payload: SealPayload, key: str = "issuer", host: str = HOST) -> str:
    """The address on the seal, signed by the named key whether or not it may."""
    return seal_url(host, encode(payload, private(key)))
