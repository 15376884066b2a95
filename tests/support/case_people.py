"""More people for a city: a second secretary, a commission; and one person with two logins."""

from app.accounts.domain import Actor, Designation
from app.accounts.permissions import Role
from app.accounts.service import add_account, ensure_person
from app.persistence.transaction import transaction
from tests.support.cast import NOW, PASSWORD, START, Cast

# Valid in form, invented.
CPFS = ("39053344705", "07068093868", "01234567890", "16899535009", "74971688088", "84434895894")


def hired(home: Cast, place: int, role: Role, *, cpf: str = "", login: str = "") -> Actor:
    """A person with an account and an act of designation in force; `place` picks the CPF."""
    name = f"Pessoa {place}"
    with transaction() as session:
        person = ensure_person(session, cpf=cpf or CPFS[place], name=name)
        account = add_account(
            session,
            Actor(home.city, "seed", "seed", "seed"),
            person=person,
            login=login or f"pessoa{place}",
            password=PASSWORD,
            grants=[(role, "Portaria 7/2026", f"20{place}", START, None)],
            now=NOW,
        )
        grant = Designation(role, "Portaria 7/2026", f"20{place}", START, None)
        return Actor(home.city, person.id, account.id, name, (grant,))
