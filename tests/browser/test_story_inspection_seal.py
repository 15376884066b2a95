"""What becomes of a seal: the new one of a renewal put in the old one's place, and a car that leaves."""

import re
from datetime import date

import pytest
from playwright.sync_api import expect

from app.inspections.domain import EarlierData
from app.inspections.service_earlier import record_earlier_result
from app.permits.service_seals import kill_seal
from app.persistence.base import db
from app.registry.models import Vehicle
from tests.browser.story_parts import (
    Town,
    concluded,
    from_day_list,
    identified,
    seals,
    town,
    visits,
)
from tests.browser.yard import YardPhone
from tests.support import bookings, cars, cast, permits
from tests.support.cast import NOW
from tests.support.permits import Permit

pytestmark = pytest.mark.browser
__all__ = ["town"]
TODAY = NOW.date()
PLATE = "FUM0B05"


def taxi(town: Town, inspected_on: date) -> tuple[str, Permit]:
    """Davi's taxi, approved on paper that day and sealed; its id and permit."""
    town.home = cast.planura(town.app)
    car = cars.planura_taxi(town.home, inspected=False)
    paper = EarlierData(inspected_on, "approved", "LV-2025/410")
    record_earlier_result(
        town.home.actor("celia"), car.vehicle, paper, ruleset=cars.PLA, now=cars.ENTERED
    )
    return car.vehicle, permits.permit_for(town.app, town.home, car)


def renewed(town: Town) -> tuple[YardPhone, Permit]:
    """The yearly visit, twenty days before the last one ends, approved; Hugo's phone."""
    vehicle, permit = taxi(town, date(2025, 12, 20))
    bookings.paid(town.home, vehicle, "2026/0815")
    place = bookings.yard(town.home)
    bookings.booked(
        town.home, vehicle, place, login="davi", occasion="yearly", day=TODAY, at=11 * 60
    )
    yard = town.yard_phone()
    visit = from_day_list(yard, PLATE)
    identified(town, visit)
    assert concluded(visit) == "APROVADO"
    return yard, permit


def test_the_old_seal_of_a_renewal_stays_good_on_the_way_home(town: Town) -> None:
    yard, permit = renewed(town)
    said = yard.page.locator("[data-result-seal]")
    expect(said).to_contain_text("Selo novo pronto")
    assert [(row.id, row.state) for row in seals()] == [(permit.seal.id, "valid")]
    expect(town.public(town.screen(), permit.seal.digits)).to_have_text("Autorizado")


def test_handing_the_new_seal_over_ends_the_old_one_in_the_same_step(town: Town) -> None:
    yard, permit = renewed(town)
    yard.page.get_by_role("link", name="Entregar selo novo").click()
    expect(yard.page.locator("main")).to_contain_text("O adesivo antigo morre agora.")
    yard.page.get_by_role("button", name="Entregar selo novo").click()
    expect(yard.page.get_by_role("link", name="Imprimir selo")).to_be_visible()
    old, new = seals()
    assert (old.id, old.state) == (permit.seal.id, "dead")
    assert (new.state, new.replaces_id, new.expires_on) == ("valid", old.id, date(2027, 11, 30))
    passenger = town.screen()
    expect(town.public(passenger, old.digits)).to_have_text("Código cancelado")
    expect(town.public(passenger, new.digits)).to_have_text("Autorizado")


def test_the_inspector_prints_the_seal_he_handed_over(town: Town) -> None:
    yard, _ = renewed(town)
    yard.page.get_by_role("link", name="Entregar selo novo").click()
    yard.page.get_by_role("button", name="Entregar selo novo").click()
    link = yard.page.get_by_role("link", name="Imprimir selo")
    answer = yard.page.request.get(f"{town.site.address}{link.get_attribute('href')}")
    assert (answer.status, answer.headers["content-type"]) == (200, "application/pdf")
    assert answer.body().startswith(b"%PDF")


def leave(town: Town, vehicle: str) -> str:
    """The clerk's attempt to take the car out; what the page says."""
    page = town.screen("bruno", f"/cadastro/veiculos/{vehicle}")
    page.get_by_role("link", name="Dar baixa do cadastro").click()
    page.get_by_label("Motivo", exact=True).fill("Vendido")
    page.get_by_role("button", name="Dar baixa").click()
    return page.locator("main").inner_text()


def removed_on(vehicle: str) -> date | None:
    db.session.rollback()
    return db.session.get_one(Vehicle, vehicle).removed_on


def test_a_car_leaves_the_registry_only_after_its_exit_visit(town: Town) -> None:
    vehicle, permit = taxi(town, date(2026, 2, 1))
    assert "Falta a vistoria de saída aprovada" in leave(town, vehicle)
    assert removed_on(vehicle) is None
    kill_seal(permits.secretary(town.home), permit.seal.id, "Retirado na baixa", now=NOW)
    place = bookings.yard(town.home)
    bookings.booked(town.home, vehicle, place, login="davi", day=TODAY, at=11 * 60)
    visit = from_day_list(town.yard_phone(), PLATE)
    identified(town, visit)
    assert concluded(visit) == "APROVADO"
    expect(visit.page.locator("[data-result-seal]")).to_have_text("Baixa do serviço: não há selo.")
    assert re.search("Baixa registrada", leave(town, vehicle))
    [row] = visits()
    assert (row.occasion, removed_on(vehicle)) == ("exit", TODAY)
    expect(town.public(town.screen(), permit.seal.digits)).not_to_have_text("Autorizado")
