"""The UFM of a year: typed exactly, never changed, the newest counts, and a fine says its sum."""

from datetime import timedelta
from decimal import Decimal

import pytest
from flask import Flask
from sqlalchemy.exc import DBAPIError

from app.fees.domain import UfmData, parse_unit
from app.fees.ufm import record_ufm, ufm_rows, units
from app.kernel.errors import Conflict, Denied, Invalid
from app.kernel.ids import new_id
from app.persistence.base import db
from app.regulation.fines import fixed, priced
from tests.ledger.tampering import run_raw
from tests.support import cast
from tests.support.cast import NOW, Cast
from tests.support.client import PageClient


@pytest.fixture
def home(app: Flask) -> Cast:
    """Planura."""
    return cast.planura(app)


def record(
    home: Cast, value: str, year: int = 2026, *, who: str = "celia", id: str = "", hours: int = 0
) -> str:
    data = UfmData(year, value, "Decreto 120/2025")
    at = NOW + timedelta(hours=hours)
    return record_ufm(home.actor(who), data, id=id or new_id(), this_year=2026, now=at)


@pytest.mark.parametrize(
    ("typed", "centavos"),
    [("4,1234", "412.34"), ("R$ 123,45", "12345"), ("1.234,5", "123450"), ("0,999999", "99.9999")],
)
def test_a_value_is_read_exactly(typed: str, centavos: str) -> None:
    assert parse_unit(typed) == Decimal(centavos)


@pytest.mark.parametrize("typed", ["", "0", "0,00", "-1", "4.1234", "1,2,3", "abc", "1,1234567"])
def test_a_doubtful_value_is_refused(typed: str) -> None:
    with pytest.raises(Invalid) as caught:
        parse_unit(typed)
    assert caught.value.field == "value"


@pytest.mark.parametrize(("year", "field"), [(1999, "year"), (2028, "year")])
def test_a_year_out_of_reach_is_refused(year: int, field: str) -> None:
    with pytest.raises(Invalid) as caught:
        UfmData(year, "4", "Decreto 1").clean(2026)
    assert caught.value.field == field


def test_the_newest_value_of_a_year_counts(home: Cast) -> None:
    record(home, "123,45")
    record(home, "124,00", hours=1)
    assert units(db.session(), home.city)[2026].centavos == Decimal(12400)
    assert [row.counts for row in ufm_rows(home.actor("bruno"))] == [True, False]


def test_the_same_form_twice_is_one_value(home: Cast) -> None:
    id = record(home, "123,45")
    assert record(home, "123,45", id=id) == id
    with pytest.raises(Conflict):
        record(home, "999", id=id)
    assert len(ufm_rows(home.actor("bruno"))) == 1


@pytest.mark.parametrize("who", ["ana", "bruno", "davi", "fabio", "gilda"])
def test_only_the_secretary_records(home: Cast, who: str) -> None:
    with pytest.raises(Denied):
        record(home, "4", who=who)


@pytest.mark.parametrize("change", ["UPDATE ufm_value SET centavos='1'", "DELETE FROM ufm_value"])
def test_a_value_is_never_changed(home: Cast, change: str) -> None:
    record(home, "123,45")
    with pytest.raises(DBAPIError):
        run_raw(change)


@pytest.mark.parametrize(
    ("ufm", "reais"), [("0.5", 6173), ("12.33", 152214), ("8", 98760), ("20", 246900)]
)
def test_the_examples_of_the_requirements(home: Cast, ufm: str, reais: int) -> None:
    record(home, "123,45")
    unit = units(db.session(), home.city)
    assert priced(fixed(Decimal(ufm), "x"), NOW.date(), unit).centavos == reais


def test_the_page_says_which_year_is_missing(client: PageClient, home: Cast) -> None:
    client.sign_in("celia")
    assert "Falta o valor de 2026" in client.get("/configuracoes/ufm").get_text()
    typed = {"id": new_id(), "year": "2026", "value": "4,1234", "act": "Decreto 120/2025"}
    shown = client.post("/configuracoes/ufm/nova", typed).get_text()
    assert "R$ 4,1234" in shown and "Falta o valor" not in shown


def test_what_was_typed_stays_when_it_is_refused(client: PageClient, home: Cast) -> None:
    client.sign_in("celia")
    typed = {"id": new_id(), "year": "2026", "value": "4.1234", "act": "Decreto 120/2025"}
    page = client.post("/configuracoes/ufm/nova", typed, status=422)
    assert page.select_one("input[name=value]")["value"] == "4.1234"  # type: ignore[index]
