"""What cannot be taken goes to quarantine whole, and nothing of it is stored."""

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import func, select, update

from app.accounts.models import RoleGrant
from app.evidence.models import Attachment
from app.inspections.models import Inspection, InspectionResult
from app.kernel.errors import Conflict, DomainError
from app.kernel.ids import new_id
from app.permits.models import Seal
from app.persistence.base import db
from app.persistence.transaction import transaction
from app.registry.models import Driver
from app.sync.models import Quarantined, Receipt
from app.sync.service import Refused
from tests.support import cars, cast
from tests.support.cars import Car
from tests.support.cast import NOW, Cast
from tests.support.field import deliver_to, instant
from tests.support.visits import VisitPhone, inspector_phone, stored_visit

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
Edit = Callable[[dict[str, Any]], object]


def refused(home: Cast, sent: dict[str, Any], login: str = "hugo") -> DomainError:
    db.session.rollback()
    with pytest.raises(Refused) as caught:
        deliver_to(home, sent, login)
    return caught.value.cause


def count(model: type) -> int:
    return db.session.scalar(select(func.count()).select_from(model)) or 0


@pytest.mark.parametrize(
    ("edit", "field"),
    [
        (lambda r: r.update(occasion="weekly"), "occasion"),
        (lambda r: r.update(training=False), "training"),
        (lambda r: r["vehicle"].update(plate=""), "vehicle.plate"),
        (lambda r: r["vehicle"].update(plate="AB1C234"), "vehicle.plate"),
        (lambda r: r["identified"].update(chassis_tail=""), "identified.chassis_tail"),
        (lambda r: r["identified"].update(chassis_tail="12345z"), "identified.chassis_tail"),
        (lambda r: r["fee"].update(guide=""), "fee"),
        (lambda r: r["shots"].pop(), "shots"),
        (lambda r: r["items"].pop(), "items"),
        (lambda r: r["items"].append(r["items"][0]), "items"),
        (lambda r: r["items"][0].update(answer="maybe"), "items"),
        (lambda r: r["chain"].update(seq=0), "chain.seq"),
        (lambda r: r.update(result={"result": "approved"}), "result"),
        (lambda r: r.update(finished_at="yesterday"), "finished_at"),
    ],
)
def test_an_incomplete_record_is_kept_and_not_stored(
    planura: Cast, taxi: Car, phone: VisitPhone, edit: Edit, field: str
) -> None:
    record = phone.visit(taxi.plate)
    edit(record)
    error = refused(planura, phone.envelope(record))
    assert error.field.startswith(field), error.field
    assert (count(Inspection), count(Receipt), count(Quarantined)) == (0, 0, 1)


def test_a_failed_item_needs_its_photo(planura: Cast, taxi: Car, phone: VisitPhone) -> None:
    record = phone.visit(taxi.plate, failed=["LV06"])
    wrong = next(item for item in record["items"] if item["key"] == "LV06")
    wrong["photos"] = []
    assert "LV06" in refused(planura, phone.envelope(record)).field


def test_other_content_under_the_same_id_is_a_conflict(
    planura: Cast, taxi: Car, phone: VisitPhone
) -> None:
    id = new_id()
    db.session.rollback()
    deliver_to(planura, phone.freeze(phone.visit(taxi.plate), id), "hugo")
    other = phone.envelope(phone.visit(taxi.plate, at=NOW + HOUR), id)
    assert isinstance(refused(planura, other), Conflict)
    assert (count(Inspection), count(Quarantined)) == (1, 1)


def test_a_signature_of_a_notice_is_none(planura: Cast, taxi: Car, phone: VisitPhone) -> None:
    sent = phone.envelope(phone.visit(taxi.plate))
    forged = {**sent, "signature": phone.sign(b"cf-n1\0" + sent["payload"].encode())}
    assert refused(planura, forged).field == "signature"


def test_a_strangers_key_signs_nothing(planura: Cast, taxi: Car, phone: VisitPhone) -> None:
    stranger = VisitPhone(phone.actor, phone.law, device_id=phone.device_id, beacon=phone.beacon)
    assert refused(planura, stranger.envelope(stranger.visit(taxi.plate))).field == "key_id"


def test_a_taken_place_in_the_chain_is_a_conflict(
    planura: Cast, taxi: Car, phone: VisitPhone
) -> None:
    twin = phone.envelope(phone.visit(taxi.plate, at=NOW + HOUR))
    first = phone.freeze(phone.visit(taxi.plate))
    db.session.rollback()
    deliver_to(planura, first, "hugo")
    assert isinstance(refused(planura, twin), Conflict)


def test_a_gap_in_the_chain_is_flagged_and_kept(
    planura: Cast, taxi: Car, phone: VisitPhone
) -> None:
    phone.freeze(phone.visit(taxi.plate))
    sent = phone.freeze(phone.visit(taxi.plate) | {"chain": {"seq": 2, "prev": "1" * 64}})
    first = phone.envelope(phone.visit(taxi.plate) | {"chain": {"seq": 1, "prev": "0" * 64}})
    db.session.rollback()
    for each in (first, sent):
        deliver_to(planura, each, "hugo")
    last = db.session.scalars(select(Inspection).filter_by(chain_seq=2)).one()
    assert "chain_broken" in last.flags.split()


def test_another_citys_text_is_refused(app: Flask, planura: Cast, taxi: Car) -> None:
    phone = inspector_phone(planura)
    record = phone.visit(taxi.plate)
    record["ruleset"]["slug"] = "patrocinio-2020"
    assert refused(planura, phone.envelope(record)).field == "ruleset"


