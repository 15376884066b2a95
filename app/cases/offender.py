"""Who answers for a notice, as this city knows him: the person, the driver's entry, the platform.

A repetition and an impediment are found by the person, so whoever has a CPF becomes one here.
"""

import json
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.accounts.service import ensure_person
from app.infractions.models import Notice
from app.kernel.errors import Invalid
from app.kernel.identifiers import parse_cnpj, parse_cpf
from app.registry.models import Driver, Platform


@dataclass(frozen=True)
class Answers:
    """Ids, None where this city has no such entry."""

    person_id: str | None = None
    driver_id: str | None = None
    platform_id: str | None = None


def offender_of(session: Session, notice: Notice) -> Answers:
    """From the CPF or CNPJ that the notice writes for the offender; else from the driver it names.

    PLA art. 50 §4: the authorised driver answers, whoever drove; so the written number goes first.
    """
    written = json.loads(notice.payload)["offender"]
    city = notice.municipality_id
    if notice.offender_kind == "platform":
        return Answers(platform_id=_platform(session, city, written["tax_id"]))
    try:
        cpf = parse_cpf(written["tax_id"])
    except Invalid:  # none, or a company's
        return _named_driver(session, notice)
    driver = session.scalar(
        select(Driver).where(
            Driver.municipality_id == city, Driver.cpf == cpf, Driver.removed_on.is_(None)
        )
    )
    if driver is not None:
        return Answers(driver.person_id, driver.id)
    name = written["name"] or notice.offender_name
    return Answers(ensure_person(session, cpf=cpf, name=name).id)


def _named_driver(session: Session, notice: Notice) -> Answers:
    if notice.offender_kind not in {"authorised_driver", "auxiliary"} or notice.driver_id is None:
        return Answers()
    driver = session.get_one(Driver, notice.driver_id)
    return Answers(driver.person_id, driver.id)


def _platform(session: Session, city: str, tax_id: str) -> str | None:
    try:
        cnpj = parse_cnpj(tax_id)
    except Invalid:
        return None
    query = select(Platform.id).where(
        Platform.municipality_id == city, Platform.cnpj == cnpj, Platform.removed_on.is_(None)
    )
    return session.scalar(query)
