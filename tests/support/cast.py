"""The cast: two cities and the people that tests send through the door."""

from dataclasses import dataclass
from datetime import UTC, date, datetime

from flask import Flask

from app.accounts.domain import Actor, Designation
from app.accounts.models import Municipality
from app.accounts.permissions import Role
from app.accounts.service import add_account, ensure_person
from app.kernel.ids import new_id
from app.persistence.transaction import transaction
from tests.support.replay import replayed

START = date(2026, 1, 5)
NOW = datetime(2026, 11, 30, 13, 0, tzinfo=UTC)
PASSWORD = "confere-2026"

# login, name, CPF (valid in form, invented), role
PEOPLE = (
    ("ana", "Ana Souza", "52998224725", Role.AGENT),
    ("bruno", "Bruno Alves", "11144477735", Role.CLERK),
    ("celia", "Célia Prado", "12345678909", Role.SECRETARY),
    ("davi", "Davi Nunes", "98765432100", Role.DRIVER),
    ("elisa", "Elisa Rocha", "15350946056", Role.MAYOR),
    ("fabio", "Fábio Lima", "86288366757", Role.CHIEF),
    ("gilda", "Gilda Reis", "36457275079", Role.AUDITOR),
    ("hugo", "Hugo Melo", "71428793860", Role.INSPECTOR),
    ("iris", "Íris Campos", "50481729305", Role.PLATFORM),
)


@dataclass(frozen=True)
class Cast:
    """A city with one person of each role; `cast.actor("ana")` acts without the web."""

    city: str
    people: dict[str, str]  # login → person id
    accounts: dict[str, str]

    def actor(self, login: str) -> Actor:
        """The actor of a person of this city, with the role's designation in force."""
        role = next(r for name, _, _, r in PEOPLE if name == login.split("-")[0])
        grant = Designation(role, "Portaria 1/2026", "1001", START, None)
        return Actor(self.city, self.people[login], self.accounts[login], login, (grant,))


def planura(app: Flask) -> Cast:
    """Planura with everybody: ana, bruno, celia, davi, elisa, fabio, gilda, hugo, iris."""
    return replayed("planura", lambda: _city("planura", "Planura", "315160", "planura-2025", ""))


def patrocinio(app: Flask) -> Cast:
    """Patrocínio with the same roles; logins end in `-pat`."""
    told = ("patrocinio", "Patrocínio", "314810", "patrocinio-2020", "-pat")
    return replayed("patrocinio", lambda: _city(*told))


def _city(slug: str, name: str, ibge: str, ruleset: str, suffix: str) -> Cast:
    city_id, people, accounts = new_id(), {}, {}
    with transaction() as session:
        session.add(
            Municipality(
                id=city_id,
                slug=slug,
                name=name,
                uf="MG",
                ibge=ibge,
                time_zone="America/Sao_Paulo",
                ruleset=ruleset,
                phone="156",
            )
        )
        session.flush()
        seeder = Actor(city_id, "seed", "seed", "seed")
        for login, person_name, cpf, role in PEOPLE:
            person = ensure_person(session, cpf=cpf, name=person_name)
            account = add_account(
                session,
                seeder,
                person=person,
                login=login + suffix,
                password=PASSWORD,
                grants=[(role, "Portaria 1/2026", "1001", START, None)],
                now=NOW,
            )
            people[login + suffix], accounts[login + suffix] = person.id, account.id
    return Cast(city_id, people, accounts)
