"""The inspector's phone: the day's list with what the record answers, and one car by plate or code."""

from datetime import date, timedelta
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from app.inspections.booking import Wanted, book, cancel
from app.inspections.booking_domain import Stretch
from app.inspections.guides import GuideData, confirm_guide
from app.inspections.models_checks import InspectionDraw
from app.inspections.places import PlaceData, open_place
from app.ledger.models import LedgerEvent
from app.persistence.base import db
from app.persistence.transaction import transaction
from app.registry.models import Vehicle
from tests.support import cars, cast, permits
from tests.support.cars import Car
from tests.support.cast import NOW, PASSWORD, Cast
from tests.support.field import Phone
from tests.support.visits import second_inspector, stored_visit

MORNING = 8 * 60 + 30  # minutes


@pytest.fixture
def home(app: Flask) -> Cast:
    return cast.planura(app)


@pytest.fixture
def taxi(app: Flask, home: Cast) -> Car:
    car = cars.planura_taxi(home)
    permits.permit_for(app, home, car)
    return car


@pytest.fixture
def hugo(app: Flask, home: Cast) -> Phone:
    return Phone(app, "hugo")


@pytest.fixture
def yard(home: Cast) -> str:
    place = PlaceData("Pátio da Prefeitura", "Rua 1, 20")
    hours = tuple(Stretch(day, 8 * 60, 12 * 60, 30, 2) for day in range(5))
    return open_place(home.actor("celia"), place, hours, now=NOW - timedelta(days=9))


def booked(home: Cast, car: Car, yard: str, occasion: str = "notice", at: int = MORNING) -> str:
    wanted = Wanted(car.vehicle, occasion, yard, NOW.date(), at)
    early = NOW - timedelta(hours=12)
    return book(home.actor("celia"), wanted, ruleset=permits.law(home), now=early)


def day(hugo: Phone) -> dict[str, Any]:
    found: dict[str, Any] = hugo.get("/campo/vistorias").get_json()
    return found


