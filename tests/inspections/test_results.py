"""Results of inspections: who signs, what a failure carries, what is refused."""

from datetime import date

import pytest
from flask import Flask
from sqlalchemy import select

from app.inspections.domain import InspectionData, cure_by
from app.inspections.models import InspectionResult
from app.inspections.service import record_inspection_result
from app.kernel.errors import Conflict, Denied, Invalid, NotFound
from app.persistence.base import db
from app.regulation.ruleset import Ruleset
from tests.support import cars, cast
from tests.support.cars import PAT, PLA

NOW = cast.NOW
TODAY = date(2026, 11, 30)
ID = "0" * 31 + "d"


def latest() -> InspectionResult:
    rows = db.session.scalars(select(InspectionResult).order_by(InspectionResult.recorded_at))
    return list(rows)[-1]


@pytest.mark.parametrize(
    ("law", "failed_on", "limit"),
    [
        (PAT, date(2026, 11, 16), date(2026, 11, 23)),  # 5 days end on Saturday 21st
        (PAT, date(2026, 11, 25), date(2026, 11, 30)),
        (PAT, date(2026, 12, 20), date(2026, 12, 28)),  # the 25th is a holiday, a Friday
        (PLA, date(2026, 11, 30), date(2026, 12, 10)),
        (PLA, date(2026, 11, 25), date(2026, 12, 7)),  # 10 days end on Saturday the 5th
    ],
)
def test_the_day_to_come_back(law: Ruleset, failed_on: date, limit: date) -> None:
    assert cure_by(law, failed_on) == limit


def test_a_failure_is_signed_and_has_its_limit(app: Flask) -> None:
    people = cast.planura(app)
    car = cars.planura_taxi(people)
    found = InspectionData(TODAY, "failed", stopped=True)
    record_inspection_result(people.actor("hugo"), car.vehicle, found, ruleset=PLA, now=NOW)
    row = latest()
    assert (row.cure_by, row.stopped, row.inspector_person_id) == (
        date(2026, 12, 10),
        True,
        people.people["hugo"],
    )


def test_an_approval_carries_no_limit(app: Flask) -> None:
    cars.planura_taxi(cast.planura(app))
    assert (latest().result, latest().cure_by) == ("approved", None)


@pytest.mark.parametrize(
    ("data", "field"),
    [
        (InspectionData(date(2026, 12, 1), "failed"), "held_on"),
        (InspectionData(TODAY, "approved"), "report_number"),
        (InspectionData(TODAY, "approved", "1", True), "stopped"),
        (InspectionData(TODAY, "pending"), "result"),
        (InspectionData(TODAY, "failed", "x" * 31), "report_number"),
    ],
)
def test_nonsense_is_named_by_its_field(app: Flask, data: InspectionData, field: str) -> None:
    people = cast.planura(app)
    car = cars.planura_taxi(people)
    with pytest.raises(Invalid) as refused:
        record_inspection_result(people.actor("hugo"), car.vehicle, data, ruleset=PLA, now=NOW)
    assert refused.value.field == field


@pytest.mark.parametrize("login", ["bruno", "celia", "ana", "elisa"])
def test_only_the_inspector_records(app: Flask, login: str) -> None:
    people = cast.planura(app)
    car = cars.planura_taxi(people)
    found = InspectionData(TODAY, "failed")
    with pytest.raises(Denied):
        record_inspection_result(people.actor(login), car.vehicle, found, ruleset=PLA, now=NOW)


def test_a_strangers_car_is_not_there(app: Flask) -> None:
    car = cars.planura_taxi(cast.planura(app))
    stranger = cast.patrocinio(app).actor("hugo-pat")
    with pytest.raises(NotFound):
        record_inspection_result(
            stranger, car.vehicle, InspectionData(TODAY, "failed"), ruleset=PAT, now=NOW
        )


def test_a_double_tap_is_one_result(app: Flask) -> None:
    people = cast.planura(app)
    car = cars.planura_taxi(people)
    found, act = InspectionData(TODAY, "failed"), (people.actor("hugo"), car.vehicle)
    for _ in range(2):
        record_inspection_result(*act, found, ruleset=PLA, now=NOW, id=ID)
    assert len(db.session.scalars(select(InspectionResult)).all()) == 2  # with the approved one


def test_another_result_under_the_same_id_is_a_conflict(app: Flask) -> None:
    people = cast.planura(app)
    car = cars.planura_taxi(people)
    act = (people.actor("hugo"), car.vehicle)
    record_inspection_result(*act, InspectionData(TODAY, "failed"), ruleset=PLA, now=NOW, id=ID)
    with pytest.raises(Conflict):
        record_inspection_result(
            *act, InspectionData(TODAY, "approved", "9"), ruleset=PLA, now=NOW, id=ID
        )
