"""Photos of notices from the phone to the store: pieces, resuming, and what is written at the end."""

import io
import json
import os
from datetime import timedelta
from pathlib import Path

import pytest
from flask import Flask
from PIL import Image
from sqlalchemy import select

from app.evidence import attachments, partial
from app.evidence.decoding import Undecodable, Why
from app.evidence.names import original_name, shown_name, thumbnail_name
from app.evidence.store import Folder, store
from app.ledger.models import LedgerBody, LedgerEvent
from app.ledger.verify import verify
from app.persistence.base import db
from tests.evidence.declared import address, declare, files, put, received, send, sha
from tests.evidence.pictures import lying, street
from tests.support.cast import NOW, Cast
from tests.support.field import Phone

DONE = "2026-11-30T13:00:00.000Z"


def test_nothing_has_come_at_first(ana: Phone, planura: Cast) -> None:
    content = street()
    entry = declare(planura, content)
    answer = ana.get(address(entry, content)).get_json()
    assert answer == {"have": 0, "size": len(content), "done": False, "received_at": None}


def test_a_piece_is_counted(ana: Phone, planura: Cast) -> None:
    content = street()
    path = address(declare(planura, content), content)
    said = put(ana, path, 0, content[:1000]).get_json()
    assert said == {"have": 1000, "size": len(content), "done": False, "received_at": None}
    assert ana.get(path).get_json() == said


def test_the_last_piece_is_the_receipt_and_stays_so(ana: Phone, planura: Cast) -> None:
    content = street()
    entry = declare(planura, content)
    last = send(ana, entry, content).get_json()
    assert last == {"have": len(content), "size": len(content), "done": True, "received_at": DONE}
    again = [put(ana, address(entry, content), at, content[at:]) for at in (0, 7, len(content))]
    assert [answer.get_json() for answer in again] == [last] * 3
    assert len(received()) == 1


def test_the_store_holds_the_original_and_two_copies(app: Flask, ana: Phone, planura: Cast) -> None:
    content = lying(6)
    send(ana, declare(planura, content), content)
    city, digest = planura.city, sha(content)
    copies = [store().read(name(city, digest)) for name in (shown_name, thumbnail_name)]
    assert store().read(original_name(city, digest)) == content
    assert [Image.open(io.BytesIO(copy)).size for copy in copies] == [(400, 200), (320, 160)]
    assert len(files(app)) == 3  # the growing file is gone


def test_the_row_describes_the_original(ana: Phone, planura: Cast) -> None:
    content = lying(8)
    send(ana, declare(planura, content), content)
    (row,) = received()
    assert (row.format, row.width, row.height, row.orientation) == ("JPEG", 200, 400, 8)
    assert (row.account_id, row.received_at, row.unreadable) == (planura.accounts["ana"], NOW, "")


def test_the_ledger_knows_the_hash(app: Flask, ana: Phone, planura: Cast) -> None:
    content = street()
    entry = declare(planura, content)
    send(ana, entry, content)
    query = select(LedgerEvent).where(LedgerEvent.kind == "photo.received")
    event = db.session.scalars(query).one()
    body = db.session.get_one(LedgerBody, (planura.city, "main", event.seq))
    assert (event.entity, event.entity_id) == ("photo", sha(content))
    assert json.loads(body.body)["entry"] == entry
    assert list(verify(db.session(), planura.city, app.config["LEDGER_KEY"])) == []


