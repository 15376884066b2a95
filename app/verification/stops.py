"""Writing down a stop (abordagem): as it was seen there, tied to what the city knows of it."""

import json
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.accounts.designations import designation_ended, street_grants
from app.accounts.domain import Actor
from app.accounts.permissions import Permission
from app.kernel.phone_clock import Moment, Times, corrected
from app.kernel.plate import Plate
from app.ledger.service import append
from app.permits.models import Seal
from app.registry.models import Vehicle
from app.registry.short_ids import driver_named
from app.verification.models import PlateReport, Stop
from app.verification.stops_payload import StopPayload

_AGE_MAX = 2**31 - 1  # what the column holds; a clock of 1970 would pass it


@dataclass(frozen=True)
class Circumstances:
    """What the server knows about an arriving stop besides its content."""

    received_at: datetime
    time_zone: str
    training: bool
    sha256: str


def write_stop(
    session: Session, actor: Actor, stop_id: str, payload: StopPayload, known: Circumstances
) -> Stop:
    """Add the stop, a plate report where the plate is another, and the event; an inner step.

    `NotDesignated` when no act held on the day of the fact. The times keep a flag, never a refusal.
    """
    times = Times(
        payload.device_time, payload.offset_ms, payload.happened_at, payload.last_server_time
    )
    moment = corrected(times, known.received_at)
    grants = street_grants(session, actor, Permission.STOP_WRITE)
    ended = designation_ended(grants, moment, known.received_at, known.time_zone)
    stop = _row(session, actor, stop_id, payload, moment, known)
    stop.designation_ended = ended
    session.add(stop)
    session.flush()
    if payload.plate_confirmed == "different" and payload.seal_index is not None:
        session.add(_plate_report(stop, payload.seal_index, known))
    body = {
        "sha256": known.sha256,
        "verdict": stop.verdict,
        "outcome": stop.outcome,
        "seal_index": stop.seal_index,
        "vehicle_id": stop.vehicle_id,
        "clock_flag": stop.clock_flag,
        "designation_ended": ended,
        "training": known.training,
    }
    append(
        session,
        actor,
        "stop.recorded",
        ("stop", stop.id),
        body,
        now=known.received_at,
        occurred_at=stop.happened_at,
    )
    return stop


def _row(
    session: Session,
    actor: Actor,
    stop_id: str,
    payload: StopPayload,
    moment: Moment,
    known: Circumstances,
) -> Stop:
    vehicle_id = _vehicle_id(session, actor.municipality_id, payload)
    driver = (
        driver_named(session, actor.municipality_id, payload.driver_id, vehicle_id)
        if payload.driver_id
        else None
    )
    place = payload.position
    return Stop(
        id=stop_id,
        municipality_id=actor.municipality_id,
        account_id=actor.account_id,
        person_id=actor.person_id,
        device_id=payload.device_id,
        happened_at=moment.happened_at,
        device_time=payload.device_time,
        offset_ms=payload.offset_ms,
        last_server_at=payload.last_server_time,
        received_at=known.received_at,
        clock_flag=moment.flag,
        latitude=place.lat / 1e7 if place else None,
        longitude=place.lon / 1e7 if place else None,
        accuracy_m=place.accuracy_m if place else None,
        position_at=place.at if place else None,
        place=payload.place,
        seal_index=payload.seal_index,
        vehicle_id=vehicle_id,
        plate_read=payload.plate_read,
        plate_seen=payload.plate_seen,
        plate_confirmed=payload.plate_confirmed,
        driver_id=driver.id if driver else None,
        driver_other=payload.driver_other,
        how=payload.how,
        verdict=payload.verdict,
        findings=json.dumps(payload.findings),
        pack_generated_at=payload.pack_generated_at,
        pack_age_s=_age(payload, moment),
        outcome=payload.outcome,
        note=payload.note,
        training=known.training,
    )


def _vehicle_id(session: Session, municipality_id: str, payload: StopPayload) -> str | None:
    """The car of the code, else the car of the plate; None when this city knows neither."""
    if payload.seal_index is not None:
        of_seal = select(Seal.vehicle_id).where(
            Seal.municipality_id == municipality_id, Seal.number == payload.seal_index
        )
        return session.scalar(of_seal)
    plate = payload.plate_seen or payload.plate_read
    if not plate:
        return None
    twin = Plate(plate).twin()
    texts = [plate, twin.text] if twin else [plate]
    of_plate = select(Vehicle.id).where(
        Vehicle.municipality_id == municipality_id,
        Vehicle.plate.in_(texts),
        Vehicle.removed_on.is_(None),
    )
    return session.scalar(of_plate.limit(1))


def _age(payload: StopPayload, moment: Moment) -> int | None:
    """Seconds between the list and the fact; None when answered online."""
    if payload.pack_generated_at is None:
        return None
    seconds = (moment.happened_at - payload.pack_generated_at).total_seconds()
    return int(min(max(seconds, 0), _AGE_MAX))


def _plate_report(stop: Stop, seal_index: int, known: Circumstances) -> PlateReport:
    return PlateReport(
        municipality_id=stop.municipality_id,
        source="agent",
        seal_index=seal_index,
        plate=stop.plate_read,
        plate_seen=stop.plate_seen,
        stop_id=stop.id,
        reported_at=known.received_at,
    )
