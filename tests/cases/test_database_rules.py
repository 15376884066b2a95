"""What the database itself refuses of a case, whoever asks (requirements.md §7.1, threats.md T14)."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError, IntegrityError

from app.accounts.permissions import Role
from app.cases.models import CaseFile
from app.kernel.ids import new_id
from app.persistence.base import db
from tests.cases.raw import (
    TODAY,
    archive_held,
    archived,
    file,
    grant_of,
    granted,
    hold,
    insert,
    rows,
    step,
)
from tests.support.cast import NOW, Cast

TABLES = ("case_file", "case_notice", "case_duty", "case_step", "case_cancelling", "case_document")


def test_steps_in_order_are_taken(planura: Cast, case: CaseFile) -> None:
    step(planura, case, "forward", "ana", duty="author")
    hold(planura, case, "celia", "homologator")
    step(planura, case, "homologate", "celia", duty="homologator")
    assert [row["seq"] for row in rows("case_step")] == [1, 2]


def test_the_author_holds_no_other_duty(planura: Cast, case: CaseFile) -> None:
    other = file(planura, 2)
    with pytest.raises(IntegrityError):
        hold(planura, case, "ana", "homologator")
    assert rows("case_duty")[0]["duty"] == "author" and other


def test_the_author_does_not_homologate(planura: Cast, case: CaseFile) -> None:
    granted(planura, "ana")
    for duty in ("homologator", "author", None):
        with pytest.raises(IntegrityError):
            step(planura, case, "homologate", "ana", duty=duty)
    assert rows("case_step") == []


def test_the_homologator_does_not_judge(planura: Cast, case: CaseFile) -> None:
    hold(planura, case, "celia", "homologator")
    for duty in ("homologator", "judge", None):
        with pytest.raises(IntegrityError):
            step(planura, case, "judge_rejected", "celia", duty=duty)
    with pytest.raises(IntegrityError):
        hold(planura, case, "celia", "judge")


def sanction(home: Cast, case: CaseFile) -> str:
    """A sanction over the notice of the case."""
    id = file(home, 2)
    insert("case_notice", case_id=id, notice_id=case.notice_id, municipality_id=home.city)
    return id


def test_neither_author_nor_homologator_is_in_the_commission(planura: Cast, case: CaseFile) -> None:
    hold(planura, case, "celia", "homologator")
    over = sanction(planura, case)
    for login in ("ana", "celia"):
        with pytest.raises(IntegrityError):
            hold(planura, over, login, "commission")
    hold(planura, over, "hugo", "commission")
    assert {row["person_id"] for row in rows("case_duty") if row["case_id"] == over} == {
        planura.people["hugo"]
    }


def test_the_offender_holds_no_duty(planura: Cast, case: CaseFile) -> None:
    own = file(planura, 2, offender_person_id=planura.people["hugo"])
    with pytest.raises(IntegrityError):
        hold(planura, own, "hugo", "judge")


def test_only_the_commission_reports(planura: Cast, case: CaseFile) -> None:
    over = sanction(planura, case)
    hold(planura, over, "hugo", "commission")
    with pytest.raises(IntegrityError):  # an inspector's act is none of the commission
        step(planura, over, "report", "hugo", duty="commission")
    granted(planura, "hugo", Role.COMMISSION)
    step(planura, over, "report", "hugo", duty="commission")
    assert [row["step"] for row in rows("case_step")] == ["report"]


def test_only_a_mayor_suspends(planura: Cast, case: CaseFile) -> None:
    over = sanction(planura, case)
    for name in ("mayor_suspend", "name_commission"):
        with pytest.raises(IntegrityError):
            step(planura, over, name, "celia")
    step(planura, over, "mayor_suspend", "elisa")
    assert [row["step"] for row in rows("case_step")] == ["mayor_suspend"]


OUT_OF_ORDER: list[dict[str, Any]] = [
    {"seq": 1},
    {"seq": 3},
    {"prev_sha256": "0" * 64},
    {"at": NOW - timedelta(seconds=1)},
    {"on_day": TODAY + timedelta(days=1)},
    {"municipality_id": "0" * 32},
    {"person_id": "system"},
    {"role_grant_id": None},
    {"role_grant_id": "of celia"},
]


def test_a_step_out_of_order_or_without_designation_is_refused(
    planura: Cast, case: CaseFile
) -> None:
    step(planura, case, "forward", "ana", duty="author")
    for edits in OUT_OF_ORDER:
        other = (
            {"role_grant_id": grant_of(planura, "celia")} if "of celia" in edits.values() else {}
        )
        with pytest.raises(IntegrityError):
            step(planura, case, "opinion", "fabio", **{**edits, **other})
    assert len(rows("case_step")) == 1


def test_a_designation_that_ended_decides_nothing(planura: Cast, case: CaseFile) -> None:
    with db.engine.begin() as connection:
        connection.execute(text("UPDATE role_grant SET ends_on = '2026-11-29'"))
    with pytest.raises(IntegrityError):
        step(planura, case, "opinion", "fabio")
    assert rows("case_step") == []


def cancelled(home: Cast, case: CaseFile, count: int, by: str = "celia", first: int = 1) -> None:
    """Archivings of fresh cases, each in its seat."""
    for n in range(count):
        archived(home, file(home, first + n + 1), (n + 1, first + n), by=by)


def test_a_person_cancels_three_times_a_day(planura: Cast, case: CaseFile) -> None:
    cancelled(planura, case, 3)
    for slot in (3, 4):
        with pytest.raises(IntegrityError):
            archived(planura, file(planura, 20 + slot), (slot, 4))
    archived(planura, file(planura, 30), (1, 1), day=TODAY + timedelta(days=1))
    assert len(rows("case_cancelling")) == 4


def test_a_city_cancels_ten_times_a_day(planura: Cast, case: CaseFile) -> None:
    first = 1
    for login in ("celia", "hugo", "gilda", "bruno"):
        granted(planura, login)
        count = min(3, 11 - first)
        cancelled(planura, case, count, login, first)
        first += count
    for slot in (10, 11):
        with pytest.raises(IntegrityError):
            archived(planura, file(planura, 40 + slot), (2, slot), by="bruno")
    assert len(rows("case_cancelling")) == 10


def test_a_process_number_cancels_once(planura: Cast, case: CaseFile) -> None:
    archived(planura, case, (1, 1), process_number="2026-7")
    with pytest.raises(IntegrityError):
        archived(planura, file(planura, 2), (2, 2), process_number="2026-7")
    assert len(rows("case_cancelling")) == 1


def test_nobody_approves_the_own_proposal_nor_an_invented_one(
    planura: Cast, case: CaseFile
) -> None:
    hold(planura, case, "celia", "homologator")
    for who in ("celia", "bruno"):
        with pytest.raises(IntegrityError):
            archive_held(planura, case, (1, 1), proposed_by=planura.people[who])
    assert rows("case_cancelling") == []


def test_nothing_is_cancelled_without_its_seat_nor_a_seat_without_its_step(
    planura: Cast, case: CaseFile
) -> None:
    hold(planura, case, "celia", "homologator")
    proposal = step(planura, case, "opinion", "fabio")
    with pytest.raises(IntegrityError):
        step(planura, case, "archive", "celia", duty="homologator")
    seat = {"day": TODAY, "person_slot": 1, "city_slot": 1, "process_number": "1"}
    people = {"person_id": planura.people["celia"], "proposed_by": planura.people["fabio"]}
    with pytest.raises(IntegrityError):
        insert(
            "case_cancelling", step_id=new_id(), municipality_id=planura.city, case_id=case.id,
            proposal_id=proposal, off_hours=False, **seat, **people,
        )  # fmt: skip
    assert rows("case_cancelling") == []


def test_a_notice_with_a_case_is_annulled_by_nothing_else(planura: Cast, case: CaseFile) -> None:
    with pytest.raises(IntegrityError):
        insert(
            "notice_annotation", id=new_id(), municipality_id=planura.city,
            notice_id=case.notice_id, kind="annulment", body="{}", account_id="x",
            person_id=planura.people["celia"], recorded_at=NOW, device_id="",
        )  # fmt: skip
    assert rows("notice_annotation") == []


def test_a_case_outside_its_series_or_notice_is_refused(planura: Cast, case: CaseFile) -> None:
    no_case: list[dict[str, Any]] = [{"value": 0}, {"value": 1000}, {"value": 1}]
    no_case += [{"series": "PA-2026", "training": False}, {"training": False}, {"path": "notice"}]
    for edits in no_case:
        with pytest.raises(IntegrityError):
            file(planura, **{"value": 2, **edits})
    assert len(rows("case_file")) == 1


def test_nothing_of_a_case_is_changed_or_deleted(planura: Cast, case: CaseFile) -> None:
    sanction(planura, case)
    archived(planura, case, (1, 1))
    taken = rows("case_step")[0]
    insert(
        "case_document", id=new_id(), municipality_id=planura.city, case_id=case.id,
        step_id=taken["id"], kind="x", number="", name="", media_type="x", size=1,
        sha256="0" * 64, made_at=NOW,
    )  # fmt: skip
    for table in TABLES:
        assert rows(table)
        for column in db.metadata.tables[table].columns:
            check_refused(f"UPDATE {table} SET {column.name} = {column.name}")
        check_refused(f"DELETE FROM {table}")
        if db.engine.dialect.name == "sqlite":
            check_refused(f"INSERT OR REPLACE INTO {table} SELECT * FROM {table}")
        else:
            check_refused(f"TRUNCATE {table} CASCADE")


def check_refused(statement: str) -> None:
    db.session.rollback()
    with pytest.raises(DBAPIError), db.engine.begin() as connection:
        connection.execute(text(statement))


def test_a_series_of_cases_never_goes_back_nor_becomes_legal(planura: Cast, case: CaseFile) -> None:
    for change in ("next_value = 1", "training = NOT training", "series = 'PA-2026'"):
        check_refused(f"UPDATE case_series SET {change}")
    assert rows("case_series")[0]["next_value"] == 2
