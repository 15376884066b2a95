"""Permits for the cars of `cars.py`: granted and sealed through the verbs, in force at NOON."""

from dataclasses import dataclass
from datetime import date, timedelta

from flask import Flask

from app.accounts.domain import Actor
from app.accounts.queries import city
from app.permits import keys
from app.permits.domain import GrantData, GrantKind
from app.permits.service import grant_authorisation, record_population
from app.permits.service_seals import Issued, issue_seal, seal_address
from app.persistence.base import db
from app.persistence.transaction import transaction
from app.regulation.ruleset import Ruleset
from app.web.rulesets import ruleset_of
from tests.support.cars import Car
from tests.support.cast import NOW, Cast

STARTS = date(2026, 3, 2)
INHABITANTS = 11_191  # room for eleven taxis


@dataclass(frozen=True)
class Permit:
    """Ids of a permit and its living seal; `url` is the text of the code."""

    id: str
    number: str
    seal: Issued
    url: str


def permit_for(app: Flask, cast: Cast, car: Car, *, expires_on: date | None = None) -> Permit:
    """A permit in force for the car and one living seal; keys and population are made first."""
    permit_id, number = granted(cast, car)
    seal = issue_seal(
        secretary(cast), law(cast), permit_id, car.vehicle, expires_on=expires_on, now=NOW
    )
    return Permit(permit_id, number, seal, seal_address(seal.digits))


def granted(cast: Cast, car: Car) -> tuple[str, str]:
    """Id and number of a permit in force for the car, without a seal."""
    ready(cast)
    ruleset = law(cast)
    if not car.platform:
        return _grant(cast, GrantKind.TAXI, driver_id=car.driver, vehicle_id=car.vehicle)
    platform = _grant(cast, GrantKind.PLATFORM, platform_id=car.platform)
    if ruleset.code == "PLA":
        return platform
    return _grant(
        cast,
        GrantKind.VEHICLE,
        platform_id=car.platform,
        vehicle_id=car.vehicle,
        driver_id=car.driver,
    )


def ready(cast: Cast) -> None:
    """Keys to sign with since yesterday and, under Planura, the IBGE figure."""
    with transaction() as session:
        keys.ensure_keys(session, city(cast.city), NOW - timedelta(days=1))
    if law(cast).code == "PLA":
        record_population(
            secretary(cast),
            INHABITANTS,
            reference_on=date(2022, 8, 1),
            source="Censo 2022",
            now=NOW,
        )


def grant_data(kind: GrantKind, **edits: object) -> GrantData:
    """A complete request; `edits` name who and which car."""
    content = {
        "act": "Decreto 12/2026",
        "process": "Concorrência 1/2026",
        "starts_on": STARTS,
        "licence_issued_on": STARTS,
        "rank": "Ponto 2, Rodoviária" if kind is GrantKind.TAXI else "",
        **edits,
    }
    return GrantData(kind, **content)  # type: ignore[arg-type]


def law(cast: Cast) -> Ruleset:
    """The ruleset of the cast's city."""
    found = ruleset_of(city(cast.city))
    db.session.rollback()
    return found


def mayor(cast: Cast) -> Actor:
    """Elisa, in either city."""
    return cast.actor(_login(cast, "elisa"))


def secretary(cast: Cast) -> Actor:
    """Célia, in either city."""
    return cast.actor(_login(cast, "celia"))


def granter(cast: Cast) -> Actor:
    """Who grants under the city's law: the mayor in Planura, the secretary in Patrocínio."""
    return mayor(cast) if law(cast).code == "PLA" else secretary(cast)


def _grant(cast: Cast, kind: GrantKind, **who: str) -> tuple[str, str]:
    receipt = grant_authorisation(granter(cast), law(cast), grant_data(kind, **who), now=NOW)
    return receipt.id, receipt.number


def _login(cast: Cast, name: str) -> str:
    return next(login for login in cast.people if login.split("-")[0] == name)
