"""The rows and the event of an arriving visit, made from what the server found out about it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Final

from sqlalchemy.orm import Session

from app.accounts.city_calendar import calendar_around
from app.accounts.domain import Actor
from app.inspections.domain import cure_by
from app.inspections.law import (
    Json,
    asked_items,
    civil_day,
    occasion_row,
    serves,
    valid_until,
)
from app.inspections.models import Inspection, InspectionDefect
from app.inspections.models_booking import Booking
from app.inspections.numbers import next_report
from app.inspections.record_checks import Previous, Questions
from app.ledger.service import append
from app.registry.models import Vehicle
from app.regulation.inspection_outcome import Outcome

RECEIVED: Final = "inspection.received"
PER_DEGREE: Final = 10**7
# What the event says of each defect; the note stands in the text, the day is the visit's.
TOLD: Final = ("key", "item_id", "label", "citation", "blocking", "safety")


@dataclass(frozen=True)
class Known:
    """What the server found out about an arriving visit."""

    car: Vehicle | None
    previous: Previous | None
    booking: Booking | None
    doubt: str
    held_on: date
    catalogue: Json
    found: Outcome
    flags: tuple[str, ...]


def visit_row(asked: Questions, known: Known) -> Inspection:
    """The row of a visit, with the next number of its report."""
    payload, arrival, actor, found = asked.payload, asked.arrival, asked.actor, known.found
    year = civil_day(arrival.law, arrival.received_at).year
    series, value = next_report(
        asked.session, actor.municipality_id, year, training=payload.training
    )
    position = payload.place.position
    return Inspection(
        id=arrival.id,
        municipality_id=actor.municipality_id,
        vehicle_id=known.car.id if known.car else None,
        plate=payload.vehicle.plate,
        modality=payload.vehicle.modality,
        occasion=payload.occasion,
        previous_id=known.previous.row.id if known.previous else None,
        booking_id=payload.booking,
        call_id=known.booking.call_id if known.booking else "",
        result=found.result,
        report_series=series,
        report_value=value,
        training=payload.training,
        payload=arrival.text,
        sha256=arrival.sha256,
        signature=arrival.signature,
        account_id=actor.account_id,
        person_id=actor.person_id,
        device_id=payload.device_id,
        key_id=payload.key_id,
        chain_seq=payload.chain.seq,
        chain_prev=payload.chain.prev,
        started_at=payload.started_at,
        finished_at=payload.finished_at,
        device_time=payload.device_time,
        received_at=arrival.received_at,
        held_on=known.held_on,
        cure_by=_cure_by(asked, known),
        valid_until=_valid_until(asked, known),
        stopped=found.stopped,
        guide=payload.fee.guide,
        place_text=payload.place.text,
        latitude=position.lat / PER_DEGREE if position else None,
        longitude=position.lon / PER_DEGREE if position else None,
        clock_flag=known.doubt,
        flags=" ".join(dict.fromkeys(known.flags)),
        ruleset_slug=payload.ruleset.slug,
        ruleset_version=payload.ruleset.version,
        ruleset_hash=payload.ruleset.hash,
    )


def _cure_by(asked: Questions, known: Known) -> date | None:
    """Counted from the day that counts; none where the text lets nothing be cured (exit)."""
    row = occasion_row(known.catalogue, asked.payload.occasion, asked.payload.vehicle.modality)
    if known.found.result != "failed" or row is None or not row["cures"]:
        return None
    law, city = asked.arrival.law, asked.actor.municipality_id
    return cure_by(law, known.held_on, calendar_around(asked.session, city, known.held_on))


def _valid_until(asked: Questions, known: Known) -> date | None:
    law = asked.arrival.law
    if known.found.result != "approved" or not serves(law, asked.payload.occasion):
        return None
    return valid_until(law, known.held_on)


def defect_rows(asked: Questions, visit: Inspection, known: Known) -> list[InspectionDefect]:
    """The items that failed or pend, with the law's words and the day to put them right."""
    before = known.previous.failed if known.previous else ()
    items = asked_items(known.catalogue, visit.occasion, visit.modality, before)
    notes = {answer.key: answer.note for answer in asked.payload.items}
    return [
        _defect(visit, key, items.get(key, {}), notes.get(key, "")) for key in known.found.failed
    ]


def _defect(visit: Inspection, key: str, item: Mapping[str, Any], note: str) -> InspectionDefect:
    """One failed item; under an older version of the text its words may be gone."""
    label = str(item.get("label", key))
    group = str(item.get("of", ""))
    return InspectionDefect(
        inspection_id=visit.id,
        key=key,
        municipality_id=visit.municipality_id,
        item_id=str(item.get("id", key.partition(".")[0])),
        label=f"{group}: {label}" if group else label,
        citation=str(item.get("citation", "")),
        note=note,
        blocking=bool(item.get("blocking", True)),
        safety=bool(item.get("safety", False)),
        due_on=visit.cure_by,
    )


def append_visit(
    session: Session, actor: Actor, visit: Inspection, defects: Sequence[InspectionDefect]
) -> None:
    """The event of a visit's arrival, bound to its text and to what the server found."""
    body: dict[str, Any] = {
        "sha256": visit.sha256,
        "chain": {"seq": visit.chain_seq, "prev": visit.chain_prev},
        "key_id": visit.key_id,
        "signature": visit.signature,
        "clock_flag": visit.clock_flag,
        "flags": visit.flags.split(),
        "series": visit.report_series,
        "value": visit.report_value,
        # Columns that the text does not hold: the ledger's verification compares each with this.
        "result": visit.result,
        "stopped": visit.stopped,
        "vehicle_id": visit.vehicle_id,
        "call_id": visit.call_id,
        "held_on": visit.held_on,
        "cure_by": visit.cure_by,
        "valid_until": visit.valid_until,
        "defects": [{name: getattr(row, name) for name in TOLD} for row in defects],
    }
    append(
        session,
        replace(actor, device_id=visit.device_id),
        RECEIVED,
        ("inspection", visit.id),
        body,
        now=visit.received_at,
        occurred_at=visit.started_at,
    )
