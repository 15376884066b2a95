"""Issuing: one index for each seal, only for a permit in force, only through the verb."""

from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta

import pytest
from flask import Flask
from sqlalchemy import select

from app.kernel.errors import Conflict, Denied, Invalid, NotFound, RuleRefused
from app.permits import keys, service_seals
from app.permits.models import Authorisation, Seal
from app.permits.token import read_digits
from app.permits.verifier import verify
from app.persistence.base import db
from tests.support import cars, cast, permits
from tests.support.cast import NOW


def test_the_code_is_the_citys_and_in_date(app: Flask) -> None:
    people = cast.planura(app)
    permit = permits.permit_for(app, people, cars.planura_taxi(people))
    found = verify(
        permit.url,
        hosts=("confere.test",),
        keyset=keys.current_keyset(db.session(), NOW),
        municipality=315160,
        now=NOW,
        today=date(2026, 11, 30),
    )
    assert found.verdict == "ok"
    assert found.payload is not None and found.payload.test
    assert (found.payload.index, str(found.payload.plate)) == (1, "FUM0B05")
    # The Termo lasts until 2030; the inspection of 15 September is good for a year (PLA art. 27).
    assert found.payload.expiry == date(2027, 9, 15)


def test_a_seal_is_a_frozen_copy_of_its_code(app: Flask) -> None:
    people = cast.planura(app)
    permit = permits.permit_for(app, people, cars.planura_app(people))
    seal = db.session.scalars(select(Seal)).one()
    payload = read_digits(seal.digits).payload
    assert (payload.index, payload.kid, payload.expiry) == (seal.number, seal.kid, seal.expires_on)
    assert (seal.id, seal.state, seal.training) == (permit.seal.id, "valid", True)


def test_patrocinio_needs_the_alvara(app: Flask) -> None:
    people = cast.patrocinio(app)
    permit_id, _ = permits.granted(people, car := cars.patrocinio_app(people))
    row = db.session.get_one(Authorisation, permit_id)
    row.licence_issued_on = None
    db.session.commit()
    with pytest.raises(RuleRefused, match="alvará") as refusal:
        issue(people, permit_id, car.vehicle)
    assert refusal.value.citation == "PAT art. 14"


def issue(
    people: cast.Cast, permit_id: str, vehicle: str, **options: object
) -> service_seals.Issued:
    return service_seals.issue_seal(
        permits.secretary(people),
        permits.law(people),
        permit_id,
        vehicle,
        **{"now": NOW, **options},  # type: ignore[arg-type]
    )


def test_a_second_seal_for_the_same_car_is_refused(app: Flask) -> None:
    people = cast.planura(app)
    car = cars.planura_taxi(people)
    permit = permits.permit_for(app, people, car)
    with pytest.raises(Conflict, match="segunda via"):
        issue(people, permit.id, car.vehicle)
    assert len(db.session.scalars(select(Seal)).all()) == 1


def test_the_same_request_again_gives_the_same_seal(app: Flask) -> None:
    people = cast.planura(app)
    permit_id, _ = permits.granted(people, car := cars.planura_taxi(people))
    first = issue(people, permit_id, car.vehicle, id="a" * 32)
    assert issue(people, permit_id, car.vehicle, id="a" * 32) == first
    assert len(db.session.scalars(select(Seal)).all()) == 1


def test_a_reprint_has_a_new_index_and_the_former_is_dead(app: Flask) -> None:
    people = cast.planura(app)
    permit = permits.permit_for(app, people, cars.planura_taxi(people))
    new = service_seals.reprint_seal(
        permits.secretary(people), permits.law(people), permit.seal.id, "Rasgado", now=NOW
    )
    old, kept = db.session.scalars(select(Seal).order_by(Seal.number)).all()
    assert (old.state, old.dead_reason, old.dead_at) == ("dead", "Rasgado", NOW)
    assert (kept.id, kept.number, kept.replaces_id) == (new.id, 2, old.id)
    assert kept.digits != old.digits


def test_a_dead_seal_is_not_reprinted(app: Flask) -> None:
    people = cast.planura(app)
    permit = permits.permit_for(app, people, cars.planura_taxi(people))
    service_seals.kill_seal(permits.secretary(people), permit.seal.id, "Furtado", now=NOW)
    with pytest.raises(Conflict, match="Furtado"):
        service_seals.reprint_seal(
            permits.secretary(people), permits.law(people), permit.seal.id, "Rasgado", now=NOW
        )


