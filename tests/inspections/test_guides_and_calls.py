"""Paid guides and calls: what they open, what they change, who may, and what an absence becomes."""

from dataclasses import replace
from datetime import date, timedelta

import pytest
from flask import Flask
from sqlalchemy import func, select

from app.inspections.booking_day import close_days
from app.inspections.booking_terms import book_by, booking_term
from app.inspections.calls import Notified, call_car, notify, withdraw_call
from app.inspections.calls_reading import open_call
from app.inspections.guides import GuideData, confirm_guide, withdraw_guide
from app.inspections.guides_reading import standing_guide
from app.inspections.missed_queries import misses
from app.inspections.models import InspectionMissed
from app.inspections.models_booking import InspectionCall, InspectionGuide
from app.kernel.calendar import national_calendar
from app.kernel.errors import Conflict, Denied, Invalid, RuleRefused
from app.kernel.ids import new_id
from app.persistence.base import db
from app.registry import service
from tests.support import cars
from tests.support.bookings import booked, paid, yard
from tests.support.cast import NOW, Cast, patrocinio, planura
from tests.support.client import PageClient
from tests.support.permits import law

TODAY = NOW.date()
DUE = TODAY + timedelta(days=10)
AFTER = NOW + timedelta(days=11)


def new_car(home: Cast) -> str:
    """An app car of Patrocínio that was never inspected."""
    return service.register_vehicle(
        home.actor("bruno-pat"),
        cars.vehicle_data(plate="QXV7D82", modality="app", licensing_city="Patrocínio"),
        ruleset=cars.PAT,
        now=NOW,
        owner=cars.OWNER,
    )


def test_patrocinio_books_nothing_before_the_guide(app: Flask) -> None:
    home = patrocinio(app)
    with pytest.raises(RuleRefused, match="0,5 UFM") as refused:
        booked(home, new_car(home), yard(home), occasion="first")
    assert refused.value.citation == "PAT art. 12; PAT art. 8 §2 VII"


def test_no_time_is_offered_before_the_guide(app: Flask, client: PageClient) -> None:
    home = patrocinio(app)
    car = new_car(home)
    yard(home)
    client.sign_in("bruno-pat")
    page = client.get(f"/vistorias/marcar/{car}")
    assert page.find(string="Confirmar guia paga") and not page.select("input[name=slot]")


def test_the_paid_guide_opens_the_booking(app: Flask) -> None:
    home = patrocinio(app)
    car = new_car(home)
    paid(home, car)
    assert booked(home, car, yard(home), occasion="first")


def test_planura_books_before_the_guide(app: Flask) -> None:
    home = planura(app)
    car = cars.planura_taxi(home).vehicle
    assert booked(home, car, yard(home), occasion="change")


def test_the_guide_keeps_what_the_ruleset_asks(app: Flask) -> None:
    home = planura(app)
    paid(home, cars.planura_taxi(home).vehicle)
    row = db.session.scalars(select(InspectionGuide)).one()
    assert (row.amount_ufm, row.citation) == ("2", "PLA art. 54 II; PLA art. 16 p.u.")


def test_one_number_pays_for_one_car(app: Flask) -> None:
    home = planura(app)
    paid(home, cars.planura_taxi(home).vehicle)
    with pytest.raises(Conflict, match="outro carro"):
        paid(home, cars.planura_app(home).vehicle)


def test_a_double_tap_is_one_guide(app: Flask) -> None:
    home, id = planura(app), new_id()
    car = cars.planura_taxi(home).vehicle
    data = GuideData("G-9", TODAY)
    for _ in range(2):
        confirm_guide(home.actor("bruno"), car, data, ruleset=law(home), now=NOW, id=id)
    assert db.session.scalar(select(func.count()).select_from(InspectionGuide)) == 1


def test_a_payment_of_tomorrow_is_refused(app: Flask) -> None:
    home = planura(app)
    car, data = cars.planura_taxi(home).vehicle, GuideData("G-9", TODAY + timedelta(days=1))
    with pytest.raises(Invalid) as refused:
        confirm_guide(home.actor("bruno"), car, data, ruleset=law(home), now=NOW)
    assert refused.value.field == "paid_on"


def test_a_guide_withdrawn_pays_for_nothing(app: Flask) -> None:
    home = planura(app)
    car = cars.planura_taxi(home).vehicle
    withdraw_guide(home.actor("bruno"), paid(home, car), reason="Era de outro carro.", now=NOW)
    assert standing_guide(db.session(), home.city, car) is None


@pytest.mark.parametrize("login", ["davi", "hugo", "fabio"])
def test_only_the_counter_confirms_guides(app: Flask, login: str) -> None:
    home = planura(app)
    car, data = cars.planura_taxi(home).vehicle, GuideData("G-9", TODAY)
    with pytest.raises(Denied):
        confirm_guide(home.actor(login), car, data, ruleset=law(home), now=NOW)


