"""Delivering stops: once per id, kept when refused, flagged when doubtful, never dropped."""

import json
from datetime import date, timedelta
from threading import Barrier, Thread

import pytest
from flask import Flask
from sqlalchemy import func, select

from app.accounts.models import RoleGrant
from app.kernel.errors import DomainError
from app.kernel.ids import new_id
from app.ledger.models import LedgerEvent
from app.ledger.verify import verify
from app.persistence.base import db
from app.persistence.transaction import transaction
from app.sync.models import Quarantined, Receipt
from app.sync.service import Delivered, Refused
from app.verification.models import PlateReport, Stop
from tests.support import cast
from tests.support.cast import Cast
from tests.support.field import NOON, deliver_to, entry, instant, stop_payload

HOUR = timedelta(hours=1)


@pytest.fixture
def planura(app: Flask) -> Cast:
    return cast.planura(app)


def payload(home: Cast, login: str = "ana", **edits: object) -> dict[str, object]:
    return stop_payload(home.accounts[login], NOON - HOUR, **edits)


def deliver(home: Cast, sent: dict[str, object], login: str = "ana") -> Delivered:
    return deliver_to(home, sent, login)


def refused(home: Cast, sent: dict[str, object], login: str = "ana") -> DomainError:
    with pytest.raises(Refused) as caught:
        deliver(home, sent, login)
    return caught.value.cause


def count(model: type) -> int:
    return db.session.scalar(select(func.count()).select_from(model)) or 0


def stop() -> Stop:
    return db.session.scalars(select(Stop)).one()


def test_a_stop_is_stored_with_its_receipt_and_event(planura: Cast) -> None:
    sent = entry(payload(planura))
    done = deliver(planura, sent)
    assert (done.id, done.sha256, done.replayed) == (sent["id"], sent["sha256"], False)
    assert stop().id == sent["id"] and count(Receipt) == 1
    event = db.session.scalars(select(LedgerEvent).where(LedgerEvent.kind == "stop.recorded")).one()
    assert (event.entity_id, event.occurred_at) == (sent["id"], NOON - HOUR)


def test_what_was_seen_is_kept_as_it_was(planura: Cast) -> None:
    deliver(planura, entry(payload(planura)))
    row = stop()
    assert (row.plate_read, row.verdict, row.outcome, row.place) == (
        "FUM0B05", "red", "guided", "Av. Brasil, 120",
    )  # fmt: skip
    assert (row.latitude, row.longitude, row.accuracy_m) == (-20.3456789, -48.5012345, 12)
    assert json.loads(row.findings) == ["inspection_valid.expired"]
    assert row.pack_age_s == 3 * 3600 and row.training and row.clock_flag == ""


def test_an_online_answer_has_no_age(planura: Cast) -> None:
    deliver(planura, entry(payload(planura, pack_generated_at=None)))
    assert stop().pack_age_s is None


def test_the_same_entry_twice_is_one_stop_and_one_receipt(planura: Cast) -> None:
    sent = entry(payload(planura))
    first, second = deliver(planura, sent), deliver(planura, sent)
    assert second.replayed and second.received_at == first.received_at
    assert (count(Stop), count(Receipt)) == (1, 1)


def test_other_content_under_one_id_is_kept_for_a_person(planura: Cast) -> None:
    first = entry(payload(planura))
    deliver(planura, first)
    other = entry(payload(planura, note="outra coisa"), id=first["id"])
    assert "Já existe outro" in refused(planura, other).message
    kept = db.session.scalars(select(Quarantined)).one()
    assert (kept.payload, kept.sha256) == (other["payload"], other["sha256"])
    assert stop().note == "Orientado a agendar a vistoria."


def test_refusing_again_keeps_it_once(planura: Cast) -> None:
    sent = entry(payload(planura, verdict="blue"))
    refused(planura, sent)
    refused(planura, sent)
    assert count(Quarantined) == 1


def test_two_threads_with_one_entry_make_one_stop(app: Flask, planura: Cast) -> None:
    sent, start, answers = entry(payload(planura)), Barrier(4), []

    def phone() -> None:
        with app.app_context():
            start.wait()
            answers.append(deliver(planura, sent))
            db.session.remove()

    threads = [Thread(target=phone) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answer.replayed for answer in answers) == [False, True, True, True]
    assert (count(Stop), count(Receipt), count(Quarantined)) == (1, 1, 0)
    key = app.config["LEDGER_KEY"]
    assert list(verify(db.session(), planura.city, key)) == []


