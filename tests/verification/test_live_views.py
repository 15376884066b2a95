"""The driver's page over HTTP: a shell without data, his data alone, his phone, and the office."""

import base64
from collections.abc import Callable
from datetime import date

import pytest
import zxingcpp
from flask import Flask
from PIL import Image

from app.permits.models import LiveDevice
from app.permits.service_acts import cassate, suspend
from app.permits.service_pauses import PauseData, pause
from app.permits.service_seals import kill_seal, seal_address
from app.permits.token import SealType, read_digits
from app.persistence.base import db
from app.persistence.transaction import transaction
from app.registry.models import Driver
from app.regulation.facts import Subject
from tests.support import cars, cast
from tests.support.cast import NOW
from tests.support.client import PageClient
from tests.support.permits import law, mayor, permit_for, secretary
from tests.support.phones import Phone, Stage, davi

JSON = {"Accept": "application/json"}


@pytest.fixture
def stage(app: Flask) -> Stage:
    return davi(app)


def data(client: PageClient) -> dict:
    client.get("/permissao/dados", headers=JSON)
    return client.response.get_json()


def own_car(client: PageClient, login: str = "davi") -> dict:
    client.sign_in(login)
    return data(client)["cars"][0]


def ask(client: PageClient, stage: Stage, phone: Phone | None = None, status: int = 200) -> dict:
    body = (phone or stage.phone).asks_json(stage.device, NOW)
    return client.post_json("/permissao/janelas", body, status=status)


def suspended(stage: Stage) -> None:
    act = {"act": "Decreto 13/2026", "reasons": "teste", "process": "PA 1/2026", "days": 15}
    subject = (Subject.AUTHORISATION, stage.permit.id)
    suspend(mayor(stage.city), law(stage.city), subject, starts_on=NOW.date(), now=NOW, **act)


def cassated(stage: Stage) -> None:
    act = {"act": "Decreto 14/2026", "reasons": "teste", "process": "PA 1/2026"}
    subject = (Subject.AUTHORISATION, stage.permit.id)
    cassate(mayor(stage.city), law(stage.city), subject, starts_on=NOW.date(), now=NOW, **act)


def paused(stage: Stage) -> None:
    request = PauseData(stage.car.vehicle, "accident", NOW.date(), 30, "Despacho 3/2026")
    pause(mayor(stage.city), law(stage.city), request, now=NOW)


def killed(stage: Stage) -> None:
    kill_seal(secretary(stage.city), stage.permit.seal.id, "furtado", now=NOW)