def asked(hugo: Phone, **body: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = hugo.post("/campo/vistoria/dados", body).get_json()["cars"]
    return found


def drawn(home: Cast, visit: str) -> None:
    with transaction() as session:
        if session.get(InspectionDraw, visit) is None:
            row = InspectionDraw(
                inspection_id=visit, municipality_id=home.city, why="random", at=NOW
            )
            session.add(row)


def test_the_day_tells_each_booking_with_its_place(
    home: Cast, taxi: Car, hugo: Phone, yard: str
) -> None:
    id = booked(home, taxi, yard, "change")
    row = day(hugo)["bookings"][0]
    assert {key: row[key] for key in ("booking", "at", "state", "occasion", "place")} == {
        "booking": id,
        "at": "08:30",
        "state": "booked",
        "occasion": "change",
        "place": "Pátio da Prefeitura",
    }
    assert row["car"]["plate"] == "FUM0B05"
    assert row["car"]["occasions"][0] == "change"


def test_a_cancelled_booking_is_not_in_the_day(
    home: Cast, taxi: Car, hugo: Phone, yard: str
) -> None:
    id = booked(home, taxi, yard, "change")
    law = permits.law(home)
    cancel(home.actor("celia"), id, reason="Pedido", ruleset=law, now=NOW - timedelta(hours=11))
    assert day(hugo)["bookings"] == []


def test_a_day_the_phone_has_is_not_sent_again(
    home: Cast, taxi: Car, hugo: Phone, yard: str
) -> None:
    first = hugo.get("/campo/vistorias")
    etag = first.headers["ETag"]
    assert hugo.get("/campo/vistorias", headers={"If-None-Match": etag}).status_code == 304
    booked(home, taxi, yard, "change")
    assert hugo.get("/campo/vistorias", headers={"If-None-Match": etag}).status_code == 200


def test_the_record_answers_what_it_knows(taxi: Car, hugo: Phone) -> None:
    said = asked(hugo, plate="FUM0B05")[0]["answers"]["change"]
    known = ["LT07", "LT09", "LT10", "LT12", "LV02", "LV07", "LV08", "LV09", "LV10"]
    assert sorted(key for key, answer in said.items() if answer["answer"] == "ok") == known
    assert all(answer["from_record"] for answer in said.values())
    assert said["LV10"]["number"] == "2024"
    assert said["LT12"]["text"] == "Ponto 2, Rodoviária"


def test_an_ended_licensing_is_told_as_failing(home: Cast, taxi: Car, hugo: Phone) -> None:
    with transaction() as session:
        session.get_one(Vehicle, taxi.vehicle).licensing_valid_until = date(2026, 11, 29)
    said = asked(hugo, plate="FUM0B05")[0]["answers"]["change"]
    assert (said["LV08"]["answer"], said["LV08"]["date"]) == ("nc", "2026-11-29")


def test_a_car_is_found_by_its_code(taxi: Car, hugo: Phone) -> None:
    by_plate = asked(hugo, plate="fum-0b05")
    assert asked(hugo, seal_index=by_plate[0]["seal_index"]) == by_plate


def test_a_plate_of_another_city_is_not_told(app: Flask, taxi: Car, hugo: Phone) -> None:
    cars.patrocinio_app(cast.patrocinio(app))
    assert asked(hugo, plate="QXV7D81") == []


def test_no_person_is_told(home: Cast, taxi: Car, hugo: Phone, yard: str) -> None:
    booked(home, taxi, yard, "change")
    text = hugo.get("/campo/vistorias").get_data(as_text=True)
    for person in ("Davi", "Nunes", cars.DAVI_CPF, "Monte Carmelo", "9BGEA48A0RG"):
        assert person not in text
    assert day(hugo)["bookings"][0]["car"]["chassis_tail"] == "123456"


def test_a_failed_visit_comes_first_as_its_return(home: Cast, taxi: Car, hugo: Phone) -> None:
    failed = stored_visit(home, "FUM0B05", "change", failed=("LV04.1", "LV05"))
    said = asked(hugo, plate="FUM0B05")[0]
    assert said["occasions"][0] == "return"
    told = said["previous"]
    assert (told["id"], told["failed"]) == (failed.id, ["LV04.1", "LV05"])
    assert told["cure_by"] == "2026-12-10"


def test_a_return_is_told_what_was_written_and_photographed_last_time(
    home: Cast, taxi: Car, hugo: Phone
) -> None:
    stored_visit(home, "FUM0B05", "change", failed=("LV05",))
    [(key, defect)] = asked(hugo, plate="FUM0B05")[0]["previous"]["defects"].items()
    assert (key, defect["due_on"], defect["photos"]) == ("LV05", "2026-12-10", 1)
    assert defect["note"]


def test_a_car_in_good_standing_has_no_visit_before(taxi: Car, hugo: Phone) -> None:
    said = asked(hugo, plate="FUM0B05")[0]
    assert said["previous"] is None
    assert not {"return", "recheck", "first"} & set(said["occasions"])


def test_a_confirmed_guide_is_told_and_answers(home: Cast, taxi: Car, hugo: Phone) -> None:
    guide = GuideData("G-77", date(2026, 11, 20))
    clerk = home.actor("bruno")
    confirm_guide(clerk, taxi.vehicle, guide, ruleset=permits.law(home), now=NOW)
    said = asked(hugo, plate="FUM0B05")[0]
    assert said["guide"] == {"number": "G-77", "paid_on": "2026-11-20"}
    assert said["answers"]["change"]["LV14"]["text"] == "G-77"


def test_a_drawn_visit_is_offered_to_another_inspector(
    app: Flask, home: Cast, taxi: Car, hugo: Phone
) -> None:
    visit = stored_visit(home, "FUM0B05", "change", login=second_inspector(home))
    drawn(home, visit.id)
    told = day(hugo)["rechecks"]
    assert [(car["plate"], car["occasions"][0], car["previous"]["id"]) for car in told] == [
        ("FUM0B05", "recheck", visit.id)
    ]


def test_nobody_is_offered_his_own_visit_again(home: Cast, taxi: Car, hugo: Phone) -> None:
    drawn(home, stored_visit(home, "FUM0B05", "change").id)
    assert day(hugo)["rechecks"] == []
    assert "recheck" not in asked(hugo, plate="FUM0B05")[0]["occasions"]


def test_a_look_up_is_an_access_event(taxi: Car, hugo: Phone) -> None:
    asked(hugo, plate="FUM0B05")
    query = select(LedgerEvent).where(LedgerEvent.kind == "inspection.data_read")
    assert [event.chain for event in db.session.scalars(query)] == ["access"]


@pytest.mark.parametrize("login", ["ana", "bruno", "davi", "fabio"])
def test_only_an_inspector_asks(app: Flask, home: Cast, taxi: Car, login: str) -> None:
    phone = Phone(app)
    form = {"login": login, "password": PASSWORD, "csrf_token": phone.pages.csrf_token()}
    phone.send("POST", "/entrar", data=form)
    assert phone.get("/campo/vistorias").status_code == 403


def test_an_empty_question_says_what_to_do(home: Cast, hugo: Phone) -> None:
    answer = hugo.post("/campo/vistoria/dados", {})
    assert (answer.status_code, answer.get_json()["message"]) == (
        422,
        "Leia um código ou digite uma placa.",
    )
