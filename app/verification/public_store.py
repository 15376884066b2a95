"""The public page's own road to the database: a raw read-only connection for each thread.

One prepared SELECT of columns, no ORM and no session; keys and cities are kept for two
seconds, so that a revoked key stops within five.
"""

import sqlite3
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import Engine, event

from app.permits.keys import USES
from app.permits.keyset import Keyset, SealKey

KEYS_KEPT_FOR: Final = 2.0  # seconds
_NEVER: Final = datetime.min.replace(tzinfo=UTC)  # the age of a keyset read from the tables
_CARD: Final = (
    "SELECT state, plate, make_model, colour, modality, operator, permit_number, "
    "COALESCE(CAST(valid_until AS TEXT), ''), COALESCE(CAST(inspection_until AS TEXT), ''), "
    "levels FROM seal_card WHERE municipality_id = ? AND seal_index = ?"
)
_KEYS: Final = (
    "SELECT m.ibge, k.kid, k.public_key, k.use, k.not_before, k.not_after, k.revoked_at "
    "FROM signing_key k JOIN municipality m ON m.id = k.municipality_id"
)
_CITIES: Final = "SELECT ibge, id, name, uf, time_zone, ruleset, host, phone FROM municipality"


class Card(NamedTuple):
    """The columns of one code; dates as `YYYY-MM-DD` or ""."""

    state: str
    plate: str
    make_model: str
    colour: str
    modality: str
    operator: str
    permit_number: str
    valid_until: str
    inspection_until: str
    levels: str


class PublicCity(NamedTuple):
    """What the page needs of a city; `ibge` without check digit."""

    ibge: int
    id: str
    name: str
    uf: str
    time_zone: str
    ruleset: str
    host: str
    phone: str


@dataclass(frozen=True)
class Known:
    """Keys and cities as read at one moment."""

    keyset: Keyset
    cities: Mapping[int, PublicCity]
    hosts: Mapping[str, int]  # of cities with an address of their own


class Store:
    """Reads for the public page, from any thread."""

    def __init__(self, engine: Engine, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._engine = engine
        self._local = threading.local()
        self._open: list[Any] = []
        self._lock = threading.Lock()
        self._known: tuple[float, Known] | None = None
        self.errors = _errors_of(engine)
        event.listen(engine, "engine_disposed", self._close_all)

    def card(self, city_id: str, index: int) -> Card | None:
        """The record of one code, or None when the city never issued it."""
        rows = self._rows(_CARD, (city_id, index))
        return Card._make(rows[0]) if rows else None

    def known(self) -> Known:
        """Keys and cities, at most two seconds old."""
        held, now = self._known, self.clock()
        if held is None or now - held[0] > KEYS_KEPT_FOR:
            held = self._known = (now, self._read())
        return held[1]

    def forget(self) -> None:
        """Read keys and cities anew at the next request."""
        self._known = None

    def _read(self) -> Known:
        keys = tuple(_key(row) for row in self._rows(_KEYS, ()))
        cities = [PublicCity(int(row[0]), *row[1:]) for row in self._rows(_CITIES, ())]
        hosts = {city.host: city.ibge for city in cities if city.host}
        return Known(Keyset(0, _NEVER, keys), {city.ibge: city for city in cities}, hosts)

    def _rows(self, statement: str, values: tuple[Any, ...]) -> list[Any]:
        try:
            return self._ask(statement, values)
        except self.errors:
            self._local.ask = None  # a restarted server or a restored file: once more, anew
            return self._ask(statement, values)

    def _ask(self, statement: str, values: tuple[Any, ...]) -> list[Any]:
        ask = getattr(self._local, "ask", None)
        if ask is None:
            ask = self._local.ask = self._connect()
        found: list[Any] = ask(statement, values)
        return found

    def _connect(self) -> Callable[[str, tuple[Any, ...]], list[Any]]:
        opener = _sqlite if self._engine.dialect.name == "sqlite" else _postgres
        connection, ask = opener(self._engine)
        with self._lock:
            self._open.append(connection)
        return ask

    def _close_all(self, _engine: Engine) -> None:
        # The pool was given up (a fork, a restored database): so are these.
        with self._lock:
            connections, self._open = self._open, []
        self._local = threading.local()
        self._known = None
        for connection in connections:
            connection.close()


Opened = tuple[Any, Callable[[str, tuple[Any, ...]], list[Any]]]


def _sqlite(engine: Engine) -> Opened:
    connection = sqlite3.connect(
        f"file:{engine.url.database}?mode=ro",
        uri=True,
        timeout=2,
        isolation_level=None,
        check_same_thread=False,  # closed by whoever disposes of the engine
    )
    execute = connection.execute
    return connection, lambda statement, values: execute(statement, values).fetchall()


def _postgres(engine: Engine) -> Opened:
    import psycopg

    _, options = engine.dialect.create_connect_args(engine.url)
    options.pop("context", None)
    connection = psycopg.connect(
        **options,
        autocommit=True,
        options="-c default_transaction_read_only=on -c statement_timeout=2000",
    )
    cursor = connection.cursor()

    def ask(statement: str, values: tuple[Any, ...]) -> list[Any]:
        return cursor.execute(statement.replace("?", "%s"), values, prepare=True).fetchall()

    return connection, ask


def _errors_of(engine: Engine) -> tuple[type[Exception], ...]:
    if engine.dialect.name == "sqlite":
        return (sqlite3.Error,)
    import psycopg

    return (psycopg.Error, OSError)


def _key(row: Any) -> SealKey:
    ibge, kid, public_key, use, not_before, not_after, revoked_at = row
    return SealKey(
        municipality=int(ibge),
        kid=kid,
        public_key=bytes(public_key),
        types=USES[use].types,
        not_before=_instant(not_before),
        not_after=_instant(not_after),
        revoked_at=None if revoked_at is None else _instant(revoked_at),
    )


def _instant(value: datetime | str) -> datetime:
    """UTC: SQLite gives text without zone, PostgreSQL an aware value."""
    moment = datetime.fromisoformat(value) if isinstance(value, str) else value
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