def read_symbol(bits: str) -> str:
    """What a scanner reads from the packed modules."""
    flat = "".join(f"{byte:08b}" for byte in base64.b64decode(bits))
    image = Image.new("L", (53, 53), 255)
    for at in range(45 * 45):
        if flat[at] == "1":
            image.putpixel((4 + at % 45, 4 + at // 45), 0)
    return zxingcpp.read_barcode(image.resize((212, 212), Image.Resampling.NEAREST)).text


def test_the_shell_is_the_same_for_everybody(client: PageClient, stage: Stage) -> None:
    client.get("/permissao/")
    stranger = client.response.get_data()
    assert "Set-Cookie" not in client.response.headers
    client.sign_in("davi")
    client.get("/permissao/")
    assert client.response.get_data() == stranger


def test_the_worker_keeps_the_shell_and_its_files(client: PageClient, app: Flask) -> None:
    client.get("/permissao/sw.js")
    text = client.response.get_data(as_text=True)
    assert client.response.mimetype == "text/javascript"
    assert '"/permissao/"' in text and "js/driver/permit.js" in text
    assert "/permissao/dados" not in text


def test_data_ask_for_a_session(client: PageClient, app: Flask) -> None:
    client.get("/permissao/dados", headers=JSON, status=401)
    assert client.response.is_json


def test_a_driver_sees_his_car(client: PageClient, stage: Stage) -> None:
    car = own_car(client)
    assert (car["plate"], car["level"], car["reasons"]) == ("FUM0B05", "green", [])
    assert car["permit"]["number"] == stage.permit.number
    assert car["seal"]["number"] == stage.permit.seal.number


def test_nobody_elses_data_leave(client: PageClient, stage: Stage) -> None:
    cars.planura_app(stage.city)
    client.sign_in("davi")
    text = str(data(client))
    assert "RTA2C34" not in text and "Iara" not in text
    assert cars.DAVI_CPF not in text and "59796888141" not in text


def test_the_static_code_is_the_seal_as_phone_code(client: PageClient, stage: Stage) -> None:
    code = read_digits(own_car(client)["static"]["digits"]).payload
    printed = read_digits(stage.permit.seal.digits).payload
    assert code.type is SealType.PHONE
    assert (code.index, code.plate, code.expiry) == (printed.index, printed.plate, printed.expiry)


def test_symbols_read_as_their_addresses(client: PageClient, stage: Stage) -> None:
    static = own_car(client)["static"]
    windows = ask(client, stage)["windows"]
    for code in (static, *windows):
        assert read_symbol(code["bits"]) == seal_address(code["digits"])


def test_a_suspended_permit_yields_no_code_at_all(client: PageClient, stage: Stage) -> None:
    suspended(stage)
    car = own_car(client)
    assert (car["level"], car["static"], car["live"]["allowed"]) == ("red", None, False)
    assert "suspens" in ask(client, stage, status=422)["message"]


@pytest.mark.parametrize("act", [suspended, cassated, paused, killed])
def test_only_a_permit_in_force_yields_a_code(
    client: PageClient, stage: Stage, act: Callable[[Stage], None]
) -> None:
    act(stage)
    car = own_car(client)
    assert (car["static"], car["live"]["allowed"]) == (None, False)
    ask(client, stage, status=422)
    assert db.session.get_one(LiveDevice, stage.device).last_fetch_at is None


def test_what_is_missing_comes_with_its_day_and_article(client: PageClient, app: Flask) -> None:
    city = cast.planura(app)
    car = cars.planura_taxi(city)
    permit_for(app, city, car)
    with transaction() as session:
        session.get_one(Driver, car.driver).licence_valid_until = date(2026, 11, 29)
    reason = own_car(client)["reasons"][0]
    assert "CNH" in reason["text"] and "29/11/2026" in reason["text"]
    assert reason["level"] == "red" and reason["citation"].startswith("PLA art. 15 III")


def test_other_roles_have_no_permit(client: PageClient, stage: Stage) -> None:
    client.sign_in("ana")
    client.get("/permissao/dados", headers=JSON, status=403)
    assert client.response.get_json()["error"]


def test_a_driver_without_registration_gets_an_empty_page(client: PageClient, app: Flask) -> None:
    cast.planura(app)
    client.sign_in("davi")
    found = data(client)
    assert (found["driver"], found["cars"]) == (None, [])


def test_a_phone_enrols_and_is_shown_as_his(client: PageClient, app: Flask) -> None:
    stage = davi(app, enrolled=False)
    assert own_car(client)["device"] is None
    body = {"vehicle_id": stage.car.vehicle, "public_key": stage.phone.jwk, "label": " Moto  G "}
    enrolled = client.post_json("/permissao/aparelho", body)
    device = data(client)["cars"][0]["device"]
    assert device == {
        "id": enrolled["device_id"],
        "label": "Moto G",
        "mine": True,
        "enrolled_on": "30/11/2026",
    }


def test_a_second_phone_is_told_where_to_go(client: PageClient, stage: Stage) -> None:
    client.sign_in("davi")
    body = {"vehicle_id": stage.car.vehicle, "public_key": Phone().jwk, "label": ""}
    answer = client.post_json("/permissao/aparelho", body, status=409)
    assert "Peça à Secretaria para liberar" in answer["message"]


def test_a_foreign_car_and_no_car_read_alike(client: PageClient, stage: Stage) -> None:
    foreign = cars.planura_app(stage.city).vehicle
    elsewhere = cars.patrocinio_app(cast.patrocinio(client.app)).vehicle
    client.sign_in("davi")
    answers = [
        client.post_json(
            "/permissao/aparelho",
            {"vehicle_id": vehicle, "public_key": Phone().jwk, "label": ""},
            status=404,
        )
        for vehicle in (foreign, elsewhere, "0" * 32)
    ]
    assert answers[0] == answers[1] == answers[2]


def test_windows_come_with_the_servers_clock(client: PageClient, stage: Stage) -> None:
    client.sign_in("davi")
    answer = ask(client, stage)
    assert answer["server_now"] == answer["windows"][0]["start"] == "2026-11-30T13:00:00.000Z"
    assert len(answer["windows"]) == 120


def test_a_wrong_signature_is_refused(client: PageClient, stage: Stage) -> None:
    client.sign_in("davi")
    assert ask(client, stage, Phone(), status=422)["field"] == "signature"


def test_windows_are_rationed(client: PageClient, stage: Stage) -> None:
    client.sign_in("davi")
    ask(client, stage)
    later = stage.phone.asks_json(stage.device, NOW.replace(microsecond=5000))
    client.post_json("/permissao/janelas", later, status=429)
    assert db.session.get_one(LiveDevice, stage.device).last_fetch_at == NOW


@pytest.mark.parametrize("body", [[], "x", None, {}, {"device_id": 7}, {"device_id": "x" * 300}])
@pytest.mark.parametrize("path", ["/permissao/janelas", "/permissao/aparelho"])
def test_a_body_without_sense_is_refused(
    client: PageClient, stage: Stage, path: str, body: object
) -> None:
    client.sign_in("davi")
    answer = client.post_json(
        path, body, status=404 if path.endswith("janelas") and body == {} else 422
    )
    assert answer["message"]


def test_a_write_without_token_is_refused(client: PageClient, stage: Stage) -> None:
    client.sign_in("davi")
    body = stage.phone.asks_json(stage.device, NOW)
    response = client.http.post("/permissao/janelas", json=body, base_url=client.base)
    assert response.status_code == 403
    assert db.session.get_one(LiveDevice, stage.device).last_fetch_at is None


def test_the_office_sees_and_frees_the_phone(client: PageClient, stage: Stage) -> None:
    client.sign_in("celia")
    page = client.get(f"/permissao/aparelho/{stage.car.vehicle}")
    assert "Moto G" in page.get_text() and "Davi Nunes" in page.get_text()
    page = client.post(str(page.select_one("#celular-do-carro form")["action"]))
    assert "Nenhum celular cadastrado" in page.get_text()
    assert db.session.get_one(LiveDevice, stage.device).revoked_at == NOW


def test_the_fragment_answers_the_same_address(client: PageClient, stage: Stage) -> None:
    client.sign_in("celia")
    path = f"/permissao/aparelho/{stage.car.vehicle}"
    fragment = client.get(path, headers={"HX-Request": "true"})
    assert fragment.find("html") is None and fragment.find(id="celular-do-carro")


def test_another_citys_office_finds_no_such_car(client: PageClient, stage: Stage) -> None:
    cast.patrocinio(client.app)
    client.sign_in("celia-pat")
    client.get(f"/permissao/aparelho/{stage.car.vehicle}", status=404)
    client.post(f"/permissao/aparelho/{stage.car.vehicle}/liberar/{stage.device}", status=404)
    assert db.session.get_one(LiveDevice, stage.device).revoked_at is None
