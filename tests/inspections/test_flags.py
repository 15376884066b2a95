"""Doubts about visits as they are stored: on arrival, and when a photo's bytes come."""

from datetime import timedelta
from random import Random

import pytest
from flask import Flask
from PIL import Image
from sqlalchemy import select, text
from sqlalchemy.exc import DatabaseError

from app.inspections.holding import is_open
from app.inspections.models import Inspection
from app.inspections.models_checks import InspectionFlag
from app.ledger.models import LedgerEvent
from app.persistence.base import db
from tests.evidence import scenes
from tests.evidence.scenes import jpeg
from tests.inspections.yard import MORNING, QUARTER, open_yard, some_cars
from tests.support import cast
from tests.support.cars import Car
from tests.support.cast import NOW, Cast
from tests.support.field import deliver_to, instant
from tests.support.visit_phone import YardPhone, send_photo, sent_visit, with_photo, yard_phone

MINUTE = timedelta(minutes=1)


@pytest.fixture
def home(app: Flask) -> Cast:
    found = cast.planura(app)
    open_yard(found)
    return found


@pytest.fixture
def cars(home: Cast) -> list[Car]:
    return some_cars(home, 3)


@pytest.fixture
def phone(home: Cast) -> YardPhone:
    return yard_phone(home, now=MORNING - timedelta(hours=1))


def kinds(visit: Inspection, *, holding: bool = False) -> set[str]:
    """What is flagged; the fee guide and the missing earlier visits are nobody's doubt here."""
    db.session.rollback()
    query = select(InspectionFlag).where(InspectionFlag.inspection_id == visit.id)
    return {flag.kind for flag in db.session.scalars(query) if flag.holds or not holding}


def a_photo(seed: int = 1) -> Image.Image:
    rng = Random(seed)
    return scenes.shot(scenes.yard(rng), rng, scenes.COLOURS[0], "front")


def test_an_honest_visit_has_no_flag(home: Cast, phone: YardPhone, cars: list[Car]) -> None:
    visit = sent_visit(home, phone, phone.sheet(cars[0], MORNING), now=NOW)
    assert kinds(visit) == set()
    assert not is_open(db.session(), visit.id)


def test_sixty_kilometres_from_the_yard_hold(home: Cast, phone: YardPhone, cars: list[Car]) -> None:
    sheet = phone.sheet(cars[0], MORNING, place=(-19.6, -48.7))
    visit = sent_visit(home, phone, sheet, now=NOW)
    assert kinds(visit) == {"too_far"}
    assert is_open(db.session(), visit.id)


def test_the_same_photo_is_flagged_on_both_visits(
    home: Cast, phone: YardPhone, cars: list[Car]
) -> None:
    photo = jpeg(a_photo())
    first = sent_visit(home, phone, with_photo(phone.sheet(cars[0], MORNING), photo), now=NOW)
    again = with_photo(phone.sheet(cars[1], MORNING + QUARTER), photo)
    second = sent_visit(home, phone, again, now=NOW)
    assert kinds(first) == kinds(second) == {"same_photo"}


def test_nearly_the_same_photo_is_flagged_when_it_comes(
    home: Cast, phone: YardPhone, cars: list[Car]
) -> None:
    image = a_photo()
    photos = [jpeg(image), jpeg(image.resize((800, 600)), 40)]
    found = []
    for car, photo in zip(cars, photos, strict=False):
        at = MORNING + QUARTER * len(found)
        visit = sent_visit(home, phone, with_photo(phone.sheet(car, at), photo), now=NOW)
        send_photo(home.actor("hugo"), visit.id, photo, now=NOW)
        found.append(visit)
    assert kinds(found[0]) == kinds(found[1]) == {"same_photo"}


def test_two_sides_of_one_car_may_not_be_one_picture(
    home: Cast, phone: YardPhone, cars: list[Car]
) -> None:
    image = a_photo()
    photos = [jpeg(image), jpeg(image, 40)]
    sheet = with_photo(with_photo(phone.sheet(cars[0], MORNING), photos[0]), photos[1], side=2)
    visit = sent_visit(home, phone, sheet, now=NOW)
    for photo in photos:
        send_photo(home.actor("hugo"), visit.id, photo, now=NOW)
    assert kinds(visit) == {"same_shot"}


