"""Appending to the ledger, inside the transaction of the verb that made the event."""

import secrets
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Protocol

from flask import current_app
from sqlalchemy.orm import Session

from app.kernel.canonical import canonical
from app.ledger.domain import FIRST_PREV, commit_body, link_hash, link_mac
from app.ledger.models import LedgerBody, LedgerEvent, LedgerHead


class Author(Protocol):
    """Who acts: the parts of an Actor that the ledger keeps."""

    @property
    def municipality_id(self) -> str: ...
    @property
    def person_id(self) -> str: ...
    @property
    def account_id(self) -> str: ...
    @property
    def device_id(self) -> str: ...


def append(
    session: Session,
    actor: Author,
    kind: str,
    entity: tuple[str, str],
    body: Mapping[str, Any],
    *,
    now: datetime,
    occurred_at: datetime | None = None,
    chain: str = "main",
) -> LedgerEvent:
    """Add one link for `kind` ("seal.issued") about `entity` (name, id); returns the row.

    Call it inside `transaction()`. `occurred_at` differs from `now` for what a phone
    recorded earlier. `body` holds plain JSON values (no floats).
    """
    head = lock_head(session, actor.municipality_id, chain)
    text, salt = canonical(dict(body)).decode(), secrets.token_bytes(32)
    event = LedgerEvent(
        municipality_id=actor.municipality_id,
        chain=chain,
        seq=head.seq + 1,
        prev_hash=head.hash,
        kind=kind,
        entity=entity[0],
        entity_id=entity[1],
        person_id=actor.person_id,
        account_id=actor.account_id,
        device_id=actor.device_id,
        occurred_at=_milliseconds(occurred_at or now),
        recorded_at=_milliseconds(now),
        body_commit=commit_body(salt, text),
    )
    event.hash = link_hash(vars(event))
    event.mac = link_mac(current_app.config["LEDGER_KEY"], event.hash)
    session.add(event)
    session.add(
        LedgerBody(
            municipality_id=event.municipality_id, chain=chain, seq=event.seq, salt=salt, body=text
        )
    )
    head.seq, head.hash = event.seq, event.hash
    return event


def lock_head(session: Session, municipality_id: str, chain: str) -> LedgerHead:
    """The head row of a chain, locked until the commit; made when there is none."""
    # FOR UPDATE orders writers on PostgreSQL; on SQLite BEGIN IMMEDIATE already has.
    key = (municipality_id, chain)
    head = session.get(LedgerHead, key, with_for_update=True)
    if head is None:
        head = LedgerHead(municipality_id=municipality_id, chain=chain, seq=0, hash=FIRST_PREV)
        session.add(head)
        session.flush()  # a second writer of the very first event meets the primary key here
    return head


def _milliseconds(moment: datetime) -> datetime:
    # The canonical form has milliseconds; what is stored must hash alike when read back.
    return moment.replace(microsecond=moment.microsecond // 1000 * 1000)
