"""Comparing a city's chains with anchors: those from outside and those kept in the database."""

from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import Path

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.kernel.canonical import canonical
from app.ledger import signers
from app.ledger.anchors import Anchor, Head, read_anchor
from app.ledger.checks import Scope, events_of
from app.ledger.faults import Code, Fault
from app.ledger.models import LedgerAnchor, LedgerEvent
from app.ledger.service_anchors import ANCHORED


def anchors_in(folder: Path) -> Iterator[Anchor | Fault]:
    """Each `*.json` of a folder, by name; a Fault for one that cannot be read."""
    for file in sorted(folder.glob("*.json")):
        try:
            yield read_anchor(file.read_text(encoding="utf-8"))
        except (ValueError, OSError) as error:
            yield Fault(Code.ANCHOR, f"âncora ilegível ({error})", subject=file.name)


def stored_anchors(session: Session, municipality_id: str) -> Iterator[Anchor | Fault]:
    """Each anchor of the table."""
    for row in _rows(session, municipality_id):
        try:
            yield read_anchor(row.document)
        except ValueError as error:
            yield Fault(Code.ANCHOR, f"âncora guardada ilegível ({error})", subject=_name(row.day))


def all_anchors(scope: Scope) -> list[Anchor]:
    """Those from outside and those of the table that can be read, each text once."""
    stored = stored_anchors(scope.session, scope.municipality_id)
    found = [*scope.anchors, *(anchor for anchor in stored if isinstance(anchor, Anchor))]
    return list({anchor.text: anchor for anchor in found}.values())


def anchor_check(scope: Scope) -> Iterator[Fault]:
    """Anchors against the chain, the table against its events."""
    for kept in stored_anchors(scope.session, scope.municipality_id):
        if isinstance(kept, Fault):
            yield kept
    for anchor in all_anchors(scope):
        yield from _against_chain(scope, anchor)
    yield from _rows_against_events(scope)


def _against_chain(scope: Scope, anchor: Anchor) -> Iterator[Fault]:
    for head in anchor.heads:
        if head.seq:
            yield from _against_link(scope, anchor, head)
    key = scope.key
    if not signers.has_signed(
        scope.session, scope.municipality_id, anchor.signature, anchor.signed, key
    ):
        yield Fault(Code.KEY, "assinatura da âncora não confere", subject=_name(anchor.day))


def _against_link(scope: Scope, anchor: Anchor, head: Head) -> Iterator[Fault]:
    event = scope.session.get(LedgerEvent, (scope.municipality_id, head.chain, head.seq))
    if event is None:
        what = f"a cadeia não chega ao evento {head.seq} da âncora"
        yield _fault(anchor, head, what, "seq", str(head.seq), "ausente")
    elif event.hash != head.hash:
        what = "a cadeia foi refeita desde a âncora"
        yield _fault(anchor, head, what, "hash", head.hash, event.hash)


def _fault(anchor: Anchor, head: Head, what: str, field: str, expected: str, found: str) -> Fault:
    return Fault(
        Code.ANCHOR,
        what,
        subject=_name(anchor.day),
        chain=head.chain,
        seq=head.seq,
        field=field,
        expected=expected,
        found=found,
    )


def _rows_against_events(scope: Scope) -> Iterator[Fault]:
    rows = {row.day.isoformat(): row for row in _rows(scope.session, scope.municipality_id)}
    for told in events_of(scope.session, scope.municipality_id, ANCHORED):
        row = rows.pop(told.event.entity_id, None)
        subject = f"âncora {told.event.entity_id}"
        if row is None:
            yield Fault(Code.ORPHAN, "evento de âncora sem a âncora", subject=subject)
            continue
        try:
            sha256 = read_anchor(row.document).sha256
        except ValueError:
            continue  # told where the stored anchors are read
        if told.body != canonical({"sha256": sha256}).decode():
            yield Fault(Code.ANCHOR, "âncora guardada difere do seu evento", subject=subject)
    for day in rows:
        yield Fault(Code.ORPHAN, "âncora sem evento", subject=f"âncora {day}")


def _rows(session: Session, municipality_id: str) -> Iterable[LedgerAnchor]:
    query = select(LedgerAnchor).where(LedgerAnchor.municipality_id == municipality_id)
    return session.scalars(query.order_by(LedgerAnchor.day))


def _name(day: date) -> str:
    return f"âncora {day.isoformat()}"
