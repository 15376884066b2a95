"""The papers of a record as lines: what the text asks, what was delivered, how it stands today."""

from datetime import date
from zoneinfo import ZoneInfo

from sqlalchemy import select

from app.accounts.domain import Actor
from app.accounts.permissions import Permission
from app.persistence.base import db
from app.registry.domain import LinkRole
from app.registry.domain_documents import IN_RECORD, DocumentLine, Held, kinds_for, line_of
from app.registry.models import RegistryDocument
from app.registry.queries_detail import DriverDetail, VehicleDetail
from app.regulation.facts import Modality
from app.regulation.ruleset import Document, Ruleset

# The verdict reads these from the record, whatever paper was delivered.
OWN_FIELDS = IN_RECORD | {"driver_card", "reregistration"}


def papers_of(
    actor: Actor,
    subject: tuple[str, str],
    *,
    ruleset: Ruleset,
    today: date,
    modality: str = "",
    in_record: dict[str, Held] | None = None,
) -> tuple[DocumentLine, ...]:
    """One line per kind the text has for this record, the latest paper of each.

    `in_record` holds kinds whose facts are fields of the record (CNH, CRLV).
    """
    held = {**(in_record or {}), **_latest(actor, subject, ruleset.instrument.time_zone)}
    held |= {kind: row for kind, row in (in_record or {}).items() if kind in OWN_FIELDS}
    unveiled = actor.can(Permission.RESTRICTED_READ)
    return tuple(
        line_of(ruleset, kind, held.get(kind.id), today=today, unveiled=unveiled)
        for kind in kinds_for(ruleset, subject[0], modality)
        if _shown(kind, held)
    )


def vehicle_record(car: VehicleDetail) -> dict[str, Held]:
    """Papers whose facts are the car's own fields."""
    last = car.data.licensing_valid_until
    return {"crlv": Held(car.data.renavam, valid_until=last)} if last else {}


def modality_of(person: DriverDetail) -> str:
    """The one modality of the driver's open links; empty when there are none, or both."""
    roles = {link.role for link in person.vehicles if link.ends_on is None}
    kinds = {Modality.APP if role == LinkRole.APP else Modality.TAXI for role in roles}
    return kinds.pop().value if len(kinds) == 1 else ""


def driver_record(person: DriverDetail, today: date) -> dict[str, Held]:
    """Papers whose facts are the driver's own fields, or an accreditation that holds today."""
    data = person.data
    found = {"cpf": Held(presented_on=person.registered_on)}
    if data.id_card:
        found["rg"] = Held(issued_on=data.id_card_issued_on, presented_on=person.registered_on)
    if data.licence_valid_until:
        found["cnh"] = Held(issued_on=data.licence_issued_on, valid_until=data.licence_valid_until)
    if data.card_valid_until:
        found["driver_card"] = Held(data.card_number, valid_until=data.card_valid_until)
    if data.reregistered_on:
        found["reregistration"] = Held(issued_on=data.reregistered_on)
    links = [link for link in person.platforms if link.holds_on(today)]
    if links:
        proof = Held(issued_on=links[0].starts_on)
        found |= {"platform_link": proof, "platform_accreditation": proof}
    return found


def _shown(kind: Document, held: dict[str, Held]) -> bool:
    # The inspection has its own panel; other facts of the record show even when missing.
    return kind.id != "inspection_report" and (kind.id not in IN_RECORD or kind.required)


def _latest(actor: Actor, subject: tuple[str, str], zone: str) -> dict[str, Held]:
    rows = db.session.scalars(
        select(RegistryDocument)
        .where(
            RegistryDocument.municipality_id == actor.municipality_id,
            RegistryDocument.subject_kind == subject[0],
            RegistryDocument.subject_id == subject[1],
        )
        .order_by(RegistryDocument.recorded_at, RegistryDocument.id)
    )
    return {
        row.kind: Held(
            row.number,
            row.issued_on,
            row.valid_until,
            row.amount,
            row.note,
            row.recorded_at.astimezone(ZoneInfo(zone)).date(),
        )
        for row in rows
    }
