"""Live windows: what is signed verifies at its time and not later; what may not be signed is not."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from flask import Flask
from sqlalchemy import select

from app.accounts.service import TooManyAttempts
from app.kernel.errors import Invalid, NotFound, RuleRefused
from app.ledger.models import LedgerEvent
from app.permits.keys import current_keyset
from app.permits.models import LiveDevice
from app.permits.service_acts import suspend
from app.permits.service_seals import kill_seal
from app.permits.token import WINDOW, SealType, TokenVerdict, read_digits
from app.permits.verifier import verify_digits
from app.persistence.base import db
from app.persistence.transaction import transaction
from app.registry.models import VehicleDriver
from app.regulation.facts import Subject
from app.verification import live
from app.verification.live_codes import LiveWindow
from tests.support import cars, cast
from tests.support.cast import NOW
from tests.support.permits import law, mayor, permit_for, secretary
from tests.support.phones import Phone, Stage, davi

SECOND, MINUTE = timedelta(seconds=1), timedelta(minutes=1)
TICK = timedelta(milliseconds=1)


@pytest.fixture
def stage(app: Flask) -> Stage:
    return davi(app)


def verdict(window: LiveWindow, now: datetime) -> TokenVerdict:
    keyset = current_keyset(db.session(), NOW)
    check = verify_digits(
        window.digits, keyset=keyset, municipality=315160, now=now, today=NOW.date()
    )
    return check.verdict


def suspended(stage: Stage, starts_on: date) -> None:
    act = {"act": "Decreto 13/2026", "reasons": "teste", "process": "PA 1/2026", "days": 15}
    subject = (Subject.AUTHORISATION, stage.permit.id)
    suspend(mayor(stage.city), law(stage.city), subject, starts_on=starts_on, now=NOW, **act)


def test_four_hours_of_windows_without_a_gap(stage: Stage) -> None:
    assert [w.start for w in stage.windows()] == [NOW + n * WINDOW for n in range(120)]


def test_the_first_window_holds_the_present(stage: Stage) -> None:
    assert stage.windows(NOW + WINDOW - SECOND)[0].start == NOW


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        (-WINDOW - TICK, TokenVerdict.WINDOW_FUTURE),
        (-WINDOW, TokenVerdict.OK),
        (timedelta(0), TokenVerdict.OK),
        (2 * WINDOW - TICK, TokenVerdict.OK),
        (2 * WINDOW, TokenVerdict.WINDOW_PAST),
        (timedelta(hours=1), TokenVerdict.WINDOW_PAST),
    ],
)
def test_a_window_verifies_in_its_time_and_one_window_around(
    stage: Stage, after: timedelta, expected: TokenVerdict
) -> None:
    window = stage.windows()[60]
    assert verdict(window, window.start + after) is expected


def test_every_window_verifies_in_its_middle(stage: Stage) -> None:
    assert {verdict(w, w.start + MINUTE) for w in stage.windows()} == {TokenVerdict.OK}


def test_a_window_names_the_printed_seal(stage: Stage) -> None:
    code = read_digits(stage.windows()[0].digits).payload
    printed = read_digits(stage.permit.seal.digits).payload
    assert code == replace(printed, type=SealType.LIVE, kid=code.kid, window_start=NOW)


def test_training_is_written_in_the_code(stage: Stage) -> None:
    assert {read_digits(w.digits).payload.test for w in stage.windows()} == {True}


def test_a_suspension_stops_the_next_windows(stage: Stage) -> None:
    suspended(stage, NOW.date())
    with pytest.raises(RuleRefused, match="suspens") as refused:
        stage.windows()
    assert refused.value.citation.startswith("PLA art.")


def test_no_window_is_signed_into_a_bad_day(stage: Stage) -> None:
    suspended(stage, date(2026, 12, 1))
    evening = datetime(2026, 12, 1, 1, 0, tzinfo=UTC)  # 22:00 in Planura, still 30 November
    midnight = datetime(2026, 12, 1, 3, 0, tzinfo=UTC)
    assert stage.windows(evening)[-1].start + WINDOW == midnight


def test_a_refusal_leaves_no_trace_of_a_fetch(stage: Stage) -> None:
    suspended(stage, NOW.date())
    with pytest.raises(RuleRefused):
        stage.windows()
    device = db.session.get_one(LiveDevice, stage.device)
    assert (device.last_fetch_at, device.last_asked_at) == (None, None)


def test_a_dead_seal_has_no_live_code(stage: Stage) -> None:
    kill_seal(secretary(stage.city), stage.permit.seal.id, "furtado", now=NOW)
    with pytest.raises(RuleRefused, match="selo"):
        stage.windows()


def test_an_expired_seal_has_no_live_code(app: Flask) -> None:
    city = cast.planura(app)
    car = cars.planura_taxi(city)
    stage = Stage(city, car, permit_for(app, city, car, expires_on=NOW.date()))
    stage.device = stage.enrol().id
    with pytest.raises(RuleRefused, match="selo venceu"):
        stage.windows(NOW + timedelta(days=1))


def test_a_fetch_stands_in_the_chain_of_consultations(stage: Stage) -> None:
    stage.windows()
    query = select(LedgerEvent).where(LedgerEvent.kind == "live.windows")
    event = db.session.scalars(query).one()
    assert (event.chain, event.entity_id) == ("access", stage.device)


def test_a_signature_of_another_key_is_refused(stage: Stage) -> None:
    with pytest.raises(Invalid, match="chave"):
        stage.windows(asked=Phone().asks(stage.device, NOW))


@pytest.mark.parametrize(
    "signature", ["", "AAAA", "não é base64", "A" * 86 + "==", "/" * 86 + "=="]
)
def test_a_broken_signature_is_refused(stage: Stage, signature: str) -> None:
    asked = replace(stage.phone.asks(stage.device, NOW), signature=signature)
    with pytest.raises(Invalid, match="chave"):
        stage.windows(asked=asked)


def test_a_signature_covers_the_moment(stage: Stage) -> None:
    now, later = (stage.phone.asks(stage.device, NOW + n * MINUTE) for n in (0, 1))
    with pytest.raises(Invalid, match="chave"):
        stage.windows(asked=replace(now, asked_at=later.asked_at))


@pytest.mark.parametrize("off", [-5 * MINUTE, 5 * MINUTE])
def test_a_clock_five_minutes_off_is_taken(stage: Stage, off: timedelta) -> None:
    assert len(stage.windows(asked=stage.phone.asks(stage.device, NOW + off))) == 120


@pytest.mark.parametrize("off", [-5 * MINUTE - TICK, 5 * MINUTE + TICK])
def test_a_clock_further_off_is_refused(stage: Stage, off: timedelta) -> None:
    with pytest.raises(Invalid, match="relógio"):
        stage.windows(asked=stage.phone.asks(stage.device, NOW + off))


@pytest.mark.parametrize("moment", ["", "ontem", "2026-11-30T13:00:00", "9999"])
def test_a_moment_without_zone_or_sense_is_refused(stage: Stage, moment: str) -> None:
    asked = replace(stage.phone.asks(stage.device, NOW), asked_at=moment)
    with pytest.raises(Invalid):
        stage.windows(asked=asked)


def test_a_request_counts_once(stage: Stage) -> None:
    asked = stage.phone.asks(stage.device, NOW)
    stage.windows(asked=asked)
    with pytest.raises(Invalid, match="já foi atendido"):
        stage.windows(NOW + MINUTE, asked)


def test_fetches_need_a_pause(stage: Stage) -> None:
    stage.windows()
    with pytest.raises(TooManyAttempts):
        stage.windows(NOW + live.BETWEEN_FETCHES - SECOND)
    assert len(stage.windows(NOW + live.BETWEEN_FETCHES)) == 120


def test_the_same_person_in_another_city_is_a_stranger(app: Flask, stage: Stage) -> None:
    other = cast.patrocinio(app)
    asked = stage.phone.asks(stage.device, NOW)
    with pytest.raises(NotFound):
        live.issue_windows(other.actor("davi-pat"), law(other), asked, now=NOW)


def test_a_driver_who_lost_the_car_gets_no_window(stage: Stage) -> None:
    with transaction() as session:
        session.scalars(select(VehicleDriver)).one().ends_on = NOW.date() - timedelta(days=1)
    with pytest.raises(NotFound):
        stage.windows()
