"""The seal follows the approved visit: at once, when it is pasted, or once a wait has ended."""

from datetime import date, datetime, timedelta
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from app.accounts.domain import Actor
from app.inspections.holding import holding_count
from app.inspections.models import Inspection, InspectionResult, InspectionSeal
from app.inspections.review import ReviewData, review
from app.inspections.seals import deliver_seal
from app.kernel.errors import Denied, NotFound, RuleRefused
from app.permits import service_seals
from app.permits.models import Seal
from app.persistence.base import db
from tests.support import bookings, cars, cast, permits
from tests.support.cars import PLA, Car
from tests.support.cast import NOW, Cast
from tests.support.field import deliver_to
from tests.support.papers import suspend_permit
from tests.support.visits import inspector_phone

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
READY = "Selo novo pronto"


def visit(home: Cast, car: Car, at: datetime = NOW, *, tail: str = "", **edits: Any) -> Any:
    """A visit delivered at once; what the phone is told."""
    login = "hugo"
    phone = inspector_phone(home, login, now=at - HOUR)
    record = phone.visit(car.plate, edits.pop("occasion", "yearly"), at=at, **edits)
    record["identified"]["chassis_tail"] = tail or record["identified"]["chassis_tail"]
    db.session.rollback()
    done = deliver_to(home, phone.freeze(record), login, now=at)
    assert done.given is not None
    return {**done.given, "id": done.id}


def seals() -> list[Seal]:
    return list(db.session.scalars(select(Seal).order_by(Seal.number)))


@pytest.fixture
def granted(planura: Cast, taxi: Car) -> str:
    """The taxi's Termo, and a confirmed guide: id of the Termo."""
    permit_id, _ = permits.granted(planura, taxi)
    bookings.paid(planura, taxi.vehicle, "2026/0815")
    return permit_id


def test_an_approved_car_without_a_seal_gets_it_at_once(
    planura: Cast, taxi: Car, granted: str
) -> None:
    told = visit(planura, taxi)
    (seal,) = seals()
    assert (seal.vehicle_id, seal.authorisation_id, seal.state) == (taxi.vehicle, granted, "valid")
    assert (told["seal"]["number"], told["seal"]["expires_on"]) == (seal.number, "2027-11-30")
    assert told["seal_waits"] == ""


def test_it_names_the_visit_that_gave_it(planura: Cast, taxi: Car, granted: str) -> None:
    told = visit(planura, taxi)
    link = db.session.get_one(InspectionSeal, told["id"])
    assert (link.seal_id, link.person_id) == (seals()[0].id, planura.people["hugo"])


def test_a_failed_car_gets_none(planura: Cast, taxi: Car, granted: str) -> None:
    told = visit(planura, taxi, failed=["LV06"])
    assert (told["seal"], told["seal_waits"], seals()) == (None, "", [])


def test_without_a_permit_it_waits_and_the_secretary_issues_it_later(
    planura: Cast, taxi: Car
) -> None:
    bookings.paid(planura, taxi.vehicle, "2026/0815")
    told = visit(planura, taxi)
    assert "autorização" in told["seal_waits"] and not seals()
    permit_id, _ = permits.granted(planura, taxi)
    issued = service_seals.issue_seal(
        planura.actor("celia"), PLA, permit_id, taxi.vehicle, now=NOW + HOUR
    )
    assert issued.expires_on == date(2027, 11, 30)


def test_a_suspended_permit_gives_none(planura: Cast, taxi: Car, app: Flask) -> None:
    permit = permits.permit_for(app, planura, taxi)
    service_seals.kill_seal(planura.actor("celia"), permit.seal.id, "Furtado", now=NOW)
    suspend_permit(planura, permit)
    bookings.paid(planura, taxi.vehicle, "2026/0815")
    told = visit(planura, taxi, NOW + HOUR)
    assert told["seal"] is None and "em vigor" in told["seal_waits"]


def test_a_good_sticker_stays_until_the_new_one_is_pasted(
    app: Flask, planura: Cast, taxi: Car
) -> None:
    old = permits.permit_for(app, planura, taxi).seal
    bookings.paid(planura, taxi.vehicle, "2026/0815")
    told = visit(planura, taxi)
    assert told["seal_waits"].startswith(READY) and told["seal_ready"]
    assert [(seal.id, seal.state) for seal in seals()] == [(old.id, "valid")]


def test_delivering_kills_the_old_one_in_the_same_step(
    app: Flask, planura: Cast, taxi: Car
) -> None:
    old = permits.permit_for(app, planura, taxi).seal
    bookings.paid(planura, taxi.vehicle, "2026/0815")
    told = visit(planura, taxi)
    issued = deliver_seal(planura.actor("hugo"), told["id"], ruleset=PLA, now=NOW + HOUR)
    former, new = seals()
    assert (former.id, former.state, new.state) == (old.id, "dead", "valid")
    assert (new.id, new.replaces_id) == (issued.id, old.id)
    assert new.expires_on == date(2027, 11, 30)


def test_a_second_tap_gets_the_same_seal(app: Flask, planura: Cast, taxi: Car) -> None:
    permits.permit_for(app, planura, taxi)
    bookings.paid(planura, taxi.vehicle, "2026/0815")
    told, hugo = visit(planura, taxi), planura.actor("hugo")
    first = deliver_seal(hugo, told["id"], ruleset=PLA, now=NOW + HOUR)
    assert deliver_seal(hugo, told["id"], ruleset=PLA, now=NOW + 2 * HOUR) == first
    assert len(seals()) == 2


