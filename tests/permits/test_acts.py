"""Acts against a permit: whose they are, how long they last, what they do to the seals."""

from datetime import date

import pytest
from flask import Flask
from sqlalchemy import select

from app.kernel.errors import Conflict, Denied, Invalid, NotFound, RuleRefused
from app.ledger.models import LedgerEvent
from app.permits import domain_acts, service_acts, steps
from app.permits.domain import PermitState, code_state
from app.permits.models import Authorisation, Restriction, Seal
from app.persistence.base import db
from app.persistence.transaction import _projectors, on_changed
from app.regulation.facts import RestrictionKind, SealState, Subject
from tests.support import cars, cast, permits
from tests.support.cars import PAT, PLA
from tests.support.cast import NOW

TODAY = date(2026, 11, 30)
K = RestrictionKind


def act(kind: RestrictionKind, subject: Subject, subject_id: str, **edits: object):
    content = {
        "starts_on": TODAY,
        "act": "Decreto 40/2026",
        "reasons": "Decisão do processo.",
        "process": "Processo 7/2026",
        **edits,
    }
    return service_acts.ActData(kind, subject, subject_id, **content)  # type: ignore[arg-type]


def impose(people: cast.Cast, login: str, data: service_acts.ActData) -> service_acts.Imposed:
    return service_acts.impose(people.actor(login), permits.law(people), data, now=NOW)


def taxi(app: Flask) -> tuple[cast.Cast, cars.Car, permits.Permit]:
    people = cast.planura(app)
    car = cars.planura_taxi(people)
    return people, car, permits.permit_for(app, people, car)


def state(permit_id: str, day: date = TODAY) -> PermitState:
    row = db.session.get_one(Authorisation, permit_id)
    return steps.state_of(db.session(), row, row.vehicle_id, day)


@pytest.mark.parametrize(
    ("start", "days", "last"),
    [
        (date(2026, 10, 5), 15, date(2026, 10, 19)),
        (date(2026, 10, 5), 30, date(2026, 11, 3)),
        (date(2026, 10, 5), 180, date(2027, 4, 2)),
    ],
)
def test_planura_suspends_from_15_to_180_days(start: date, days: int, last: date) -> None:
    assert domain_acts.suspension_span(PLA, start, days=days).last == last


@pytest.mark.parametrize(
    ("law", "length"),
    [
        (PLA, {"days": 14}),
        (PLA, {"days": 181}),
        (PLA, {"months": 12}),
        (PLA, {}),
        (PAT, {"days": 29}),
        (PAT, {"months": 6}),
        (PAT, {"days": 30, "months": 12}),
    ],
)
def test_no_other_length(law, length: dict) -> None:
    with pytest.raises(RuleRefused) as refusal:
        domain_acts.suspension_span(law, TODAY, **length)
    assert ("art. 40 IV" if law is PLA else "art. 24") in refusal.value.citation


def test_patrocinio_suspends_30_days_or_12_months() -> None:
    start = date(2021, 3, 1)
    assert domain_acts.suspension_span(PAT, start, days=30).back_on == date(2021, 3, 31)
    assert domain_acts.suspension_span(PAT, start, months=12).back_on == date(2022, 3, 1)
    always = PAT.with_decisions({"CFG-PAT-16": "always_12_months"})
    with pytest.raises(RuleRefused, match="12 meses"):
        domain_acts.suspension_span(always, start, days=30)


def test_a_suspension_leaves_the_seal_and_turns_the_permit(app: Flask) -> None:
    people, _, permit = taxi(app)
    done = service_acts.suspend(
        people.actor("elisa"),
        PLA,
        (Subject.AUTHORISATION, permit.id),
        starts_on=TODAY,
        days=15,
        act="Decreto 40/2026",
        reasons="Recusa de corrida.",
        process="Processo 7/2026",
        now=NOW,
    )
    seal = db.session.get_one(Seal, permit.seal.id)
    assert (done.ends_on, seal.state) == (date(2026, 12, 14), "valid")
    assert state(permit.id) is PermitState.SUSPENDED
    assert state(permit.id, date(2026, 12, 15)) is PermitState.VALID
    says = code_state(seal.state, seal.expires_on, state(permit.id), TODAY)
    assert says is SealState.SUSPENDED


