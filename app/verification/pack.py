"""The field pack: one signed document with all that a phone knows of a city (design.md §5).

`magic ‖ length of header (4 bytes) ‖ header (JSON) ‖ Ed25519 signature ‖ body (gzip)`. Signed:
`"confere-pack/1\\0" ‖ SHA-256(body) ‖ header`. No CPF, no address, no full name.
"""

import gzip
import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final, cast

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.accounts.queries import City
from app.kernel.canonical import canonical, instant_text
from app.permits.keys import Signer
from app.verification.field_card import LIST_GOOD_FOR, CardRow, Days, Json, card_of
from app.verification.models import SealCard
from app.verification.pack_rows import PackRows

MAGIC: Final = b"CONFPK1\n"
SIGNED_CONTEXT: Final = b"confere-pack/1\0"
_ROWS_AT_ONCE: Final = 1000
_COLUMNS = (
    SealCard.seal_index,
    SealCard.plate,
    SealCard.twin,
    SealCard.make_model,
    SealCard.colour,
    SealCard.modality,
    SealCard.operator,
    SealCard.permit_number,
    SealCard.state,
    SealCard.expires_on,
    SealCard.valid_until,
    SealCard.inspection_until,
    SealCard.segments,
    SealCard.drivers,
)


@dataclass(frozen=True)
class Body:
    """The compressed cards of one moment; `size` counts the bytes before compression."""

    compressed: bytes
    size: int
    count: int


def build_body(session: Session, city: City, days: Days, head: Json) -> Body:
    """Read the city's cards as a stream (never all at once) and compress them."""
    rows = PackRows(days)
    for row in _rows(session, city.id):
        rows.add(card_of(row, days))
    told, data = rows.finish()
    text = json.dumps({**head, **told}, ensure_ascii=False, separators=(",", ":")).encode("utf-8")
    plain = len(text).to_bytes(4, "big") + text + data
    # mtime 0: the same cards give the same bytes
    return Body(gzip.compress(plain, 9, mtime=0), len(plain), rows.count)


def sign(
    body: Body, city: City, signer: Signer, keyset: bytes, *, sequence: int, now: datetime
) -> bytes:
    """The whole document, as phones receive and keep it.

    The header brings the keyset: the phone proves it by the root key, and the header by the keyset.
    """
    digest = hashlib.sha256(body.compressed)
    header = canonical(
        {
            "municipality": int(city.ibge),
            "kid": signer.kid,
            "sequence": sequence,
            "generated_at": instant_text(now),
            "valid_until": instant_text(now + LIST_GOOD_FOR),
            "count": body.count,
            "size": body.size,
            "sha256": digest.hexdigest(),
            "keyset": keyset.decode("utf-8"),
        }
    )
    signature = signer.private.sign(SIGNED_CONTEXT + digest.digest() + header)
    return MAGIC + len(header).to_bytes(4, "big") + header + signature + body.compressed


def _rows(session: Session, municipality_id: str) -> Iterator[CardRow]:
    query = (
        select(*_COLUMNS)
        .where(SealCard.municipality_id == municipality_id)
        .order_by(SealCard.seal_index)
        # A server-side cursor on PostgreSQL; SQLite steps row by row anyway.
        .execution_options(yield_per=_ROWS_AT_ONCE)
    )
    for row in session.execute(query):
        yield cast(CardRow, row)
