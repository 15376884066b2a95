"""What the database itself refuses, whoever writes: raw rows with the application's rights."""

from collections.abc import Mapping
from typing import Any

import pytest
from sqlalchemy import insert, select, text, update
from sqlalchemy.exc import DBAPIError

from app.inspections.models import (
    Inspection,
    InspectionDefect,
    InspectionMissed,
    InspectionResult,
    InspectionSeal,
    ReportSeries,
)
from app.kernel.ids import new_id
from app.permits import service_seals
from app.permits.models import Seal
from app.persistence.base import db
from app.registry.models import Driver
from tests.support import bookings, permits
from tests.support.cars import PLA, Car
from tests.support.cast import NOW, Cast
from tests.support.visits import stored_visit

TODAY = NOW.date()


@pytest.fixture
def visit(planura: Cast, taxi: Car) -> Inspection:
    """An approved visit that gave a seal."""
    permits.granted(planura, taxi)
    bookings.paid(planura, taxi.vehicle, "2026/0815")
    return stored_visit(planura, taxi.plate)


def check_refused(statement: Any) -> None:
    db.session.rollback()
    with pytest.raises(DBAPIError), db.engine.begin() as connection:
        connection.execute(statement)


def copy_of(visit: Inspection, **edits: Any) -> Mapping[str, Any]:
    """A further row of the same series, chain and author."""
    row = {c.name: getattr(visit, c.name) for c in Inspection.__table__.columns}
    with db.engine.begin() as connection:
        connection.execute(update(ReportSeries).values(next_value=ReportSeries.next_value + 1))
        value = connection.execute(select(ReportSeries.next_value)).scalar_one()
    return {**row, "id": new_id(), "report_value": value - 1, "chain_seq": 99, **edits}


@pytest.mark.parametrize(
    "table", [Inspection, InspectionDefect, InspectionMissed, InspectionResult, InspectionSeal]
)
@pytest.mark.parametrize("verb", ["UPDATE {} SET municipality_id='x'", "DELETE FROM {}"])
def test_nothing_written_is_changed(
    planura: Cast, visit: Inspection, table: Any, verb: str
) -> None:
    id, vehicle = visit.id, visit.vehicle_id
    defect = {
        "inspection_id": id, "key": "LV06", "municipality_id": planura.city, "item_id": "LV06",
        "label": "x", "citation": "", "note": "", "blocking": True, "safety": False,
    }  # fmt: skip
    missed = {
        "id": new_id(), "municipality_id": planura.city, "vehicle_id": vehicle,
        "occasion": "return", "booking_id": "", "call_id": "", "due_on": TODAY, "training": True,
        "person_id": "p", "recorded_at": NOW,
    }  # fmt: skip
    db.session.rollback()
    with db.engine.begin() as connection:
        connection.execute(insert(InspectionDefect), defect)
        connection.execute(insert(InspectionMissed), missed)
    check_refused(text(verb.format(table.__tablename__)))


def test_a_copy_alone_is_no_problem(visit: Inspection) -> None:
    row = copy_of(visit, occasion="notice")
    with db.engine.begin() as connection:
        connection.execute(insert(Inspection), row)
        assert connection.execute(select(Inspection.id)).all() != []


def test_nobody_rechecks_the_own_visit(visit: Inspection) -> None:
    row = copy_of(visit, occasion="recheck", previous_id=visit.id)
    check_refused(insert(Inspection).values(row))


def test_a_return_belongs_to_the_same_car(visit: Inspection) -> None:
    row = copy_of(visit, occasion="return", previous_id=visit.id, vehicle_id=None)
    check_refused(insert(Inspection).values(row))


def test_nobody_inspects_the_car_he_drives(planura: Cast, taxi: Car, visit: Inspection) -> None:
    row = copy_of(visit)
    hugo = planura.people["hugo"]
    with db.engine.begin() as connection:
        connection.execute(update(Driver).where(Driver.id == taxi.driver).values(person_id=hugo))
    check_refused(insert(Inspection).values(row))


@pytest.mark.parametrize("value", [0, 2, 99])
def test_a_report_is_of_its_series(visit: Inspection, value: int) -> None:
    row = {c.name: getattr(visit, c.name) for c in Inspection.__table__.columns}
    check_refused(
        insert(Inspection).values({**row, "id": new_id(), "report_value": value, "chain_seq": 99})
    )


def test_a_report_number_is_given_once(visit: Inspection) -> None:
    check_refused(insert(Inspection).values(copy_of(visit, report_value=visit.report_value)))


def test_training_stays_in_its_series(visit: Inspection) -> None:
    check_refused(insert(Inspection).values(copy_of(visit, training=False)))


def test_the_series_never_goes_back(visit: Inspection) -> None:
    check_refused(update(ReportSeries).values(next_value=1))


def result_of(visit: Inspection, **edits: Any) -> Mapping[str, Any]:
    stored = db.session.get_one(InspectionResult, visit.id)
    row = {c.name: getattr(stored, c.name) for c in InspectionResult.__table__.columns}
    return {**row, **edits}


def test_no_approval_without_its_visit(visit: Inspection) -> None:
    check_refused(insert(InspectionResult).values(result_of(visit, id=new_id())))


@pytest.mark.parametrize("source", ["earlier", "typed"])
def test_no_approval_typed_after_the_first_visit(visit: Inspection, source: str) -> None:
    row = result_of(visit, id=new_id(), source=source, visit_id=None)
    check_refused(insert(InspectionResult).values(row))


def test_a_failed_visit_gives_no_approval(planura: Cast, taxi: Car) -> None:
    failed = stored_visit(planura, taxi.plate, failed=["LV06"])
    copy = copy_of(failed)
    with db.engine.begin() as connection:
        connection.execute(insert(Inspection), copy)
    row = result_of(failed, id=copy["id"], visit_id=copy["id"], result="approved")
    check_refused(insert(InspectionResult).values(row))


@pytest.mark.parametrize("result", ["failed", "approved"])
def test_a_seal_is_linked_to_an_approval_of_its_own_car(
    planura: Cast, taxi: Car, visit: Inspection, result: str
) -> None:
    former, stopped = db.session.scalars(select(Seal.id)).one(), copy_of(visit, result=result)
    new = service_seals.reprint_seal(planura.actor("celia"), PLA, former, "Rasgado", now=NOW).id
    with db.engine.begin() as connection:
        connection.execute(insert(Inspection), stopped)
    link = insert(InspectionSeal).values(
        inspection_id=stopped["id"], municipality_id=planura.city, seal_id=new,
        person_id="p", at=NOW,
    )  # fmt: skip
    if result == "failed":
        check_refused(link)
        return
    with db.engine.begin() as connection:
        connection.execute(link)
    linked = select(InspectionSeal.seal_id).where(InspectionSeal.inspection_id == stopped["id"])
    assert db.session.scalars(linked).all() == [new]
