"""Who sees a notice's photos, what the office is told of them, and originals as restricted evidence."""

import io

import pytest
from bs4 import BeautifulSoup
from flask import Flask
from PIL import Image
from sqlalchemy import literal, select

from app.evidence.models import Attachment
from app.evidence.names import original_name
from app.evidence.queries_attachments import (
    State,
    attachments_of,
    damaged,
    incomplete_among,
    is_incomplete,
)
from app.evidence.store import store
from app.kernel.errors import NotFound
from app.kernel.ids import new_id
from app.ledger.models import LedgerEvent
from app.persistence.base import db
from tests.evidence.declared import address, declare, put, send, sha
from tests.evidence.pictures import heic, lying, street, turned_with_place
from tests.support import cast
from tests.support.cast import Cast
from tests.support.client import PageClient
from tests.support.field import Phone


def shown(app: Flask, login: str, entry: str, content: bytes, size: str = "m") -> tuple[int, bytes]:
    """Status and body for that person."""
    phone = Phone(app)
    form = {"login": login, "password": cast.PASSWORD, "csrf_token": phone.pages.csrf_token()}
    phone.send("POST", "/entrar", data=form)
    answer = phone.get(f"/evidencia/anexo/{entry}/{sha(content)}?tamanho={size}")
    return answer.status_code, answer.get_data()


def opened_originals() -> list[str]:
    query = select(LedgerEvent).where(LedgerEvent.kind == "photo.original_read")
    return [f"{event.chain} {event.entity_id}" for event in db.session.scalars(query)]


