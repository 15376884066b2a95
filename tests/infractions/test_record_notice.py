"""A notice is stored whole and once: the frozen text, its number, photos, receipt and event."""

import json
from datetime import date, datetime, timedelta

import pytest
from flask import Flask
from sqlalchemy import func, select

from app.accounts.models import RoleGrant
from app.evidence.models import Attachment
from app.infractions.models import Notice, NumberOutcome
from app.infractions.queries import chain_holes
from app.ledger.models import LedgerBody, LedgerEvent
from app.ledger.verify import verify
from app.persistence.base import db
from app.persistence.transaction import transaction
from app.sync.models import Receipt
from tests.support import cars, cast
from tests.support.cast import NOW, Cast
from tests.support.field import instant
from tests.support.notices_server import NoticePhone, agent_phone, deliver_to
from tests.support.permits import permit_for

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def count(model: type) -> int:
    return db.session.scalar(select(func.count()).select_from(model)) or 0


def row() -> Notice:
    return db.session.scalars(select(Notice)).one()


def received() -> tuple[LedgerEvent, dict[str, object]]:
    event = db.session.scalars(select(LedgerEvent).filter_by(kind="notice.received")).one()
    body = db.session.get_one(LedgerBody, (event.municipality_id, "main", event.seq))
    return event, json.loads(body.body)


@pytest.mark.parametrize("kind", ["notice", "warning", "verbal"])
def test_a_document_is_stored_as_it_was_frozen(
    planura: Cast, phone: NoticePhone, kind: str
) -> None:
    sent = phone.write(kind)
    done = deliver_to(planura, sent)
    assert (done.id, done.sha256, done.replayed) == (sent["id"], sent["sha256"], False)
    assert (row().payload, row().sha256, row().signature, row().kind) == (
        sent["payload"], sent["sha256"], sent["signature"], kind,
    )  # fmt: skip


def test_a_regularisation_of_patrocinio_is_stored(app: Flask) -> None:
    home = cast.patrocinio(app)
    deliver_to(home, agent_phone(home, "ana-pat").write("regularisation"), "ana-pat")
    assert (row().kind, row().series) == ("regularisation", "TREINO-NR-2026")


def test_the_columns_say_what_the_text_says(planura: Cast, phone: NoticePhone) -> None:
    record = phone.record()
    deliver_to(planura, phone.freeze(record))
    found = row()
    assert (found.code, found.title, found.plate, found.ending, found.group_id) == (
        record["infraction"]["code"], record["infraction"]["title"], record["vehicle"]["plate"],
        record["ending"]["kind"], record["group"],
    )  # fmt: skip
    assert (found.series, found.value, found.block_id) == tuple(record["number"].values())
    assert found.citation == "; ".join(record["infraction"]["basis"]) and found.training


def test_the_number_ends_written(planura: Cast, phone: NoticePhone) -> None:
    sent = phone.write()
    deliver_to(planura, sent)
    ended = db.session.scalars(select(NumberOutcome)).one()
    assert (ended.series, ended.value, ended.outcome, ended.notice_id) == (
        "TREINO-AI-2026", 1, "written", sent["id"],
    )  # fmt: skip


def test_a_verbal_warning_takes_no_number(planura: Cast, phone: NoticePhone) -> None:
    deliver_to(planura, phone.write("verbal"))
    assert (row().series, row().value, count(NumberOutcome)) == (None, None, 0)


def test_the_event_carries_hash_chain_number_and_signature(
    planura: Cast, phone: NoticePhone
) -> None:
    sent = phone.write()
    deliver_to(planura, sent)
    event, body = received()
    assert (event.entity_id, event.device_id) == (sent["id"], phone.device_id)
    assert (body["sha256"], body["signature"], body["chain"], body["value"]) == (
        sent["sha256"], sent["signature"], {"seq": 1, "prev": "0" * 64}, 1,
    )  # fmt: skip


def test_the_ledger_is_whole_afterwards(app: Flask, planura: Cast, phone: NoticePhone) -> None:
    for _ in range(3):
        deliver_to(planura, phone.write())
    assert list(verify(db.session(), planura.city, app.config["LEDGER_KEY"])) == []


def test_the_same_notice_again_gets_the_first_receipt(planura: Cast, phone: NoticePhone) -> None:
    sent = phone.write()
    first, again = deliver_to(planura, sent), deliver_to(planura, sent, now=NOW + HOUR)
    assert again.replayed and again.received_at == first.received_at
    assert (count(Notice), count(Receipt), count(NumberOutcome)) == (1, 1, 1)


def test_photos_are_declared_in_their_order(planura: Cast, phone: NoticePhone) -> None:
    photos = [
        {"sha256": digit * 64, "size": 1000, "taken_at": instant(NOW), "caption": "placa"}
        for digit in "ba"
    ]
    sent = phone.write(photos=[*photos, photos[0]])
    deliver_to(planura, sent)
    found = db.session.scalars(select(Attachment).order_by(Attachment.position)).all()
    assert [(a.entry_id, a.sha256, a.declared_by) for a in found] == [
        (sent["id"], digit * 64, planura.accounts["ana"]) for digit in "ba"
    ]


