"""A visit is stored whole and once: the frozen text, its report, photos, result, receipt and event."""

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import func, select

from app.evidence.models import Attachment
from app.inspections.models import Inspection, InspectionDefect, InspectionResult
from app.ledger.models import LedgerBody, LedgerEvent
from app.ledger.verify import verify
from app.persistence.base import db
from app.sync.models import Receipt
from app.sync.service import Delivered
from tests.support import cars, cast
from tests.support.cars import Car
from tests.support.cast import NOW, Cast
from tests.support.field import Phone, deliver_to
from tests.support.visits import VisitPhone, inspector_phone

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def count(model: type) -> int:
    return db.session.scalar(select(func.count()).select_from(model)) or 0


def row() -> Inspection:
    return db.session.scalars(select(Inspection)).one()


def result() -> InspectionResult:
    query = select(InspectionResult).where(InspectionResult.source == "visit")
    return db.session.scalars(query).one()


def send(home: Cast, sent: dict[str, Any], **options: Any) -> Delivered:
    db.session.rollback()
    return deliver_to(home, sent, "hugo", **options)


def test_a_visit_is_stored_as_it_was_frozen(planura: Cast, taxi: Car, phone: VisitPhone) -> None:
    sent = phone.freeze(phone.visit(taxi.plate))
    done = send(planura, sent)
    assert (done.id, done.sha256, done.replayed) == (sent["id"], sent["sha256"], False)
    assert (row().payload, row().sha256, row().signature) == (
        sent["payload"], sent["sha256"], sent["signature"],
    )  # fmt: skip


def test_the_columns_say_what_the_text_and_the_server_say(
    planura: Cast, taxi: Car, phone: VisitPhone
) -> None:
    record = phone.visit(taxi.plate)
    send(planura, phone.freeze(record))
    found = row()
    assert (found.vehicle_id, found.plate, found.modality, found.occasion) == (
        taxi.vehicle, "FUM0B05", "taxi", "yearly",
    )  # fmt: skip
    assert (found.result, found.held_on, found.valid_until) == (
        "approved", date(2026, 11, 30), date(2027, 11, 30),
    )  # fmt: skip
    assert (found.guide, found.clock_flag, found.flags) == (
        record["fee"]["guide"], "", "guide_unknown",
    )  # fmt: skip


def test_reports_are_numbered_in_the_order_of_arrival(
    planura: Cast, taxi: Car, phone: VisitPhone
) -> None:
    first, second = (phone.freeze(phone.visit(taxi.plate, at=NOW + n * HOUR)) for n in (0, 1))
    later = send(planura, second, now=NOW + 2 * HOUR)
    earlier = send(planura, first, now=NOW + 3 * HOUR)
    assert later.given is not None and later.given["report"] == "TREINO-LV-2026/000001"
    assert earlier.given is not None and earlier.given["report"] == "TREINO-LV-2026/000002"


def test_the_number_is_of_the_year_of_arrival(planura: Cast, taxi: Car, phone: VisitPhone) -> None:
    sent = phone.freeze(phone.visit(taxi.plate))
    done = send(planura, sent, now=NOW + 40 * DAY)
    assert done.given is not None and done.given["report"] == "TREINO-LV-2027/000001"


def test_a_failure_has_its_defects_with_the_law_and_the_day(
    planura: Cast, taxi: Car, phone: VisitPhone
) -> None:
    record = phone.visit(taxi.plate, failed=["LV06"])
    send(planura, phone.freeze(record))
    defect = db.session.scalars(select(InspectionDefect)).one()
    assert (defect.key, defect.due_on, defect.blocking) == ("LV06", date(2026, 12, 10), True)
    assert defect.citation.startswith("PLA art. ") and defect.note
    assert (row().result, row().cure_by) == ("failed", date(2026, 12, 10))


def test_the_verdict_reads_a_row_under_the_visits_own_id(
    planura: Cast, taxi: Car, phone: VisitPhone
) -> None:
    send(planura, phone.freeze(phone.visit(taxi.plate)))
    found = result()
    assert (found.id, found.visit_id, found.vehicle_id) == (row().id, row().id, taxi.vehicle)
    assert (found.result, found.report_number) == ("approved", "TREINO-LV-2026/000001")


