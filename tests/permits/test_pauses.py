"""The licence to stop: its maxima by reason, its one extension, the way back (PLA art. 29)."""

from datetime import date

import pytest
from flask import Flask
from sqlalchemy import select

from app.kernel.errors import Conflict, Denied, Invalid, RuleRefused
from app.permits.models import Pause
from app.permits.service_pauses import Paused, PauseData, end_pause, extend_pause, pause
from app.permits.service_seals import issue_seal
from app.persistence.base import db
from tests.support import cars, cast, permits
from tests.support.cars import PAT, PLA
from tests.support.cast import NOW

START = date(2026, 8, 3)


def ask(people: cast.Cast, vehicle: str, reason: str, days: int, **edits: object) -> Paused:
    content = {"starts_on": START, "act": "Despacho 9/2026", **edits}
    data = PauseData(vehicle, reason, days=days, **content)  # type: ignore[arg-type]
    return pause(people.actor("celia"), PLA, data, now=NOW)


def taxi(app: Flask) -> tuple[cast.Cast, cars.Car]:
    people = cast.planura(app)
    car = cars.planura_taxi(people)
    permits.granted(people, car)
    return people, car


@pytest.mark.parametrize(
    ("reason", "days", "last"),
    [
        ("other", 30, date(2026, 9, 1)),
        ("replacement", 60, date(2026, 10, 1)),
        ("accident", 180, date(2027, 1, 29)),
        ("theft", 360, date(2027, 7, 28)),
    ],
)
def test_each_reason_has_its_maximum(app: Flask, reason: str, days: int, last: date) -> None:
    people, car = taxi(app)
    with pytest.raises(RuleRefused) as refusal:
        ask(people, car.vehicle, reason, days + 1)
    assert "PLA art. 29" in refusal.value.citation
    assert ask(people, car.vehicle, reason, days).ends_on == last
    assert db.session.scalars(select(Pause.ends_on)).all() == [last]


def test_one_extension_of_at_most_the_same_length(app: Flask) -> None:
    people, car = taxi(app)
    given = ask(people, car.vehicle, "other", 20)
    actor = people.actor("celia")
    with pytest.raises(RuleRefused, match="1 a 20 dias"):
        extend_pause(actor, PLA, given.id, days=21, act="Despacho 10/2026", now=NOW)
    longer = extend_pause(actor, PLA, given.id, days=20, act="Despacho 10/2026", now=NOW)
    row = db.session.scalars(select(Pause)).one()
    assert (longer.ends_on, row.first_ends_on) == (date(2026, 9, 11), date(2026, 8, 22))
    with pytest.raises(RuleRefused, match="uma vez"):
        extend_pause(actor, PLA, given.id, days=1, act="Despacho 11/2026", now=NOW)


def test_theft_is_not_extended(app: Flask) -> None:
    people, car = taxi(app)
    given = ask(people, car.vehicle, "theft", 30)
    with pytest.raises(RuleRefused, match="não admite"):
        extend_pause(people.actor("celia"), PLA, given.id, days=1, act="Despacho 10", now=NOW)


def test_two_licences_never_overlap(app: Flask) -> None:
    people, car = taxi(app)
    ask(people, car.vehicle, "other", 30)
    with pytest.raises(Conflict, match="03/08/2026 a 01/09/2026"):
        ask(people, car.vehicle, "other", 5, starts_on=date(2026, 9, 1))
    ask(people, car.vehicle, "other", 5, starts_on=date(2026, 9, 2))


def test_coming_back_early(app: Flask) -> None:
    people, car = taxi(app)
    given = ask(people, car.vehicle, "other", 30)
    end_pause(people.actor("celia"), given.id, back_on=date(2026, 8, 20), now=NOW)
    assert db.session.scalars(select(Pause.ends_on)).one() == date(2026, 8, 19)
    with pytest.raises(Invalid):
        end_pause(people.actor("celia"), given.id, back_on=date(2026, 12, 1), now=NOW)


def test_no_seal_while_paused(app: Flask) -> None:
    people = cast.planura(app)
    car = cars.planura_taxi(people)
    permit_id, _ = permits.granted(people, car)
    ask(people, car.vehicle, "accident", 30, starts_on=date(2026, 11, 20))
    with pytest.raises(RuleRefused, match="em licença"):
        issue_seal(people.actor("celia"), PLA, permit_id, car.vehicle, now=NOW)


def test_an_app_car_has_no_such_licence(app: Flask) -> None:
    people = cast.planura(app)
    car = cars.planura_app(people)
    permits.granted(people, car)
    with pytest.raises(RuleRefused, match="Termo"):
        ask(people, car.vehicle, "other", 10)


def test_nor_does_patrocinio_know_it(app: Flask) -> None:
    people = cast.patrocinio(app)
    data = PauseData(cars.patrocinio_app(people).vehicle, "other", START, 10, "Despacho 1")
    with pytest.raises(RuleRefused, match="não prevê"):
        pause(people.actor("celia-pat"), PAT, data, now=NOW)


def test_a_clerk_grants_none(app: Flask) -> None:
    people, car = taxi(app)
    with pytest.raises(Denied):
        pause(
            people.actor("bruno"),
            PLA,
            PauseData(car.vehicle, "other", START, 10, "Despacho 1"),
            now=NOW,
        )
    assert db.session.scalar(select(Pause)) is None
