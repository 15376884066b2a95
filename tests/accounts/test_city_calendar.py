"""The city's calendar: its own days beside the national ones, and what recording one may not do."""

from datetime import date, timedelta

import pytest
from flask import Flask
from sqlalchemy import func, select

from app.accounts.city_calendar import city_calendar, why_no_counter
from app.accounts.city_calendar_models import CityDay
from app.accounts.city_calendar_service import CityDayData, declare_day, withdraw_day
from app.kernel.errors import Conflict, Denied, Invalid, NotFound
from app.kernel.ids import new_id
from app.persistence.base import db
from tests.support.cast import NOW, Cast, patrocinio, planura
from tests.support.client import PageClient

ZONE = "America/Sao_Paulo"
ANNIVERSARY = CityDayData(date(2027, 4, 7), "municipal", "Aniversário da cidade", "Lei 1/1990")


def declare(town: Cast, data: CityDayData = ANNIVERSARY, **options: object) -> str:
    return declare_day(town.actor("celia"), data, time_zone=ZONE, now=NOW, **options)  # type: ignore[arg-type]


def calendar_of(town: Cast, year: int = 2027):  # type: ignore[no-untyped-def]
    return city_calendar(db.session(), town.city, [year])


def test_a_municipal_day_is_a_holiday(app: Flask) -> None:
    town = planura(app)
    declare(town)
    assert calendar_of(town).holiday_name(date(2027, 4, 7)) == "Aniversário da cidade"


def test_a_national_day_stays_beside_it(app: Flask) -> None:
    town = planura(app)
    declare(town)
    assert calendar_of(town).is_holiday(date(2027, 4, 21))


def test_an_optional_day_moves_no_term(app: Flask) -> None:
    town = planura(app)
    declare(town, CityDayData(date(2027, 2, 10), "optional", "Cinzas", "Decreto 3/2027"))
    assert calendar_of(town).is_business_day(date(2027, 2, 10))


def test_an_optional_day_closes_the_counter(app: Flask) -> None:
    town = planura(app)
    declare(town, CityDayData(date(2027, 2, 10), "optional", "Cinzas", "Decreto 3/2027"))
    assert why_no_counter(calendar_of(town), date(2027, 2, 10)) == "ponto facultativo: Cinzas"


def test_a_closing_is_no_business_day(app: Flask) -> None:
    town = planura(app)
    declare(town, CityDayData(date(2027, 5, 12), "closing", "Dedetização"))
    assert calendar_of(town).why_closed(date(2027, 5, 12)) == "sem expediente: Dedetização"


def test_the_other_city_does_not_close(app: Flask) -> None:
    town, other = planura(app), patrocinio(app)
    declare(town)
    assert not calendar_of(other).is_holiday(date(2027, 4, 7))


def test_a_double_tap_is_one_day(app: Flask) -> None:
    town, id = planura(app), new_id()
    assert declare(town, id=id) == declare(town, id=id)
    assert db.session.scalar(select(func.count()).select_from(CityDay)) == 1


def test_one_day_is_declared_once(app: Flask) -> None:
    town = planura(app)
    declare(town)
    with pytest.raises(Conflict, match="Aniversário da cidade"):
        declare(town)


def test_a_national_day_is_not_declared_again(app: Flask) -> None:
    day = CityDayData(date(2027, 4, 21), "municipal", "Tiradentes", "Lei 2/1990")
    with pytest.raises(Invalid, match="feriado nacional"):
        declare(planura(app), day)


def test_a_holiday_names_its_law(app: Flask) -> None:
    with pytest.raises(Invalid) as refused:
        declare(planura(app), CityDayData(date(2027, 4, 7), "municipal", "Aniversário"))
    assert refused.value.field == "act"


def test_a_day_that_passed_is_recorded_only_knowingly(app: Flask) -> None:
    late = CityDayData(NOW.date() - timedelta(days=3), "closing", "Enchente")
    with pytest.raises(Invalid) as refused:
        declare(planura(app), late)
    assert refused.value.field == "confirmed"


def test_a_day_withdrawn_is_a_working_day_again(app: Flask) -> None:
    town = planura(app)
    withdraw_day(town.actor("celia"), declare(town), time_zone=ZONE, now=NOW)
    assert not calendar_of(town).is_holiday(date(2027, 4, 7))


def test_a_day_that_came_is_not_withdrawn(app: Flask) -> None:
    town = planura(app)
    id = declare(town)
    with pytest.raises(Conflict, match="já chegou"):
        withdraw_day(
            town.actor("celia"), id, time_zone=ZONE, now=NOW.replace(year=2027, month=4, day=7)
        )


def test_a_stranger_withdraws_nothing(app: Flask) -> None:
    town, other = planura(app), patrocinio(app)
    with pytest.raises(NotFound):
        withdraw_day(other.actor("celia-pat"), declare(town), time_zone=ZONE, now=NOW)


def test_the_clerk_declares_nothing(app: Flask) -> None:
    town = planura(app)
    with pytest.raises(Denied):
        declare_day(town.actor("bruno"), ANNIVERSARY, time_zone=ZONE, now=NOW)


def test_the_page_records_a_day(app: Flask, client: PageClient) -> None:
    planura(app)
    client.sign_in("celia")
    typed = {"on": "2027-04-07", "kind": "municipal", "name": "Festa", "act": "Lei 1/1990"}
    page = client.post("/configuracoes/calendario/novo", {"id": new_id(), **typed})
    assert [row.get_text() for row in page.select(".city-days .municipal strong")] == ["Festa"]


def test_the_year_shows_national_days(app: Flask, client: PageClient) -> None:
    planura(app)
    client.sign_in("bruno")
    assert client.get("/configuracoes/calendario?ano=2027").find(string="Tiradentes")
