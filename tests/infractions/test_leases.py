"""Numbers lent at contact: per kind, in order, never twice, each loan an event."""

from datetime import UTC, datetime, timedelta

from flask import Flask
from sqlalchemy import select

from app.accounts.models import DeviceKey
from app.infractions.models import NumberBlock, NumberSeries
from app.ledger.models import LedgerEvent
from app.persistence.base import db
from tests.support import cast
from tests.support.cast import NOW, Cast
from tests.support.notices_server import NoticePhone, agent_phone, deliver_to

HOUR = timedelta(hours=1)


def blocks(series: str = "TREINO-AI-2026") -> list[tuple[int, int, str]]:
    query = select(NumberBlock).where(NumberBlock.series == series).order_by(NumberBlock.first)
    return [(row.first, row.last, row.flag) for row in db.session.scalars(query)]


def test_the_first_contact_lends_twenty_of_each_numbered_kind(phone: NoticePhone) -> None:
    told = [(b["series"], b["kind"], b["first"], b["last"], b["used"]) for b in phone.blocks]
    assert told == [
        ("TREINO-AI-2026", "notice", 1, 20, []),
        ("TREINO-TA-2026", "warning", 1, 20, []),
    ]


def test_patrocinio_has_no_written_warning_but_regularisations(app: Flask) -> None:
    phone = agent_phone(cast.patrocinio(app), "ana-pat")
    assert [b["series"] for b in phone.blocks] == ["TREINO-AI-2026", "TREINO-NR-2026"]


def test_a_second_contact_lends_nothing_more(phone: NoticePhone) -> None:
    before = phone.blocks
    phone.meet(NOW)
    assert phone.blocks == before and blocks() == [(1, 20, "")]


def test_another_phone_gets_the_numbers_after(planura: Cast, phone: NoticePhone) -> None:
    agent_phone(planura)
    assert blocks() == [(1, 20, ""), (21, 40, "")]


def test_each_loan_is_an_event_that_names_the_numbers(phone: NoticePhone) -> None:
    query = select(LedgerEvent.entity_id).where(LedgerEvent.kind == "block.leased")
    assert set(db.session.scalars(query)) == {block["id"] for block in phone.blocks}


def test_who_may_not_write_notices_gets_no_numbers(planura: Cast) -> None:
    assert agent_phone(planura, "fabio").blocks == [] and blocks() == []


def test_used_numbers_are_told_back(planura: Cast, phone: NoticePhone) -> None:
    deliver_to(planura, phone.write())
    phone.meet(NOW)
    assert phone.blocks[0]["used"] == [1]


def test_a_phone_with_five_left_gets_a_further_block(planura: Cast, phone: NoticePhone) -> None:
    for _ in range(15):
        deliver_to(planura, phone.write())
    phone.meet(NOW)
    assert blocks() == [(1, 20, ""), (21, 40, "")]


def test_a_deleted_record_stops_the_loans(planura: Cast, phone: NoticePhone) -> None:
    phone.write()  # never sent, and gone from the phone
    for _ in range(15):
        deliver_to(planura, phone.write())
    phone.meet(NOW, waiting=0)
    assert blocks() == [(1, 20, "")]


def test_a_record_that_still_waits_does_not(planura: Cast, phone: NoticePhone) -> None:
    phone.write()
    for _ in range(15):
        deliver_to(planura, phone.write())
    phone.meet(NOW, waiting=1)
    assert blocks() == [(1, 20, ""), (21, 40, "")]


def test_the_agent_is_never_left_without_a_number_but_the_chief_sees(
    planura: Cast, phone: NoticePhone
) -> None:
    phone.write()
    for _ in range(19):
        deliver_to(planura, phone.write())
    phone.meet(NOW, waiting=0)
    assert blocks() == [(1, 20, ""), (21, 40, "holes")]


def test_a_new_year_has_its_own_series_and_old_blocks_stay(phone: NoticePhone) -> None:
    phone.meet(datetime(2027, 1, 1, 3, 0, 1, tzinfo=UTC))  # 00:00:01 in the city
    series = [block["series"] for block in phone.blocks]
    assert {"TREINO-AI-2026", "TREINO-AI-2027"} <= set(series)


def test_the_year_is_that_of_the_city(phone: NoticePhone) -> None:
    phone.meet(datetime(2027, 1, 1, 2, 59, 59, tzinfo=UTC))  # still 2026 in the city
    assert db.session.scalars(select(NumberSeries.year).distinct()).all() == [2026]


def test_two_cities_count_apart(app: Flask, phone: NoticePhone) -> None:
    other = agent_phone(cast.patrocinio(app), "ana-pat")
    assert (phone.blocks[0]["first"], other.blocks[0]["first"]) == (1, 1)


def test_a_key_is_registered_once_and_a_second_one_beside_it(
    planura: Cast, phone: NoticePhone
) -> None:
    phone.meet(NOW)
    NoticePhone(phone.actor, phone.law, phone.device_id).meet(NOW)
    keys = db.session.scalars(select(DeviceKey.device_id)).all()
    assert keys == [phone.device_id] * 2


def test_nothing_is_lent_with_legal_value_while_the_text_is_a_bill(phone: NoticePhone) -> None:
    assert all(row.training for row in db.session.scalars(select(NumberSeries)))