def test_photos_are_declared(planura: Cast, taxi: Car, phone: VisitPhone) -> None:
    record = phone.visit(taxi.plate)
    sent = phone.freeze(record)
    send(planura, sent)
    named = set(db.session.scalars(select(Attachment.sha256).filter_by(entry_id=sent["id"])))
    assert named == {photo["sha256"] for photo in record["photos"]} and len(named) >= 4


def test_the_event_binds_the_text_and_what_the_server_found(
    planura: Cast, taxi: Car, phone: VisitPhone
) -> None:
    sent = phone.freeze(phone.visit(taxi.plate))
    send(planura, sent)
    event = db.session.scalars(select(LedgerEvent).filter_by(kind="inspection.received")).one()
    body = json.loads(
        db.session.get_one(LedgerBody, (event.municipality_id, "main", event.seq)).body
    )
    assert (event.entity_id, event.device_id) == (sent["id"], phone.device_id)
    assert (body["sha256"], body["result"], body["vehicle_id"]) == (
        sent["sha256"], "approved", taxi.vehicle,
    )  # fmt: skip


def test_the_same_delivery_again_is_the_same_receipt(
    planura: Cast, taxi: Car, phone: VisitPhone
) -> None:
    sent = phone.freeze(phone.visit(taxi.plate))
    first, again = send(planura, sent), send(planura, sent, now=NOW + HOUR)
    assert again.replayed and again.received_at == first.received_at
    assert again.given == first.given
    assert (count(Inspection), count(Receipt)) == (1, 1)


def test_two_equal_deliveries_at_once_are_one_visit(
    app: Flask, planura: Cast, taxi: Car, phone: VisitPhone
) -> None:
    sent = phone.freeze(phone.visit(taxi.plate))
    db.session.rollback()

    def attempt(_: int) -> Delivered:
        with app.app_context():
            try:
                return deliver_to(planura, sent, "hugo")
            finally:
                db.session.remove()

    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(attempt, range(4)))
    assert sorted(done.replayed for done in answers) == [False, True, True, True]
    assert len({json.dumps(done.given) for done in answers}) == 1
    assert (count(Inspection), count(Receipt)) == (1, 1)


def test_the_phone_is_told_over_http(app: Flask, planura: Cast, taxi: Car) -> None:
    author = inspector_phone(planura)
    sent = author.freeze(author.visit(taxi.plate))
    app.config["CLOCK"] = lambda: NOW
    answer = Phone(app, "hugo").post("/campo/registro", sent).get_json()
    assert answer["given"]["report"] == "TREINO-LV-2026/000001"
    assert answer["given"]["valid_until"] == "2027-11-30"


def test_a_chain_of_visits_is_its_own(planura: Cast, taxi: Car, phone: VisitPhone) -> None:
    for n in range(3):
        send(planura, phone.freeze(phone.visit(taxi.plate, at=NOW + n * HOUR)), now=NOW + n * HOUR)
    rows = db.session.scalars(select(Inspection).order_by(Inspection.chain_seq)).all()
    assert [found.chain_prev for found in rows] == ["0" * 64, rows[0].sha256, rows[1].sha256]
    assert not any("chain_broken" in found.flags for found in rows)


@pytest.mark.parametrize(("failed", "limit"), [((), None), (("PV05",), date(2026, 12, 7))])
def test_patrocinio_gives_five_days(
    app: Flask, failed: tuple[str, ...], limit: date | None
) -> None:
    home = cast.patrocinio(app)
    car = cars.patrocinio_app(home)
    phone = inspector_phone(home, "hugo-pat")
    sent = phone.freeze(phone.visit(car.plate, failed=failed))
    db.session.rollback()
    deliver_to(home, sent, "hugo-pat")
    assert (row().cure_by, row().valid_until) == (limit, None)


def test_the_ledger_is_whole_afterwards(
    app: Flask, planura: Cast, taxi: Car, phone: VisitPhone
) -> None:
    for n, failed in enumerate(((), ("LV06",))):
        record = phone.visit(taxi.plate, at=NOW + n * HOUR, failed=failed)
        send(planura, phone.freeze(record), now=NOW + n * HOUR)
    key = app.config["LEDGER_KEY"]
    assert list(verify(db.session(), planura.city, key)) == []
