"""A driver's photo from the form to those who may see it."""

import hashlib
import io

import pytest
from flask import Flask
from PIL import Image
from sqlalchemy import select

from app.evidence.models import Evidence
from app.evidence.service import set_driver_photo
from app.evidence.store import photo_path, thumbnail_path
from app.kernel.errors import Conflict, Denied, NotFound
from app.persistence.base import db
from app.registry.models import Driver
from tests.evidence.pictures import heic, photo
from tests.support import cars, cast
from tests.support.client import PageClient

NOW = cast.NOW
ID = "0" * 31 + "e"


def with_photo(app: Flask) -> tuple[cast.Cast, cars.Car, str]:
    people = cast.planura(app)
    car = cars.planura_taxi(people)
    return people, car, set_driver_photo(people.actor("bruno"), car.driver, photo(), now=NOW)


def test_the_hash_of_the_original_is_kept(app: Flask) -> None:
    _, car, id = with_photo(app)
    row = db.session.get_one(Evidence, id)
    assert row.sha256 == hashlib.sha256(photo()).hexdigest()
    assert db.session.get_one(Driver, car.driver).photo_id == id


def test_both_copies_stand_in_the_folder(app: Flask) -> None:
    _, _, id = with_photo(app)
    sizes = [Image.open(p).size for p in (photo_path(id), thumbnail_path(id))]
    assert sizes == [(300, 400), (96, 96)]


def test_sending_twice_is_one_photo(app: Flask) -> None:
    people = cast.planura(app)
    car = cars.planura_taxi(people)
    for _ in range(2):
        set_driver_photo(people.actor("bruno"), car.driver, photo(), now=NOW, id=ID)
    assert len(db.session.scalars(select(Evidence)).all()) == 1


def test_another_photo_under_the_same_id_is_a_conflict(app: Flask) -> None:
    people = cast.planura(app)
    car = cars.planura_taxi(people)
    set_driver_photo(people.actor("bruno"), car.driver, photo(), now=NOW, id=ID)
    with pytest.raises(Conflict):
        set_driver_photo(people.actor("bruno"), car.driver, photo("PNG"), now=NOW, id=ID)


def test_the_secretary_sends_no_photo(app: Flask) -> None:
    people = cast.planura(app)
    car = cars.planura_taxi(people)
    with pytest.raises(Denied):
        set_driver_photo(people.actor("celia"), car.driver, photo(), now=NOW)


def test_a_strangers_driver_gets_no_photo(app: Flask) -> None:
    car = cars.planura_taxi(cast.planura(app))
    stranger = cast.patrocinio(app).actor("bruno-pat")
    with pytest.raises(NotFound):
        set_driver_photo(stranger, car.driver, photo(), now=NOW)


@pytest.mark.parametrize("login", ["bruno", "ana", "davi"])
def test_office_agent_and_the_driver_see_it(app: Flask, client: PageClient, login: str) -> None:
    _, _, id = with_photo(app)
    client.sign_in(login)
    headers = client.http.get(f"/evidencia/{id}", base_url=client.base).headers
    assert headers["Content-Type"] == "image/jpeg"
    assert headers["Content-Disposition"].startswith("inline")
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Cache-Control"] == "no-store"
    assert "sandbox" in headers["Content-Security-Policy"]


@pytest.mark.parametrize("login", ["gilda", "bruno-pat", "davi-pat"])
def test_the_others_find_nothing(app: Flask, client: PageClient, login: str) -> None:
    _, _, id = with_photo(app)
    cast.patrocinio(app)
    client.sign_in(login)
    client.get(f"/evidencia/{id}", status=404)


@pytest.mark.parametrize("path", ["..%2F..%2Fetc%2Fpasswd", "%00", "0" * 32, "x" * 400])
def test_an_address_names_no_file(app: Flask, client: PageClient, path: str) -> None:
    with_photo(app)
    client.sign_in("bruno")
    client.get(f"/evidencia/{path}", status=404)


def test_the_form_stores_the_photo(app: Flask, client: PageClient) -> None:
    people = cast.planura(app)
    car = cars.planura_taxi(people)
    client.sign_in("bruno")
    file = (io.BytesIO(photo()), "../../rosto.png")
    page = client.post(f"/cadastro/motoristas/{car.driver}/foto", {"photo": file})
    assert page.find("img", "face")["alt"] == "Foto de Davi Nunes"


@pytest.mark.parametrize(("content", "word"), [(b"", "0 bytes"), (heic(), "HEIC"), (b"x", "JPEG")])
def test_a_wrong_file_is_answered_in_words(
    app: Flask, client: PageClient, content: bytes, word: str
) -> None:
    car = cars.planura_taxi(cast.planura(app))
    client.sign_in("bruno")
    file = (io.BytesIO(content), "foto.jpg")
    page = client.post(f"/cadastro/motoristas/{car.driver}/foto", {"photo": file}, status=422)
    assert word in page.find("p", "error").get_text()


def test_a_form_without_file_asks_for_one(app: Flask, client: PageClient) -> None:
    car = cars.planura_taxi(cast.planura(app))
    client.sign_in("bruno")
    page = client.post(f"/cadastro/motoristas/{car.driver}/foto", {}, status=422)
    assert "Escolha ou tire a foto." in page.get_text()


def test_a_request_over_eight_megabytes_is_refused(app: Flask, client: PageClient) -> None:
    car = cars.planura_taxi(cast.planura(app))
    client.sign_in("bruno")
    file = (io.BytesIO(b"\xff" * (9 * 1024 * 1024)), "foto.jpg")
    page = client.post(f"/cadastro/motoristas/{car.driver}/foto", {"photo": file}, status=413)
    assert "8 MB" in page.get_text()
