"""Checking a chain link by link; used by the command and by tests."""

import hmac
from collections.abc import Iterator
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.ledger.domain import HASHED, commit_body, link_hash, link_mac
from app.ledger.models import LedgerBody, LedgerEvent, LedgerHead


@dataclass(frozen=True)
class Fault:
    """One place where the chain does not hold; `what` in Portuguese."""

    chain: str
    seq: int
    what: str


def verify(session: Session, municipality_id: str, key: bytes) -> Iterator[Fault]:
    """Yield every fault of both chains of a municipality; nothing when all is whole."""
    for head in session.scalars(
        select(LedgerHead).where(LedgerHead.municipality_id == municipality_id)
    ):
        yield from _verify_chain(session, head, key)


def _verify_chain(session: Session, head: LedgerHead, key: bytes) -> Iterator[Fault]:
    previous, seq = "0" * 64, 0
    for event in _events(session, head):
        seq += 1
        if event.seq != seq:
            yield Fault(head.chain, seq, f"falta o evento {seq}")
            seq = event.seq
        if event.prev_hash != previous:
            yield Fault(head.chain, seq, "elo quebrado com o evento anterior")
        if event.hash != link_hash({name: getattr(event, name) for name in HASHED}):
            yield Fault(head.chain, seq, "conteúdo do evento alterado")
        if not hmac.compare_digest(event.mac, link_mac(key, event.hash)):
            yield Fault(head.chain, seq, "código de autenticidade não confere")
        yield from _verify_body(session, event)
        previous = event.hash
    if (head.seq, head.hash) != (seq, previous):
        yield Fault(head.chain, seq, "fim da cadeia diferente do registrado")


def _events(session: Session, head: LedgerHead) -> Iterator[LedgerEvent]:
    query = (
        select(LedgerEvent)
        .where(LedgerEvent.municipality_id == head.municipality_id, LedgerEvent.chain == head.chain)
        .order_by(LedgerEvent.seq)
        .execution_options(yield_per=1000)
    )
    yield from session.scalars(query)


def _verify_body(session: Session, event: LedgerEvent) -> Iterator[Fault]:
    body = session.get(LedgerBody, (event.municipality_id, event.chain, event.seq))
    if body is not None and commit_body(body.salt, body.body) != event.body_commit:
        yield Fault(event.chain, event.seq, "corpo do evento alterado")