def test_the_car_of_the_plate_and_the_driver_of_the_card_are_linked(
    app: Flask, planura: Cast, phone: NoticePhone
) -> None:
    car = cars.planura_taxi(planura)
    record = phone.record()
    record["vehicle"] |= {"plate": car.plate, "seal_index": None}
    record["driver"] |= {
        "id": car.driver[:8],
        "cpf": cars.DAVI_CPF,
        "name": "Davi Nunes",
        "missing": "",
    }
    record["confirmed"] = [*record["confirmed"], "driver.name"]
    deliver_to(planura, phone.freeze(record))
    assert (row().vehicle_id, row().driver_id) == (car.vehicle, car.driver)


def test_a_code_read_does_not_outweigh_another_plate_written(
    app: Flask, planura: Cast, phone: NoticePhone
) -> None:
    taxi, other = cars.planura_taxi(planura), cars.planura_app(planura)
    seal = permit_for(app, planura, taxi).seal
    record = phone.record()
    record["vehicle"] |= {"plate": other.plate, "seal_index": seal.number}
    deliver_to(planura, phone.freeze(record))
    assert row().vehicle_id == other.vehicle


def test_a_neighbours_car_is_not_linked(app: Flask, planura: Cast, phone: NoticePhone) -> None:
    theirs = cars.patrocinio_app(cast.patrocinio(app))
    record = phone.record()
    record["vehicle"] |= {"plate": theirs.plate}
    deliver_to(planura, phone.freeze(record))
    assert row().vehicle_id is None


@pytest.mark.parametrize(("after", "late"), [(24 * HOUR, False), (24 * HOUR + HOUR / 60, True)])
def test_more_than_the_legal_hours_from_the_fact_is_late(
    planura: Cast, phone: NoticePhone, after: timedelta, late: bool
) -> None:
    sent = phone.write(happened_at=instant(NOW - HOUR))
    deliver_to(planura, sent, now=NOW - HOUR + after)
    assert row().late is late


def test_patrocinio_has_no_hours_to_miss(app: Flask) -> None:
    home = cast.patrocinio(app)
    deliver_to(home, agent_phone(home, "ana-pat").write(), "ana-pat", now=NOW + 10 * DAY)
    assert row().late is False


def test_an_act_that_ended_since_is_flagged(planura: Cast, phone: NoticePhone) -> None:
    sent = phone.write()
    with transaction() as session:
        grant = session.scalars(
            select(RoleGrant).where(RoleGrant.person_id == planura.people["ana"])
        ).one()
        grant.ends_on = date(2026, 11, 30)
    deliver_to(planura, sent, now=NOW + DAY)
    assert row().flags == "designation_ended"


def test_another_agents_name_on_the_paper_is_flagged(planura: Cast, phone: NoticePhone) -> None:
    deliver_to(planura, phone.write(agent={**phone.agent, "name": "Fábio Lima"}))
    assert row().flags == "agent_differs"


@pytest.mark.parametrize(
    ("at", "clock", "flags"),
    [
        (NOW - 10 * DAY, "before_contact", ""),
        (NOW + 10 * DAY, "future", ""),
        (NOW.replace(year=2099), "future", "other_year"),
    ],
)
def test_a_phone_whose_clock_is_wrong_is_flagged_and_kept(
    planura: Cast, phone: NoticePhone, at: datetime, clock: str, flags: str
) -> None:
    deliver_to(planura, phone.write(at=at))
    assert (row().clock_flag, row().flags) == (clock, flags)


def test_a_beacon_of_another_phone_is_flagged(planura: Cast, phone: NoticePhone) -> None:
    other = agent_phone(planura)
    deliver_to(planura, phone.write(beacon=other.beacon))
    assert row().clock_flag == "beacon"


def test_an_older_version_of_the_text_is_flagged(planura: Cast, phone: NoticePhone) -> None:
    record = phone.record()
    record["ruleset"] |= {"version": "2025.0", "hash": "f" * 64}
    deliver_to(planura, phone.freeze(record))
    assert (row().flags, row().ruleset_version) == ("older_ruleset", "2025.0")


def test_a_missing_record_shows_as_a_hole_in_the_chain(planura: Cast, phone: NoticePhone) -> None:
    deliver_to(planura, phone.write())
    phone.write()  # never sent
    deliver_to(planura, phone.write())
    holes = chain_holes(db.session(), planura.city)
    assert [(hole.key_id, hole.missing) for hole in holes] == [(phone.key_id, (2,))]
    assert {found.flags for found in db.session.scalars(select(Notice))} == {""}


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_records_that_do_not_fit_one_another_are_flagged(
    planura: Cast, phone: NoticePhone, order: tuple[int, int]
) -> None:
    first = phone.write()
    phone.prev = "f" * 64
    sent = [first, phone.write()]
    for place in order:
        deliver_to(planura, sent[place])
    flags = {found.id: found.flags for found in db.session.scalars(select(Notice))}
    assert flags[sent[order[1]]["id"]] == "chain_broken"


def test_a_record_older_than_the_one_before_it_is_flagged(
    planura: Cast, phone: NoticePhone
) -> None:
    deliver_to(planura, phone.write())
    deliver_to(planura, phone.write(at=NOW - HOUR / 2))
    assert sorted(found.flags for found in db.session.scalars(select(Notice))) == [
        "",
        "clock_backwards",
    ]
