"""The seal of a visit as the inspector handles it in the yard: what it waits for, and its print."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.accounts.permissions import Permission
from app.accounts.queries import City
from app.documents.permit import PermitSheet
from app.inspections.models import Inspection, InspectionSeal
from app.inspections.seals import Wait, plan
from app.kernel.errors import NotFound
from app.kernel.plate import Plate
from app.ledger.service import append
from app.permits.models import Seal
from app.permits.queries_detail import permit_detail
from app.permits.sheets import printable_seal, sheet_of
from app.persistence.base import db
from app.persistence.transaction import transaction
from app.registry.models import Vehicle
from app.registry.write import own
from app.regulation.ruleset import Ruleset


@dataclass(frozen=True)
class StickerRow:
    """A sticker by its number and last day."""

    number: int
    expires_on: date


@dataclass(frozen=True)
class SealDesk:
    """What the page of a visit's seal shows. `words` say what it waits for; "" when nothing.

    `former` is the sticker on the windscreen, which the new one ends; `given` the new one.
    """

    visit_id: str
    report: str
    plate: str
    car: str
    words: str
    ready: bool
    former: StickerRow | None
    given: StickerRow | None


def sheet_path(visit_id: str) -> str:
    """Where the sheet of a visit's seal is; phones keep it with the receipt."""
    return f"/vistorias/{visit_id}/selo.pdf"


def seal_json(visit_id: str, number: int, expires_on: date) -> dict[str, Any]:
    """A given seal as the phone shows it: number, last day, and where its sheet is."""
    return {
        "number": number,
        "expires_on": expires_on.isoformat(),
        "print": sheet_path(visit_id),
    }


def seal_desk(actor: Actor, visit_id: str, ruleset: Ruleset, *, now: datetime) -> SealDesk:
    """The state of a visit's seal; NotFound for who may neither write visits nor issue seals."""
    if not (actor.can(Permission.INSPECTION_WRITE) or actor.can(Permission.SEAL_ISSUE)):
        raise NotFound
    session = db.session()
    visit: Inspection = own(session, actor, Inspection, visit_id)
    found = plan(session, actor, visit, ruleset, now)
    car = session.get(Vehicle, visit.vehicle_id) if visit.vehicle_id else None
    return SealDesk(
        visit_id=visit.id,
        report=visit.report,
        plate=Plate(visit.plate).display(),
        car=f"{car.make_model}, {car.colour}" if car else "",
        words=found.words,
        ready=found.wait in {Wait.READY, Wait.DUE},
        former=_row(found.former),
        given=_row(found.seal),
    )


def may_print(session: Session, actor: Actor, visit: Inspection) -> InspectionSeal | None:
    """The given seal, where the person may print it: who made the visit or gave it, and the office."""
    given = session.get(InspectionSeal, visit.id)
    if given is None:
        return None
    mine = actor.person_id in {visit.person_id, given.person_id}
    own_work = mine and actor.can(Permission.INSPECTION_WRITE)
    return given if own_work or actor.can(Permission.PERMIT_PREPARE) else None


def seal_sheet(
    actor: Actor, visit_id: str, city: City, ruleset: Ruleset, *, today: date, now: datetime
) -> PermitSheet:
    """The sheet of the seal that this very visit gave; NotFound for everybody else and while none is.

    `RuleRefused` when its code is not good today. Printing is an access event.
    """
    with transaction() as session:
        visit: Inspection = own(session, actor, Inspection, visit_id)
        given = may_print(session, actor, visit)
        if given is None:
            raise NotFound
        seal = session.get_one(Seal, given.seal_id)
        permit = permit_detail(actor, seal.authorisation_id, on=today)
        row = printable_seal(permit, seal.id)
        append(
            session,
            actor,
            "seal.printed",
            ("seal", seal.id),
            {"inspection": visit.id},
            now=now,
            chain="access",
        )
        return sheet_of(permit, row, city, ruleset)


def _row(seal: Seal | None) -> StickerRow | None:
    return StickerRow(seal.number, seal.expires_on) if seal else None
