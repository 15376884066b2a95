"""A city's evidence as one JSON-lines file, for an auditor with the second verifier.

First line: what this is. Then one line per row: `{"table", "row"}`, an event with its body
beside it. Parts above the ledger register their tables and further lines at start.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date, datetime
from typing import Any, Final

from sqlalchemy import Table, and_, select
from sqlalchemy.orm import Session

from app.kernel.canonical import instant_text
from app.ledger.models import LedgerAnchor, LedgerBody, LedgerEvent, LedgerHead
from app.ledger.places import Place

FORMAT: Final = "confere-export/1"
Lines = Callable[[Session, str], Iterable[Mapping[str, Any]]]

_lines: dict[str, Lines] = {}
_SAME_PLACE = and_(
    LedgerBody.municipality_id == LedgerEvent.municipality_id,
    LedgerBody.chain == LedgerEvent.chain,
    LedgerBody.seq == LedgerEvent.seq,
)


def register_table(model: Any) -> None:
    """Export every column of every row of a table with a `municipality_id`."""
    table: Table = model.__table__
    _lines[table.name] = lambda session, city: table_lines(session, city, table)


def register_lines(name: str, lines: Lines) -> None:
    """Export further lines, each with its own `table`."""
    _lines[name] = lines


def export_lines(session: Session, place: Place, now: datetime) -> Iterator[str]:
    """Every line of the export, without line ends, read in pieces."""
    city = {"id": place.id, "slug": place.slug, "name": place.name, "uf": place.uf}
    head = {"format": FORMAT, "municipality": city, "made_at": instant_text(now)}
    yield _text(head)
    yield from map(_text, _event_lines(session, place.id))
    yield from map(_text, _lone_body_lines(session, place.id))
    for own in (LedgerHead, LedgerAnchor):
        yield from map(_text, table_lines(session, place.id, own.__table__))
    for lines in _lines.values():
        yield from map(_text, lines(session, place.id))


def table_lines(session: Session, municipality_id: str, table: Any) -> Iterator[dict[str, Any]]:
    """The rows of a city in the order of their key."""
    query = (
        select(table)
        .where(table.c.municipality_id == municipality_id)
        .order_by(*table.primary_key.columns)
        .execution_options(yield_per=1000)
    )
    for row in session.connection().execute(query):
        yield {"table": table.name, "row": plain(row._mapping)}


def plain(columns: Mapping[Any, Any]) -> dict[str, Any]:
    """Columns as JSON values: instants with milliseconds, days as ISO, bytes as hex."""
    return {str(name): _plain(value) for name, value in columns.items()}


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return instant_text(value)
    if isinstance(value, date):
        return value.isoformat()
    return bytes(value).hex() if isinstance(value, (bytes, memoryview)) else value


def _event_lines(session: Session, municipality_id: str) -> Iterator[dict[str, Any]]:
    query = (
        select(LedgerEvent.__table__, LedgerBody.salt, LedgerBody.body)
        .outerjoin(LedgerBody.__table__, _SAME_PLACE)
        .where(LedgerEvent.municipality_id == municipality_id)
        .order_by(LedgerEvent.chain, LedgerEvent.seq)
        .execution_options(yield_per=2000)
    )
    for row in session.connection().execute(query):
        columns = plain(row._mapping)
        salt, body = columns.pop("salt"), columns.pop("body")
        held = None if salt is None else {"salt": salt, "body": body}
        yield {"table": "ledger_event", "row": columns, "body": held}


def _lone_body_lines(session: Session, municipality_id: str) -> Iterator[dict[str, Any]]:
    query = (
        select(LedgerBody.__table__)
        .outerjoin(LedgerEvent.__table__, _SAME_PLACE)
        .where(LedgerBody.municipality_id == municipality_id, LedgerEvent.seq.is_(None))
    )
    for row in session.connection().execute(query):
        yield {"table": "ledger_body", "row": plain(row._mapping)}


def _text(line: Mapping[str, Any]) -> str:
    return json.dumps(line, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
