"""What the database itself refuses: training turning legal, numbers and codes rewritten."""

import pytest
from flask import Flask
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from app.permits.service_acts import suspend
from app.persistence.base import db
from app.regulation.facts import Subject
from tests.support import cars, cast, permits
from tests.support.cars import PLA
from tests.support.cast import NOW

FORBIDDEN = [
    "UPDATE authorisation SET training = :no",
    "UPDATE authorisation SET number = 'T-2026-0001'",
    "UPDATE authorisation SET municipality_id = 'outra'",
    "UPDATE restriction SET training = :no",
    "UPDATE restriction SET kind = 'renunciation'",
    "UPDATE restriction SET subject_id = 'outro'",
    "UPDATE seal SET training = :no",
    "UPDATE seal SET number = 9",
    "UPDATE seal SET plate = 'ABC1D23'",
    "UPDATE seal SET vehicle_id = (SELECT id FROM vehicle WHERE plate = 'RTA2C34')",
    "UPDATE seal SET digits = '1'",
]


@pytest.fixture
def permit(app: Flask) -> permits.Permit:
    """A suspended taxi permit with a seal, all in training; another car beside it."""
    people = cast.planura(app)
    found = permits.permit_for(app, people, cars.planura_taxi(people))
    cars.planura_app(people)
    suspend(
        people.actor("elisa"),
        PLA,
        (Subject.AUTHORISATION, found.id),
        starts_on=NOW.date(),
        days=15,
        act="Decreto 40/2026",
        reasons="Recusa de corrida.",
        process="Processo 7/2026",
        now=NOW,
    )
    return found


@pytest.mark.parametrize("statement", FORBIDDEN)
def test_raw_sql_is_refused(permit: permits.Permit, statement: str) -> None:
    with pytest.raises(DBAPIError, match="imutável"):
        db.session.execute(text(statement), {"no": False} if ":no" in statement else {})
    db.session.rollback()


def test_the_rest_of_a_row_lives_on(permit: permits.Permit) -> None:
    db.session.execute(text("UPDATE seal SET state = 'dead', dead_reason = 'Furtado'"))
    db.session.execute(text("UPDATE restriction SET lift_act = 'Mandado 3/2026'"))
    db.session.execute(text("UPDATE authorisation SET rank = 'Ponto 3'"))
    db.session.commit()
    assert db.session.scalar(text("SELECT state FROM seal")) == "dead"


def test_an_unknown_state_is_refused(permit: permits.Permit) -> None:
    with pytest.raises(DBAPIError):
        db.session.execute(text("UPDATE seal SET state = 'reborn'"))
    db.session.rollback()
