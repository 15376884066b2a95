"""A case opens with its notice: numbered, with the author's duty, against whoever answers."""

import json

from flask import Flask
from sqlalchemy import select, text

from app.accounts.domain import system_actor
from app.cases.models import CaseDuty, CaseFile
from app.cases.offender import Answers, offender_of
from app.cases.opening import open_missing
from app.infractions.models import Notice
from app.ledger.models import LedgerEvent
from app.persistence.base import db
from app.registry.models import Driver
from tests.cases.raw import rows
from tests.ledger.tampering import unprotected
from tests.support import cars, cast
from tests.support.cast import NOW, Cast
from tests.support.notices_server import NoticePhone, agent_phone, deliver_to

CNPJ = "11222333000181"


def sent(home: Cast, phone: NoticePhone, kind: str = "notice", **over: object) -> str:
    """A delivered notice; its id."""
    envelope = phone.write(kind, **over)
    deliver_to(home, envelope)
    return str(envelope["id"])


def case_of(notice: str) -> CaseFile:
    return db.session.scalars(select(CaseFile).where(CaseFile.notice_id == notice)).one()


def test_a_notice_opens_its_case_in_the_same_transaction(planura: Cast, case: CaseFile) -> None:
    told = (case.number, case.path, case.training, case.opened_at)
    assert told == ("TREINO-PA-2026/000001", "notice", True, NOW)
    kinds = list(db.session.scalars(select(LedgerEvent.kind).filter_by(entity_id=case.id)))
    assert kinds == ["case.opened", "case.duty"]


def test_its_author_holds_that_duty_from_the_start(planura: Cast, case: CaseFile) -> None:
    held = [(row["person_id"], row["duty"]) for row in rows("case_duty")]
    assert held == [(planura.people["ana"], "author")]


def test_cases_count_from_one_and_an_order_to_regularise_has_none(app: Flask) -> None:
    home = cast.patrocinio(app)
    phone = agent_phone(home, "ana-pat")
    for kind in ("notice", "regularisation", "notice"):
        deliver_to(home, phone.write(kind), "ana-pat")
    assert db.session.scalars(select(CaseFile.value).order_by(CaseFile.value)).all() == [1, 2]


def test_warnings_and_verbal_ones_run_their_own_paths(planura: Cast) -> None:
    phone = agent_phone(planura)
    for kind in ("warning", "verbal"):
        sent(planura, phone, kind)
    assert set(db.session.scalars(select(CaseFile.path))) == {"warning", "verbal"}


def answers(home: Cast, kind: str, tax_id: str) -> Answers:
    """Who answers for a notice that writes this offender."""
    payload = json.dumps({"offender": {"kind": kind, "name": "José Lima", "tax_id": tax_id}})
    notice = Notice(
        municipality_id=home.city, payload=payload, offender_kind=kind, offender_name=""
    )
    return offender_of(db.session(), notice)


def test_the_registered_driver_answers_by_his_person(planura: Cast) -> None:
    car = cars.planura_taxi(planura)
    driver = db.session.get_one(Driver, car.driver)
    found = answers(planura, "authorised_driver", driver.cpf)
    assert found == Answers(driver.person_id, driver.id)


def test_a_stranger_with_a_cpf_is_one_person_in_two_cases(planura: Cast) -> None:
    people = {answers(planura, "private_user", cpf) for cpf in ("39053344705", "390.533.447-05")}
    assert len(people) == 1 and people.pop().person_id


def test_nobody_is_made_of_a_wrong_number_or_an_unknown_platform(planura: Cast) -> None:
    found = {answers(planura, "owner", "39053344700"), answers(planura, "platform", CNPJ)}
    assert found == {Answers()}


def test_notices_from_before_get_their_case_once(planura: Cast) -> None:
    notice = sent(planura, agent_phone(planura))
    db.session.rollback()
    with unprotected(), db.engine.begin() as connection:
        for table in ("case_duty", "case_file", "case_series"):
            connection.execute(text(f"DELETE FROM {table}"))
    actor = system_actor(planura.city)
    assert [open_missing(actor, now=NOW), open_missing(actor, now=NOW)] == [1, 0]
    assert case_of(notice).number == "TREINO-PA-2026/000001"


def test_an_agent_who_writes_against_himself_is_only_author(planura: Cast) -> None:
    phone = agent_phone(planura)
    record = phone.record()
    record["offender"]["tax_id"] = "52998224725"
    deliver_to(planura, phone.freeze(record))
    assert db.session.scalars(select(CaseFile.offender_person_id)).one() == planura.people["ana"]
    assert db.session.scalars(select(CaseDuty.duty)).all() == ["author"]