def test_an_expired_sticker_is_replaced_at_once(app: Flask, planura: Cast, taxi: Car) -> None:
    old = permits.permit_for(app, planura, taxi, expires_on=NOW.date()).seal
    bookings.paid(planura, taxi.vehicle, "2026/0815")
    told = visit(planura, taxi, NOW + DAY)
    former, new = seals()
    assert (former.id, former.state) == (old.id, "dead")
    assert (told["seal"]["number"], new.replaces_id) == (new.number, old.id)


def test_an_unknown_guide_makes_it_wait_until_the_office_confirms_it(
    planura: Cast, taxi: Car
) -> None:
    permits.granted(planura, taxi)
    told = visit(planura, taxi)
    assert "guia" in told["seal_waits"] and not seals()
    bookings.paid(planura, taxi.vehicle, "2026/0815")
    assert [seal.expires_on for seal in seals()] == [date(2027, 11, 30)]


def test_the_guide_of_another_car_does_not_pay(planura: Cast, taxi: Car) -> None:
    permits.granted(planura, taxi)
    other = cars.planura_app(planura)
    bookings.paid(planura, other.vehicle, "2026/0815")
    assert "guia" in visit(planura, taxi)["seal_waits"] and not seals()


def test_one_guide_pays_one_visit(planura: Cast, taxi: Car, granted: str) -> None:
    visit(planura, taxi)
    again = visit(planura, taxi, NOW + 40 * DAY)
    assert "guia" in again["seal_waits"]


def test_a_doubt_holds_result_and_seal_until_it_is_cleared(
    planura: Cast, taxi: Car, granted: str
) -> None:
    told = visit(planura, taxi, tail="ZZZZZZ")
    assert "alerta" in told["seal_waits"] and not seals()
    assert db.session.get(InspectionResult, told["id"]) is None
    clear(planura, told["id"])
    assert db.session.get_one(InspectionResult, told["id"]).result == "approved"
    assert [seal.state for seal in seals()] == ["valid"]


def clear(home: Cast, visit_id: str) -> None:
    """The chief looked at every doubt."""
    seen = holding_count(db.session(), visit_id)
    db.session.rollback()
    data = ReviewData("cleared", "O chassi foi conferido no pátio.", seen)
    review(home.actor("fabio"), visit_id, data, ruleset=PLA, now=NOW + HOUR)


def test_a_city_without_keys_still_gets_its_visit(app: Flask, planura: Cast) -> None:
    car = cars.planura_taxi(planura)
    bookings.paid(planura, car.vehicle, "2026/0815")
    told = visit(planura, car)
    assert (told["result"], told["seal"]) == ("approved", None)


def test_leaving_the_service_gives_no_seal_and_counts_for_none(
    planura: Cast, taxi: Car, granted: str
) -> None:
    told = visit(planura, taxi, occasion="exit")
    assert (told["result"], told["seal"], told["seal_waits"]) == ("approved", None, "")
    assert db.session.get(InspectionResult, told["id"]) is None and not seals()


@pytest.mark.parametrize("login", ["ana", "davi", "bruno"])
def test_only_inspector_and_office_deliver(
    app: Flask, planura: Cast, taxi: Car, login: str
) -> None:
    permits.permit_for(app, planura, taxi)
    told = visit(planura, taxi)
    with pytest.raises(Denied):
        deliver_seal(planura.actor(login), told["id"], ruleset=PLA, now=NOW)


def test_a_stranger_finds_no_visit(app: Flask, planura: Cast, taxi: Car) -> None:
    told = visit(planura, taxi)
    stranger: Actor = cast.patrocinio(app).actor("hugo-pat")
    with pytest.raises(NotFound):
        deliver_seal(stranger, told["id"], ruleset=cars.PAT, now=NOW)


def test_no_seal_is_delivered_for_a_failed_visit(planura: Cast, taxi: Car, granted: str) -> None:
    told = visit(planura, taxi, failed=["LV06"])
    with pytest.raises(RuleRefused):
        deliver_seal(planura.actor("hugo"), told["id"], ruleset=PLA, now=NOW)
    assert not seals()


def test_the_secretary_signs_none_while_a_safety_failure_stands(
    app: Flask, planura: Cast, taxi: Car, granted: str
) -> None:
    visit(planura, taxi, failed=["LV03"])
    assert db.session.scalars(select(Inspection.stopped)).one()
    with pytest.raises(RuleRefused, match="vistoria") as refusal:
        service_seals.issue_seal(planura.actor("celia"), PLA, granted, taxi.vehicle, now=NOW + HOUR)
    assert refusal.value.citation.startswith("PLA art. 27")


def test_no_reprint_after_the_inspection_has_expired(app: Flask, planura: Cast, taxi: Car) -> None:
    permit = permits.permit_for(app, planura, taxi)
    with pytest.raises(RuleRefused):
        service_seals.reprint_seal(
            planura.actor("celia"), PLA, permit.seal.id, "Rasgado", now=NOW + 300 * DAY
        )


def test_a_car_never_inspected_gets_none(app: Flask, planura: Cast) -> None:
    car = cars.planura_taxi(planura, inspected=False)
    permit_id, _ = permits.granted(planura, car)
    with pytest.raises(RuleRefused, match="vistoria") as refusal:
        service_seals.issue_seal(planura.actor("celia"), PLA, permit_id, car.vehicle, now=NOW)
    assert "PLA art. 16 p.u." in refusal.value.citation and not seals()