def test_another_citys_inspector_sees_no_car_of_ours(app: Flask, planura: Cast, taxi: Car) -> None:
    away = cast.patrocinio(app)
    car = cars.patrocinio_app(away)
    phone = inspector_phone(away, "hugo-pat")
    record = phone.visit(car.plate)
    record["vehicle"]["plate"] = taxi.plate
    db.session.rollback()
    deliver_to(away, phone.freeze(record), "hugo-pat")
    found = db.session.scalars(select(Inspection)).one()
    assert (found.vehicle_id, found.municipality_id) == (None, away.city)
    assert "vehicle_unknown" in found.flags.split()


@pytest.mark.parametrize("login", ["ana", "celia", "bruno"])
def test_only_a_designated_inspector_counts(planura: Cast, taxi: Car, login: str) -> None:
    phone = VisitPhone(planura.actor(login), inspector_phone(planura).law)
    phone.private = inspector_phone(planura).private
    record = phone.visit(taxi.plate)
    refused(planura, phone.envelope(record), login)
    assert count(Inspection) == 0


def test_an_act_that_had_ended_is_refused(planura: Cast, taxi: Car, phone: VisitPhone) -> None:
    sent = phone.freeze(phone.visit(taxi.plate))
    with transaction() as session:
        session.execute(
            update(RoleGrant)
            .where(RoleGrant.person_id == planura.people["hugo"])
            .values(ends_on=date(2026, 11, 29))
        )
    assert "designação" in refused(planura, sent).message


def test_nobody_inspects_the_own_car(planura: Cast, taxi: Car, phone: VisitPhone) -> None:
    with transaction() as session:
        session.execute(
            update(Driver).where(Driver.id == taxi.driver).values(person_id=planura.people["hugo"])
        )
    error = refused(planura, phone.envelope(phone.visit(taxi.plate)))
    assert error.field == "vehicle.plate" and "dono" in error.message


def test_the_owner_does_not_inspect_either(planura: Cast, phone: VisitPhone) -> None:
    car = cars.planura_taxi(planura, owner_cpf="71428793860")  # Hugo's
    error = refused(planura, phone.envelope(phone.visit(car.plate)))
    assert error.field == "vehicle.plate"


def test_a_recheck_is_by_another_person(planura: Cast, taxi: Car) -> None:
    first = stored_visit(planura, taxi.plate)
    phone = inspector_phone(planura)
    record = phone.visit(taxi.plate, "recheck", at=NOW + HOUR, previous=first.id)
    assert "outra pessoa" in refused(planura, phone.envelope(record)).message


def test_a_return_waits_for_the_visit_before_it(
    planura: Cast, taxi: Car, phone: VisitPhone
) -> None:
    record = phone.visit(taxi.plate, "return", previous_failed=["LV06"], previous=new_id())
    assert refused(planura, phone.envelope(record)).field == "previous"


def test_a_return_to_another_cars_visit_is_refused(
    planura: Cast, taxi: Car, phone: VisitPhone
) -> None:
    other = cars.planura_app(planura)
    failed = stored_visit(planura, taxi.plate, failed=["LV06"])
    record = phone.visit(other.plate, "return", previous_failed=["LV06"], previous=failed.id)
    record["identified"]["chassis_tail"] = "004251"
    assert refused(planura, phone.envelope(record)).field == "previous"


def test_photos_of_a_refused_visit_may_still_come(
    planura: Cast, taxi: Car, phone: VisitPhone
) -> None:
    record = phone.visit(taxi.plate)
    refused(planura, {**phone.envelope(record), "signature": "0" * 128})
    assert count(Attachment) == len(record["photos"])


def test_a_phone_cannot_approve_what_failed(planura: Cast, taxi: Car, phone: VisitPhone) -> None:
    record = phone.visit(taxi.plate, failed=["LV03"])
    record["result"] = {"result": "approved", "failed": [], "cure_by": "", "stopped": False}
    db.session.rollback()
    deliver_to(planura, phone.freeze(record), "hugo")
    found = db.session.scalars(select(Inspection)).one()
    assert (found.result, found.stopped) == ("failed", True)
    assert {"result_differs", "term_differs"} <= set(found.flags.split())
    assert db.session.get_one(InspectionResult, found.id).result == "failed" and not count(Seal)


@pytest.mark.parametrize(
    ("off", "held_on"),
    [(timedelta(days=400), date(2026, 11, 30)), (timedelta(days=-400), date(2026, 11, 30))],
)
def test_a_wrong_clock_does_not_move_the_day(
    planura: Cast, taxi: Car, phone: VisitPhone, off: timedelta, held_on: date
) -> None:
    record = phone.visit(taxi.plate, at=NOW + off)
    db.session.rollback()
    deliver_to(planura, phone.freeze(record), "hugo")
    found = db.session.scalars(select(Inspection)).one()
    assert found.clock_flag and found.held_on == held_on
    assert db.session.get(InspectionResult, found.id) is None


def test_the_phones_clock_may_be_an_hour_off_when_it_knows_it(
    planura: Cast, taxi: Car, phone: VisitPhone
) -> None:
    record = phone.visit(taxi.plate)
    record |= {"device_time": instant(NOW + HOUR), "offset_ms": -3_600_000}
    db.session.rollback()
    deliver_to(planura, phone.freeze(record), "hugo")
    assert db.session.scalars(select(Inspection.clock_flag)).one() == ""
