"""Rows of a case put in by hand, past the service: what the database itself takes or refuses."""

from datetime import date, timedelta
from typing import Any

from app.accounts.permissions import Role
from app.cases.domain import step_hash
from app.cases.models import CaseFile
from app.kernel.ids import new_id
from app.persistence.base import db
from tests.support.cast import NOW, START, Cast

TODAY = date(2026, 11, 30)


def insert(table: str, **values: Any) -> None:
    """One row, in a transaction of its own."""
    db.session.rollback()  # an open read would hide what is written here
    with db.engine.begin() as connection:
        connection.execute(db.metadata.tables[table].insert(), values)


def rows(table: str) -> list[Any]:
    """All rows of a table."""
    found = db.metadata.tables[table]
    with db.engine.connect() as connection:
        return list(connection.execute(found.select()).mappings())


def granted(home: Cast, login: str, role: Role = Role.SECRETARY) -> str:
    """A further role of this person, in force; the grant's id."""
    id = new_id()
    told = {"act": "Portaria 9/2026", "registration": "", "ends_on": None, "revoked_at": None}
    insert(
        "role_grant", id=id, municipality_id=home.city, person_id=home.people[login],
        role=role.value, starts_on=START, **told,
    )  # fmt: skip
    return id


def grant_of(home: Cast, login: str) -> str:
    """The newest act of designation of this person."""
    mine = [row for row in rows("role_grant") if row["person_id"] == home.people[login]]
    return str(max(mine, key=lambda row: str(row["act"]))["id"])


def hold(home: Cast, case: CaseFile | str, login: str, duty: str) -> None:
    """A duty in the case."""
    insert(
        "case_duty", case_id=id_of(case), person_id=home.people[login],
        municipality_id=home.city, duty=duty, at=NOW,
    )  # fmt: skip


def step(home: Cast, case: CaseFile | str, name: str, login: str, **edits: Any) -> str:
    """The next step of the case by this person; its id."""
    before = [row for row in rows("case_step") if row["case_id"] == id_of(case)]
    prev = max(before, key=lambda row: row["seq"])["sha256"] if before else ""
    values = {
        "id": new_id(), "municipality_id": home.city, "case_id": id_of(case),
        "seq": len(before) + 1, "step": name, "state_after": "x", "at": NOW, "acted_on": TODAY,
        "on_day": TODAY, "person_id": home.people[login], "account_id": home.accounts[login],
        "role_grant_id": None, "duty": None, "body": "{}", "sha256": step_hash(prev, "{}"),
        "prev_sha256": prev, "off_hours": False, **edits,
    }  # fmt: skip
    if "role_grant_id" not in edits:
        values["role_grant_id"] = grant_of(home, login)
    insert("case_step", **values)
    return str(values["id"])


def archived(
    home: Cast, case: CaseFile | str, seat: tuple[int, int], *, by: str = "celia", **edits: Any
) -> None:
    """An archiving with its seat, proposed by Fábio; step and seat in one transaction."""
    hold(home, case, by, "homologator")
    archive_held(home, case, seat, by=by, **edits)


def archive_held(
    home: Cast, case: CaseFile | str, seat: tuple[int, int], *, by: str = "celia", **edits: Any
) -> None:
    """The same by who is the homologator already."""
    proposal = step(home, case, "opinion", "fabio")
    before = [row for row in rows("case_step") if row["case_id"] == id_of(case)]
    prev, id = before[-1]["sha256"], new_id()
    seats = {
        "step_id": id, "municipality_id": home.city, "case_id": id_of(case), "day": TODAY,
        "person_id": home.people[by], "person_slot": seat[0], "city_slot": seat[1],
        "proposal_id": proposal, "proposed_by": home.people["fabio"],
        "process_number": new_id(), "off_hours": False, **edits,
    }  # fmt: skip
    taken = {
        "id": id, "municipality_id": home.city, "case_id": id_of(case), "seq": len(before) + 1,
        "step": "archive", "state_after": "x", "at": NOW, "acted_on": seats["day"],
        "on_day": TODAY, "person_id": home.people[by], "account_id": home.accounts[by],
        "role_grant_id": grant_of(home, by), "duty": "homologator", "body": "{}",
        "sha256": step_hash(prev, "{}"), "prev_sha256": prev, "off_hours": False,
    }  # fmt: skip
    tables = db.metadata.tables
    with db.engine.begin() as connection:
        connection.execute(tables["case_cancelling"].insert(), seats)
        connection.execute(tables["case_step"].insert(), taken)


def file(home: Cast, value: int, **edits: Any) -> str:
    """A case of a sanction, without notices; its id."""
    id = new_id()
    with db.engine.begin() as connection:
        series = db.metadata.tables["case_series"]
        connection.execute(series.update().values(next_value=1000))
    nobody = dict.fromkeys(("offender_person_id", "driver_id", "platform_id", "vehicle_id"))
    insert(
        "case_file",
        **{
            "id": id, "municipality_id": home.city, "path": "sanction",
            "series": "TREINO-PA-2026", "value": value, "training": True, "notice_id": None,
            "code": "", "happened_at": NOW - timedelta(days=3), "opened_at": NOW,
            "ruleset_slug": "x", "ruleset_version": "1", "ruleset_hash": "0" * 64,
            **nobody, **edits,
        },
    )  # fmt: skip
    return id


def id_of(case: CaseFile | str) -> str:
    """Id of a case however it is at hand."""
    return case if isinstance(case, str) else case.id