def test_each_photo_says_how_far_it_is(ana: Phone, planura: Cast) -> None:
    done, half, never, odd = street(1), street(2), street(3), heic()
    entry = declare(planura, done, half, never, odd)
    send(ana, entry, done)
    send(ana, entry, odd)
    put(ana, address(entry, half), 0, half[: len(half) // 2 + 1])
    rows = attachments_of(planura.actor("celia"), entry)
    assert [(row.state, row.percent) for row in rows] == [
        (State.RECEIVED, 100),
        (State.ARRIVING, 50),
        (State.EXPECTED, 0),
        (State.UNREADABLE, 100),
    ]
    assert rows[1].words == "Chegando: 50 %."
    assert rows[3].words.startswith("Não pode ser mostrada: está em HEIC")


def test_rows_stand_in_the_order_of_the_record(ana: Phone, planura: Cast) -> None:
    photos = [street(n) for n in range(5)]
    entry = declare(planura, *photos)
    rows = attachments_of(planura.actor("ana"), entry)
    assert [row.caption for row in rows] == [f"Foto {n}" for n in range(1, 6)]


def test_the_second_of_three_missing_is_incomplete(ana: Phone, planura: Cast) -> None:
    photos = [street(n) for n in range(3)]
    short, whole, none = declare(planura, *photos), declare(planura, photos[0]), declare(planura)
    for entry, content in ((short, photos[0]), (short, photos[2]), (whole, photos[0])):
        send(ana, entry, content)
    clerk = planura.actor("bruno")
    assert incomplete_among(clerk, [short, whole, none]) == {short}
    send(ana, short, photos[1])
    db.session.rollback()  # the next request
    assert incomplete_among(clerk, [short, whole, none]) == frozenset()


def test_a_list_can_be_narrowed_to_the_incomplete(ana: Phone, planura: Cast) -> None:
    content = street()
    short, whole = declare(planura, content), declare(planura, content)
    send(ana, whole, content)
    for entry, wanted in ((short, True), (whole, False)):
        told = is_incomplete(literal(planura.city), literal(entry))
        assert bool(db.session.scalar(select(told))) is wanted


def test_a_photo_that_cannot_be_shown_does_not_keep_it_incomplete(
    ana: Phone, planura: Cast
) -> None:
    entry = declare(planura, heic())
    send(ana, entry, heic())
    assert incomplete_among(planura.actor("celia"), [entry]) == frozenset()


def test_another_city_knows_nothing_of_it(app: Flask, planura: Cast) -> None:
    entry = declare(planura, street())
    stranger = cast.patrocinio(app).actor("celia-pat")
    assert attachments_of(stranger, entry) == ()
    assert incomplete_among(stranger, [entry]) == frozenset()


@pytest.mark.parametrize("login", ["davi", "elisa", "hugo"])
def test_others_may_not_ask(planura: Cast, login: str) -> None:
    entry = declare(planura, street())
    with pytest.raises(NotFound):
        attachments_of(planura.actor(login), entry)


@pytest.mark.parametrize("login", ["ana", "bruno", "celia", "fabio", "gilda"])
def test_author_and_office_see_the_picture(
    app: Flask, ana: Phone, planura: Cast, login: str
) -> None:
    content = lying(6)
    entry = declare(planura, content)
    send(ana, entry, content)
    sizes = []
    for size in ("m", "p"):
        status, body = shown(app, login, entry, content, size)
        sizes.append((status, Image.open(io.BytesIO(body)).size))
    assert sizes == [(200, (400, 200)), (200, (320, 160))]


@pytest.mark.parametrize("login", ["davi", "elisa", "hugo", "celia-pat", "ana-pat"])
@pytest.mark.parametrize("size", ["m", "p", "original"])
def test_strangers_get_the_answer_of_nothing(
    app: Flask, ana: Phone, planura: Cast, login: str, size: str
) -> None:
    content = street()
    entry = declare(planura, content)
    send(ana, entry, content)
    cast.patrocinio(app)
    (status, body), (nothing, page) = (
        shown(app, login, asked, content, size) for asked in (entry, new_id())
    )
    # The pages differ in the token of the form that signs out.
    told = [BeautifulSoup(text, "html.parser").get_text() for text in (body, page)]
    assert (status, nothing) == (404, 404) and told[0] == told[1]
    assert opened_originals() == []


def test_nothing_is_shown_before_it_is_whole(app: Flask, ana: Phone, planura: Cast) -> None:
    content = street()
    entry = declare(planura, content)
    put(ana, address(entry, content), 0, content[:-1])
    statuses = {shown(app, "celia", entry, content, size)[0] for size in ("m", "p", "original")}
    assert statuses == {404}


def test_nothing_served_carries_metadata(app: Flask, ana: Phone, planura: Cast) -> None:
    content = turned_with_place()
    entry = declare(planura, content)
    send(ana, entry, content)
    for size in ("m", "p"):
        _, body = shown(app, "gilda", entry, content, size)
        assert not Image.open(io.BytesIO(body)).getexif() and b"<script>" not in body


def test_the_original_is_the_very_bytes_and_an_event(app: Flask, ana: Phone, planura: Cast) -> None:
    content = turned_with_place()
    entry = declare(planura, content)
    send(ana, entry, content)
    for _ in range(2):
        assert shown(app, "celia", entry, content, "original") == (200, content)
    assert opened_originals() == [f"access {sha(content)}"] * 2


@pytest.mark.parametrize("login", ["ana", "bruno", "fabio", "gilda"])
def test_the_original_is_restricted(app: Flask, ana: Phone, planura: Cast, login: str) -> None:
    content = street()
    entry = declare(planura, content)
    send(ana, entry, content)
    assert shown(app, login, entry, content, "original")[0] == 403
    assert opened_originals() == []


def test_the_original_of_what_cannot_be_shown_is_there(
    app: Flask, ana: Phone, planura: Cast
) -> None:
    entry = declare(planura, heic())
    send(ana, entry, heic())
    assert shown(app, "celia", entry, heic(), "m")[0] == 404
    assert shown(app, "celia", entry, heic(), "original") == (200, heic())


@pytest.mark.parametrize(
    ("size", "type", "disposition"),
    [("m", "image/jpeg", "inline"), ("original", "application/octet-stream", "attachment")],
)
def test_the_browser_gets_nothing_to_interpret(
    ana: Phone, planura: Cast, client: PageClient, size: str, type: str, disposition: str
) -> None:
    content = street()
    entry = declare(planura, content)
    send(ana, entry, content)
    client.sign_in("celia")
    path = f"/evidencia/anexo/{entry}/{sha(content)}?tamanho={size}"
    headers = client.http.get(path, base_url=client.base).headers
    assert headers["Content-Type"] == type and "sandbox" in headers["Content-Security-Policy"]
    assert headers["Content-Disposition"].startswith(disposition)
    assert (headers["X-Content-Type-Options"], headers["Cache-Control"]) == ("nosniff", "no-store")


def test_an_altered_original_is_not_handed_out(app: Flask, ana: Phone, planura: Cast) -> None:
    content = street()
    entry = declare(planura, content)
    send(ana, entry, content)
    store().put(original_name(planura.city, sha(content)), content[:-1] + b"\0")
    assert shown(app, "celia", entry, content, "original")[0] == 409


def test_every_altered_or_missing_original_is_found(ana: Phone, planura: Cast) -> None:
    photos = [street(n, (64, 48)) for n in range(4)]
    entry = declare(planura, *photos)
    for content in photos:
        send(ana, entry, content)
    assert list(damaged(db.session(), planura.city)) == []
    flipped = bytearray(photos[1])
    flipped[len(flipped) // 2] ^= 1
    store().put(original_name(planura.city, sha(photos[1])), bytes(flipped))
    store().remove(original_name(planura.city, sha(photos[3])))
    found = {(digest, what.split()[0]) for _, digest, what in damaged(db.session(), planura.city)}
    assert found == {(sha(photos[1]), "arquivo"), (sha(photos[3]), "falta")}


def test_what_was_declared_stays(planura: Cast) -> None:
    declare(planura, street())
    row = db.session.scalars(select(Attachment)).one()
    row.caption = "outra"
    with pytest.raises(Exception, match="imutável"):
        db.session.flush()
