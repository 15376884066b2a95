"""Verifying a long chain: events a second, by the command's own walk and by the auditor's file."""

import hashlib
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from app import create_app
from app.accounts.models import Municipality
from app.ledger.domain import commit_body, link_hash, link_mac
from app.ledger.export import export_lines
from app.ledger.models import LedgerBody, LedgerEvent, LedgerHead
from app.ledger.places import places
from app.ledger.verify import verify
from app.persistence.base import db
from app.persistence.transaction import transaction
from tests.bench.table import Row
from tests.support.database import build_schema
from tests.support.settings import test_settings

EVENTS = 100_000
CITY = "c" * 32
START = datetime(2026, 11, 30, 13, 0, tzinfo=UTC)
AUDITOR = Path(__file__).resolve().parents[2] / "docs" / "auditor" / "verificar.py"


def rows(folder: Path, quick: bool) -> Iterator[Row]:
    """A chain of typical events on SQLite, walked once by each verifier."""
    count = 5_000 if quick else EVENTS
    place = folder / f"ledger-{count}"
    place.mkdir()
    app = create_app(test_settings(f"sqlite:///{place / 'bench.db'}", place))
    build_schema(app)
    with app.app_context():
        key = app.config["LEDGER_KEY"]
        fill(count, key)
        started = time.perf_counter()
        faults = list(verify(db.session(), CITY, key))
        seconds = time.perf_counter() - started
        if faults:
            raise RuntimeError(f"the bench's chain does not hold: {faults[:3]}")
        yield _row("ledger verify", count, seconds)
        file = place / "export.jsonl"
        with file.open("w", encoding="utf-8") as out:
            out.writelines(
                f"{line}\n" for line in export_lines(db.session(), places(db.session())[0], START)
            )
    started = time.perf_counter()
    subprocess.run([sys.executable, AUDITOR, file], check=True, capture_output=True)
    yield _row("second verifier", count, time.perf_counter() - started)


def _row(what: str, count: int, seconds: float) -> Row:
    million = 1_000_000 / count * seconds
    value = f"{count / seconds:,.0f}"
    return Row(f"{what}, events a second", value, f"1 M in {million:.0f} s", "1 M in minutes")


def fill(count: int, key: bytes) -> None:
    """A city with one chain of `count` links, written in bulk."""
    previous = "0" * 64
    events: list[dict[str, Any]] = []
    bodies: list[dict[str, Any]] = []
    for seq in range(1, count + 1):
        salt, text = hashlib.sha256(b"%d" % seq).digest(), f'{{"n":{seq},"plate":"ABC1D23"}}'
        columns = _columns(seq, previous, commit_body(salt, text))
        previous = link_hash(columns)
        events.append({**columns, "hash": previous, "mac": link_mac(key, previous)})
        place = {"municipality_id": CITY, "chain": "main", "seq": seq}
        bodies.append({**place, "salt": salt, "body": text})
    city = Municipality(
        id=CITY, slug="x", name="X", uf="MG", ibge="1", time_zone="America/Sao_Paulo", ruleset="x"
    )
    with transaction() as session:
        session.add(city)
        session.add(LedgerHead(municipality_id=CITY, chain="main", seq=count, hash=previous))
        session.execute(LedgerEvent.__table__.insert(), events)
        session.execute(LedgerBody.__table__.insert(), bodies)


def _columns(seq: int, previous: str, commit: str) -> dict[str, Any]:
    return {
        "municipality_id": CITY,
        "chain": "main",
        "seq": seq,
        "prev_hash": previous,
        "kind": "stop.recorded",
        "entity": "stop",
        "entity_id": f"{seq:032x}",
        "person_id": "a" * 32,
        "account_id": "b" * 32,
        "device_id": "d" * 32,
        "occurred_at": START + timedelta(seconds=seq),
        "recorded_at": START + timedelta(seconds=seq + 1),
        "body_commit": commit,
    }
