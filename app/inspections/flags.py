"""Doubts about visits as rows: on arrival, and when the bytes of a photo come."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.evidence.arrival import Arrival
from app.evidence.hooks import ReceivedPhoto
from app.evidence.models import AttachmentReceived
from app.inspections.domain import CLOCK_WORDS, HOLDING
from app.inspections.domain import FLAGS as ARRIVAL_FLAGS
from app.inspections.draw import draw
from app.inspections.models import Inspection
from app.inspections.models_booking import InspectionPlace
from app.inspections.models_checks import InspectionFlag
from app.inspections.outliers import FLAGS, Oddity, Point, Shot, Visit, alone, beside
from app.inspections.payload import VisitPayload
from app.inspections.prints import Twin, print_of, same_bytes, same_look, same_side
from app.kernel.payload import Position
from app.ledger.service import append

_AROUND: Final = timedelta(hours=3)  # neighbours in time; nobody drives further in a working day
_DAY: Final = timedelta(days=1)
_FIX_M: Final = 100  # what a stored position is trusted to
_CAMERA_SIDE: Final = 1600  # the longest side of what the page's camera keeps (notice/picture.js)
# The office confirms the guide itself; it is no question of trust in the visit.
_NOT_REVIEWED: Final = frozenset({"guide_unknown"})
CLOCK: Final = "clock"


def words_of(kind: str) -> str:
    """What people read of a flag."""
    if kind == CLOCK:
        return "A hora do telefone não merece confiança."
    return FLAGS[kind].words if kind in FLAGS else ARRIVAL_FLAGS.get(kind, kind)


def examine(
    session: Session, actor: Actor, visit: Inspection, payload: VisitPayload, arrival: Arrival
) -> list[InspectionFlag]:
    """Add the doubts of an arriving visit and the draw; the flags that now stand on this visit.

    An inner step of the arrival, after the visit's row is flushed and with the city locked.
    """
    now = arrival.received_at
    for kind in visit.flags.split():
        if kind not in _NOT_REVIEWED:
            _add(session, actor, visit.id, Oddity(kind), kind in HOLDING, now)
    if visit.clock_flag:
        detail = CLOCK_WORDS.get(visit.clock_flag, visit.clock_flag)
        _add(session, actor, visit.id, Oddity(CLOCK, detail), True, now)
    seen = _seen(visit, payload)
    _keep(session, actor, visit, alone(seen, _places(session, actor)), now)
    _keep(session, actor, visit, beside(seen, _neighbours(session, visit)), now)
    twins = same_bytes(session, visit, {photo.sha256 for photo in payload.photos})
    _keep_twins(session, actor, visit, twins, "Os arquivos são iguais.", now)
    _compare_recheck(session, actor, visit, now)
    draw(session, actor, visit, now=now)
    return flags_of(session, visit.id)


def examine_photo(session: Session, actor: Actor, photo: ReceivedPhoto) -> None:
    """Add the doubts that the bytes of a photo bring; nothing for photos of other records."""
    visit = session.get(Inspection, photo.entry_id)
    if visit is None or visit.municipality_id != actor.municipality_id:
        return
    _keep(session, actor, visit, _look(session, visit, photo.sha256), photo.at)
    twins = same_look(session, visit, photo.sha256)
    _keep_twins(session, actor, visit, twins, "As imagens são quase iguais.", photo.at)


def examine_missing(session: Session, actor: Actor, visit: Inspection, now: datetime) -> None:
    """Add the doubt that promised photos bring which never came."""
    _keep(session, actor, visit, [Oddity("photos_missing")], now)


def flags_of(session: Session, inspection_id: str) -> list[InspectionFlag]:
    """All flags of a visit, those that hold first."""
    query = (
        select(InspectionFlag)
        .where(InspectionFlag.inspection_id == inspection_id)
        .order_by(InspectionFlag.holds.desc(), InspectionFlag.at, InspectionFlag.kind)
    )
    return list(session.scalars(query))


def _look(session: Session, visit: Inspection, sha256: str) -> Iterator[Oddity]:
    received = session.get(AttachmentReceived, (visit.municipality_id, visit.id, sha256))
    shown = print_of(session, visit, sha256)
    if received is None or shown is None:
        yield Oddity("unreadable_photo", sha256=sha256)
        return
    longest = max(received.width, received.height)
    if shown.tagged or received.format != "JPEG" or longest > _CAMERA_SIDE:
        said = f"{received.format}, {received.width} × {received.height}"
        said += ", com dados de outra câmera." if shown.tagged else "."
        yield Oddity("foreign_photo", said, sha256=sha256)
    if shown.plain:
        yield Oddity("plain_photo", sha256=sha256)
    sides = {shot["sha256"] for shot in json.loads(visit.payload)["shots"]}
    if sha256 in sides and same_side(session, visit, sha256, sides):
        yield Oddity("same_shot", "As imagens são quase iguais.", sha256=sha256)


def _keep_twins(
    session: Session,
    actor: Actor,
    visit: Inspection,
    twins: Iterable[Twin],
    how: str,
    now: datetime,
) -> None:
    """A flag on both visits, each with its own photo."""
    for twin in twins:
        here = Oddity("same_photo", how, twin.other_id, twin.sha256)
        there = Oddity("same_photo", how, visit.id, twin.other_sha256)
        _add(session, actor, visit.id, here, FLAGS[here.kind].holds, now)
        _add(session, actor, twin.other_id, there, FLAGS[there.kind].holds, now)


def _keep(
    session: Session, actor: Actor, visit: Inspection, found: Iterable[Oddity], now: datetime
) -> None:
    for oddity in found:
        holds = FLAGS[oddity.kind].holds
        _add(session, actor, visit.id, oddity, holds, now)
        if oddity.both:
            _add(session, actor, oddity.other_id, replace(oddity, other_id=visit.id), holds, now)


def _add(
    session: Session, actor: Actor, inspection_id: str, oddity: Oddity, holds: bool, now: datetime
) -> None:
    key = (inspection_id, oddity.kind, oddity.other_id, oddity.sha256)
    known = select(InspectionFlag.id).where(
        InspectionFlag.inspection_id == key[0],
        InspectionFlag.kind == key[1],
        InspectionFlag.other_id == key[2],
        InspectionFlag.sha256 == key[3],
    )
    if session.scalar(known) is not None:
        return
    flag = InspectionFlag(
        municipality_id=actor.municipality_id,
        inspection_id=inspection_id,
        kind=oddity.kind,
        detail=oddity.detail,
        other_id=oddity.other_id,
        sha256=oddity.sha256,
        holds=holds,
        at=now,
    )
    session.add(flag)
    session.flush()
    body: dict[str, Any] = {
        "flag": flag.id,
        "kind": flag.kind,
        "detail": flag.detail,
        "other": flag.other_id,
        "photo": flag.sha256,
        "holds": holds,
    }
    append(session, actor, "inspection.flagged", ("inspection", inspection_id), body, now=now)


def _seen(visit: Inspection, payload: VisitPayload) -> Visit:
    position = payload.place.position
    sides = [
        Shot(shot.sha256, shot.taken_at, side=True, point=_point(shot.position))
        for shot in payload.shots
    ]
    others = [Shot(photo.sha256, photo.taken_at) for photo in payload.photos]
    return replace(
        _stored(visit),
        point=_point(position),
        fix_at=position.at if position else None,
        shots=(*sides, *others),
    )


def _stored(visit: Inspection) -> Visit:
    point = None
    if visit.latitude is not None and visit.longitude is not None:
        point = Point(visit.latitude, visit.longitude, _FIX_M)
    return Visit(
        visit.id,
        visit.person_id,
        visit.account_id,
        visit.device_id,
        visit.started_at,
        visit.finished_at,
        point,
        failed_only=visit.occasion == "return",
    )


def _point(position: Position | None) -> Point | None:
    if position is None:
        return None
    return Point(position.lat / 1e7, position.lon / 1e7, position.accuracy_m)


def _places(session: Session, actor: Actor) -> list[Point]:
    query = select(InspectionPlace.latitude, InspectionPlace.longitude).where(
        InspectionPlace.municipality_id == actor.municipality_id,
        InspectionPlace.closed_at.is_(None),
        InspectionPlace.latitude.is_not(None),
        InspectionPlace.longitude.is_not(None),
    )
    found = session.execute(query)
    return [Point(lat, lon) for lat, lon in found if lat is not None and lon is not None]


def _neighbours(session: Session, visit: Inspection) -> list[Visit]:
    """Visits of the same person or phone around this one, whoever arrived first."""
    query = select(Inspection).where(
        Inspection.municipality_id == visit.municipality_id,
        Inspection.id != visit.id,
        Inspection.held_on.between(visit.held_on - _DAY, visit.held_on + _DAY),  # has an index
        Inspection.started_at.between(visit.started_at - _AROUND, visit.started_at + _AROUND),
        or_(Inspection.person_id == visit.person_id, Inspection.device_id == visit.device_id),
    )
    return [_stored(other) for other in session.scalars(query)]


def _compare_recheck(session: Session, actor: Actor, visit: Inspection, now: datetime) -> None:
    """A re-inspection that fails what was approved puts the doubt on the first visit."""
    if visit.occasion != "recheck" or visit.previous_id is None or visit.result == "approved":
        return
    first = session.get_one(Inspection, visit.previous_id)
    if first.result == "approved":
        oddity = Oddity("recheck_differs", "", visit.id)
        _add(session, actor, first.id, oddity, FLAGS[oddity.kind].holds, now)
