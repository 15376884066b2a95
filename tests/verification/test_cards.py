"""A card says of every day what a verdict of that day says; a change shows at once."""

import json
from datetime import date, timedelta
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import insert, select, update

from app.inspections.models import InspectionResult
from app.kernel.ids import new_id
from app.permits.models import Restriction, Seal
from app.persistence.base import db
from app.persistence.transaction import changed, transaction
from app.registry import models as registry
from app.regulation.facts import SealState
from app.regulation.ruleset import Ruleset
from app.regulation.verdict import Level, Verdict, judge
from app.regulation.vocabulary import LegalStatus
from app.verification.facts import facts_from, facts_of, record_of
from app.verification.models import SealCard
from app.verification.record import Record
from app.verification.timelines import level_on
from tests.support import cast, examples
from tests.support.cast import NOW
from tests.verification import fleet
from tests.verification.fleet import TODAY, Car

DAYS = [TODAY + timedelta(days=n) for n in range(401)]


def card(car: Car) -> SealCard:
    return db.session.scalars(
        select(SealCard).where(SealCard.vehicle_id == car.vehicle),
        execution_options={"populate_existing": True},
    ).one()


def law_of(car: Car) -> Ruleset:
    return examples.pat() if car.platform else examples.pla()


def record(car: Car) -> Record:
    return record_of(db.session(), car.vehicle, municipality_id=car.city, law=law_of(car), on=TODAY)


def verdict(found: Record, on: date, **asked: Any) -> Verdict:
    law = examples.pat() if found.platforms else examples.pla()
    return judge(facts_from(found, on, **asked), law, on)


def said(found: Verdict) -> list[Any]:
    return [found.level.value, sorted(_finding(r) for r in found.told_to_agent)]


def _finding(reason: Any) -> str:
    code, params = reason.for_phone()
    return json.dumps([code, params, reason.level.value], sort_keys=True)


def at(segments: list[Any], on: date) -> Any:
    return next(s for s in segments if s[0] is None or on.isoformat() <= s[0])


def written(row: SealCard, on: date) -> tuple[list[Any], list[Any]]:
    """Level and findings of the code alone, and of the code with the car's driver."""
    alone = at(json.loads(row.segments), on)
    pair = at(json.loads(row.drivers)[0]["segments"], on)
    worst = max(alone[1], pair[1], key=["green", "amber", "red"].index)
    both = [json.dumps(f, sort_keys=True) for f in [*alone[2], *pair[2]]]
    return (
        [alone[1], sorted(json.dumps(f, sort_keys=True) for f in alone[2])],
        [worst, sorted(both)],
    )


def _age(car: Car) -> Any:
    return update(registry.Vehicle).where(registry.Vehicle.id == car.vehicle).values(made_in=2017)


def _crlv(car: Car) -> Any:
    return (
        update(registry.Vehicle)
        .where(registry.Vehicle.id == car.vehicle)
        .values(licensing_valid_until=date(2027, 3, 31))
    )


def _cnh(car: Car) -> Any:
    return (
        update(registry.Driver)
        .where(registry.Driver.id == car.driver)
        .values(licence_valid_until=date(2027, 1, 20), card_valid_until=date(2027, 4, 1))
    )


def _link_ends(car: Car) -> Any:
    return (
        update(registry.VehicleDriver)
        .where(registry.VehicleDriver.vehicle_id == car.vehicle)
        .values(ends_on=date(2027, 2, 14))
    )


def _removed(car: Car) -> Any:
    return (
        update(registry.Driver)
        .where(registry.Driver.id == car.driver)
        .values(removed_on=date(2027, 5, 2))
    )


def _failed(car: Car) -> Any:
    return insert(InspectionResult).values(
        id=new_id(),
        municipality_id=car.city,
        vehicle_id=car.vehicle,
        held_on=date(2026, 11, 28),
        result="failed",
        cure_by=date(2026, 12, 8),
        stopped=False,
        report_number="LV-2026/8",
        source="earlier",
        training=True,
        inspector_person_id="celia",
        recorded_at=NOW,
    )


def _dead(car: Car) -> Any:
    return update(Seal).where(Seal.id == car.seal).values(state="dead")


def _platform_gone(car: Car) -> Any:
    return (
        update(registry.Platform)
        .where(registry.Platform.id == car.platform)
        .values(removed_on=date(2027, 1, 9))
    )


CHANGES = [None, _age, _crlv, _cnh, _link_ends, _removed, _failed, _dead, _platform_gone]


def change(car: Car, statement: Any) -> None:
    with transaction() as session:
        if statement is not None:
            session.execute(statement(car))
        changed(session, f"vehicle:{car.vehicle}")


@pytest.mark.parametrize("statement", CHANGES)
@pytest.mark.parametrize("kind", ["taxi", "app"])
def test_a_card_says_of_each_day_what_a_verdict_says(app: Flask, kind: str, statement: Any) -> None:
    car = fleet.taxi(cast.planura(app)) if kind == "taxi" else fleet.app_car(cast.patrocinio(app))
    change(car, statement)
    found, row = record(car), card(car)
    for day in DAYS:
        alone = verdict(found, day, seal_index=car.index)
        pair = verdict(found, day, seal_index=car.index, driver_id=car.driver)
        assert written(row, day) == (said(alone), said(pair)), day
        assert level_on(row.levels, day) is alone.level, day


ACTS = [
    {"starts_on": TODAY},
    {"starts_on": TODAY, "ends_on": date(2027, 1, 13)},
    {"starts_on": date(2027, 2, 1), "ends_on": date(2027, 3, 1)},
    {"starts_on": date(2026, 10, 1), "lifted_at": fleet.NOW},
]