@pytest.mark.parametrize(
    ("edits", "field"),
    [
        ({"verdict": "blue"}, "verdict"),
        ({"plate_read": "AB1C234"}, "plate_read"),
        ({"happened_at": "2026-11-30T12:00:00Z"}, "happened_at"),
        ({"happened_at": "2026-02-30T12:00:00.000Z"}, "happened_at"),
        ({"device_time": "0001-01-01T00:00:00.000Z"}, "device_time"),
        ({"position": {"lat": 910_000_000, "lon": 0, "accuracy_m": 1, "at": None}}, "position.lat"),
        ({"seal_index": "12"}, "seal_index"),
        ({"seal_index": True}, "seal_index"),
        ({"findings": ["<script>"]}, "findings.0"),
        ({"note": "x" * 4001}, "note"),
        ({"note": "x" * 70_000}, "payload"),
        ({"place": "a\0b"}, "place"),
        ({"outcome": None}, "outcome"),
    ],
)
def test_a_content_that_is_not_understood_is_kept_and_named(
    planura: Cast, edits: dict[str, object], field: str
) -> None:
    assert refused(planura, entry(payload(planura, **edits))).field == field
    assert (count(Stop), count(Quarantined)) == (0, 1)


@pytest.mark.parametrize(
    "change", [('"offset_ms":0', '"offset_ms":0.5'), ('{"acc', '{"note":"","acc')]
)
def test_fractions_and_repeated_keys_are_refused(planura: Cast, change: tuple[str, str]) -> None:
    text = entry(payload(planura))["payload"].replace(*change, 1)
    assert refused(planura, entry(text)).field == "payload"


def test_a_content_that_is_not_its_hash_is_refused(planura: Cast) -> None:
    assert refused(planura, entry(payload(planura), sha256="0" * 64)).field == "sha256"


def test_unknown_fields_are_ignored_and_logged(
    planura: Cast, caplog: pytest.LogCaptureFixture
) -> None:
    deliver(planura, entry(payload(planura, weather="chuva")))
    assert "weather" in caplog.text and "chuva" not in caplog.text


def test_the_record_of_another_agent_is_not_taken_from_this_one(planura: Cast) -> None:
    sent = entry(payload(planura, "ana"))
    assert "outro agente" in refused(planura, sent, "hugo").message
    assert not deliver(planura, sent, "ana").replayed


def test_another_plate_makes_a_report(planura: Cast) -> None:
    edits = {"seal_index": 41, "plate_confirmed": "different", "plate_seen": "QQQ1234"}
    sent = entry(payload(planura, **edits))
    deliver(planura, sent)
    report = db.session.scalars(select(PlateReport)).one()
    assert (report.source, report.seal_index, report.plate, report.plate_seen, report.stop_id) == (
        "agent", 41, "FUM0B05", "QQQ1234", sent["id"],
    )  # fmt: skip


def test_a_phone_set_to_2099_is_flagged_not_dropped(planura: Cast) -> None:
    wrong = instant(NOON + timedelta(days=365 * 73))
    deliver(planura, entry(payload(planura, device_time=wrong, happened_at=wrong)))
    assert stop().clock_flag == "future"


def end_designation(home: Cast, last: date) -> None:
    with transaction() as session:
        grant = session.scalars(
            select(RoleGrant).where(RoleGrant.person_id == home.people["ana"])
        ).one()
        grant.ends_on = last


def test_an_act_that_ended_since_is_accepted_and_flagged(planura: Cast) -> None:
    end_designation(planura, NOON.date() - timedelta(days=1))
    yesterday = stop_payload(planura.accounts["ana"], NOON - timedelta(days=1))
    deliver(planura, entry(yesterday))
    assert stop().designation_ended


def test_without_an_act_on_the_day_it_waits_for_the_chief(planura: Cast) -> None:
    end_designation(planura, NOON.date() - timedelta(days=2))
    yesterday = stop_payload(planura.accounts["ana"], NOON - timedelta(days=1))
    assert "designação" in refused(planura, entry(yesterday)).message
    assert (count(Stop), count(Quarantined)) == (0, 1)


def test_one_id_in_two_cities_stays_two_cities(app: Flask, planura: Cast) -> None:
    other, id = cast.patrocinio(app), new_id()
    deliver(planura, entry(payload(planura), id=id))
    sent = entry(payload(other, "ana-pat"), id=id)
    assert "não pode ser usado" in refused(other, sent, "ana-pat").message
    assert db.session.scalars(select(Quarantined.municipality_id)).all() == [other.city]
