"""Notices and their photos from the phone to the office: texts first, each photo whole, once."""

import hashlib
import json

import pytest
from playwright.sync_api import expect
from sqlalchemy import select

from app.evidence.models import AttachmentReceived
from app.infractions.models import Notice
from app.persistence.base import db
from tests.browser.conftest import Street
from tests.support import outbox
from tests.support.browser import Fault
from tests.support.phone_notices import CHUNK, freeze, picture, pieces, send

pytestmark = pytest.mark.browser


def notices() -> list[Notice]:
    """What the office has."""
    db.session.rollback()
    return list(db.session.scalars(select(Notice)))


def received() -> dict[str, int]:
    """Photos that the office has whole: hash and size."""
    db.session.rollback()
    return {row.sha256: row.size for row in db.session.scalars(select(AttachmentReceived))}


def check_received(street: Street, *photos: bytes) -> None:
    """Wait until the office has exactly these photos, and the phone none."""
    for _ in range(200):
        if len(received()) >= len(photos) and not outbox.rows(street.page, "attachments"):
            break
        street.page.wait_for_timeout(50)
    assert received() == {hashlib.sha256(photo).hexdigest(): len(photo) for photo in photos}
    assert outbox.rows(street.page, "attachments") == []


def path_of(frozen: dict[str, object], photo: bytes) -> str:
    """Where a photo of that notice goes."""
    return f"/campo/anexo/{frozen['id']}/{hashlib.sha256(photo).hexdigest()}"


def test_texts_go_first_and_every_photo_arrives_once(street: Street) -> None:
    street.offline()
    photos = [picture(seed) for seed in (1, 2)]
    made = [freeze(street, photo) for photo in photos]
    street.offline(False)
    send(street)
    check_received(street, *photos)
    chunks = sum(-(-len(photo) // CHUNK) for photo in photos)
    assert pieces(street) == ["POST"] * 2 + [
        word for photo in photos for word in ["GET", *["PUT"] * -(-len(photo) // CHUNK)]
    ]
    assert {row.sha256 for row in notices()} == {one["sha256"] for one in made}
    assert street.site.requests.count(("PUT", path_of(made[0], photos[0]))) < chunks


def test_a_notice_is_stored_as_the_phone_signed_it(street: Street) -> None:
    made = freeze(street)
    send(street)
    for _ in range(100):
        if notices():
            break
        street.page.wait_for_timeout(50)
    [row] = notices()
    assert (row.id, row.sha256, row.value, row.chain_seq) == (made["id"], made["sha256"], 1, 1)
    assert json.loads(row.payload)["key_id"] == made["record"]["key_id"]


def test_a_photo_cut_in_many_places_is_resumed(street: Street) -> None:
    street.offline()
    photo = picture()
    path = path_of(freeze(street, photo), photo)
    street.site.faults += [
        Fault(path, method="PUT", reply_lost=True, times=1),  # kept, the answer lost
        Fault(path, method="PUT", times=1),  # not kept
        Fault(path, method="GET", times=1),
        Fault(path, method="PUT", status="200 OK", body=b"<html>", kind="text/html", times=1),
    ]
    street.offline(False)
    send(street)
    check_received(street, photo)
    # Two pieces were not kept: each is sent once more, and no other.
    assert pieces(street).count("PUT") == -(-len(photo) // CHUNK) + 2


def test_a_page_closed_in_the_middle_goes_on_where_it_was(street: Street) -> None:
    street.offline()
    photo = picture()
    path = path_of(freeze(street, photo), photo)
    street.site.faults.append(Fault(path, method="PUT", status="200 OK", delay=0.3, times=9))
    street.offline(False)
    send(street)
    while ("PUT", path) not in street.site.requests:
        street.page.wait_for_timeout(20)
    street.page.close()
    street.page = street.page.context.new_page()
    street.site.faults.clear()
    street.open()
    check_received(street, photo)
    assert pieces(street).count("PUT") <= -(-len(photo) // CHUNK) + 1


def test_a_newer_text_goes_before_the_next_piece(street: Street) -> None:
    street.offline()
    photo = picture(side=700)
    path = path_of(freeze(street, photo), photo)
    street.site.faults.append(Fault(path, method="PUT", status="200 OK", delay=0.4))
    street.offline(False)
    send(street)
    while ("PUT", path) not in street.site.requests:
        street.page.wait_for_timeout(20)
    freeze(street)
    while pieces(street).count("POST") < 2:
        street.page.wait_for_timeout(20)
    before = pieces(street).count("PUT")
    street.site.faults.clear()
    check_received(street, photo)
    assert before < pieces(street).count("PUT") and len(notices()) == 2


def test_photos_of_a_refused_notice_go_to_the_office_too(street: Street) -> None:
    street.offline()
    photo = picture(side=200)
    freeze(street, photo, facts="")
    street.offline(False)
    send(street)
    check_received(street, photo)
    [entry] = street.entries()
    assert entry["state"] == "attention" and entry["problem"]["cause"] == "refused"
    assert notices() == []


def test_a_photo_that_the_server_finds_different_is_kept_for_a_person(street: Street) -> None:
    street.offline()
    photo = picture(side=200)
    path = path_of(freeze(street, photo), photo)
    other = Fault(path, method="PUT", status="422 UNPROCESSABLE", body=b'{"have": 0}')
    street.site.faults.append(other)
    street.offline(False)
    send(street)
    street.page.get_by_role("button", name="Ver o que aguarda envio").click()
    row = street.page.locator("[data-entries] [data-entry]")
    expect(row.locator("[data-photos]")).to_contain_text("avise a chefia")
    assert outbox.rows(street.page, "attachments")[0]["restarts"] == 3
    street.site.faults.clear()
    row.get_by_role("button", name="Tentar de novo").click()
    check_received(street, photo)


def test_a_notice_whose_answer_was_lost_is_stored_once(street: Street) -> None:
    street.site.faults.append(Fault("/campo/registro", reply_lost=True, times=1))
    made = freeze(street)
    send(street)
    street.page.wait_for_function(
        "() => document.querySelector('[data-waiting-card]').hidden === false"
    )
    expect(street.page.locator("[data-waiting-card]")).to_be_hidden()
    assert [row.id for row in notices()] == [made["id"]]
    assert street.entries()[0]["receipt"]["received_at"] is not None


@pytest.mark.parametrize("answer", ["400 BAD", "403 NO", "409 X", "413 BIG", "422 X", "500 X"])
def test_each_cause_has_words_of_its_own(street: Street, answer: str) -> None:
    words = {
        "400 BAD": "não entendeu",
        "403 NO": "sua função não permite",
        "409 X": "já há outro com este número",
        "413 BIG": "grande demais",
        "422 X": "falta ou contradiz",
        "500 X": "servidor fora",
    }
    street.site.faults.append(Fault("/campo/registro", status=answer))
    freeze(street)
    send(street)
    expect(street.page.locator("[data-waiting-lines]")).to_contain_text(words[answer])
    assert notices() == [] and street.entries()[0]["state"] in {"ready", "attention"}
