"""Rows taken, put, swapped, copied, forged with the key; photos; an older file restored: all found."""

import hashlib
import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from sqlalchemy import select

from app.evidence.models import AttachmentReceived
from app.infractions.models import Notice
from app.ledger.domain import commit_body
from app.ledger.models import LedgerBody, LedgerEvent
from app.ledger.places import places
from app.ledger.service_anchors import take_anchor
from app.persistence.base import db
from tests.ledger.columns import audit, defenceless, export_to
from tests.ledger.filled import Filled, rewritten
from tests.ledger.rechain import rechain
from tests.ledger.tampering import is_sqlite, run_raw, unprotected
from tests.support.cast import NOW
from tests.support.database import Database, PostgresDatabase, SqliteDatabase
from tests.support.field import deliver_to
from tests.support.notices_server import agent_phone


def verify(filled: Filled, *words: str) -> Result:
    db.session.remove()
    filled.app.config["CLOCK"] = lambda: NOW
    return filled.app.test_cli_runner().invoke(args=["ledger", "verify", *words])


def with_anchors(filled: Filled) -> Result:
    return verify(filled, "--anchors", str(filled.anchors))


def second(filled: Filled, folder: Path) -> int:
    """Exit code of the second verifier with the stranger's anchors and the ledger's key."""
    db.session.remove()
    key = folder / "key"
    key.write_text(filled.key.hex())
    file = export_to(db.session(), folder / "export.jsonl")
    db.session.remove()
    return audit(file, "--ancoras", str(filled.anchors), "--chave", str(key))[0]


def a_notice(filled: Filled) -> Notice:
    """A written one with a number, known to the anchor."""
    query = select(Notice).where(Notice.kind == "notice").order_by(Notice.chain_seq)
    return db.session.scalars(query).first()  # type: ignore[return-value]


def test_an_honest_city_is_whole(filled: Filled, tmp_path: Path) -> None:
    done = with_anchors(filled)
    assert (done.exit_code, second(filled, tmp_path)) == (0, 0), done.output


def test_an_old_hole_is_told_and_under_strict_a_fault(filled: Filled) -> None:
    phone = agent_phone(filled.home)
    phone.take()
    deliver_to(filled.home, phone.write())
    filled.app.config["CLOCK"] = lambda: NOW
    words = ["ledger", "verify", "--days", "-1"]
    told = filled.app.test_cli_runner().invoke(args=words)
    strict = filled.app.test_cli_runner().invoke(args=[*words, "--strict"])
    assert (told.exit_code, "em aberto desde" in told.output) == (0, True)
    assert strict.exit_code == (6 if is_sqlite() else 5)  # PostgreSQL: its role owns the tables


@pytest.mark.parametrize(
    ("statement", "code"),
    [
        ("DELETE FROM notice WHERE id='{id}'", 4),
        ("DELETE FROM number_outcome WHERE notice_id='{id}'", 6),
        ("DELETE FROM ledger_event WHERE entity_id='{id}'", 2),
        ("DELETE FROM ledger_body WHERE seq=9 AND chain='main'", 4),
        ("DELETE FROM attachment_received", 4),
        ("DELETE FROM attachment", 4),
        ("DELETE FROM notice_annotation", 4),
        ("DELETE FROM number_block", 6),
        ("DELETE FROM device_key", 4),
        ("DELETE FROM ledger_head WHERE chain='main'", 2),
    ],
)
def test_rows_taken_away_are_missed(
    filled: Filled, tmp_path: Path, statement: str, code: int
) -> None:
    with defenceless():
        run_raw_unchecked(statement.format(id=a_notice(filled).id))
    found = second(filled, tmp_path)
    assert verify(filled).exit_code == code
    assert found == code or "device_key" in statement


def run_raw_unchecked(*statements: str) -> None:
    """The same without foreign keys."""
    db.session.remove()
    with db.engine.connect() as connection:
        raw = connection.connection.driver_connection
        if is_sqlite():
            raw.execute("PRAGMA foreign_keys=0")
            for statement in statements:
                raw.execute(statement)
        else:
            for statement in statements:
                connection.exec_driver_sql(statement)
            connection.commit()
    db.engine.dispose()


def test_two_events_swapped_are_found(filled: Filled, tmp_path: Path) -> None:
    with unprotected():
        run_raw(
            "UPDATE ledger_event SET seq=-1 WHERE seq=5 AND chain='main'",
            "UPDATE ledger_event SET seq=5 WHERE seq=6 AND chain='main'",
            "UPDATE ledger_event SET seq=6 WHERE seq=-1 AND chain='main'",
        )
    assert (verify(filled).exit_code, second(filled, tmp_path)) == (2, 2)