@pytest.mark.parametrize(("days", "word"), [(-400, "ainda não começou"), (5 * 365, "vencida")])
def test_no_seal_outside_the_term(app: Flask, days: int, word: str) -> None:
    people = cast.planura(app)
    permit_id, _ = permits.granted(people, car := cars.planura_taxi(people))
    moment = NOW + timedelta(days=days)
    with pytest.raises(RuleRefused, match=word):
        issue(people, permit_id, car.vehicle, now=moment)
    assert db.session.scalar(select(Seal)) is None


@pytest.mark.parametrize("day", [date(2026, 11, 29), date(2030, 3, 3)])
def test_the_last_day_stays_inside_the_permit(app: Flask, day: date) -> None:
    people = cast.planura(app)
    permit_id, _ = permits.granted(people, car := cars.planura_taxi(people))
    with pytest.raises(Invalid, match="02/03/2030"):
        issue(people, permit_id, car.vehicle, expires_on=day)


def test_only_the_permits_own_car(app: Flask) -> None:
    people = cast.planura(app)
    permit_id, _ = permits.granted(people, cars.planura_taxi(people))
    with pytest.raises(Invalid, match="não é o desta"):
        issue(people, permit_id, cars.planura_app(people).vehicle)


@pytest.mark.parametrize("login", ["ana", "bruno", "davi", "elisa", "hugo"])
def test_only_the_secretary_signs(app: Flask, login: str) -> None:
    people = cast.planura(app)
    permit_id, _ = permits.granted(people, car := cars.planura_taxi(people))
    with pytest.raises(Denied):
        service_seals.issue_seal(
            people.actor(login), permits.law(people), permit_id, car.vehicle, now=NOW
        )
    assert db.session.scalar(select(Seal)) is None


def test_another_city_neither_sees_nor_kills_it(app: Flask) -> None:
    home, away = cast.planura(app), cast.patrocinio(app)
    permit = permits.permit_for(app, home, cars.planura_taxi(home))
    stranger = permits.secretary(away)
    with pytest.raises(NotFound):
        service_seals.kill_seal(stranger, permit.seal.id, "x", now=NOW)
    with pytest.raises(NotFound):
        service_seals.reprint_seal(stranger, permits.law(away), permit.seal.id, "x", now=NOW)
    assert db.session.scalars(select(Seal.state)).one() == "valid"


def test_each_city_counts_from_one(app: Flask) -> None:
    home, away = cast.planura(app), cast.patrocinio(app)
    permits.permit_for(app, home, cars.planura_taxi(home))
    assert permits.permit_for(app, away, cars.patrocinio_app(away)).seal.number == 1


def test_parallel_reprints_leave_no_gap_and_no_double(app: Flask) -> None:
    people = cast.planura(app)
    first = permits.permit_for(app, people, cars.planura_taxi(people)).seal
    other = permits.permit_for(app, people, cars.planura_app(people)).seal
    actor, ruleset = permits.secretary(people), permits.law(people)

    def chain(seal_id: str) -> list[int]:
        numbers = []
        with app.app_context():
            for _ in range(6):
                new = service_seals.reprint_seal(actor, ruleset, seal_id, "Teste", now=NOW)
                numbers.append(new.number)
                seal_id = new.id
            db.session.remove()
        return numbers

    with ThreadPoolExecutor(2) as pool:
        taken = [n for found in pool.map(chain, [first.id, other.id]) for n in found]
    assert sorted(taken) == list(range(3, 15))
    stored = db.session.scalars(select(Seal.number).order_by(Seal.number)).all()
    assert stored == list(range(1, 15))


def test_racing_requests_for_one_car_give_one_seal(app: Flask) -> None:
    people = cast.planura(app)
    permit_id, _ = permits.granted(people, car := cars.planura_taxi(people))
    actor, ruleset = permits.secretary(people), permits.law(people)

    def attempt(_: int) -> str:
        with app.app_context():
            try:
                service_seals.issue_seal(actor, ruleset, permit_id, car.vehicle, now=NOW)
            except Conflict:
                return "refused"
            finally:
                db.session.remove()
        return "issued"

    with ThreadPoolExecutor(4) as pool:
        answers = sorted(pool.map(attempt, range(6)))
    assert answers == ["issued", *["refused"] * 5]
    assert db.session.scalars(select(Seal.number)).all() == [1]
