"""The daily head of a city's chains as one canonical JSON text: what strangers keep. Pure.

An anchor in foreign hands shows what a chain alone cannot: that its end was cut off, or that it
was written anew from some point on (threats.md §3.2).
"""

import hashlib
import hmac
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final

from app.kernel.canonical import canonical

FORMAT: Final = "confere-anchor/1"
SIGNED_CONTEXT: Final = b"cf-a1\0"


@dataclass(frozen=True)
class Head:
    """The last link of one chain when the anchor was taken."""

    chain: str
    seq: int
    hash: str


@dataclass(frozen=True)
class Anchor:
    """One read anchor. `contents` holds what the parts counted ("notices", "numbers")."""

    text: str  # the canonical document
    municipality_id: str
    slug: str
    day: date
    taken_at: str
    heads: tuple[Head, ...]
    contents: Mapping[str, Any]
    signature: Mapping[str, Any]

    @property
    def main(self) -> Head:
        """The head of the main chain."""
        return next(head for head in self.heads if head.chain == "main")

    @property
    def sha256(self) -> str:
        """Hash of the document, as its event names it."""
        return hashlib.sha256(self.text.encode()).hexdigest()

    @property
    def signed(self) -> bytes:
        """The bytes under the signature."""
        document = json.loads(self.text)
        document.pop("signature")
        return SIGNED_CONTEXT + canonical(document)

    @property
    def file_name(self) -> str:
        """ "planura-2026-11-30.json"."""
        return f"{self.slug}-{self.day.isoformat()}.json"


def compose(
    place: Mapping[str, str],
    day: date,
    taken_at: datetime,
    heads: tuple[Head, ...],
    contents: Mapping[str, Any],
) -> dict[str, Any]:
    """The document before it is signed. `place`: id, slug, name, uf of the city."""
    return {
        "format": FORMAT,
        "municipality": dict(place),
        "day": day,
        "taken_at": taken_at,
        "heads": [{"chain": h.chain, "seq": h.seq, "hash": h.hash} for h in heads],
        "contents": dict(contents),
    }


def signed_bytes(document: Mapping[str, Any]) -> bytes:
    """What a signer signs: the document without its signature."""
    return SIGNED_CONTEXT + canonical(document)


def mac_signature(key: bytes, content: bytes) -> dict[str, Any]:
    """The signature of an installation that has no Ed25519 key for the city yet."""
    return {"by": "hmac", "value": hmac.new(key, content, hashlib.sha256).hexdigest()}


def read_anchor(text: str) -> Anchor:
    """Parse a document; ValueError for anything that is not exactly its canonical form."""
    try:
        data = json.loads(text)
        if data["format"] != FORMAT or canonical(data).decode() != text:
            raise ValueError("formato desconhecido ou texto não canônico")
        heads = tuple(Head(str(h["chain"]), int(h["seq"]), str(h["hash"])) for h in data["heads"])
        if "main" not in {head.chain for head in heads}:
            raise ValueError("sem a cadeia principal")
        return Anchor(
            text=text,
            municipality_id=str(data["municipality"]["id"]),
            slug=str(data["municipality"]["slug"]),
            day=date.fromisoformat(data["day"]),
            taken_at=str(data["taken_at"]),
            heads=heads,
            contents=dict(data["contents"]),
            signature=dict(data["signature"]),
        )
    except (KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(f"falta ou sobra: {error}") from None