def test_twenty_photos_cut_at_each_twentieth_arrive_whole(
    ana: Phone, planura: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_picture(*_: object) -> None:  # only the bytes matter here; twenty children take long
        raise Undecodable(Why.UNKNOWN)

    monkeypatch.setattr(attachments, "decode", no_picture)
    photos = [street(number, (160, 120)) for number in range(20)]
    entry = declare(planura, *photos)
    for number, content in enumerate(photos):
        cut = len(content) * 5 * (number + 1) // 100 if number < 19 else len(content) - 1
        put(ana, address(entry, content), 0, content[:cut])
        assert send(ana, entry, content, 4096).get_json()["done"]
    stored = [store().read(original_name(planura.city, sha(content))) for content in photos]
    assert stored == photos


def test_a_photo_cut_after_every_twentieth_arrives_whole(ana: Phone, planura: Cast) -> None:
    content = street()
    path, step = address(declare(planura, content), content), len(content) // 20 + 1
    for at in range(0, len(content), step):
        # The answer was lost and the phone sends the piece again before it asks.
        first, lost = (put(ana, path, at, content[at : at + step]) for _ in range(2))
        assert (first.status_code, lost.status_code) in {(200, 409), (200, 200)}
    assert store().read(original_name(planura.city, sha(content))) == content


def test_a_wrong_place_tells_the_right_one(ana: Phone, planura: Cast) -> None:
    content = street()
    path = address(declare(planura, content), content)
    put(ana, path, 0, content[:1000])
    for at in (0, 999, 1001):
        answer = put(ana, path, at, content[at : at + 10])
        assert (answer.status_code, answer.get_json()["have"]) == (409, 1000)


def test_the_second_record_of_a_stop_sends_the_photo_no_more(ana: Phone, planura: Cast) -> None:
    content = street()
    send(ana, declare(planura, content), content)
    path = address(declare(planura, content), content)
    assert ana.get(path).get_json()["have"] == len(content)
    assert put(ana, path, len(content), b"").get_json()["done"]
    assert len(received()) == 2


def test_a_photo_lost_from_the_store_is_asked_for_again(ana: Phone, planura: Cast) -> None:
    content = street()
    send(ana, declare(planura, content), content)
    store().remove(original_name(planura.city, sha(content)))
    entry = declare(planura, content)
    answer = put(ana, address(entry, content), len(content), b"")
    assert (answer.status_code, answer.get_json()["have"]) == (422, 0)
    assert send(ana, entry, content).get_json()["done"]


def test_each_piece_is_on_the_disk_before_the_answer(
    ana: Phone, planura: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[int] = []
    real = os.fsync

    def watch(handle: int) -> None:
        real(handle)
        if Path(f"/proc/self/fd/{handle}").readlink().suffix == ".part":
            synced.append(os.fstat(handle).st_size)

    monkeypatch.setattr(os, "fsync", watch)
    content = street()
    path = address(declare(planura, content), content)
    put(ana, path, 0, content[:1000])
    put(ana, path, 1000, content[1000:1500])
    assert synced == [1000, 1500]


def test_a_full_disk_loses_nothing_and_the_phone_comes_again(
    app: Flask, ana: Phone, planura: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    content = street()
    entry = declare(planura, content)
    with monkeypatch.context() as broken:
        broken.setattr(Folder, "put", full)
        answer = put(ana, address(entry, content), 0, content)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert received() == [] and len(files(app)) == 1
    assert put(ana, address(entry, content), len(content), b"").get_json()["done"]


def test_a_half_written_piece_is_taken_back(
    ana: Phone, planura: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    def half(handle: int, offset: int, piece: bytes) -> None:
        os.pwrite(handle, piece[:10], offset)
        raise OSError(28, "No space left on device")

    content = street()
    path = address(declare(planura, content), content)
    put(ana, path, 0, content[:1000])
    monkeypatch.setattr(partial, "_write_all", half)
    assert put(ana, path, 1000, content[1000:2000]).status_code == 503
    assert ana.get(path).get_json()["have"] == 1000


def test_files_stand_before_the_row_that_names_them(
    app: Flask, ana: Phone, planura: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Crash(Exception):
        pass

    def crash(*_: object, **__: object) -> None:
        raise Crash

    content = street()
    entry = declare(planura, content)
    monkeypatch.setattr(attachments, "append", crash)
    app.config["PROPAGATE_EXCEPTIONS"] = False
    put(ana, address(entry, content), 0, content)
    app.config["PROPAGATE_EXCEPTIONS"] = None
    assert received() == [] and len(files(app)) == 4
    monkeypatch.undo()
    assert send(ana, entry, content).get_json()["done"]


def test_what_got_no_piece_for_a_week_is_swept(app: Flask, ana: Phone, planura: Cast) -> None:
    old, young, new = (street(n) for n in range(3))
    entry = declare(planura, old, young, new)
    for content, age in ((old, 8), (young, 6)):
        put(ana, address(entry, content), 0, content[:100])
        then = (NOW - timedelta(days=age)).timestamp()
        os.utime(partial.Part(planura.city, entry, sha(content)).path, (then, then))
    put(ana, address(entry, new), 0, new[:100])
    assert {name[-69:-5] for name in files(app)} == {sha(young), sha(new)}
    assert ana.get(address(entry, old)).get_json()["have"] == 0