def test_a_copied_notice_is_a_lone_row(filled: Filled, tmp_path: Path) -> None:
    columns = [c.name for c in Notice.__table__.columns if c.name not in {"id", "value", "key_id"}]
    names = ", ".join(columns)
    with defenceless():
        run_raw(
            f"INSERT INTO notice (id, value, key_id, {names}) SELECT '{'f' * 32}', 999, "
            f"'{'f' * 16}', {names} FROM notice WHERE id='{a_notice(filled).id}'"
        )
    assert (verify(filled).exit_code, second(filled, tmp_path)) == (4, 4)


def forge(filled: Filled) -> None:
    """The owner with the ledger's key: text, hash, column, event and chain all say another plate."""
    notice = a_notice(filled)
    payload = rewritten(notice.payload)
    digest = hashlib.sha256(payload.encode()).hexdigest()
    found = select(LedgerEvent.seq).where(LedgerEvent.entity_id == notice.id)
    seq = db.session.scalar(found.where(LedgerEvent.kind == "notice.received"))
    body = db.session.get_one(LedgerBody, (filled.city, "main", seq))
    told: dict[str, Any] = {**json.loads(body.body), "sha256": digest}
    text = json.dumps(told, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    commit, where = commit_body(bytes(body.salt), text), (filled.city, "main", seq)
    id = notice.id
    with unprotected(), db.engine.begin() as connection:
        change = Notice.__table__.update().where(Notice.id == id)
        connection.execute(change.values(payload=payload, sha256=digest, plate="XYZ9Z99"))
        for model, values in ((LedgerBody, {"body": text}), (LedgerEvent, {"body_commit": commit})):
            table = model.__table__
            key = (table.c.municipality_id, table.c.chain, table.c.seq)
            same = [column == value for column, value in zip(key, where, strict=True)]
            connection.execute(table.update().where(*same).values(**values))
    with unprotected():
        rechain(filled.city, filled.key)


def test_a_forger_with_the_key_meets_the_anchor(filled: Filled, tmp_path: Path) -> None:
    forge(filled)
    assert (with_anchors(filled).exit_code, second(filled, tmp_path)) == (3, 3)


def test_a_forger_with_the_key_has_no_signature_of_the_phone(
    filled: Filled, tmp_path: Path
) -> None:
    forge(filled)
    with unprotected():
        run_raw("DELETE FROM ledger_anchor")
    output = verify(filled).output
    assert "a assinatura do aparelho não confere" in output
    file = export_to(db.session(), tmp_path / "forged.jsonl")
    assert audit(file, script="assinaturas.py")[0] == 7


def test_honest_signatures_hold_without_a_library(filled: Filled, tmp_path: Path) -> None:
    code, output = audit(export_to(db.session(), tmp_path / "x.jsonl"), script="assinaturas.py")
    assert (code, "0 que não conferem" in output) == (0, True), output


def photo_file(filled: Filled) -> Path:
    sha256 = db.session.scalars(select(AttachmentReceived.sha256)).first()
    folder: Path = filled.app.config["SETTINGS"].data_dir
    return folder / "evidence" / "original" / filled.city / str(sha256)


@pytest.mark.parametrize("how", ["flip", "remove"])
def test_a_photo_touched_on_the_disk_is_found(filled: Filled, tmp_path: Path, how: str) -> None:
    file = photo_file(filled)
    content = file.read_bytes()
    if how == "flip":
        file.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    else:
        file.unlink()
    found = (verify(filled).exit_code, second(filled, tmp_path))
    file.write_bytes(content)
    assert found == (4, 4)


def test_an_older_database_does_not_reach_the_anchor(
    database: Database, filled: Filled, tmp_path: Path
) -> None:
    with restored(database, tmp_path):
        deliver_to(filled.home, agent_phone(filled.home).write())
        later = NOW + timedelta(days=1)
        take_anchor(places(db.session(), "planura")[0], filled.anchors, now=later)
    assert (verify(filled).exit_code, with_anchors(filled).exit_code) == (0, 3)
    assert second(filled, tmp_path) == 3


@contextmanager
def restored(database: Database, folder: Path) -> Iterator[None]:
    """What is written inside is lost: the copy made before it comes back."""
    db.session.remove()
    db.engine.dispose()
    if isinstance(database, PostgresDatabase):
        database._admin("CREATE DATABASE older TEMPLATE confere_test")
        yield
        database._dispose()
        database._admin("DROP DATABASE confere_test WITH (FORCE)")
        database._admin("CREATE DATABASE confere_test TEMPLATE older")
        database._admin("DROP DATABASE older")
        return
    assert isinstance(database, SqliteDatabase)
    with closing(sqlite3.connect(database.file)) as live:
        live.execute(f"VACUUM INTO '{folder / 'older.db'}'")
    yield
    db.session.remove()
    db.engine.dispose()
    for suffix in ("-wal", "-shm"):
        Path(f"{database.file}{suffix}").unlink(missing_ok=True)
    shutil.copy(folder / "older.db", database.file)
    with closing(sqlite3.connect(database.file)) as live:
        live.execute("PRAGMA journal_mode=wal")