@pytest.mark.parametrize("kind", [K.SUSPENSION, K.CASSATION, K.REVOCATION, K.RESCISSION])
def test_only_the_mayor_takes_it_away_in_planura(app: Flask, kind: RestrictionKind) -> None:
    people, _, permit = taxi(app)
    with pytest.raises(Denied) as refusal:
        impose(people, "celia", act(kind, Subject.AUTHORISATION, permit.id, days=30))
    assert "PLA art. " in refusal.value.citation
    assert db.session.scalar(select(Restriction)) is None


def test_the_secretary_does_in_patrocinio(app: Flask) -> None:
    people = cast.patrocinio(app)
    car = cars.patrocinio_app(people)
    permits.permit_for(app, people, car)
    data = act(K.SUSPENSION, Subject.VEHICLE, car.vehicle, months=12, process="")
    assert impose(people, "celia-pat", data).ends_on == date(2027, 11, 29)
    with pytest.raises(Denied):
        impose(people, "elisa-pat", data)


@pytest.mark.parametrize(
    ("edit", "field"),
    [({"act": ""}, "act"), ({"process": " "}, "process"), ({"reasons": ""}, "reasons")],
)
def test_an_act_without_its_parts_is_void(app: Flask, edit: dict, field: str) -> None:
    people, _, permit = taxi(app)
    with pytest.raises(Invalid) as refusal:
        impose(
            people, "elisa", act(K.SUSPENSION, Subject.AUTHORISATION, permit.id, days=15, **edit)
        )
    assert refusal.value.field == field


def test_cassation_kills_the_seal_and_bars_the_holder(app: Flask) -> None:
    people, car, permit = taxi(app)
    impose(people, "elisa", act(K.CASSATION, Subject.AUTHORISATION, permit.id))
    seal = db.session.get_one(Seal, permit.seal.id)
    bar = db.session.scalars(select(Restriction).where(Restriction.kind == "impediment")).one()
    assert (seal.state, seal.dead_reason) == ("dead", "Cassação: Decreto 40/2026")
    assert (bar.subject_id, bar.ends_on) == (car.driver, date(2031, 11, 30))
    assert state(permit.id) is PermitState.ENDED


def test_the_barred_get_no_new_termo(app: Flask) -> None:
    people, car, permit = taxi(app)
    impose(people, "elisa", act(K.CASSATION, Subject.AUTHORISATION, permit.id))
    data = permits.grant_data(
        domain_acts.GrantKind.TAXI, driver_id=car.driver, vehicle_id=car.vehicle, starts_on=TODAY
    )
    with pytest.raises(RuleRefused, match="impedido até 30/11/2031"):
        permits.grant_authorisation(people.actor("elisa"), PLA, data, now=NOW)


def test_a_renounced_place_is_free_again(app: Flask) -> None:
    people, car, permit = taxi(app)
    impose(people, "celia", act(K.RENUNCIATION, Subject.AUTHORISATION, permit.id, process=""))
    data = permits.grant_data(
        domain_acts.GrantKind.TAXI, driver_id=car.driver, vehicle_id=car.vehicle, starts_on=TODAY
    )
    new = permits.grant_authorisation(people.actor("elisa"), PLA, data, now=NOW)
    assert (new.number, state(new.id)) == ("TREINO-T-2026-0002", PermitState.VALID)


def test_a_renunciation_is_not_undone(app: Flask) -> None:
    people, _, permit = taxi(app)
    done = impose(
        people, "celia", act(K.RENUNCIATION, Subject.AUTHORISATION, permit.id, process="")
    )
    with pytest.raises(RuleRefused, match="não tem volta") as refusal:
        service_acts.lift(people.actor("celia"), PLA, done.id, act="Despacho 1", now=NOW)
    assert "PLA art. 12 §2" in refusal.value.citation


