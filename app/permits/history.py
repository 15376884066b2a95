"""The history of a permit in words: its grant, acts, licences and seals, read from the ledger."""

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import select

from app.accounts.domain import Actor
from app.accounts.models import Person
from app.ledger.models import LedgerBody, LedgerEvent
from app.permits.models import Pause, Restriction, Seal
from app.permits.queries_detail import PermitDetail
from app.persistence.base import db

LONGEST = 60
_WORDS: dict[str, str] = {
    "permit.granted": "Concessão",
    "permit.suspension": "Suspensão",
    "permit.cassation": "Cassação",
    "permit.revocation": "Revogação",
    "permit.rescission": "Rescisão",
    "permit.renunciation": "Renúncia aceita",
    "permit.impediment": "Impedimento",
    "permit.stop_order": "Impedimento de operar",
    "permit.lifted": "Medida levantada",
    "pause.granted": "Licença concedida",
    "pause.extended": "Licença prorrogada",
    "pause.ended": "Volta ao serviço",
    "permit.renewal_filed": "Renovação pedida",
    "seal.held": "Selo retido",
    "seal.issued": "Selo emitido",
    "seal.reprinted": "Segunda via do selo",
    "seal.killed": "Baixa do selo",
}


@dataclass(frozen=True)
class HistoryLine:
    """One event: when, what, the act or number behind it, and who recorded it."""

    at: datetime
    what: str
    detail: str
    who: str


def history_of(actor: Actor, permit: PermitDetail) -> tuple[HistoryLine, ...]:
    """The latest events about the permit, newest first."""
    ids = {permit.id, *_ids(Seal, Seal.authorisation_id, actor, [permit.id])}
    subjects = [i for i in (permit.id, permit.driver_id, permit.platform_id) if i]
    if permit.car:
        subjects.append(permit.car.id)
        ids |= _ids(Pause, Pause.vehicle_id, actor, [permit.car.id])
    ids |= _ids(Restriction, Restriction.subject_id, actor, subjects)
    query = (
        select(LedgerEvent, LedgerBody.body, Person.name)
        .outerjoin(
            LedgerBody,
            (LedgerBody.municipality_id == LedgerEvent.municipality_id)
            & (LedgerBody.chain == LedgerEvent.chain)
            & (LedgerBody.seq == LedgerEvent.seq),
        )
        .outerjoin(Person, Person.id == LedgerEvent.person_id)
        .where(
            LedgerEvent.municipality_id == actor.municipality_id,
            LedgerEvent.chain == "main",
            LedgerEvent.entity.in_(["authorisation", "restriction", "pause", "seal"]),
            LedgerEvent.entity_id.in_(ids),
        )
        .order_by(LedgerEvent.seq.desc())
        .limit(LONGEST)
    )
    return tuple(
        HistoryLine(
            event.occurred_at,
            _WORDS.get(event.kind, "Ato registrado"),
            _detail(json.loads(body) if body else {}),
            name or "Confere",
        )
        for event, body, name in db.session.execute(query)
    )


def _ids(model: Any, column: Any, actor: Actor, wanted: list[str]) -> set[str]:
    query = select(model.id).where(
        model.municipality_id == actor.municipality_id, column.in_(wanted)
    )
    return set(db.session.scalars(query))


def _detail(body: dict[str, Any]) -> str:
    if body.get("number") is None:
        return str(body.get("act", ""))
    words = (f"nº {body['number']}", body.get("act", ""), body.get("reason", ""))
    return " · ".join(word for word in words if word)
