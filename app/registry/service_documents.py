"""Papers delivered at the counter, with their dates (requirements.md §3)."""

from dataclasses import asdict
from datetime import date, datetime

from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.accounts.permissions import Permission
from app.kernel.civil import civil_today
from app.kernel.errors import Conflict, Invalid
from app.kernel.ids import new_id, parse_id
from app.ledger.service import append
from app.persistence.transaction import changed, transaction
from app.registry.domain_documents import DocumentData, check_delivery, find_kind, purpose_of
from app.registry.models import Driver, Platform, RegistryDocument, Vehicle
from app.registry.write import living
from app.regulation.ruleset import Document, Ruleset

SUBJECTS: dict[str, tuple[type[Vehicle] | type[Driver] | type[Platform], Permission]] = {
    "vehicle": (Vehicle, Permission.VEHICLE_WRITE),
    "driver": (Driver, Permission.DRIVER_WRITE),
    "platform": (Platform, Permission.PLATFORM_WRITE),
}


def record_document(
    actor: Actor,
    subject: tuple[str, str],
    data: DocumentData,
    *,
    ruleset: Ruleset,
    now: datetime,
    id: str = "",
) -> str:
    """Record a paper of ("vehicle" | "driver" | "platform", id); returns the document's id.

    `data.kind` is an id of documents.toml. Raises Invalid with a field, RuleRefused with a
    citation for a paper that is too old on delivery, Conflict for another paper's id.
    """
    if subject[0] not in SUBJECTS:
        raise Invalid("Escolha o registro do documento.", field="kind")
    model, permission = SUBJECTS[subject[0]]
    actor.require(permission)
    id, data = parse_id(id or new_id()), data.clean()
    kind = find_kind(ruleset, subject[0], data.kind)
    check_delivery(ruleset, kind, data, civil_today(now, ruleset.instrument.time_zone))
    with transaction() as session:
        if _repeated(session, actor, id, subject, data):
            return id
        record = living(session, actor, model, subject[1])
        session.add(
            RegistryDocument(
                id=id,
                municipality_id=actor.municipality_id,
                subject_kind=subject[0],
                subject_id=subject[1],
                purpose=purpose_of(kind),
                recorded_at=now,
                **asdict(data),
            )
        )
        _mirror(record, kind, data, now)
        append(
            session, actor, "document.recorded", subject, {"document": id, **asdict(data)}, now=now
        )
        changed(session, f"{subject[0]}:{subject[1]}")
    return id


def _repeated(
    session: Session, actor: Actor, id: str, subject: tuple[str, str], data: DocumentData
) -> bool:
    row = session.get(RegistryDocument, id)
    if row is None:
        return False
    found = DocumentData(row.kind, row.number, row.issued_on, row.valid_until, row.amount, row.note)
    mine = row.municipality_id == actor.municipality_id
    if not mine or found != data or (row.subject_kind, row.subject_id) != subject:
        raise Conflict
    return True


def _mirror(
    record: Vehicle | Driver | Platform, kind: Document, data: DocumentData, now: datetime
) -> None:
    """Dates that the verdict reads from the driver's own row move forward, never back."""
    if not isinstance(record, Driver):
        return
    before = (record.toxicology_on, record.card_valid_until, record.reregistered_on)
    if kind.id == "toxicology":
        record.toxicology_on = _later(record.toxicology_on, data.issued_on)
    elif kind.id == "reregistration":
        record.reregistered_on = _later(record.reregistered_on, data.issued_on)
    elif kind.id == "driver_card" and _later(record.card_valid_until, data.valid_until):
        record.card_valid_until = _later(record.card_valid_until, data.valid_until)
        record.card_number = data.number[:20] or record.card_number
    if before != (record.toxicology_on, record.card_valid_until, record.reregistered_on):
        # An edit form opened before must not put the old date back unseen.
        record.version, record.updated_at = record.version + 1, now


def _later(known: date | None, given: date | None) -> date | None:
    return max((day for day in (known, given) if day is not None), default=None)
