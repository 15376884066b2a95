"""Loading: once is enough, a stop is no harm, and what is there is whole, invented and usable."""

import pytest
from flask import Flask
from sqlalchemy import select, text

from app.demo.load import TOWNS, load, login_of, stage_of
from app.demo.stage import Stage
from app.demo.table import PASSWORD, Town
from app.kernel.plate import Plate
from app.ledger.models import LedgerEvent
from app.ledger.verify import verify
from app.persistence.base import db
from app.registry.models import Driver, Platform, Vehicle
from app.verification.live_cars import cars_of, driver_of, live_refusal
from tests.conftest import NOON
from tests.support.client import PageClient

TOWN = pytest.mark.parametrize("town", TOWNS, ids=lambda town: town.slug)


def rows() -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table."""
    tables = sorted(db.metadata.tables)
    found = {t: db.session.execute(text(f'SELECT * FROM "{t}"')).all() for t in tables}
    db.session.rollback()
    return {table: sorted(map(tuple, lines), key=repr) for table, lines in found.items()}


def test_loading_again_changes_nothing(demo: Flask) -> None:
    before = rows()
    again = load(NOON)
    assert [town.made for town in again] == [0, 0]
    assert rows() == before


@TOWN
def test_the_ledger_is_whole_and_in_the_order_of_time(demo: Flask, town: Town) -> None:
    city = stage_of(town).city.id
    assert list(verify(db.session(), city, demo.config["LEDGER_KEY"])) == []
    times = db.session.scalars(
        select(LedgerEvent.recorded_at)
        .where(
            LedgerEvent.municipality_id == city,
            LedgerEvent.chain == "main",
            LedgerEvent.kind != "account.created",
        )
        .order_by(LedgerEvent.seq)
    ).all()
    assert times == sorted(times) and len(times) > 300


@TOWN
def test_everybody_can_sign_in(demo: Flask, town: Town) -> None:
    for employee in town.staff:
        visitor = PageClient(demo)
        login = login_of(town, employee)
        page = visitor.post("/entrar", {"login": login, "password": PASSWORD})
        assert page.find("form", action="/entrar") is None, login


@TOWN
def test_davi_may_show_a_live_code_and_ivo_may_not(demo: Flask, town: Town) -> None:
    stage = stage_of(town)
    assert _refusals(stage, "davi") == [None]
    refusal = _refusals(stage, "ivo")[0]
    assert refusal is not None and "CNH venceu" in refusal


def _refusals(stage: Stage, login: str) -> list[str | None]:
    driver = driver_of(db.session(), stage.people[login])
    assert driver is not None
    cars = cars_of(db.session(), driver, stage.law, stage.today)
    found = [live_refusal(db.session(), car, stage.today) for car in cars]
    return [refusal.message if refusal else None for refusal in found]


def test_names_and_numbers_are_of_every_kind(demo: Flask) -> None:
    names = db.session.scalars(select(Driver.name)).all()
    plates = db.session.scalars(select(Vehicle.plate)).all()
    companies = db.session.scalars(select(Platform.cnpj)).all()
    assert max(map(len, names)) >= 60
    assert {Plate(p).is_mercosul for p in plates} == {True, False}
    assert {c.isdigit() for c in companies} == {True, False}


@TOWN
def test_each_kind_of_act_has_its_own_author(demo: Flask, town: Town) -> None:
    stage = stage_of(town)
    authors = dict[str, set[str]]()
    for kind, person in db.session.execute(select(LedgerEvent.kind, LedgerEvent.person_id)):
        authors.setdefault(kind, set()).add(person)
    assert stage.clerk.person_id in authors["vehicle.registered"]
    recorded = {stage.secretary.person_id, stage.inspector.person_id}  # paper, phone
    assert recorded <= authors["inspection.recorded"]
    assert stage.secretary.person_id in authors["seal.issued"]
    assert stage.granter.person_id in authors["permit.granted"]