def test_a_photo_from_the_gallery_is_flagged(home: Cast, phone: YardPhone, cars: list[Car]) -> None:
    exif = Image.Exif()
    exif[0x010F], exif[0x9003] = "Motorola", "2026:10:01 08:00:00"
    photo = jpeg(a_photo(), exif=exif)
    visit = sent_visit(home, phone, with_photo(phone.sheet(cars[0], MORNING), photo), now=NOW)
    send_photo(home.actor("hugo"), visit.id, photo, now=NOW)
    assert kinds(visit) == {"foreign_photo"}


def test_a_covered_lens_is_flagged(home: Cast, phone: YardPhone, cars: list[Car]) -> None:
    photo = jpeg(Image.new("RGB", (1280, 960), (9, 9, 9)))
    visit = sent_visit(home, phone, with_photo(phone.sheet(cars[0], MORNING), photo), now=NOW)
    send_photo(home.actor("hugo"), visit.id, photo, now=NOW)
    assert kinds(visit) == {"plain_photo"}


def test_a_photo_that_does_not_open_is_flagged(
    home: Cast, phone: YardPhone, cars: list[Car]
) -> None:
    photo = b"not a picture"
    visit = sent_visit(home, phone, with_photo(phone.sheet(cars[0], MORNING), photo), now=NOW)
    send_photo(home.actor("hugo"), visit.id, photo, now=NOW)
    assert kinds(visit) == {"unreadable_photo"}


def test_visits_that_overlap_are_flagged_on_both(
    home: Cast, phone: YardPhone, cars: list[Car]
) -> None:
    first = sent_visit(home, phone, phone.sheet(cars[0], MORNING), now=NOW)
    second = sent_visit(home, phone, phone.sheet(cars[1], MORNING + 5 * MINUTE), now=NOW)
    assert kinds(first) == kinds(second) == {"overlap"}


def test_an_older_visit_that_arrives_later_is_compared_too(
    home: Cast, phone: YardPhone, cars: list[Car]
) -> None:
    sheets = [phone.sheet(cars[0], MORNING)]
    held_back = phone.freeze(sheets[0])
    second = sent_visit(home, phone, phone.sheet(cars[1], MORNING + 5 * MINUTE), now=NOW)
    assert kinds(second) == set()
    deliver_to(home, held_back, "hugo", now=NOW)
    assert kinds(second) == {"overlap"}


def test_another_chassis_holds(home: Cast, phone: YardPhone, cars: list[Car]) -> None:
    sheet = phone.sheet(cars[0], MORNING)
    sheet["identified"]["chassis_tail"] = "999999"
    assert kinds(sent_visit(home, phone, sheet, now=NOW), holding=True) == {"chassis_mismatch"}


def test_a_clock_in_doubt_holds(home: Cast, phone: YardPhone, cars: list[Car]) -> None:
    sheet = phone.sheet(cars[0], MORNING) | {"device_time": instant(MORNING - 60 * MINUTE)}
    assert "clock" in kinds(sent_visit(home, phone, sheet, now=NOW), holding=True)


def test_each_flag_is_an_event(home: Cast, phone: YardPhone, cars: list[Car]) -> None:
    sheet = phone.sheet(cars[0], MORNING, place=(-19.6, -48.7))
    visit = sent_visit(home, phone, sheet, now=NOW)
    query = select(LedgerEvent).where(
        LedgerEvent.kind == "inspection.flagged", LedgerEvent.entity_id == visit.id
    )
    assert len(list(db.session.scalars(query))) == 1


def test_a_flag_is_neither_changed_nor_deleted(
    home: Cast, phone: YardPhone, cars: list[Car]
) -> None:
    sent_visit(home, phone, phone.sheet(cars[0], MORNING, place=(-19.6, -48.7)), now=NOW)
    for statement in ("UPDATE inspection_flag SET holds=false", "DELETE FROM inspection_flag"):
        db.session.rollback()
        with pytest.raises(DatabaseError):
            db.session.execute(text(statement))
    db.session.rollback()
    assert db.session.scalars(select(InspectionFlag)).one().holds
