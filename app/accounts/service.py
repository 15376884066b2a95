"""Sign-in and sign-out: limits before hashing, a fresh server-side session, an end at sign-out."""

import hashlib
import hmac
import secrets
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from flask import current_app
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.accounts.models import Account, Person, RoleGrant, SignInCounter, WebSession
from app.accounts.passwords import MAX_LENGTH, hash_password, matches
from app.accounts.permissions import Role
from app.kernel.errors import DomainError, Invalid
from app.kernel.ids import new_id
from app.ledger.service import append
from app.persistence.transaction import transaction

WINDOW = timedelta(minutes=15)
PER_LOGIN_AND_ADDRESS = 5
PER_ADDRESS = 30
# A shift for the staff (threats.md T53); a driver opens the permit for a month.
STAFF_SESSION = timedelta(hours=12)
DRIVER_SESSION = timedelta(days=30)


class WrongCredentials(Invalid):
    """Unknown login or wrong password: one sentence for both."""

    message = "Usuário ou senha não conferem. Confira e tente de novo."


class TooManyAttempts(DomainError):
    """The window's failures are used up; `retry_after` in seconds (429)."""

    def __init__(self, retry_after: int) -> None:
        self.retry_after = retry_after
        minutes = max(1, -(-retry_after // 60))
        super().__init__(f"Muitas tentativas. Espere {minutes} min e tente de novo.")


@dataclass(frozen=True)
class SignedIn:
    """The secret for the cookie and how long it lives."""

    token: str
    expires_at: datetime


def sign_in(login: str, password: str, *, address: str, now: datetime) -> SignedIn:
    """Open a session. Raises WrongCredentials or TooManyAttempts; counts before hashing."""
    login = login.strip().lower()
    keys = {
        f"l:{login[:50]}|{address}"[:80]: PER_LOGIN_AND_ADDRESS,
        f"a:{address}"[:80]: PER_ADDRESS,
    }
    with transaction() as session:
        _refuse_over_limit(session, keys, now)
        account = session.scalar(
            select(Account).where(Account.login == login, Account.active.is_(True))
        )
        encoded = account.password_hash if account else None
    # Hashing takes tens of milliseconds: never while holding the write lock.
    good = len(password) <= MAX_LENGTH and matches(encoded, password)
    if account is None or not good:
        _count_failure(list(keys), now)
        raise WrongCredentials
    return _open_session(account.id, now)


def confirm_person(actor: Actor, password: str, *, now: datetime) -> None:
    """The password once more, before an act of weight; `Invalid` (field "password") if it is not it.

    Outside a transaction: hashing must not hold the write lock. `TooManyAttempts` as at sign-in.
    """
    keys = {f"p:{actor.account_id}": PER_LOGIN_AND_ADDRESS}
    with transaction() as session:
        _refuse_over_limit(session, keys, now)
        account = session.get(Account, actor.account_id)
        encoded = account.password_hash if account and account.active else None
    if len(password) > MAX_LENGTH or not matches(encoded, password):
        _count_failure(list(keys), now)
        raise Invalid("A senha não confere. Escreva a sua senha de novo.", field="password")


def _refuse_over_limit(session: Session, keys: dict[str, int], now: datetime) -> None:
    window = int(now.timestamp() // WINDOW.total_seconds())
    for key, limit in keys.items():
        counter = session.get(SignInCounter, (key, window))
        if counter is not None and counter.failures >= limit:
            left = (window + 1) * WINDOW.total_seconds() - now.timestamp()
            raise TooManyAttempts(int(left) + 1)


def _count_failure(keys: list[str], now: datetime) -> None:
    window = int(now.timestamp() // WINDOW.total_seconds())
    with transaction() as session:
        for key in keys:
            counter = session.get(SignInCounter, (key, window))
            if counter is None:
                counter = SignInCounter(key=key, window=window, failures=0)
                session.add(counter)
            counter.failures += 1


def _open_session(account_id: str, now: datetime) -> SignedIn:
    token = secrets.token_urlsafe(32)
    with transaction() as session:
        account = session.get_one(Account, account_id)
        person = session.get_one(Person, account.person_id)
        expires = now + _session_length(session, account)
        session.add(
            WebSession(
                id=token_hash(token),
                municipality_id=account.municipality_id,
                account_id=account.id,
                created_at=now,
                expires_at=expires,
            )
        )
        actor = Actor(account.municipality_id, person.id, account.id, person.name)
        append(
            session, actor, "session.opened", ("account", account.id), {}, now=now, chain="access"
        )
    return SignedIn(token, expires)


def _session_length(session: Session, account: Account) -> timedelta:
    roles = session.scalars(
        select(RoleGrant.role).where(
            RoleGrant.person_id == account.person_id,
            RoleGrant.municipality_id == account.municipality_id,
        )
    )
    return DRIVER_SESSION if set(roles) == {Role.DRIVER} else STAFF_SESSION


def sign_out(actor: Actor, *, now: datetime) -> None:
    """End the session on the server; a copy of the cookie is worth nothing afterwards."""
    with transaction() as session:
        session.execute(
            update(WebSession).where(WebSession.id == actor.session_id).values(ended_at=now)
        )
        append(
            session,
            actor,
            "session.ended",
            ("account", actor.account_id),
            {},
            now=now,
            chain="access",
        )


def token_hash(token: str) -> str:
    """What the database keeps of a session's secret."""
    return hashlib.sha256(token.encode()).hexdigest()


def cpf_mac(cpf: str) -> str:
    """Keyed hash that finds a person again by CPF; without the key it says nothing."""
    key: bytes = current_app.config["PERSON_KEY"]
    return hmac.new(key, cpf.encode(), hashlib.sha256).hexdigest()


def ensure_person(session: Session, *, cpf: str, name: str) -> Person:
    """The person with this CPF, made when first seen. An inner step, not a verb."""
    mac = cpf_mac(cpf)
    person = session.scalar(select(Person).where(Person.cpf_mac == mac))
    if person is None:
        person = Person(id=new_id(), cpf_mac=mac, name=name)
        session.add(person)
        session.flush()  # the id is a foreign key of what follows
    return person


def add_account(
    session: Session,
    actor: Actor,
    *,
    person: Person,
    login: str,
    password: str,
    grants: list[tuple[Role, str, str, date, date | None]],
    now: datetime,
) -> Account:
    """An account with its roles (role, act, registration, start, end). An inner step."""
    account = Account(
        id=new_id(),
        municipality_id=actor.municipality_id,
        person_id=person.id,
        login=login.lower(),
        password_hash=hash_password(password),
        created_at=now,
    )
    session.add(account)
    for role, act, registration, starts_on, ends_on in grants:
        session.add(
            RoleGrant(
                municipality_id=actor.municipality_id,
                person_id=person.id,
                role=role,
                act=act,
                registration=registration,
                starts_on=starts_on,
                ends_on=ends_on,
            )
        )
    body = {"login": login, "roles": [g[0].value for g in grants]}
    append(session, actor, "account.created", ("account", account.id), body, now=now)
    return account
