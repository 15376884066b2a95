"""A car that fails: red or amber to everybody at once, its return, and what a missed return does."""

from datetime import timedelta
from pathlib import Path

import pytest
from playwright.sync_api import expect
from sqlalchemy import select

from app.inspections.calls import call_car
from app.inspections.models import Inspection, InspectionDefect, InspectionMissed
from app.persistence.base import db
from tests.browser.story_parts import (
    Town,
    concluded,
    fail,
    from_day_list,
    identified,
    look_up,
    show_yard,
    town,
    visits,
)
from tests.support import bookings, cars, cast, permits
from tests.support.cast import NOW
from tests.support.permits import Permit

pytestmark = pytest.mark.browser
__all__ = ["town"]
TODAY = NOW.date()
DAY = timedelta(days=1)


def called(town: Town, vehicle: str) -> None:
    """The office called the car, and booked it for today."""
    clerk, text = town.home.actor(bookings.clerk(town.home)), permits.law(town.home)
    call_car(clerk, vehicle, "Denúncia de pneu liso.", TODAY + 5 * DAY, ruleset=text, now=NOW)
    place = bookings.yard(town.home)
    bookings.booked(town.home, vehicle, place, occasion="notice", day=TODAY, at=11 * 60)


def taxi_called(town: Town) -> Permit:
    """Planura: a sealed taxi booked for eleven o'clock."""
    town.home = cast.planura(town.app)
    taxi = cars.planura_taxi(town.home)
    permit = permits.permit_for(town.app, town.home, taxi)
    called(town, taxi.vehicle)
    return permit


def app_car_called(town: Town) -> Permit:
    """Patrocínio: a sealed app car booked for eleven o'clock."""
    town.home = cast.patrocinio(town.app)
    car = cars.patrocinio_app(town.home)
    permit = permits.permit_for(town.app, town.home, car)
    called(town, car.vehicle)
    return permit


def failing(town: Town, plate: str, key: str, note: str, login: str = "hugo") -> str:
    """The visit of the day's list, in which one item fails."""
    visit = from_day_list(town.yard_phone(login), plate)
    identified(town, visit)
    fail(visit, key, note)
    return concluded(visit)


def test_a_safety_failure_is_red_at_once_to_passenger_and_agent(town: Town) -> None:
    permit = taxi_called(town)
    ana, passenger = town.field_phone("ana"), town.screen()
    expect(look_up(ana, "FUM0B05")).to_have_attribute("data-level", "green")
    expect(town.public(passenger, permit.seal.digits)).to_have_text("Autorizado")
    assert failing(town, "FUM0B05", "LV03", "Pneu dianteiro liso") == "REPROVADO"
    expect(town.public(passenger, permit.seal.digits)).to_have_text("Não autorizado")
    expect(look_up(ana, "FUM0B05")).to_have_attribute("data-level", "red")
    expect(ana.locator(".reason").first).to_contain_text("item de segurança")
    [visit] = visits()
    assert (visit.result, visit.occasion, visit.stopped) == ("failed", "notice", True)


def test_the_return_asks_only_what_failed_and_turns_it_green(town: Town, camera_file: Path) -> None:
    permit = taxi_called(town)
    yard = town.yard_phone()
    visit = from_day_list(yard, "FUM0B05")
    identified(town, visit)
    fail(visit, "LV03", "Pneu dianteiro liso")
    assert concluded(visit) == "REPROVADO"
    yard.page.get_by_role("button", name="Voltar ao início").click()
    town.later(timedelta(minutes=5))
    show_yard(camera_file)
    again = yard.type_plate("FUM0B05")
    identified(town, again)
    again.at("checklist")
    expect(again.page.locator(".check-item")).to_have_count(1)
    expect(again.item("LV03")).to_contain_text("Pneu dianteiro liso")
    assert concluded(again) == "APROVADO"
    first, back = visits()
    assert (back.occasion, back.previous_id, back.result) == ("return", first.id, "approved")
    expect(town.public(town.screen(), permit.seal.digits)).to_have_text("Autorizado")


def test_patrocinio_gives_five_days_in_which_the_car_still_works(town: Town) -> None:
    permit = app_car_called(town)
    assert failing(town, "QXV7D81", "PV13", "Buzina muda", "hugo-pat") == "REPROVADO"
    [visit] = visits()
    [defect] = db.session.scalars(select(InspectionDefect))
    # The fifth day is a Saturday: the term ends on Monday (CFG-GEN-01).
    last = TODAY + 7 * DAY
    assert (visit.cure_by, defect.key, defect.due_on, visit.stopped) == (last, "PV13", last, False)
    expect(look_up(town.field_phone("ana-pat"), "QXV7D81")).to_have_attribute("data-level", "amber")
    expect(town.public(town.screen(), permit.seal.digits)).to_have_text("Autorizado")


def test_a_missed_return_is_red_by_itself_and_proposes_the_texts_infraction(town: Town) -> None:
    permit = app_car_called(town)
    assert failing(town, "QXV7D81", "PV13", "Buzina muda", "hugo-pat") == "REPROVADO"
    town.later(8 * DAY)
    expect(town.public(town.screen(), permit.seal.digits)).to_have_text("Não autorizado")
    closed = town.app.test_cli_runner().invoke(args=["inspections", "close-day"])
    assert closed.exit_code == 0, closed.output
    db.session.rollback()
    [miss] = db.session.scalars(select(InspectionMissed))
    assert (miss.previous_id, miss.occasion) == (
        db.session.scalars(select(Inspection.id)).one(),
        "return",
    )
    page = town.screen("celia-pat", "/vistorias/agenda/faltas")
    proposed = page.locator(".misses blockquote")
    expect(proposed).to_contain_text("Proposta: PAT-28-II")
    expect(proposed).to_contain_text("não for apresentado no prazo previsto")
