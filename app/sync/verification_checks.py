"""Checks of the ledger's verification on copies in quarantine and on declared photos.

A photo's row is compared with the record that names it: a notice or a visit, whose text the chain
holds, or a copy kept in quarantine, whose bytes its event names.
"""

import hashlib
from collections.abc import Iterator
from typing import Any, TypeVar

from sqlalchemy import select

from app.evidence.models import Attachment
from app.infractions.models import Notice
from app.inspections.models import Inspection
from app.kernel.canonical import instant_text
from app.ledger.checks import Scope
from app.ledger.export import plain
from app.ledger.faults import Code, Fault
from app.ledger.mirrors import Json, Key, Mirror, Source
from app.ledger.models import LedgerEvent
from app.sync.models import Quarantined
from app.sync.quarantine import photos_of

Row = dict[str, Any]
Document = TypeVar("Document", Notice, Inspection)
_KINDS: dict[type[Notice] | type[Inspection], str] = {Notice: "notice", Inspection: "inspection"}
Record = Notice | Inspection | Quarantined


def _quarantined_key(_event: LedgerEvent, body: Json) -> Key:
    return (body["id"],)


def _quarantined_columns(event: LedgerEvent, body: Json, row: Json) -> Json:
    stored = hashlib.sha256(row["payload"].encode()).hexdigest()
    return {
        "municipality_id": event.municipality_id,
        "entry_id": event.entity_id,
        "account_id": event.account_id,
        "received_at": instant_text(event.recorded_at),
        "payload": row["payload"] if stored == body["stored"] else f"sha256 {body['stored']}",
        **{name: body[name] for name in ("id", "kind", "sha256", "signature", "why")},
    }


quarantined_mirror = Mirror(
    Quarantined,
    "registro recusado",
    {"entry.quarantined": Source(_quarantined_key, _quarantined_columns)},
)


def attachment_check(scope: Scope) -> Iterator[Fault]:
    """Rows unlike what their record declares, then declared photos without a row."""
    declared = _declared(scope)
    query = (
        select(Attachment.__table__)
        .where(Attachment.municipality_id == scope.municipality_id)
        .order_by(Attachment.entry_id, Attachment.position)
        .execution_options(yield_per=500)
    )
    for found in scope.session.connection().execute(query):
        row = plain(found._mapping)
        rows = declared.pop((row["entry_id"], row["sha256"]), [])
        if row not in rows:
            yield _unlike(row, rows)
    for entry_id, sha256 in declared:
        yield Fault(Code.ORPHAN, "foto declarada sem registro", f"foto {sha256} de {entry_id}")


def _unlike(row: Row, declared: list[Row]) -> Fault:
    subject = f"foto {row['sha256']} de {row['entry_id']}"
    if not declared:
        return Fault(Code.ORPHAN, "foto que nenhum documento declara", subject)
    right = declared[0]
    name = next(column for column in row if row[column] != right[column])
    what = "foto difere do que o documento declara"
    return Fault(Code.ORPHAN, what, subject, "", 0, name, f"{right[name]}", f"{row[name]}")


def _declared(scope: Scope) -> dict[tuple[str, str], list[Row]]:
    """(entry, hash) → the rows it may have: an id may stand in quarantine and be stored later."""
    found: dict[tuple[str, str], list[Row]] = {}
    for entry_id, record in _records(scope):
        kind = record.kind if isinstance(record, Quarantined) else _KINDS[type(record)]
        seen: set[str] = set()
        for position, photo in enumerate(photos_of(record.account_id, kind, record.payload)):
            row = {
                "municipality_id": record.municipality_id,
                "entry_id": entry_id,
                "sha256": photo.sha256,
                "size": photo.size,
                "position": position,
                "caption": photo.caption,
                "taken_at": instant_text(photo.taken_at),
                "declared_by": record.account_id,
                "declared_at": instant_text(record.received_at),
            }
            if photo.sha256 not in seen:
                found.setdefault((entry_id, photo.sha256), []).append(row)
            seen.add(photo.sha256)
    return found


def _records(scope: Scope) -> Iterator[tuple[str, Record]]:
    kept = select(Quarantined).where(Quarantined.municipality_id == scope.municipality_id)
    for copy in scope.session.scalars(kept.execution_options(yield_per=200)):
        yield copy.entry_id, copy
    yield from _stored(scope, Notice)
    yield from _stored(scope, Inspection)


def _stored(scope: Scope, model: type[Document]) -> Iterator[tuple[str, Document]]:
    query = select(model).where(
        model.municipality_id == scope.municipality_id, model.payload.contains('"photos":[{')
    )
    for record in scope.session.scalars(query.execution_options(yield_per=200)):
        yield record.id, record
