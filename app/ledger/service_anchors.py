"""Taking the daily head: row, event and file. Run once a day, at its end; repeating is harmless."""

import os
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from flask import current_app
from sqlalchemy.orm import Session

from app.kernel.canonical import canonical
from app.kernel.civil import civil_today
from app.ledger import signers
from app.ledger.anchors import Anchor, Head, compose, read_anchor, signed_bytes
from app.ledger.domain import FIRST_PREV
from app.ledger.models import LedgerAnchor, LedgerHead
from app.ledger.places import Place
from app.ledger.service import append, lock_head
from app.persistence.transaction import transaction

CHAINS = ("access", "main")
ANCHORED = "ledger.anchored"


@dataclass(frozen=True)
class _System:
    municipality_id: str
    person_id: str = "system"
    account_id: str = "system"
    device_id: str = ""


def take_anchor(place: Place, folder: Path, *, now: datetime) -> Anchor:
    """The anchor of this civil day in `folder`; the first one of a day stands, and is given again."""
    day = civil_today(now, place.time_zone)
    with transaction() as session:
        row = session.get(LedgerAnchor, (place.id, day))
        if row is None:
            row = LedgerAnchor(
                municipality_id=place.id, day=day, document=_compose(session, place, now)
            )
            session.add(row)
            sha256 = read_anchor(row.document).sha256
            entity, body = ("ledger_anchor", day.isoformat()), {"sha256": sha256}
            append(session, _System(place.id), ANCHORED, entity, body, now=now)
        anchor = read_anchor(row.document)
    _write(folder / anchor.file_name, anchor.text)
    return anchor


def _compose(session: Session, place: Place, now: datetime) -> str:
    # Every verb that counts here appends to the main chain: with its head locked none is half done.
    lock_head(session, place.id, "main")
    heads = tuple(_head(session, place.id, chain) for chain in CHAINS)
    document = compose(
        {"id": place.id, "slug": place.slug, "name": place.name, "uf": place.uf},
        civil_today(now, place.time_zone),
        now,
        heads,
        signers.count_contents(session, place.id),
    )
    key = current_app.config["LEDGER_KEY"]
    signature = signers.sign(session, place.id, signed_bytes(document), now, key)
    return canonical({**document, "signature": signature}).decode()


def _head(session: Session, municipality_id: str, chain: str) -> Head:
    row = session.get(LedgerHead, (municipality_id, chain))
    return Head(chain, row.seq, row.hash) if row else Head(chain, 0, FIRST_PREV)


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
    draft = path.with_suffix(".part")
    with draft.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
