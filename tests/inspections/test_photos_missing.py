"""Photos that a visit promised and that never came are a doubt that holds the seal."""

from datetime import timedelta

from flask import Flask
from sqlalchemy import select

from app.inspections.models import Inspection
from app.inspections.models_checks import InspectionFlag
from app.inspections.photos_missing import flag_missing_photos
from app.persistence.base import db
from tests.support import cast
from tests.support.cars import Car
from tests.support.cast import NOW, Cast
from tests.support.visits import photographed_visit, stored_visit

THREE_DAYS = timedelta(days=3)


def _flags(visit: Inspection) -> list[bool]:
    db.session.rollback()
    query = select(InspectionFlag.holds).where(
        InspectionFlag.inspection_id == visit.id, InspectionFlag.kind == "photos_missing"
    )
    return list(db.session.scalars(query))


def test_after_three_days_without_them_the_visit_is_flagged(planura: Cast, taxi: Car) -> None:
    visit = stored_visit(planura, taxi.plate)
    assert flag_missing_photos(planura.actor("celia"), now=NOW + THREE_DAYS) == 1
    assert _flags(visit) == [True]


def test_before_that_nothing_is_said(planura: Cast, taxi: Car) -> None:
    visit = stored_visit(planura, taxi.plate)
    early = NOW + THREE_DAYS - timedelta(seconds=1)
    assert flag_missing_photos(planura.actor("celia"), now=early) == 0
    assert _flags(visit) == []


def test_a_second_night_flags_nothing_again(planura: Cast, taxi: Car) -> None:
    visit = stored_visit(planura, taxi.plate)
    for days in (3, 4):
        flag_missing_photos(planura.actor("celia"), now=NOW + timedelta(days=days))
    assert _flags(visit) == [True]


def test_a_visit_with_all_its_photos_is_left_alone(planura: Cast, taxi: Car) -> None:
    visit = photographed_visit(planura, taxi.plate)
    assert flag_missing_photos(planura.actor("celia"), now=NOW + THREE_DAYS) == 0
    assert _flags(visit) == []


def test_another_citys_visit_is_not_touched(app: Flask, planura: Cast, taxi: Car) -> None:
    neighbour = cast.patrocinio(app)
    visit = stored_visit(planura, taxi.plate)
    assert flag_missing_photos(neighbour.actor("celia-pat"), now=NOW + THREE_DAYS) == 0
    assert _flags(visit) == []
