"""The office's list of different plates: newest first, once handled it says by whom."""

from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import select

from app.ledger.models import LedgerEvent
from app.persistence.base import db
from app.persistence.transaction import transaction
from app.verification.leads import report_plate
from app.verification.models import PlateReport, Stop
from tests.support import cast
from tests.support.cast import Cast
from tests.support.client import PageClient
from tests.verification import fleet
from tests.verification.fleet import NOW


def report(home: Cast, number: int = 0, seen: str = "") -> str:
    """A passenger's report from a network of its own, one minute after the last."""
    return report_plate(
        home.city,
        1001,
        "ABC1D23",
        f"203.0.{number}.1",
        seen=seen,
        now=NOW + timedelta(minutes=number),
    ).id


def agents_report(home: Cast) -> None:
    with transaction() as session:
        stop = Stop(
            municipality_id=home.city,
            account_id=home.accounts["ana"],
            person_id=home.people["ana"],
            happened_at=NOW,
            device_time=NOW,
            received_at=NOW,
            latitude=-20.14044,
            longitude=-48.69811,
            place="Rua 7, 120",
            plate_read="ABC1D23",
            plate_seen="XYZ9A87",
            plate_confirmed="different",
            how="printed",
            verdict="green",
            outcome="guided",
            training=True,
        )
        session.add(stop)
        session.flush()
        session.add(
            PlateReport(
                municipality_id=home.city,
                source="agent",
                seal_index=1001,
                plate="ABC1D23",
                plate_seen="XYZ9A87",
                stop_id=stop.id,
                reported_at=NOW,
            )
        )


@pytest.mark.parametrize("login", ["bruno", "celia", "fabio"])
def test_the_office_reads_plate_seen_when_and_where(
    app: Flask, client: PageClient, login: str
) -> None:
    home = cast.planura(app)
    fleet.taxi(home)
    agents_report(home)
    client.sign_in(login)
    text = client.get("/placas-divergentes").main.get_text(" ", strip=True)
    for shown in ("ABC1D23", "XYZ9A87", "30/11/2026 10:00", "Rua 7, 120", "-20,1404 -48,6981"):
        assert shown in text, shown
    assert "Fiat Cronos, prata" in text and "Agente de fiscalização" in text


@pytest.mark.parametrize("login", ["ana", "davi", "gilda", "hugo"])
def test_others_do_not(app: Flask, client: PageClient, login: str) -> None:
    cast.planura(app)
    client.sign_in(login)
    client.get("/placas-divergentes", 403)


def test_newest_first_and_twenty_to_a_page(app: Flask, client: PageClient) -> None:
    home = cast.planura(app)
    for number in range(25):
        report(home, number, f"XYZ{number // 10}A{number % 10}0")
    client.sign_in("bruno")
    first = client.get("/placas-divergentes")
    link = first.find("a", string="Mostrar os anteriores")["href"]
    plates = [
        tag.get_text()
        for page in (first, client.get(link))
        for tag in page.find_all(class_="plate")
        if tag.get_text().startswith("XYZ")
    ]
    assert plates == [f"XYZ{n // 10}A{n % 10}0" for n in reversed(range(25))]


@pytest.mark.parametrize("key", ["banana", "2026-11-30T10:00:00_x", "_", "' OR 1=1"])
def test_a_broken_page_key_is_explained(app: Flask, client: PageClient, key: str) -> None:
    cast.planura(app)
    client.sign_in("bruno")
    client.get("/placas-divergentes", 422, query_string={"depois": key})


def test_handling_writes_who_and_when_and_moves_it_to_the_other_list(
    app: Flask, client: PageClient
) -> None:
    home = cast.planura(app)
    id = report(home)
    client.sign_in("bruno")
    client.post(f"/placas-divergentes/{id}/tratar")
    row = db.session.get(PlateReport, id)
    assert (row.seen_by, row.handled_at) == (home.people["bruno"], NOW)
    assert "Nenhum aviso a tratar" in client.get("/placas-divergentes").get_text()
    done = client.get("/placas-divergentes?situacao=tratadas").main.get_text(" ", strip=True)
    assert "30/11/2026 10:00, por Bruno Alves" in done
    kind = LedgerEvent.kind == "plate_report.handled"
    assert db.session.scalars(select(LedgerEvent).where(kind)).one().entity_id == id


def test_a_second_click_changes_nothing(app: Flask, client: PageClient) -> None:
    home = cast.planura(app)
    id = report(home)
    for login in ("bruno", "celia"):
        client.sign_in(login)
        client.post(f"/placas-divergentes/{id}/tratar")
    assert db.session.get(PlateReport, id).seen_by == home.people["bruno"]


def test_another_citys_report_does_not_exist(app: Flask, client: PageClient) -> None:
    id = report(cast.planura(app))
    cast.patrocinio(app)
    client.sign_in("bruno-pat")
    client.post(f"/placas-divergentes/{id}/tratar", status=404)
    assert "Nenhum aviso a tratar" in client.get("/placas-divergentes").get_text()
    assert db.session.get(PlateReport, id).handled_at is None
