"""Visits that somebody must look at: a hurried one with its alert, and a re-inspection to compare."""

from datetime import timedelta

from app.accounts.permissions import Role
from app.accounts.service import add_account, ensure_person
from app.inspections.models import Inspection
from app.persistence.transaction import transaction
from tests.support.cars import Car
from tests.support.cast import NOW, PASSWORD, START, Cast
from tests.support.visit_phone import sent_visit, yard_phone


def second_inspector(home: Cast) -> str:
    """Iara, another inspector; her login."""
    login = "hugo-2"
    with transaction() as session:
        person = ensure_person(session, cpf="39053344705", name="Iara Dias")
        account = add_account(
            session,
            home.actor("celia"),
            person=person,
            login=login,
            password=PASSWORD,
            grants=[(Role.INSPECTOR, "Portaria 1/2026", "1001", START, None)],
            now=NOW,
        )
        home.people[login], home.accounts[login] = person.id, account.id
    return login


def doubted_visits(home: Cast, car: Car, first: Inspection) -> None:
    """Two minutes with that car, and the first visit done again by Iara with the same answers."""
    at, again = NOW - timedelta(hours=4), NOW + timedelta(minutes=10)
    hugo = yard_phone(home, now=at - timedelta(hours=1))
    hurried = hugo.sheet(car, at, lasts=timedelta(minutes=2))
    sent_visit(home, hugo, hurried, now=at + timedelta(minutes=5))
    login = second_inspector(home)
    iara = yard_phone(home, login)
    same = Car(str(first.vehicle_id), "", first.plate)
    sheet = iara.sheet(same, again, occasion="recheck", previous=first.id)
    sent_visit(home, iara, sheet, now=again + timedelta(minutes=15), login=login)
