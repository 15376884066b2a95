"""Papers: what each kind needs, how old it may be, and who sees what."""

from datetime import date

import pytest
from flask import Flask
from sqlalchemy import select

from app.kernel.errors import Conflict, Invalid, NotFound, RuleRefused
from app.persistence.base import db
from app.registry import service
from app.registry.domain_documents import DocumentData, DocumentLine
from app.registry.models import Driver, RegistryDocument
from app.registry.queries_papers import papers_of
from tests.support import cars, cast
from tests.support.cars import PAT, PLA

NOW = cast.NOW
TODAY = date(2026, 11, 30)
ID = "0" * 31 + "c"


def line(people: cast.Cast, login: str, subject: tuple[str, str], kind: str) -> DocumentLine:
    law = PAT if login.endswith("-pat") else PLA
    found = papers_of(people.actor(login), subject, ruleset=law, today=TODAY)
    return next(row for row in found if row.kind == kind)


@pytest.mark.parametrize(("issued", "days"), [(date(2026, 11, 1), 29), (date(2026, 10, 31), 30)])
def test_a_criminal_record_of_29_days_serves_and_of_30_does_not(
    app: Flask, issued: date, days: int
) -> None:
    people = cast.patrocinio(app)
    car = cars.patrocinio_app(people)
    paper = DocumentData("criminal_record_state", "1", issued)
    act = (people.actor("bruno-pat"), ("driver", car.driver), paper)
    if days == 29:
        service.record_document(*act, ruleset=PAT, now=NOW)
        return
    with pytest.raises(RuleRefused) as refused:
        service.record_document(*act, ruleset=PAT, now=NOW)
    assert "PAT art. 8 §2 V" in refused.value.citation


@pytest.mark.parametrize(
    ("subject", "data", "field"),
    [
        ("vehicle", DocumentData("insurance_owner", "1", TODAY, None, 5_000_000), "valid_until"),
        ("vehicle", DocumentData("insurance_owner", "1", TODAY, TODAY, None), "amount"),
        ("vehicle", DocumentData("insurance_owner", "1", TODAY, TODAY, -1), "amount"),
        ("vehicle", DocumentData("maintenance", "1"), "issued_on"),
        ("vehicle", DocumentData("maintenance", "1", date(2026, 12, 1)), "issued_on"),
        ("vehicle", DocumentData("maintenance", "1", TODAY, date(2026, 1, 1)), "valid_until"),
        ("vehicle", DocumentData("toxicology", "1", TODAY), "kind"),
        ("vehicle", DocumentData("cnh", "1"), "kind"),
        ("driver", DocumentData("toxicology", "1", TODAY, note="positivo"), "note"),
        ("driver", DocumentData("nonsense"), "kind"),
        ("owner", DocumentData("insurance_owner"), "kind"),
    ],
)
def test_what_a_kind_needs(app: Flask, subject: str, data: DocumentData, field: str) -> None:
    people = cast.patrocinio(app)
    car = cars.patrocinio_app(people)
    id = car.driver if subject == "driver" else car.vehicle
    with pytest.raises(Invalid) as refused:
        service.record_document(
            people.actor("bruno-pat"), (subject, id), data, ruleset=PAT, now=NOW
        )
    assert refused.value.field == field


def test_a_policy_knows_whose_risk_it_covers(app: Flask) -> None:
    cars.patrocinio_app(cast.patrocinio(app))
    rows = db.session.scalars(select(RegistryDocument))
    assert {(r.subject_kind, r.purpose) for r in rows if r.purpose} == {
        ("platform", "platform"),
        ("platform", "app"),
        ("vehicle", "owner"),
    }


def test_the_date_of_an_exam_never_goes_back(app: Flask) -> None:
    people = cast.patrocinio(app)
    car = cars.patrocinio_app(people)
    older = DocumentData("toxicology", "0", date(2026, 1, 5))
    service.record_document(
        people.actor("bruno-pat"), ("driver", car.driver), older, ruleset=PAT, now=NOW
    )
    assert db.session.get_one(Driver, car.driver).toxicology_on == date(2026, 9, 15)


def test_sending_a_paper_twice_keeps_one(app: Flask) -> None:
    people = cast.planura(app)
    car = cars.planura_taxi(people)
    paper = DocumentData("residence", "conta de luz")
    for _ in range(2):
        service.record_document(
            people.actor("bruno"), ("driver", car.driver), paper, ruleset=PLA, now=NOW, id=ID
        )
    assert len(db.session.scalars(select(RegistryDocument)).all()) == 1


def test_another_paper_under_the_same_id_is_a_conflict(app: Flask) -> None:
    people = cast.planura(app)
    car = cars.planura_taxi(people)
    subject, clerk = ("driver", car.driver), people.actor("bruno")
    service.record_document(
        clerk, subject, DocumentData("residence", "1"), ruleset=PLA, now=NOW, id=ID
    )
    with pytest.raises(Conflict):
        service.record_document(
            clerk, subject, DocumentData("residence", "2"), ruleset=PLA, now=NOW, id=ID
        )


def test_a_paper_goes_to_no_strangers_record(app: Flask) -> None:
    car = cars.planura_taxi(cast.planura(app))
    stranger = cast.patrocinio(app).actor("bruno-pat")
    with pytest.raises(NotFound):
        service.record_document(
            stranger, ("driver", car.driver), DocumentData("residence"), ruleset=PAT, now=NOW
        )


@pytest.mark.parametrize(
    ("login", "hidden", "number"),
    [("bruno", True, ""), ("fabio", True, ""), ("celia", False, "77")],
)
def test_only_the_restricted_role_reads_a_criminal_record(
    app: Flask, login: str, hidden: bool, number: str
) -> None:
    people = cast.planura(app)
    car = cars.planura_taxi(people)
    paper = DocumentData("criminal_record", "77", date(2026, 11, 2))
    subject = ("driver", car.driver)
    service.record_document(people.actor("bruno"), subject, paper, ruleset=PLA, now=NOW)
    found = line(people, login, subject, "criminal_record")
    assert (found.hidden, found.number) == (hidden, number)


def test_the_others_read_only_when_it_was_presented(app: Flask) -> None:
    people = cast.planura(app)
    car = cars.planura_taxi(people)
    paper = DocumentData("criminal_record", "77", date(2026, 11, 2))
    subject = ("driver", car.driver)
    service.record_document(people.actor("bruno"), subject, paper, ruleset=PLA, now=NOW)
    found = line(people, "bruno", subject, "criminal_record")
    assert found.words == "Apresentado em 30/11/2026, válida"


def test_of_an_exam_the_others_read_only_that_it_is_in_date(app: Flask) -> None:
    people = cast.patrocinio(app)
    car = cars.patrocinio_app(people)
    found = line(people, "bruno-pat", ("driver", car.driver), "toxicology")
    assert (found.words, found.number, found.hidden) == ("Em dia", "", True)


def test_a_lapsed_paper_says_since_when(app: Flask) -> None:
    people = cast.planura(app)
    car = cars.planura_taxi(people)
    paper = DocumentData("fazenda_regularity", "9", date(2026, 1, 2), date(2026, 7, 2))
    subject = ("driver", car.driver)
    service.record_document(people.actor("bruno"), subject, paper, ruleset=PLA, now=NOW)
    assert line(people, "bruno", subject, "fazenda_regularity").words == "Vencido desde 03/07/2026"
