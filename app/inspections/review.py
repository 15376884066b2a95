"""Deciding what was flagged: the chief or secretary clears it, confirms it, or has the car seen again.

Never the inspector of the visit; the database says the same (models_checks.py).
"""

from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Any, Final, Self

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.accounts.permissions import Permission
from app.inspections.holding import holding_count, last_review
from app.inspections.models import Inspection
from app.inspections.models_checks import InspectionReview
from app.inspections.seals import issue_waiting
from app.kernel.errors import Conflict, Invalid, RuleRefused
from app.kernel.ids import new_id, parse_id
from app.ledger.service import append
from app.permits.steps import lock_city
from app.persistence.transaction import changed, transaction
from app.registry.write import own
from app.regulation.ruleset import Ruleset


class Decision(StrEnum):
    """What a person decides about a visit."""

    CLEARED = "cleared"
    CONFIRMED = "confirmed"
    RECHECK = "recheck"


DECISIONS: Final = {
    Decision.CLEARED: "Está em ordem: os alertas têm explicação",
    Decision.RECHECK: "Mandar reinspecionar por outra pessoa",
    Decision.CONFIRMED: "É irregular: a vistoria deixa de valer",
}
DONE: Final = {
    Decision.CLEARED: "Alertas liberados",
    Decision.RECHECK: "Reinspeção pedida",
    Decision.CONFIRMED: "Irregularidade confirmada",
}


@dataclass(frozen=True)
class ReviewData:
    """The decision with its reasons. `seen`: how many flags held the seal on the page it was read on."""

    decision: str
    reasons: str
    seen: int

    def clean(self) -> Self:
        """The canonical values; raises Invalid naming the field."""
        if self.decision not in set(Decision):
            raise Invalid("Escolha o que foi decidido.", field="decision")
        reasons = self.reasons.replace("\r\n", "\n").strip()
        if not reasons or "\0" in reasons or len(reasons) > 4000:
            raise Invalid("Escreva o motivo, em até 4.000 letras.", field="reasons")
        return replace(self, reasons=reasons)


def review(
    actor: Actor,
    inspection_id: str,
    data: ReviewData,
    *,
    ruleset: Ruleset,
    now: datetime,
    id: str = "",
) -> str:
    """Record a decision about a visit; returns its id. Clearing gives the seal that waited for it.

    `RuleRefused` for the own visit or a confirmed one, `Conflict` when a flag came in between or
    the id holds another decision.
    """
    actor.require(Permission.INSPECTION_REVIEW)
    id, data = parse_id(id or new_id()), data.clean()
    with transaction() as session:
        lock_city(session, actor.municipality_id)  # no flag comes between the count and the row
        visit = own(session, actor, Inspection, inspection_id)
        if _repeated(session, actor, id, visit, data):
            return id
        _check(session, actor, visit, data)
        session.add(
            InspectionReview(
                id=id,
                municipality_id=actor.municipality_id,
                inspection_id=visit.id,
                kind=data.decision,
                reasons=data.reasons,
                covers=data.seen,
                person_id=actor.person_id,
                at=now,
            )
        )
        session.flush()
        body: dict[str, Any] = {
            "review": id,
            "kind": data.decision,
            "reasons": data.reasons,
            "covers": data.seen,
        }
        append(session, actor, "inspection.reviewed", ("inspection", visit.id), body, now=now)
        if visit.vehicle_id:
            changed(session, f"vehicle:{visit.vehicle_id}")
            if data.decision == Decision.CLEARED:
                issue_waiting(session, actor, visit.vehicle_id, ruleset=ruleset, now=now)
    return id


def _check(session: Session, actor: Actor, visit: Inspection, data: ReviewData) -> None:
    if visit.person_id == actor.person_id:
        raise RuleRefused(
            "Quem fez a vistoria não analisa os alertas dela. Outra pessoa deve fazer."
        )
    last = last_review(session, visit.id)
    if last is not None and last.kind == Decision.CONFIRMED:
        raise RuleRefused("A irregularidade já foi confirmada: a vistoria não vale mais.")
    if data.seen != holding_count(session, visit.id):
        raise Conflict("Chegou outro alerta enquanto você lia. Confira todos e decida de novo.")
    if data.decision == Decision.RECHECK and visit.occasion in {"recheck", "exit"}:
        raise RuleRefused("Esta vistoria não se repete. Convoque o veículo para uma vistoria nova.")


def _repeated(session: Session, actor: Actor, id: str, visit: Inspection, data: ReviewData) -> bool:
    row = session.scalar(select(InspectionReview).where(InspectionReview.id == id))
    if row is None:
        return False
    mine = row.municipality_id == actor.municipality_id and row.inspection_id == visit.id
    if not mine or (row.kind, row.reasons) != (data.decision, data.reasons):
        raise Conflict
    return True
