"""The minute a visit arrives, verdict, public page and the phones' list say the same new thing."""

from collections.abc import Collection
from datetime import date, datetime, timedelta

import pytest
from flask import Flask
from sqlalchemy import select

from app.accounts.city_calendar_service import CityDayData, declare_day
from app.accounts.queries import city
from app.inspections.models import Inspection, InspectionDefect
from app.persistence.base import db
from app.regulation.verdict import Level, Verdict, judge
from app.sync.service import Entry, deliver
from app.verification.facts import facts_of
from app.verification.models import SealCard
from app.verification.timelines import level_on
from tests.support import bookings, cars, cast, permits
from tests.support.cars import PLA, Car
from tests.support.cast import NOW, Cast
from tests.support.client import PageClient
from tests.support.visits import inspector_phone, stored_visit

DAY = timedelta(days=1)
TODAY = NOW.date()


def verdict(home: Cast, car: Car, on: date = TODAY) -> Verdict:
    law = permits.law(home)
    facts = facts_of(
        db.session(), car.vehicle, municipality_id=home.city, law=law, on=on, driver_id=car.driver
    )
    return judge(facts, law, on)


def listed(car: Car, on: date = TODAY) -> Level | None:
    """What the phones' list says of the car's living code."""
    query = select(SealCard.levels).where(
        SealCard.vehicle_id == car.vehicle, SealCard.state == "valid"
    )
    return level_on(db.session.scalars(query).one(), on)


def shown(app: Flask, client: PageClient, url: str, at: datetime = NOW) -> str:
    """The word of the public page."""
    app.config["CLOCK"] = lambda: at
    return str(client.get(f"/v/{url.rpartition('/')[2]}").h1.get_text(strip=True))


def codes(found: Verdict) -> list[str]:
    return [reason.code for reason in found.reasons]


def test_a_safety_failure_is_red_at_once(app: Flask, client: PageClient, planura: Cast) -> None:
    car = cars.planura_taxi(planura)
    permit = permits.permit_for(app, planura, car)
    assert shown(app, client, permit.url) == "Autorizado"
    stored_visit(planura, car.plate, failed=["LV03"])
    assert codes(verdict(planura, car)) == ["failed_inspection.stopped"]
    assert (listed(car), shown(app, client, permit.url)) == (Level.RED, "Não autorizado")


def test_another_failure_is_amber_until_its_day_then_red(
    app: Flask, client: PageClient, planura: Cast
) -> None:
    car = cars.planura_taxi(planura)
    permit = permits.permit_for(app, planura, car)
    stored_visit(planura, car.plate, failed=["LV06"])
    last = date(2026, 12, 10)
    assert [listed(car, day) for day in (TODAY, last, last + DAY)] == [
        Level.AMBER, Level.AMBER, Level.RED,
    ]  # fmt: skip
    assert shown(app, client, permit.url, NOW + 11 * DAY) == "Não autorizado"


def test_patrocinio_gives_five_days_then_red(app: Flask) -> None:
    home = cast.patrocinio(app)
    car = cars.patrocinio_app(home)
    permits.permit_for(app, home, car)
    stored_visit(home, car.plate, failed=["PV13"])
    # The fifth day is Saturday, 5 December: the term ends on Monday (CFG-GEN-01).
    last = date(2026, 12, 7)
    assert [listed(car, day) for day in (TODAY, last, last + DAY)] == [
        Level.AMBER, Level.AMBER, Level.RED,
    ]  # fmt: skip
    assert codes(verdict(home, car, last + DAY)) == ["failed_inspection.overdue"]


def failed_then_returned(home: Cast, car: Car, keys: Collection[str]) -> Inspection:
    first = stored_visit(home, car.plate, failed=keys)
    id, failed = first.id, _failed(first)
    at = NOW + 2 * DAY
    return stored_visit(
        home, car.plate, "return", at=at, previous=id, previous_failed=failed, fee=NO_FEE
    )


NO_FEE = {"guide": "", "paid_on": ""}


def _failed(visit: Inspection) -> list[str]:
    query = select(InspectionDefect.key).where(InspectionDefect.inspection_id == visit.id)
    return sorted(db.session.scalars(query))


@pytest.mark.parametrize("key", ["LV03", "LV06"])
def test_an_approved_return_is_green_at_once(
    app: Flask, client: PageClient, planura: Cast, key: str
) -> None:
    car = cars.planura_taxi(planura)
    permit = permits.permit_for(app, planura, car)
    back = failed_then_returned(planura, car, [key])
    on = TODAY + 2 * DAY
    assert (back.result, back.flags) == ("approved", "")
    assert codes(verdict(planura, car, on)) == []
    assert listed(car, on) is Level.GREEN
    assert shown(app, client, permit.url, NOW + 2 * DAY) == "Autorizado"


def test_a_return_after_its_term_waits_for_a_person(app: Flask) -> None:
    home = cast.patrocinio(app)
    car = cars.patrocinio_app(home)
    permits.permit_for(app, home, car)
    first = stored_visit(home, car.plate, failed=["PV13"])
    id, failed = first.id, _failed(first)
    late = stored_visit(
        home, car.plate, "return", at=NOW + 9 * DAY, previous=id, previous_failed=failed,
        fee=NO_FEE,
    )  # fmt: skip
    assert "return_late" in late.flags.split()
    assert codes(verdict(home, car, TODAY + 9 * DAY)) == ["failed_inspection.overdue"]


def test_a_first_approval_with_permit_turns_a_new_car_green(
    app: Flask, client: PageClient, planura: Cast
) -> None:
    car = cars.planura_taxi(planura, inspected=False)
    permits.granted(planura, car)
    bookings.paid(planura, car.vehicle, "2026/0815")
    assert "inspection_valid.missing" in codes(verdict(planura, car))
    stored_visit(planura, car.plate, "first")
    assert (codes(verdict(planura, car)), listed(car)) == ([], Level.GREEN)


def test_by_norm_every_failure_stops_the_car_and_gives_no_day(planura: Cast) -> None:
    car, law = cars.planura_taxi(planura), PLA.with_decisions({"CFG-PLA-33": "by_norm"})
    phone = inspector_phone(planura)
    phone.law = law
    sent = phone.freeze(phone.visit(car.plate, failed=["LV06"]))
    db.session.rollback()
    deliver(planura.actor("hugo"), Entry.from_json(sent), city(planura.city), law, now=NOW)
    found = db.session.scalars(select(Inspection)).one()
    assert (found.cure_by, found.stopped, found.flags) == (None, True, "guide_unknown")
    facts = facts_of(db.session(), car.vehicle, municipality_id=planura.city, law=law, on=TODAY)
    assert "failed_inspection.stopped" in codes(judge(facts, law, TODAY))


def test_a_holiday_of_the_city_moves_the_last_day(planura: Cast) -> None:
    car = cars.planura_taxi(planura)
    data = CityDayData(date(2026, 12, 10), "municipal", "Aniversário da cidade", "Lei 12/1950")
    declare_day(planura.actor("celia"), data, time_zone="America/Sao_Paulo", now=NOW)
    assert stored_visit(planura, car.plate, failed=["LV06"]).cure_by == date(2026, 12, 11)
