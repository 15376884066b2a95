"""Deciding what was flagged: by whom, with what effect on the seal and the verdict."""

from datetime import date, timedelta

import pytest
from flask import Flask
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from app.inspections.guides import GuideData, confirm_guide
from app.inspections.holding import is_open
from app.inspections.models import Inspection, InspectionResult, InspectionSeal
from app.inspections.models_checks import InspectionReview
from app.inspections.review import ReviewData, review
from app.kernel.errors import Conflict, Denied, Invalid, RuleRefused
from app.kernel.ids import new_id
from app.persistence.base import db
from app.persistence.transaction import transaction
from app.sync.service import Refused
from app.verification.facts import facts_of
from tests.inspections.yard import MORNING, open_yard, some_cars
from tests.support import cars, cast, permits
from tests.support.cars import Car
from tests.support.cast import NOW, Cast
from tests.support.doubts import second_inspector
from tests.support.visit_phone import YardPhone, sent_visit, yard_phone

FAR = (-19.6, -48.7)
LATER = NOW + timedelta(minutes=5)


@pytest.fixture
def home(app: Flask) -> Cast:
    found = cast.planura(app)
    open_yard(found)
    return found


@pytest.fixture
def phone(home: Cast) -> YardPhone:
    return yard_phone(home, now=MORNING - timedelta(hours=1))


@pytest.fixture
def doubted(home: Cast, phone: YardPhone) -> Inspection:
    """An approval 60 km from the yard."""
    sheet = phone.sheet(some_cars(home, 1)[0], MORNING, place=FAR)
    return sent_visit(home, phone, sheet, now=NOW)


def car_of(visit: Inspection) -> Car:
    """The car again."""
    return Car(str(visit.vehicle_id), "", visit.plate)


def decide(home: Cast, visit: Inspection, kind: str, login: str = "fabio", seen: int = 1) -> None:
    data = ReviewData(kind, "Conferido com o motorista e as fotos.", seen)
    review(home.actor(login), visit.id, data, ruleset=permits.law(home), now=LATER)
    db.session.rollback()


def results(visit: Inspection) -> list[InspectionResult]:
    db.session.rollback()
    query = select(InspectionResult).where(InspectionResult.visit_id == visit.id)
    return list(db.session.scalars(query))


def test_a_doubted_approval_does_not_count(doubted: Inspection) -> None:
    assert results(doubted) == []


def test_clearing_makes_it_count(home: Cast, doubted: Inspection) -> None:
    decide(home, doubted, "cleared")
    assert [row.result for row in results(doubted)] == ["approved"]
    assert not is_open(db.session(), doubted.id)


def test_the_inspector_clears_nothing_of_the_own_visit(home: Cast, doubted: Inspection) -> None:
    with pytest.raises(Denied):
        decide(home, doubted, "cleared", "hugo")
    assert is_open(db.session(), doubted.id)


def test_the_database_refuses_a_review_by_the_inspector(home: Cast, doubted: Inspection) -> None:
    own = InspectionReview(
        municipality_id=home.city, inspection_id=doubted.id, kind="cleared", reasons="Tudo certo.",
        covers=1, person_id=doubted.person_id, at=LATER,
    )  # fmt: skip
    with pytest.raises(IntegrityError), transaction() as session:
        session.add(own)
        session.flush()
    db.session.rollback()
    assert db.session.scalars(select(InspectionReview)).all() == []


def test_a_flag_that_came_meanwhile_is_not_cleared_unseen(home: Cast, doubted: Inspection) -> None:
    with pytest.raises(Conflict):
        decide(home, doubted, "cleared", seen=0)
    assert is_open(db.session(), doubted.id)


def test_a_flag_that_comes_later_opens_the_visit_again(
    home: Cast, phone: YardPhone, doubted: Inspection
) -> None:
    decide(home, doubted, "cleared")
    again = phone.sheet(car_of(doubted), MORNING + timedelta(minutes=2), place=FAR)
    sent_visit(home, phone, again, now=LATER)
    assert is_open(db.session(), doubted.id)


def test_clearing_counts_on_the_day_of_the_visit(home: Cast, doubted: Inspection) -> None:
    assert approved_on(home, doubted) is None
    decide(home, doubted, "cleared")
    assert approved_on(home, doubted) == NOW.date()


def test_confirming_takes_the_approval_back_for_good(home: Cast, doubted: Inspection) -> None:
    decide(home, doubted, "cleared")
    decide(home, doubted, "confirmed")
    assert approved_on(home, doubted) is None
    with pytest.raises(RuleRefused):
        decide(home, doubted, "cleared")


def approved_on(home: Cast, visit: Inspection) -> date | None:
    """As the verdict reads it."""
    law, car = permits.law(home), str(visit.vehicle_id)
    facts = facts_of(db.session(), car, municipality_id=home.city, law=law, on=NOW.date())
    return facts.vehicle.inspection.approved_on


@pytest.mark.parametrize(("kind", "reasons"), [("cleared", " "), ("maybe", "Porque sim.")])
def test_a_decision_needs_a_word_and_a_reason(
    home: Cast, doubted: Inspection, kind: str, reasons: str
) -> None:
    data = ReviewData(kind, reasons, 1)
    with pytest.raises(Invalid):
        review(home.actor("fabio"), doubted.id, data, ruleset=permits.law(home), now=LATER)
    assert db.session.scalars(select(InspectionReview)).all() == []


def test_a_double_tap_is_one_decision(home: Cast, doubted: Inspection) -> None:
    data, id = ReviewData("cleared", "Conferido.", 1), new_id()
    for _ in range(2):
        review(home.actor("fabio"), doubted.id, data, ruleset=permits.law(home), now=LATER, id=id)
    db.session.rollback()
    assert len(db.session.scalars(select(InspectionReview)).all()) == 1


def test_who_did_the_visit_cannot_do_its_recheck(
    home: Cast, phone: YardPhone, doubted: Inspection
) -> None:
    sheet = phone.sheet(car_of(doubted), NOW, occasion="recheck", previous=doubted.id)
    with pytest.raises(Refused):
        sent_visit(home, phone, sheet, now=LATER)
    assert db.session.scalars(select(Inspection.id)).all() == [doubted.id]


def test_a_recheck_that_fails_puts_the_doubt_on_the_first_visit(
    home: Cast, phone: YardPhone
) -> None:
    car = some_cars(home, 1)[0]
    first = sent_visit(home, phone, phone.sheet(car, MORNING), now=NOW)
    login = second_inspector(home)
    other = yard_phone(home, login)
    sheet = other.sheet(car, NOW, occasion="recheck", previous=first.id, failed=("LV05",))
    again = sent_visit(home, other, sheet, now=NOW + timedelta(minutes=15), login=login)
    assert again.result == "failed"
    assert is_open(db.session(), first.id)


def test_no_seal_while_a_doubt_stands_and_one_once_it_is_cleared(
    home: Cast, phone: YardPhone
) -> None:
    car = cars.planura_taxi(home)
    permits.granted(home, car)
    db.session.rollback()
    sheet = phone.sheet(car, MORNING, place=FAR)
    guide = GuideData(sheet["fee"]["guide"], NOW.date())
    confirm_guide(home.actor("bruno"), car.vehicle, guide, ruleset=permits.law(home), now=NOW)
    visit = sent_visit(home, phone, sheet, now=NOW)
    assert seals() == []
    decide(home, visit, "cleared")
    assert seals() == [visit.id]


def seals() -> list[str]:
    """Visits that gave a seal."""
    db.session.rollback()
    return list(db.session.scalars(select(InspectionSeal.inspection_id)))
