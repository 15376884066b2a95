"""The driver's phone: one per car, known by a key it cannot export, set free by the office alone."""

import pytest
from flask import Flask
from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError

from app.kernel.errors import Conflict, Denied, Invalid, NotFound
from app.kernel.ids import new_id
from app.ledger.models import LedgerEvent
from app.permits.models import LiveDevice
from app.persistence.base import db
from app.persistence.transaction import transaction
from app.verification import live
from tests.support import cars, cast
from tests.support.cast import NOW
from tests.support.permits import law, secretary
from tests.support.phones import Phone, Stage, davi


@pytest.fixture
def stage(app: Flask) -> Stage:
    return davi(app)


def devices() -> int:
    return db.session.scalar(select(func.count(LiveDevice.id))) or 0


def test_a_second_phone_is_refused_with_words(stage: Stage) -> None:
    with pytest.raises(Conflict, match="Peça à Secretaria para liberar"):
        stage.enrol(Phone())
    assert devices() == 1


def test_the_database_holds_one_living_phone_per_car(stage: Stage) -> None:
    first = db.session.get_one(LiveDevice, stage.device)
    names = ("municipality_id", "vehicle_id", "driver_id", "account_id", "public_key")
    copied = {name: getattr(first, name) for name in names}
    with pytest.raises(IntegrityError), transaction() as session:
        session.add(LiveDevice(id=new_id(), enrolled_at=NOW, **copied))
    assert devices() == 1


def test_the_same_key_again_is_the_same_receipt(stage: Stage) -> None:
    assert stage.enrol().id == stage.device
    assert devices() == 1


def test_a_freed_car_takes_the_next_phone(stage: Stage) -> None:
    live.revoke_device(secretary(stage.city), stage.device, now=NOW)
    assert stage.enrol(Phone()).id != stage.device
    with pytest.raises(Conflict, match="liberou"):
        stage.windows()


def test_a_phone_is_freed_once(stage: Stage) -> None:
    live.revoke_device(secretary(stage.city), stage.device, now=NOW)
    with pytest.raises(Conflict):
        live.revoke_device(secretary(stage.city), stage.device, now=NOW)


def test_enrolling_and_freeing_stand_in_the_ledger(stage: Stage) -> None:
    live.revoke_device(secretary(stage.city), stage.device, now=NOW)
    query = select(LedgerEvent.kind).where(LedgerEvent.entity_id == stage.device)
    kinds = db.session.scalars(query.order_by(LedgerEvent.seq)).all()
    assert kinds == ["live.enrolled", "live.revoked"]


def test_only_the_office_frees_a_phone(stage: Stage) -> None:
    with pytest.raises(Denied):
        live.revoke_device(stage.city.actor("davi"), stage.device, now=NOW)
    assert db.session.get_one(LiveDevice, stage.device).revoked_at is None


def test_another_citys_office_cannot_free_it(app: Flask, stage: Stage) -> None:
    with pytest.raises(NotFound):
        live.revoke_device(secretary(cast.patrocinio(app)), stage.device, now=NOW)
    assert db.session.get_one(LiveDevice, stage.device).revoked_at is None


def test_another_drivers_car_is_not_found(stage: Stage) -> None:
    with pytest.raises(NotFound):
        stage.enrol(Phone(), cars.planura_app(stage.city))


def test_a_car_of_another_city_is_not_found(app: Flask, stage: Stage) -> None:
    with pytest.raises(NotFound):
        stage.enrol(Phone(), cars.patrocinio_app(cast.patrocinio(app)))


def test_only_drivers_enrol(stage: Stage) -> None:
    clerk = stage.city.actor("bruno")
    with pytest.raises(Denied):
        live.enrol(
            clerk, law(stage.city), stage.car.vehicle, public_key=Phone().jwk, label="", now=NOW
        )


@pytest.mark.parametrize(
    "edits",
    [
        {"crv": "P-384"},
        {"kty": "RSA"},
        {"x": 7},
        {"x": "AAAA"},
        {"y": "é" * 43},
        {"x": "A" * 43},  # not a point of the curve
    ],
)
def test_a_key_that_is_none_is_refused(app: Flask, edits: dict[str, object]) -> None:
    stage = davi(app, enrolled=False)
    jwk = {**stage.phone.jwk, **edits}
    with pytest.raises(Invalid, match="chave"):
        live.enrol(
            stage.city.actor("davi"),
            law(stage.city),
            stage.car.vehicle,
            public_key=jwk,
            label="",
            now=NOW,
        )


def test_only_the_public_half_is_kept(app: Flask) -> None:
    stage = davi(app, enrolled=False)
    private = {**stage.phone.jwk, "d": "AAAA"}
    city = stage.city
    enrolled = live.enrol(
        city.actor("davi"), law(city), stage.car.vehicle, public_key=private, label="", now=NOW
    )
    kept = db.session.get_one(LiveDevice, enrolled.id).public_key
    assert kept.startswith('{"crv":"P-256","kty":"EC","x":') and '"d"' not in kept
