"""What the server gives a visit, told beside its receipt: report, result, seal, terms."""

from typing import Any

from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.evidence.arrival import Arrival
from app.inspections.models import Inspection
from app.inspections.seal_desk import seal_json
from app.inspections.seals import plan


def told_of_visit(session: Session, actor: Actor, arrival: Arrival) -> dict[str, Any]:
    """Plain JSON: {report, result, seal: {number, expires_on, print} | null, seal_waits, cure_by, valid_until}.

    `seal_waits` is "" or the sentence that says what the seal waits for; days are "" where none.
    """
    visit = session.get_one(Inspection, arrival.id)
    found = plan(session, actor, visit, arrival.law, arrival.received_at)
    seal = found.seal
    return {
        "report": visit.report,
        "result": visit.result,
        "seal": seal_json(visit.id, seal.number, seal.expires_on) if seal else None,
        "seal_waits": found.words,
        "seal_ready": found.wait == "ready",
        "cure_by": visit.cure_by.isoformat() if visit.cure_by else "",
        "valid_until": visit.valid_until.isoformat() if visit.valid_until else "",
    }