def test_only_patrocinio_counts_days_from_the_analysis() -> None:
    term = booking_term(cars.PAT)
    assert term is not None and term.id == "T-PAT-14" and booking_term(cars.PLA) is None


@pytest.mark.parametrize(
    ("analysed", "last"),
    [(date(2026, 11, 30), date(2026, 12, 7)), (date(2026, 12, 2), date(2026, 12, 7))],
)
def test_the_days_from_the_analysis_roll_over_the_weekend(analysed: date, last: date) -> None:
    found = book_by(cars.PAT, analysed, national_calendar([2026, 2027]))
    assert found is not None and (found.day, found.citation) == (last, "PAT art. 12")


def called(home: Cast, car: str, due: date = DUE) -> str:
    login = next(name for name in home.people if name.startswith("bruno"))
    words = "Pneu liso visto na rua."
    return call_car(home.actor(login), car, words, due, ruleset=law(home), now=NOW)


def delivered(home: Cast, call: str, **edits: object) -> None:
    login = next(name for name in home.people if name.startswith("bruno"))
    data = Notified("driver", "João Pereira", "mail", TODAY + timedelta(days=2), "AR 123")
    at = NOW + timedelta(days=2)
    notify(home.actor(login), call, replace(data, **edits), ruleset=law(home), now=at)  # type: ignore[arg-type]


def test_a_call_waits_for_the_car(app: Flask) -> None:
    home = patrocinio(app)
    car = cars.patrocinio_app(home).vehicle
    id = called(home, car)
    found = open_call(db.session(), home.city, car)
    assert found is not None and (found.id, found.due_on) == (id, DUE)


def test_a_call_names_its_provision(app: Flask) -> None:
    home = patrocinio(app)
    called(home, cars.patrocinio_app(home).vehicle)
    assert db.session.scalars(select(InspectionCall.basis)).one() == "PAT art. 12 §1"


def test_a_call_gives_time_to_arrive(app: Flask) -> None:
    home = patrocinio(app)
    with pytest.raises(Invalid) as refused:
        called(home, cars.patrocinio_app(home).vehicle, TODAY)
    assert refused.value.field == "due_on"


def test_a_call_withdrawn_waits_for_nobody(app: Flask) -> None:
    home = patrocinio(app)
    car = cars.patrocinio_app(home).vehicle
    withdraw_call(
        home.actor("bruno-pat"), called(home, car), reason="Engano.", ruleset=law(home), now=NOW
    )
    assert open_call(db.session(), home.city, car) is None


def test_a_delivery_without_proof_is_refused(app: Flask) -> None:
    home = patrocinio(app)
    call = called(home, cars.patrocinio_app(home).vehicle)
    with pytest.raises(Invalid) as refused:
        delivered(home, call, receipt="")
    assert refused.value.field == "receipt"


def closed(home: Cast, at: object = AFTER) -> int:
    return close_days(home.actor("celia-pat"), ruleset=law(home), now=at).recorded  # type: ignore[arg-type]


def test_a_call_nobody_received_has_no_consequence(app: Flask) -> None:
    home = patrocinio(app)
    called(home, cars.patrocinio_app(home).vehicle)
    assert closed(home) == 0


@pytest.mark.parametrize(("apart", "recorded"), [(10, 0), (11, 1)])
def test_a_call_is_missed_the_day_after_its_last(app: Flask, apart: int, recorded: int) -> None:
    home = patrocinio(app)
    delivered(home, called(home, cars.patrocinio_app(home).vehicle))
    assert closed(home, NOW + timedelta(days=apart)) == recorded


def test_a_missed_call_is_recorded_once(app: Flask) -> None:
    home = patrocinio(app)
    delivered(home, called(home, cars.patrocinio_app(home).vehicle))
    assert (closed(home), closed(home)) == (1, 0)


def test_a_missed_call_proposes_the_infraction_in_its_words(app: Flask) -> None:
    home = patrocinio(app)
    delivered(home, called(home, cars.patrocinio_app(home).vehicle))
    closed(home)
    found = misses(db.session(), home.actor("celia-pat"), ruleset=law(home))[0].consequence
    assert found is not None and (found.code, found.text) == (
        "PAT-28-I",
        "não atender a notificação para realizar a vistoria:",
    )


def test_a_missed_booking_proposes_nothing_while_the_term_runs(app: Flask) -> None:
    home = patrocinio(app)
    car = cars.patrocinio_app(home).vehicle
    called(home, car)
    booked(home, car, yard(home), occasion="notice")
    closed(home, NOW + timedelta(days=3))
    row = misses(db.session(), home.actor("celia-pat"), ruleset=law(home))[0]
    assert row.consequence is not None and (row.term_over, row.consequence.code) == (False, "")


def test_an_absence_keeps_its_day(app: Flask) -> None:
    home = patrocinio(app)
    delivered(home, called(home, cars.patrocinio_app(home).vehicle))
    closed(home)
    row = db.session.scalars(select(InspectionMissed)).one()
    assert (row.occasion, row.due_on, row.training) == ("notice", DUE, True)