def test_lifting_ends_the_act_and_its_bar_but_revives_no_seal(app: Flask) -> None:
    people, _, permit = taxi(app)
    done = impose(people, "elisa", act(K.CASSATION, Subject.AUTHORISATION, permit.id))
    service_acts.lift(people.actor("elisa"), PLA, done.id, act="Mandado 3/2026", now=NOW)
    rows = db.session.scalars(select(Restriction)).all()
    assert {(row.lifted_at, row.lift_act) for row in rows} == {(NOW, "Mandado 3/2026")}
    assert state(permit.id) is PermitState.VALID
    assert db.session.get_one(Seal, permit.seal.id).state == "dead"
    with pytest.raises(Conflict, match="levantada"):
        service_acts.lift(people.actor("elisa"), PLA, done.id, act="Mandado 3/2026", now=NOW)


def test_the_platforms_termo_does_not_answer_for_a_driver(app: Flask) -> None:
    people = cast.planura(app)
    car = cars.planura_app(people)
    permit = permits.permit_for(app, people, car)
    with pytest.raises(RuleRefused, match="Cartão") as refusal:
        impose(people, "elisa", act(K.SUSPENSION, Subject.AUTHORISATION, permit.id, days=15))
    assert "CFG-PLA-02" in refusal.value.citation
    impose(people, "elisa", act(K.SUSPENSION, Subject.DRIVER, car.driver, days=15))


def test_planura_suspends_no_car_and_knows_no_stop_order(app: Flask) -> None:
    people, car, _ = taxi(app)
    with pytest.raises(RuleRefused):
        impose(people, "elisa", act(K.SUSPENSION, Subject.VEHICLE, car.vehicle, days=15))
    with pytest.raises(RuleRefused, match="não prevê"):
        impose(people, "elisa", act(K.STOP_ORDER, Subject.VEHICLE, car.vehicle))


def test_a_final_act_has_no_future_date(app: Flask) -> None:
    people, _, permit = taxi(app)
    data = act(K.CASSATION, Subject.AUTHORISATION, permit.id, starts_on=date(2026, 12, 1))
    with pytest.raises(Invalid, match="data futura"):
        impose(people, "elisa", data)


def test_the_same_act_again_is_one_act(app: Flask) -> None:
    people, _, permit = taxi(app)
    data = act(K.SUSPENSION, Subject.AUTHORISATION, permit.id, days=15, id="c" * 32)
    assert impose(people, "elisa", data) == impose(people, "elisa", data)
    other = act(K.SUSPENSION, Subject.AUTHORISATION, permit.id, days=16, id="c" * 32)
    with pytest.raises(Conflict):
        impose(people, "elisa", other)
    assert len(db.session.scalars(select(Restriction)).all()) == 1


def test_another_citys_permit_is_unknown(app: Flask) -> None:
    _, _, permit = taxi(app)
    away = cast.patrocinio(app)
    data = act(K.SUSPENSION, Subject.AUTHORISATION, permit.id, days=30)
    with pytest.raises(NotFound):
        impose(away, "celia-pat", data)


def test_every_act_tells_the_car_and_the_ledger(app: Flask) -> None:
    people, car, permit = taxi(app)
    told: set[str] = set()
    listener = lambda _session, subjects: told.update(subjects)  # noqa: E731
    on_changed(listener)
    try:
        impose(people, "elisa", act(K.SUSPENSION, Subject.DRIVER, car.driver, days=15))
    finally:
        _projectors.remove(listener)
    assert {f"vehicle:{car.vehicle}", f"driver:{car.driver}"} <= told
    assert "permit.suspension" in db.session.scalars(select(LedgerEvent.kind)).all()
    assert state(permit.id) is PermitState.SUSPENDED
