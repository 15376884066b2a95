"""Checking the chains of a city link by link; used by the command and by tests.

A body may be missing only when a later event of kind ERASED names it: else erasure would be a
way to take evidence away.
"""

import hmac
from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy import Row, Select, and_, select
from sqlalchemy.orm import Session

from app.ledger.checks import Scope, registered_checks
from app.ledger.checks_anchors import anchor_check
from app.ledger.domain import (
    ERASED,
    FIRST_PREV,
    HASHED,
    body_name,
    commit_body,
    link_hash,
    link_mac,
)
from app.ledger.faults import Code, Fault
from app.ledger.models import LedgerBody, LedgerEvent, LedgerHead

_SAME_PLACE = and_(
    LedgerBody.municipality_id == LedgerEvent.municipality_id,
    LedgerBody.chain == LedgerEvent.chain,
    LedgerBody.seq == LedgerEvent.seq,
)


def verify_all(scope: Scope) -> Iterator[Fault]:
    """Everything: the chains, the anchors, then each registered check."""
    yield from verify_chains(scope)
    yield from anchor_check(scope)
    for check in registered_checks().values():
        yield from check(scope)


def verify(session: Session, municipality_id: str, key: bytes) -> Iterator[Fault]:
    """Yield every fault of the chains of a municipality; nothing when all is whole."""
    heads = _heads(session, municipality_id)
    erased = _erased(session, municipality_id)
    for chain in _chains(session, municipality_id, heads):
        yield from _Chain(session, municipality_id, chain, key, erased).faults(heads.get(chain))
    yield from _lone_bodies(session, municipality_id)


def verify_chains(scope: Scope) -> Iterator[Fault]:
    """The same with the main chain followed from `scope.since` on."""
    if scope.since <= 1:
        yield from verify(scope.session, scope.municipality_id, scope.key)
        return
    session, city = scope.session, scope.municipality_id
    one = _Chain(session, city, "main", scope.key, _erased(session, city))
    yield from one.faults(_heads(session, city).get("main"), scope.since)


def _heads(session: Session, municipality_id: str) -> dict[str, LedgerHead]:
    query = select(LedgerHead).where(LedgerHead.municipality_id == municipality_id)
    return {head.chain: head for head in session.scalars(query)}


def _chains(session: Session, municipality_id: str, heads: Mapping[str, Any]) -> list[str]:
    # A chain whose head row was taken away must not be passed over.
    query = select(LedgerEvent.chain).where(LedgerEvent.municipality_id == municipality_id)
    return sorted({*heads, *session.scalars(query.distinct())})


def _erased(session: Session, municipality_id: str) -> frozenset[str]:
    query = select(LedgerEvent.entity_id).where(
        LedgerEvent.municipality_id == municipality_id, LedgerEvent.kind == ERASED
    )
    return frozenset(session.scalars(query))


class _Chain:
    """One walk along one chain, in pieces: a million links must not be a million objects."""

    def __init__(
        self, session: Session, municipality_id: str, chain: str, key: bytes, erased: frozenset[str]
    ) -> None:
        self.session, self.municipality_id, self.chain = session, municipality_id, chain
        self.key, self.erased = key, erased
        self.seq, self.previous = 0, FIRST_PREV

    def faults(self, head: LedgerHead | None, since: int = 1) -> Iterator[Fault]:
        """Faults from `since` on; the link before it is taken as it is."""
        self.seq, self.previous = since - 1, self._hash_of(since - 1)
        try:
            yield from self._walk(since)
        except (ValueError, TypeError, AttributeError) as error:
            # SQLite stores any text in any column; what cannot be read has been written by hand.
            yield self._fault(self.seq + 1, f"evento ilegível ({error})", "", "", "")
            return
        known = (head.seq, head.hash) if head else (0, "")
        if known != (self.seq, self.previous):
            found = f"{self.seq} {self.previous}"
            what = "fim da cadeia diferente do registrado"
            yield self._fault(self.seq, what, "head", f"{known[0]} {known[1]}", found)

    def _walk(self, since: int) -> Iterator[Fault]:
        for row in self.session.connection().execute(self._query(since)):
            if row.seq != self.seq + 1:
                what = f"falta o evento {self.seq + 1}"
                yield self._fault(self.seq + 1, what, "seq", self.seq + 1, row.seq)
            yield from self._link(row, self.previous)
            yield from self._body(row)
            self.seq, self.previous = row.seq, row.hash

    def _link(self, row: Row[Any], previous: str) -> Iterator[Fault]:
        if row.prev_hash != previous:
            what = "elo quebrado com o evento anterior"
            yield self._fault(row.seq, what, "prev_hash", previous, row.prev_hash)
        columns = row._mapping
        right = link_hash({name: columns[name] for name in HASHED})
        if row.hash != right:
            yield self._fault(row.seq, "conteúdo do evento alterado", "hash", right, row.hash)
        mac = link_mac(self.key, row.hash)
        if not hmac.compare_digest(row.mac.encode(), mac.encode()):
            what = "código de autenticidade não confere"
            yield self._fault(row.seq, what, "mac", mac, row.mac, Code.KEY)

    def _body(self, row: Row[Any]) -> Iterator[Fault]:
        if row.salt is None:
            if body_name(self.chain, row.seq) not in self.erased:
                what = "falta o corpo do evento, e nenhum evento diz que foi eliminado"
                yield Fault(Code.ORPHAN, what, chain=self.chain, seq=row.seq)
            return
        found = commit_body(bytes(row.salt), row.body)
        if found != row.body_commit:
            what = "corpo do evento alterado"
            yield self._fault(row.seq, what, "body_commit", row.body_commit, found)

    def _query(self, since: int) -> Select[Any]:
        # A Core connection: columns as tuples, no identity map. The salt is never NULL in a body.
        return (
            select(LedgerEvent.__table__, LedgerBody.salt, LedgerBody.body)
            .outerjoin(LedgerBody.__table__, _SAME_PLACE)
            .where(
                LedgerEvent.municipality_id == self.municipality_id,
                LedgerEvent.chain == self.chain,
                LedgerEvent.seq >= since,
            )
            .order_by(LedgerEvent.seq)
            .execution_options(yield_per=2000)
        )

    def _hash_of(self, seq: int) -> str:
        event = self.session.get(LedgerEvent, (self.municipality_id, self.chain, seq))
        return event.hash if event else FIRST_PREV

    def _fault(
        self,
        seq: int,
        what: str,
        field: str,
        expected: object,
        found: object,
        code: Code = Code.LINK,
    ) -> Fault:
        return Fault(
            code,
            what,
            chain=self.chain,
            seq=seq,
            field=field,
            expected=str(expected),
            found=str(found),
        )


def _lone_bodies(session: Session, municipality_id: str) -> Iterator[Fault]:
    query = (
        select(LedgerBody.chain, LedgerBody.seq)
        .outerjoin(LedgerEvent, _SAME_PLACE)
        .where(LedgerBody.municipality_id == municipality_id, LedgerEvent.seq.is_(None))
        .order_by(LedgerBody.chain, LedgerBody.seq)
    )
    for chain, seq in session.execute(query):
        yield Fault(Code.ORPHAN, "corpo sem evento", chain=chain, seq=seq)
