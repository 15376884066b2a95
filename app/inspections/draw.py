"""The draw: at least 5 % of the approved visits are done again by another person (threats.md T18).

Nobody without the ledger's key can tell which: each visit is drawn by its hash under that key, and
when chance draws too few, the key picks one of the latest, not the one that just came.
"""

import hashlib
import hmac
from datetime import datetime
from typing import Any, Final

from flask import current_app
from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.inspections.models import Inspection
from app.inspections.models_checks import InspectionDraw
from app.ledger.service import append

PERCENT: Final = 5
_POOL: Final = 40  # the latest visits that the quota picks from
_NOT_DRAWN: Final = ("recheck", "exit")  # done again already, or with the car stripped of its signs


def draw(session: Session, actor: Actor, visit: Inspection, *, now: datetime) -> None:
    """Draw this visit, or another where the share would fall under the quota; an inner step.

    The city must be locked: two arrivals at once would count past each other.
    """
    if visit.result != "approved" or visit.occasion in _NOT_DRAWN or visit.vehicle_id is None:
        return
    chance = _number(visit)
    if chance % 100 < PERCENT:
        _add(session, actor, visit.id, "random", now)
    if _drawn(session, visit) < _owed(session, visit):
        pool = _pool(session, visit)
        _add(session, actor, pool[chance // 100 % len(pool)], "quota", now)


def _number(visit: Inspection) -> int:
    key: bytes = current_app.config["LEDGER_KEY"]
    content = f"draw {visit.municipality_id} {visit.sha256}".encode()
    return int.from_bytes(hmac.digest(key, content, hashlib.sha256))


def _owed(session: Session, visit: Inspection) -> int:
    """Five of a hundred, counted up: one of the first twenty."""
    approved = session.scalar(select(func.count()).where(*_population(visit))) or 0
    return -(-approved * PERCENT // 100)


def _drawn(session: Session, visit: Inspection) -> int:
    query = (
        select(func.count())
        .select_from(InspectionDraw)
        .join(Inspection, Inspection.id == InspectionDraw.inspection_id)
        .where(*_population(visit))
    )
    return session.scalar(query) or 0


def _pool(session: Session, visit: Inspection) -> list[str]:
    """Ids of the latest approved visits that are not drawn yet."""
    query = (
        select(Inspection.id)
        .where(*_population(visit), Inspection.id.not_in(select(InspectionDraw.inspection_id)))
        .order_by(Inspection.received_at.desc(), Inspection.id)
        .limit(_POOL)
    )
    return list(session.scalars(query))


def _population(visit: Inspection) -> tuple[ColumnElement[bool], ...]:
    """The approved visits of the city; training counts apart."""
    return (
        Inspection.municipality_id == visit.municipality_id,
        Inspection.training == visit.training,
        Inspection.result == "approved",
        Inspection.occasion.not_in(_NOT_DRAWN),
        Inspection.vehicle_id.is_not(None),
    )


def _add(session: Session, actor: Actor, inspection_id: str, why: str, now: datetime) -> None:
    session.add(
        InspectionDraw(
            inspection_id=inspection_id, municipality_id=actor.municipality_id, why=why, at=now
        )
    )
    body: dict[str, Any] = {"why": why}
    append(session, actor, "inspection.drawn", ("inspection", inspection_id), body, now=now)
    session.flush()