@pytest.mark.parametrize("dates", ACTS)
@pytest.mark.parametrize("subject", ["vehicle", "driver", "authorisation", "platform"])
def test_an_act_stands_on_its_days_and_no_other(app: Flask, subject: str, dates: Any) -> None:
    car = fleet.app_car(cast.patrocinio(app))
    fleet.restrict(car, subject, **dates)
    start = dates["starts_on"]
    found, row = record(car), card(car)
    end = date(2026, 11, 29) if "lifted_at" in dates else dates.get("ends_on")
    for day in (TODAY, max(start, TODAY), date(2027, 1, 13), date(2027, 1, 14), date(2027, 3, 2)):
        barred = start <= day and (end is None or day <= end)
        pair = written(row, day)[1]
        assert (f"no_restriction.{subject}_suspension" in str(pair)) is barred, day
        assert pair == said(verdict(found, day, seal_index=car.index, driver_id=car.driver)), day


def test_a_suspension_is_on_the_card_in_the_same_transaction(app: Flask) -> None:
    car = fleet.taxi(cast.planura(app))
    assert level_on(card(car).levels, TODAY) is Level.GREEN
    fleet.restrict(car)
    assert level_on(card(car).levels, TODAY) is Level.RED


def test_an_act_that_fails_leaves_the_card_as_it_was(app: Flask) -> None:
    car = fleet.taxi(cast.planura(app))
    with pytest.raises(RuntimeError), transaction() as session:
        session.execute(_dead(car))
        changed(session, f"seal:{car.seal}")
        session.flush()
        raise RuntimeError
    assert (card(car).state, db.session.get(Seal, car.seal).state) == ("valid", "valid")  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "subject", ["vehicle", "driver", "platform", "authorisation", "seal", "city"]
)
def test_each_subject_reaches_the_card(app: Flask, subject: str) -> None:
    car = fleet.app_car(cast.patrocinio(app))
    ids = {"vehicle": car.vehicle, "driver": car.driver, "platform": car.platform}
    ids |= {"authorisation": car.grant, "seal": car.seal, "city": car.city}
    with transaction() as session:
        session.execute(
            update(registry.Vehicle)
            .where(registry.Vehicle.id == car.vehicle)
            .values(colour="preta")
        )
        changed(session, f"{subject}:{ids[subject]}")
    assert card(car).colour == "preta"


def test_a_platforms_grant_reaches_its_fleet(app: Flask) -> None:
    car = fleet.app_car(cast.patrocinio(app))
    with transaction() as session:
        grant = session.scalars(
            select(fleet.Authorisation).where(fleet.Authorisation.platform_id == car.platform)
        ).one()
        grant.ends_on = date(2026, 11, 1)
        changed(session, f"authorisation:{grant.id}")
    assert level_on(card(car).levels, TODAY) is Level.RED


def test_training_rows_do_not_count_once_the_law_is_in_force(app: Flask) -> None:
    car = fleet.taxi(cast.planura(app))
    law = examples.pla().with_legal_state(LegalStatus.IN_FORCE, published_on=date(2026, 1, 1))
    facts = facts_of(
        db.session(), car.vehicle, municipality_id=car.city, law=law, on=TODAY, seal_index=1001
    )
    assert facts.authorisation is None
    assert facts.seal is not None and facts.seal.state is SealState.NOT_ISSUED


def test_names_are_short_and_nothing_else_of_the_person_is_on_the_card(app: Flask) -> None:
    row = card(fleet.taxi(cast.planura(app)))
    driver = json.loads(row.drivers)[0]
    assert (driver["name"], driver["initials"], driver["role"]) == ("Davi N.", "DS", "holder")
    assert set(driver) == {"id", "name", "initials", "photo", "role", "segments"}


def test_the_card_names_permit_rank_and_dates(app: Flask) -> None:
    row = card(fleet.taxi(cast.planura(app)))
    assert (row.permit_number, row.operator) == ("12/ABC1D23", "nº 2, Rodoviária")
    assert (row.valid_until, row.inspection_until) == (date(2030, 7, 1), date(2027, 9, 15))


def test_rebuild_is_harmless_twice_and_moves_the_horizon(app: Flask) -> None:
    car = fleet.taxi(cast.planura(app))
    with transaction() as session:
        session.execute(update(SealCard).values(levels="r2020-01-01"))
    for _ in range(2):
        result = app.test_cli_runner().invoke(args=["cards", "rebuild"])
        assert (result.exit_code, "1 códigos" in result.output) == (0, True), result.output
    assert level_on(card(car).levels, DAYS[-1]) is not None


def test_past_the_horizon_a_card_says_nothing() -> None:
    assert level_on("g2027-02-28;a2027-09-15", date(2027, 9, 16)) is None
    assert level_on("g2027-02-28;r", date(2040, 1, 1)) is Level.RED
    assert level_on("", TODAY) is None


def test_a_car_changed_plate_makes_its_old_code_red(app: Flask) -> None:
    car = fleet.taxi(cast.planura(app))
    with transaction() as session:
        session.get_one(registry.Vehicle, car.vehicle).plate = "ABC1323"
        changed(session, f"vehicle:{car.vehicle}")
    assert "seal_genuine.plate" in card(car).segments
    assert level_on(card(car).levels, TODAY) is Level.RED


def test_an_act_against_another_car_is_not_on_this_card(app: Flask) -> None:
    home = cast.planura(app)
    car, other = fleet.taxi(home), fleet.taxi(home, "DEF4G56", 1002)
    fleet.restrict(other, "vehicle")
    assert db.session.scalars(select(Restriction)).one().subject_id == other.vehicle
    assert level_on(card(car).levels, TODAY) is Level.GREEN
