"""Durable notices per second: one writer, one transaction each, beside the disk's own syncs.

A notice is taken as it arrives: hash and signature checked, the law asked, row, number, event,
declared photos and receipt stored in one transaction, on a database that keeps its promises.
"""

import os
import statistics
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine, text

from app import create_app
from app.accounts.queries import city
from app.persistence.base import db
from app.regulation.ruleset import Ruleset
from app.sync.service import Entry, deliver
from app.web.rulesets import load_installed
from tests.bench.table import Row
from tests.support import cast
from tests.support.cast import Cast
from tests.support.database import build_schema
from tests.support.notices_server import NoticePhone
from tests.support.postgres import running_postgres
from tests.support.settings import test_settings

GOAL = "≥ 0.25"
ROUNDS = 5  # disk and notices in turns, so that both meet the same machine


def rows(folder: Path, quick: bool) -> Iterator[Row]:
    """SQLite and PostgreSQL, each beside a bare write and sync in the same folder."""
    count = 40 if quick else 180  # as many as one phone may hold
    place = folder / "notices"
    place.mkdir()
    yield from _measured("SQLite", f"sqlite:///{place / 'notices.db'}", place, count)
    with running_postgres(durable=True) as server:
        engine = create_engine(server.url("postgres"), isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.execute(text("CREATE DATABASE bench"))
        engine.dispose()
        yield from _measured("PostgreSQL", server.url("bench"), place, count)


def _measured(name: str, url: str, place: Path, count: int) -> Iterator[Row]:
    app = create_app(test_settings(url, place))
    with app.app_context():
        build_schema(app)
        home = cast.planura(app)
        law = load_installed()["planura-2025"]
        rounds = [_written(home, law, count) for _ in range(ROUNDS)]
        speeds = [(_syncs(place), _notices(home, law, entries)) for entries in rounds]
        db.session.remove()
        db.engine.dispose()
    syncs, notices = (statistics.median(values) for values in zip(*speeds, strict=True))
    yield Row(f"the disk's syncs, {name}, /s", f"{syncs:.0f}")
    yield Row(f"durable notices, {name}, /s", f"{notices:.0f}", f"{notices / syncs:.2f}", GOAL)


def _written(home: Cast, law: Ruleset, count: int) -> list[dict[str, Any]]:
    """Notices of one phone, signed and numbered before the clock starts."""
    phone = NoticePhone(home.actor("ana"), law)
    entries = []
    for n in range(count):
        if n % 10 == 0:
            phone.meet(datetime.now(UTC))
        entries.append(phone.write("notice", datetime.now(UTC)))
    return entries


def _notices(home: Cast, law: Ruleset, entries: list[dict[str, Any]]) -> float:
    actor, place = home.actor("ana"), city(home.city)
    begun = time.perf_counter()
    for sent in entries:
        deliver(actor, Entry.from_json(sent), place, law, now=datetime.now(UTC))
    return len(entries) / (time.perf_counter() - begun)


def _syncs(place: Path, seconds: float = 1.0) -> float:
    handle = os.open(place / "syncs", os.O_CREAT | os.O_RDWR)
    block, count, begun = b"x" * 4096, 0, time.perf_counter()
    while time.perf_counter() - begun < seconds:
        os.pwrite(handle, block, count % 100 * 4096)
        os.fdatasync(handle)
        count += 1
    os.close(handle)
    return count / (time.perf_counter() - begun)
