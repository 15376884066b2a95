"""What the phone's photos may not do, and photos that no program can show."""

import pytest
from flask import Flask

from app.evidence.names import original_name
from app.evidence.store import Folder, store
from app.kernel.ids import new_id
from tests.evidence.declared import address, declare, files, put, received, send, sha
from tests.evidence.pictures import heic, moving, photo, street
from tests.support import cast
from tests.support.cast import Cast
from tests.support.client import PageClient
from tests.support.field import Phone


def test_a_wrong_photo_begins_again(app: Flask, ana: Phone, planura: Cast) -> None:
    content = street()
    path = address(declare(planura, content), content)
    wrong = content[:-1] + bytes([content[-1] ^ 1])
    answer = put(ana, path, 0, wrong)
    assert (answer.status_code, answer.get_json()["have"]) == (422, 0)
    assert ana.get(path).get_json()["have"] == 0 and received() == []
    assert put(ana, path, 0, content).get_json()["done"]


def test_an_empty_body_is_not_taken_for_a_photo(ana: Phone, planura: Cast) -> None:
    content = street()
    path = address(declare(planura, content), content)
    put(ana, path, 0, content[:500])
    answer = put(ana, path, 500, b"")
    assert (answer.status_code, answer.get_json()["have"]) == (422, 500)


def test_more_than_declared_is_refused(ana: Phone, planura: Cast) -> None:
    content = street()
    path = address(declare(planura, content), content)
    answer = put(ana, path, 0, content + b"x")
    assert (answer.status_code, answer.get_json()["have"]) == (422, 0)
    assert ana.get(path).get_json()["have"] == 0


def test_a_piece_over_256_kb_is_refused(ana: Phone, planura: Cast) -> None:
    content = b"\xff" * 300_000
    path = address(declare(planura, content), content)
    assert put(ana, path, 0, content[: 256 * 1024 + 1]).status_code == 413
    assert put(ana, path, 0, content[: 256 * 1024]).get_json()["have"] == 256 * 1024


@pytest.mark.parametrize("offset", ["", "-1", "1.5", "١", "999999999", "0x1"])
def test_a_strange_place_is_refused(ana: Phone, planura: Cast, offset: str) -> None:
    content = street()
    answer = put(ana, address(declare(planura, content), content), offset, content)
    assert (answer.status_code, answer.get_json()["field"]) == (422, "de")


def test_a_photo_over_8_mb_is_refused_in_words(ana: Phone, planura: Cast) -> None:
    content = street()
    path = address(declare(planura, content, size=8 * 1024 * 1024 + 1), content)
    answer = put(ana, path, 0, content)
    assert answer.status_code == 422 and "8 MB" in answer.get_json()["message"]
    assert ana.get(path).get_json()["have"] == 0


UNSHOWABLE = {
    "HEIC": (heic(), "heic"),
    "0 bytes": (b"", "empty"),
    "cut short": (street()[:-3000], "broken"),
    "48 MP": (photo("JPEG", (8000, 6000), "L"), "large"),
    "moving": (moving("PNG"), "moving"),
    "page": (b"<html><script>alert(1)</script>", "unknown"),
}


@pytest.mark.parametrize("name", UNSHOWABLE)
def test_what_cannot_be_shown_is_kept_all_the_same(ana: Phone, planura: Cast, name: str) -> None:
    content, why = UNSHOWABLE[name]
    entry = declare(planura, content)
    if content:
        send(ana, entry, content, 200_000)
    else:
        put(ana, address(entry, content), 0, b"")
    (row,) = received()
    assert (row.unreadable, row.size, row.width) == (why, len(content), 0)
    assert store().read(original_name(planura.city, sha(content))) == content


def test_a_png_inside_jpg_is_shown(ana: Phone, planura: Cast) -> None:
    content = photo("PNG")
    send(ana, declare(planura, content), content)
    assert [(row.format, row.unreadable) for row in received()] == [("PNG", "")]


def test_strangers_get_the_answer_of_nothing(app: Flask, ana: Phone, planura: Cast) -> None:
    content = street()
    path = address(declare(planura, content), content)
    cast.patrocinio(app)
    missing = put(ana, address(new_id(), content), 0, content)
    for login in ("hugo", "fabio", "celia", "ana-pat"):
        stranger = Phone(app)
        form = {
            "login": login,
            "password": cast.PASSWORD,
            "csrf_token": stranger.pages.csrf_token(),
        }
        stranger.send("POST", "/entrar", data=form)
        stranger.token = stranger.pages.csrf_token()
        for answer in (stranger.get(path), put(stranger, path, 0, content)):
            assert (answer.status_code, answer.get_data()) == (404, missing.get_data()), login
    assert files(app) == set()


def test_a_signed_out_phone_is_asked_to_sign_in(app: Flask, planura: Cast) -> None:
    content = street()
    phone = Phone(app)
    phone.token = phone.get("/campo/ola").get_json()["csrf"]
    answer = put(phone, address(declare(planura, content), content), 0, content)
    assert answer.status_code == 401 and answer.get_json()["csrf"]


def test_a_phone_without_token_is_refused_and_given_one(ana: Phone, planura: Cast) -> None:
    content = street()
    ana.token = ""
    answer = put(ana, address(declare(planura, content), content), 0, content)
    assert answer.status_code == 403 and answer.get_json()["csrf"]


@pytest.mark.parametrize(
    "path",
    [
        "..%2F..%2Fetc%2Fpasswd/" + "0" * 64,
        "0" * 32 + "/..%2F..%2F..%2Fetc%2Fpasswd",
        "0" * 32 + "/%00",
        "CON/C:%5Cx",
        "0" * 32 + "/" + "A" * 64,
        "0" * 32 + "/" + "0" * 300,
        "0" * 32 + "/%E2%80%AE" + "0" * 61,
        "0" * 32 + "/0%0D%0ASet-Cookie:a=b",
    ],
)
def test_an_address_names_no_file(app: Flask, ana: Phone, path: str) -> None:
    client = PageClient(app)
    client.sign_in("celia")
    assert put(ana, f"/campo/anexo/{path}", 0, b"x").status_code == 404
    client.get(f"/evidencia/anexo/{path}", status=404)
    assert files(app) == set()


@pytest.mark.parametrize(
    "name", ["../x", "a/../../x", "/etc/passwd", "a\0b", "a//b", "C:\\x", "a.part", "a\n", ""]
)
def test_the_store_takes_only_its_own_names(app: Flask, name: str) -> None:
    with pytest.raises(ValueError, match="no name of the store"):
        Folder(app.config["SETTINGS"].data_dir).put(name, b"x")
