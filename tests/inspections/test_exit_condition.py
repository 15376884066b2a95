"""A car that worked leaves the registry after its exit inspection (PLA art. 23 XII)."""

import pytest
from flask import Flask
from sqlalchemy import select

from app.kernel.errors import Invalid
from app.ledger.models import LedgerBody, LedgerEvent
from app.permits.service_seals import kill_seal
from app.persistence.base import db
from app.registry import service
from app.registry.models import Vehicle
from tests.support import cars, cast, permits
from tests.support.cars import Car
from tests.support.cast import NOW, Cast
from tests.support.visits import stored_visit


def _remove(home: Cast, car: Car, without_exit: str = "") -> None:
    login = next(name for name in home.people if name.startswith("bruno"))
    service.remove_vehicle(
        home.actor(login),
        car.vehicle,
        on=NOW.date(),
        reason="Vendido",
        ruleset=permits.law(home),
        now=NOW,
        without_exit=without_exit,
    )


def _left(car: Car) -> bool:
    db.session.rollback()
    return db.session.get_one(Vehicle, car.vehicle).removed_on == NOW.date()


def test_a_taxi_that_worked_may_not_leave_with_its_stripe_on(app: Flask, planura: Cast) -> None:
    car = cars.planura_taxi(planura)
    permits.permit_for(app, planura, car)
    with pytest.raises(Invalid) as refused:
        _remove(planura, car)
    assert (refused.value.field, refused.value.citation) == ("without_exit", "PLA art. 23 XII")
    assert not _left(car)


def test_it_leaves_after_an_approved_exit(app: Flask, planura: Cast) -> None:
    car = cars.planura_taxi(planura)
    permit = permits.permit_for(app, planura, car)
    kill_seal(permits.secretary(planura), permit.seal.id, "Retirado na baixa", now=NOW)
    stored_visit(planura, car.plate, "exit")
    _remove(planura, car)
    assert _left(car)


def test_a_failed_exit_is_none(app: Flask, planura: Cast) -> None:
    car = cars.planura_taxi(planura)
    permits.permit_for(app, planura, car)
    stored_visit(planura, car.plate, "exit", failed=["LX01"])
    with pytest.raises(Invalid):
        _remove(planura, car)
    assert not _left(car)


def test_a_yearly_approval_is_no_exit(app: Flask, planura: Cast) -> None:
    car = cars.planura_taxi(planura)
    permits.permit_for(app, planura, car)
    stored_visit(planura, car.plate, "yearly")
    with pytest.raises(Invalid):
        _remove(planura, car)
    assert not _left(car)


def test_a_stolen_car_leaves_with_its_reason_in_the_ledger(app: Flask, planura: Cast) -> None:
    car = cars.planura_taxi(planura)
    permits.permit_for(app, planura, car)
    _remove(planura, car, "Furto, boletim 2026-0815")
    query = (
        select(LedgerBody.body)
        .join(
            LedgerEvent,
            (LedgerEvent.seq == LedgerBody.seq) & (LedgerEvent.chain == LedgerBody.chain),
        )
        .where(LedgerEvent.kind == "vehicle.removed")
    )
    assert "Furto, boletim 2026-0815" in str(db.session.scalars(query).one())
    assert _left(car)


def test_a_car_that_never_had_a_seal_just_leaves(planura: Cast) -> None:
    car = cars.planura_taxi(planura)
    _remove(planura, car)
    assert _left(car)


def test_patrocinio_has_no_exit_list(app: Flask) -> None:
    home = cast.patrocinio(app)
    car = cars.patrocinio_app(home)
    permits.permit_for(app, home, car)
    _remove(home, car)
    assert _left(car)
