"""Tables whose rows repeat what events say: each column is compared with its event, each way.

A part above describes its table once as a `Mirror`; a row changed, added or taken away behind the
application's back is then found and its column named (threats.md §3.6).
"""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Table, and_, select

from app.ledger.checks import Scope, Told, events_of
from app.ledger.export import plain
from app.ledger.faults import Code, Fault
from app.ledger.models import LedgerEvent

Json = Mapping[str, Any]
Key = tuple[Any, ...]


@dataclass(frozen=True)
class Source:
    """How one kind of event speaks of a row.

    `key(event, body)` gives the primary key in the table's order, None when this event speaks of
    no row; `expected(event, body, row)` the plain value (export.plain) of each column it knows.
    """

    key: Callable[[LedgerEvent, Json], Key | None]
    expected: Callable[[LedgerEvent, Json, Json], Json]


@dataclass(frozen=True)
class Mirror:
    """A table of rows with a `municipality_id`, the events behind it, and the class of its faults."""

    model: Any
    noun: str  # "auto", "bloco": how a fault calls a row
    sources: Mapping[str, Source]  # kind of event → how to read it
    code: Code = Code.ORPHAN

    @property
    def table(self) -> Table:
        """The table behind the model."""
        found: Table = self.model.__table__
        return found

    def check(self, scope: Scope) -> Iterator[Fault]:
        """Events against rows, then rows that no event speaks of."""
        seen: set[Key] = set()
        for told in events_of(scope.session, scope.municipality_id, *self.sources):
            yield from self._event(scope, told, seen)
        yield from self._lone_rows(scope, seen)

    def _event(self, scope: Scope, told: Told, seen: set[Key]) -> Iterator[Fault]:
        event, source = told.event, self.sources[told.event.kind]
        try:
            body = json.loads(told.body or "")
            key = source.key(event, body)
        except (ValueError, KeyError, TypeError, AttributeError):
            yield self._fault(event, event.entity_id, "evento sem corpo que se leia")
            return
        if key is None:
            return
        if key in seen:
            yield self._fault(event, _name(event, key), "segundo evento sobre o mesmo registro")
            return
        seen.add(key)
        try:
            row = self._row(scope, key)
            if row is None:
                yield self._fault(event, _name(event, key), "evento sem registro")
                return
            yield from self._differences(event, key, row, source.expected(event, body, row))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            yield self._fault(event, _name(event, key), f"registro ilegível ({error})")

    def _differences(
        self, event: LedgerEvent, key: Key, row: Json, expected: Json
    ) -> Iterator[Fault]:
        for column, wanted in expected.items():
            if row[column] != wanted:
                what = "coluna difere do que foi registrado"
                found = _shown(row[column])
                yield self._fault(event, _name(event, key), what, column, _shown(wanted), found)

    def _row(self, scope: Scope, key: Key) -> Json | None:
        columns = self.table.primary_key.columns
        query = select(self.table).where(and_(*(c == v for c, v in zip(columns, key, strict=True))))
        row = scope.session.connection().execute(query).one_or_none()
        return None if row is None else plain(row._mapping)

    def _lone_rows(self, scope: Scope, seen: set[Key]) -> Iterator[Fault]:
        query = (
            select(*self.table.primary_key.columns)
            .where(self.table.c.municipality_id == scope.municipality_id)
            .execution_options(yield_per=1000)
        )
        for row in scope.session.connection().execute(query):
            if tuple(row) not in seen:
                yield Fault(
                    self.code, "registro sem evento", f"{self.noun} {_name(scope, tuple(row))}"
                )

    def _fault(
        self,
        event: LedgerEvent,
        name: str,
        what: str,
        field: str = "",
        expected: str = "",
        found: str = "",
    ) -> Fault:
        return Fault(
            self.code,
            what,
            f"{self.noun} {name}",
            event.chain,
            event.seq,
            field,
            expected,
            found,
        )


def _shown(value: Any) -> str:
    """A value for a printed line; a long text by its hash: the line is no place for a document."""
    text = str(value)
    return text if len(text) <= 100 else f"sha256 {hashlib.sha256(text.encode()).hexdigest()}"


def _name(place: LedgerEvent | Scope, key: Key) -> str:
    """A key without its city."""
    return "/".join(str(part) for part in key if part != place.municipality_id)
