"""Anchors: one a day, signed, published, and stronger than the chain they were taken from."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from click.testing import Result
from flask import Flask
from sqlalchemy import text

from app.accounts.domain import system_actor
from app.accounts.queries import city as city_of
from app.ledger.anchors import Anchor, read_anchor
from app.ledger.models import LedgerAnchor, LedgerEvent
from app.ledger.places import places
from app.ledger.service import append
from app.ledger.service_anchors import take_anchor
from app.permits.keys import ensure_keys
from app.persistence.base import db
from app.persistence.transaction import transaction
from tests.ledger.rechain import rechain
from tests.ledger.tampering import run_raw, unprotected
from tests.support import cast
from tests.support.client import PageClient

DAY = timedelta(days=1)


@pytest.fixture
def city(app: Flask) -> str:
    """Planura with ten events."""
    ana = cast.planura(app).actor("ana")
    with transaction() as session:
        for n in range(10):
            append(session, ana, "test.event", ("thing", str(n)), {"n": n}, now=cast.NOW)
    return ana.municipality_id


@pytest.fixture
def kept(app: Flask, city: str, tmp_path: Path) -> Path:
    """The folder of a stranger who holds the anchor of today."""
    folder = tmp_path / "outside"
    take(folder)
    return folder


def take(folder: Path, days: int = 0) -> Anchor:
    db.session.rollback()
    return take_anchor(places(db.session(), "planura")[0], folder, now=cast.NOW + days * DAY)


def verify(app: Flask, folder: Path | None = None, *words: str) -> Result:
    db.session.rollback()
    outside = ["--anchors", str(folder)] if folder else []
    return app.test_cli_runner().invoke(args=["ledger", "verify", *outside, *words])


@contextmanager
def chain_changed(app: Flask, city: str, statement: str, *, key: bool) -> Iterator[None]:
    """A change followed by a new calculation of everything after it, with or without the key."""
    with unprotected():
        run_raw(statement)
        rechain(city, app.config["LEDGER_KEY"] if key else b"guessed" * 4)
    yield


def test_an_anchor_names_the_last_event(app: Flask, city: str, tmp_path: Path) -> None:
    last = db.session.query(LedgerEvent).filter_by(chain="main").order_by(LedgerEvent.seq.desc())
    seq, digest = last[0].seq, last[0].hash
    anchor = take(tmp_path)
    assert (anchor.main.seq, anchor.main.hash) == (seq, digest)


def test_a_day_has_one_anchor(city: str, tmp_path: Path) -> None:
    first = take(tmp_path)
    assert take(tmp_path / "again").text == first.text
    assert db.session.query(LedgerAnchor).count() == 1


def test_the_file_is_the_row(city: str, tmp_path: Path) -> None:
    anchor = take(tmp_path)
    stored = db.session.query(LedgerAnchor).one().document
    assert (tmp_path / "planura-2026-11-30.json").read_text() == stored == anchor.text


def test_without_a_key_the_ledger_signs(city: str, tmp_path: Path) -> None:
    assert take(tmp_path).signature["by"] == "hmac"


def test_with_a_key_the_city_signs(app: Flask, city: str, tmp_path: Path) -> None:
    with transaction() as session:
        ensure_keys(session, city_of(city), cast.NOW)
    assert take(tmp_path).signature["by"] == "ed25519"
    assert verify(app, tmp_path).exit_code == 0


def test_a_forged_signature_is_a_wrong_key(app: Flask, city: str, kept: Path) -> None:
    file = next(kept.glob("*.json"))
    anchor = json.loads(file.read_text())
    anchor["signature"]["value"] = "0" * 64
    file.write_text(json.dumps(anchor, sort_keys=True, separators=(",", ":")))
    assert verify(app, kept).exit_code == 7


def test_a_whole_chain_agrees_with_its_anchors(app: Flask, city: str, kept: Path) -> None:
    take(kept, 1)
    done = verify(app, kept)
    assert (done.exit_code, "2 âncoras de fora comparadas" in done.output) == (0, True)


def test_a_truncated_chain_is_shorter_than_its_anchor(app: Flask, city: str, kept: Path) -> None:
    with unprotected():
        run_raw(
            "DELETE FROM ledger_anchor",
            "DELETE FROM ledger_event WHERE chain='main' AND seq > 12",
            "DELETE FROM ledger_body WHERE chain='main' AND seq > 12",
        )
        rechain(city, app.config["LEDGER_KEY"])
    assert verify(app).exit_code == 0  # nothing inside shows it
    done = verify(app, kept)
    assert (done.exit_code, "a cadeia não chega ao evento" in done.output) == (3, True)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE ledger_event SET entity_id='x' WHERE chain='main' AND seq=5",
        "DELETE FROM ledger_event WHERE chain='main' AND seq=5",
        "DELETE FROM ledger_event WHERE chain='main' AND seq=1",
    ],
)
def test_a_chain_made_anew_with_the_key_differs_from_its_anchor(
    app: Flask, city: str, kept: Path, statement: str
) -> None:
    with chain_changed(app, city, statement, key=True):
        done = verify(app, kept)
    assert (done.exit_code, "diferente da âncora" in done.output) == (3, True)


def test_a_chain_made_anew_without_the_key_has_wrong_codes(app: Flask, city: str) -> None:
    statement = "UPDATE ledger_event SET entity_id='x' WHERE chain='main' AND seq=5"
    with chain_changed(app, city, statement, key=False):
        assert verify(app).exit_code == 7


def test_what_came_after_the_last_anchor_is_its_window(app: Flask, city: str, kept: Path) -> None:
    with transaction() as session:
        late = append(session, system_actor(city), "test.event", ("thing", "x"), {}, now=cast.NOW)
        seq = late.seq
    statement = f"UPDATE ledger_event SET entity_id='z' WHERE chain='main' AND seq={seq}"
    with chain_changed(app, city, statement, key=True):
        assert verify(app, kept).exit_code == 0
    take(kept, 1)
    with chain_changed(app, city, statement.replace("'z'", "'y'"), key=True):
        assert verify(app, kept).exit_code == 3


def test_an_anchor_row_without_its_event_is_an_orphan(app: Flask, city: str, kept: Path) -> None:
    copy = "INSERT INTO ledger_anchor SELECT municipality_id, '2026-11-29', document FROM ledger_anchor"
    if db.engine.dialect.name != "sqlite":
        copy = copy.replace("'2026-11-29'", "date '2026-11-29'")
    run_raw(copy)
    assert verify(app).exit_code == 4


@pytest.mark.parametrize(("change", "code"), [("DELETE FROM ledger_anchor", 4), ("", 3)])
def test_a_kept_anchor_that_went_or_changed_is_found(
    app: Flask, city: str, kept: Path, change: str, code: int
) -> None:
    with unprotected():
        run_raw(change or "UPDATE ledger_anchor SET document=replace(document, 'main', 'mean')")
    assert verify(app).exit_code == code


def test_an_unreadable_file_is_told(app: Flask, city: str, kept: Path) -> None:
    (kept / "zz.json").write_text("{}")
    done = verify(app, kept)
    assert (done.exit_code, "âncora ilegível" in done.output) == (3, True)


def test_a_document_that_is_not_canonical_is_no_anchor(city: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError):
        read_anchor(take(tmp_path).text + " ")


@pytest.mark.parametrize(
    "words", [["--nothing"], ["--city", "atlantis"], ["--anchors", "no/where"]]
)
def test_a_wrong_word_is_not_a_broken_link(app: Flask, city: str, words: list[str]) -> None:
    assert verify(app, None, *words).exit_code == 1


def test_since_follows_only_the_end(app: Flask, city: str) -> None:
    with unprotected():
        run_raw("UPDATE ledger_event SET kind='x' WHERE chain='main' AND seq=3")
    assert verify(app, None, "--since", "5").exit_code == 0
    assert verify(app, None, "--since", "2").exit_code == 2


def test_the_output_names_sequence_field_expected_and_found(app: Flask, city: str) -> None:
    with unprotected():
        run_raw(f"UPDATE ledger_event SET prev_hash='{'f' * 64}' WHERE chain='main' AND seq=3")
    output = verify(app).output
    line = next(x for x in output.splitlines() if "prev_hash" in x)
    assert "main 3" in line and f"encontrado '{'f' * 64}'" in line and "esperado" in line


def test_a_wrong_key_is_told_as_such(app: Flask, city: str) -> None:
    right = app.config["LEDGER_KEY"]
    app.config["LEDGER_KEY"] = b"another-key" * 3
    try:
        assert verify(app).exit_code == 7
    finally:
        app.config["LEDGER_KEY"] = right


def test_anyone_reads_the_heads(app: Flask, client: PageClient, city: str, kept: Path) -> None:
    page = client.get("/ancoras/planura")
    digest = db.session.query(LedgerAnchor).one()
    assert read_anchor(digest.document).main.hash in page.get_text()


def test_the_list_of_cities_names_the_newest(client: PageClient, city: str, kept: Path) -> None:
    assert "30/11/2026" in client.get("/ancoras").get_text()


def test_the_file_of_the_page_is_the_signed_text(
    app: Flask, client: PageClient, city: str, kept: Path
) -> None:
    client.get("/ancoras/planura/2026-11-30.json")
    assert client.response is not None
    assert client.response.get_data(as_text=True) == next(kept.glob("*.json")).read_text()


@pytest.mark.parametrize(
    "path", ["/ancoras/x", "/ancoras/planura/2020-01-01.json", "/ancoras/planura/x.json"]
)
def test_what_is_not_there_is_not_found(client: PageClient, city: str, path: str) -> None:
    assert client.get(path, 404)


def test_the_command_prints_the_file_and_the_text(app: Flask, city: str) -> None:
    db.session.rollback()
    done = app.test_cli_runner().invoke(args=["ledger", "anchor", "--city", "planura"])
    stored = db.session.scalar(text("SELECT document FROM ledger_anchor"))
    assert stored in done.output and "planura-2026-11-30.json" in done.output
