"""What the database itself refuses, whoever asks: frozen rows, numbers outside blocks, own annulment."""

from typing import Any

import pytest
from flask import Flask
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from app.infractions.models import Notice
from app.kernel.ids import new_id
from app.persistence.base import db
from tests.support import cast
from tests.support.case_steps import annulled
from tests.support.cast import Cast
from tests.support.notices_server import NoticePhone, agent_phone, deliver_to

FROZEN = ("notice", "number_outcome", "number_block", "notice_annotation", "device_key")
FROZEN += ("attachment", "quarantined")
PHOTO = {"sha256": "a" * 64, "size": 9, "taken_at": "2026-11-30T13:00:00.000Z", "caption": ""}


@pytest.fixture
def notice(planura: Cast, phone: NoticePhone) -> Notice:
    """A stored notice with a photo, an annotation, and a refused copy of it."""
    sent = phone.write(photos=[PHOTO])
    deliver_to(planura, sent)
    row = db.session.get_one(Notice, sent["id"])
    annotation(row, "correction", planura.people["fabio"])
    refuse = "INSERT INTO quarantined (id, municipality_id, entry_id, account_id, kind, sha256, payload, signature, why, received_at) VALUES (:id, :city, :id, :id, 'notice', :sha, 'x', '', 'x', '2026-11-30')"
    run(refuse, id=new_id(), city=row.municipality_id, sha="0" * 64)
    return row


def run(statement: str, **values: Any) -> None:
    db.session.rollback()  # an open read would hold TRUNCATE back, and hide what is written here
    with db.engine.begin() as connection:
        connection.execute(text(statement), values)


def check_refused(statement: str, **values: Any) -> None:
    with pytest.raises(DBAPIError):
        run(statement, **values)


def counted(table: str) -> int:
    with db.engine.connect() as connection:
        return int(connection.execute(text(f"SELECT count(*) FROM {table}")).scalar_one())


def annotation(notice: Notice, kind: str, person: str, city: str = "") -> None:
    run(
        "INSERT INTO notice_annotation (id, municipality_id, notice_id, kind, body, account_id, "
        "person_id, recorded_at, device_id) VALUES (:id, :city, :notice, :kind, '{}', 'x', "
        ":person, '2026-11-30', '')",
        id=new_id(),
        city=city or notice.municipality_id,
        notice=notice.id,
        kind=kind,
        person=person,
    )


@pytest.mark.parametrize("table", FROZEN)
def test_no_row_is_deleted(notice: Notice, table: str) -> None:
    check_refused(f"DELETE FROM {table}")


@pytest.mark.parametrize("table", FROZEN)
def test_no_column_is_changed(notice: Notice, table: str) -> None:
    columns = [column.name for column in db.metadata.tables[table].columns]
    for column in columns:
        check_refused(f"UPDATE {table} SET {column} = {column}")
    assert columns


@pytest.mark.parametrize("table", FROZEN)
def test_no_row_is_replaced(notice: Notice, table: str) -> None:
    if db.engine.dialect.name == "sqlite":
        check_refused(f"INSERT OR REPLACE INTO {table} SELECT * FROM {table}")
    else:
        check_refused(f"TRUNCATE {table} CASCADE")
    assert counted(table)


def copied(notice: Notice, **edits: Any) -> None:
    """Insert a copy of the notice with other values."""
    table = db.metadata.tables["notice"]
    with db.engine.begin() as connection:
        row = connection.execute(table.select().where(table.c.id == notice.id)).mappings().one()
        fresh = {"id": new_id(), "chain_seq": row["chain_seq"] + 500, "value": 2}
        connection.execute(table.insert(), {**row, **fresh, **edits})


def test_a_copy_in_order_is_taken(notice: Notice) -> None:
    copied(notice)  # so the refusals below are those of their edits
    assert counted("notice") == 2


@pytest.mark.parametrize(
    "edits",
    [
        {"value": 21},
        {"value": 0},
        {"value": 1},
        {"series": "TREINO-TA-2026"},
        {"series": "AI-2026", "training": False},
        {"training": False},
        {"series": None, "value": None, "block_id": None},
        {"series": None, "value": None},
        {"block_id": None},
        {"kind": "verbal"},
        {"kind": "fine"},
        {"ending": "escaped"},
        {"device_id": "e" * 32},
        {"chain_seq": 1},
    ],
)
def test_a_notice_outside_its_block_or_series_is_refused(
    notice: Notice, edits: dict[str, Any]
) -> None:
    with pytest.raises(DBAPIError):
        copied(notice, **edits)


def test_a_notice_with_another_accounts_number_is_refused(notice: Notice, planura: Cast) -> None:
    hugo = {"account_id": planura.accounts["hugo"], "person_id": planura.people["hugo"]}
    with pytest.raises(DBAPIError):
        copied(notice, **hugo)


def ended(notice: Notice, **edits: Any) -> None:
    """Insert the end of the number after the notice's."""
    table = db.metadata.tables["number_outcome"]
    with db.engine.begin() as connection:
        row = connection.execute(table.select()).mappings().one()
        other = {"value": 2, "outcome": "voided", "notice_id": None, "reason": "rasurado"}
        connection.execute(table.insert(), {**row, **other, **edits})


def test_a_number_ends_in_order(notice: Notice) -> None:
    ended(notice)
    assert counted("number_outcome") == 2


@pytest.mark.parametrize(
    "edits",
    [
        {"value": 21},
        {"value": 1},
        {"reason": ""},
        {"outcome": "lost"},
        {"outcome": "sold"},
        {"outcome": "written"},
        {"notice_id": "the notice"},
        {"outcome": "written", "notice_id": "the notice"},
        {"series": "TREINO-TA-2026"},
    ],
)
def test_a_number_does_not_end_otherwise(notice: Notice, edits: dict[str, Any]) -> None:
    values = {name: notice.id if v == "the notice" else v for name, v in edits.items()}
    with pytest.raises(DBAPIError):
        ended(notice, **values)


def lent(**edits: Any) -> None:
    table = db.metadata.tables["number_block"]
    with db.engine.begin() as connection:
        query = table.select().where(table.c.series == "TREINO-AI-2026")
        row = connection.execute(query).mappings().one()
        connection.execute(table.insert(), {**row, "id": new_id(), **edits})


@pytest.mark.parametrize(
    "edits",
    [
        {"first": 21, "last": 40},  # the series has not come so far
        {"first": 20, "last": 20},  # over another block
        {"first": 0, "last": 0},
        {"series": "AI-2026", "training": False},
        {"training": False},
    ],
)
def test_a_block_lies_below_the_head_and_over_no_other(
    notice: Notice, edits: dict[str, Any]
) -> None:
    with pytest.raises(DBAPIError):
        lent(**edits)


@pytest.mark.parametrize(
    "change",
    [
        "next_value = 1",
        "training = NOT training",
        "code = 'AI-2026'",
        "kind = 'warning'",
        "year = 2027",
    ],
)
def test_a_series_never_goes_back_nor_becomes_legal(phone: NoticePhone, change: str) -> None:
    check_refused(f"UPDATE number_series SET {change} WHERE code = 'TREINO-AI-2026'")


def test_a_series_goes_on(phone: NoticePhone) -> None:
    run("UPDATE number_series SET next_value = 61 WHERE code = 'TREINO-AI-2026'")
    with db.engine.connect() as connection:
        query = text("SELECT next_value FROM number_series WHERE code = 'TREINO-AI-2026'")
        assert connection.execute(query).scalar() == 61


def test_the_author_does_not_annul(notice: Notice, planura: Cast) -> None:
    with pytest.raises(DBAPIError):
        annotation(notice, "annulment", planura.people["ana"])


def test_nobody_annuls_outside_the_case(notice: Notice, planura: Cast) -> None:
    with pytest.raises(DBAPIError):
        annotation(notice, "annulment", planura.people["celia"])


def test_a_second_annulment_is_refused(notice: Notice, planura: Cast) -> None:
    annulled(planura, notice.id)
    with pytest.raises(DBAPIError):
        annotation(notice, "annulment", planura.people["celia"])


def test_a_neighbour_city_annotates_nothing(app: Flask, notice: Notice) -> None:
    other = cast.patrocinio(app)
    with pytest.raises(DBAPIError):
        annotation(notice, "correction", other.people["celia-pat"], other.city)


def test_a_second_phone_keeps_its_own_numbers(planura: Cast, notice: Notice) -> None:
    other = agent_phone(planura)
    block = other.blocks[0]
    with pytest.raises(DBAPIError):
        copied(notice, value=block["first"], block_id=block["id"])
