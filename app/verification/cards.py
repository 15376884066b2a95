"""Read models: one row per code with all that a look-up needs, made from facts and ruleset.

They are rebuilt inside the transaction that changed a fact, so a suspension shows on the
next request; the daily `flask cards rebuild` moves their horizon.
"""

import json
from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import Any, Final

from sqlalchemy import delete, insert
from sqlalchemy.orm import Session

from app.accounts.queries import City
from app.kernel.civil import civil_today
from app.kernel.names import initials, short_name
from app.permits.models import Seal
from app.regulation.facts import Modality
from app.regulation.ruleset import Ruleset
from app.verification.facts import records_of
from app.verification.models import SealCard
from app.verification.pack_changes import cards_changed
from app.verification.record import LinkedDriver, Record
from app.verification.timelines import (
    Segment,
    inspection_until,
    levels_text,
    of_driver,
    of_seal,
)

HORIZON: Final = timedelta(days=400)


def rebuild(
    session: Session, city: City, law: Ruleset, vehicle_ids: Iterable[str], now: datetime
) -> int:
    """Write the cards of these cars anew; returns how many. Runs inside a transaction; harmless twice."""
    ids = sorted(set(vehicle_ids))
    today = civil_today(now, city.time_zone)
    rows = [
        row
        for record in records_of(session, ids, municipality_id=city.id, law=law, on=today)
        for row in cards_of(record, law, today, now)
    ]
    for start in range(0, len(ids), 400):
        some = SealCard.vehicle_id.in_(ids[start : start + 400])
        session.execute(delete(SealCard).where(some).execution_options(synchronize_session=False))
    if rows:
        session.execute(insert(SealCard), rows)
    cards_changed(session, city.id)
    return len(rows)


def cards_of(record: Record, law: Ruleset, today: date, now: datetime) -> list[dict[str, Any]]:
    """The rows of one car, one for each code it ever had."""
    if not record.seals:
        return []
    days = today, today + HORIZON
    drivers = _json([_driver(record, law, d, days) for d in record.drivers if _tied(d, today)])
    common = {**_car(record, today), "drivers": drivers, "rebuilt_at": now}
    common["inspection_until"] = inspection_until(record.facts(today), law, today)
    return [{**common, **_code(record, law, seal, days)} for seal in record.seals]


def _car(record: Record, today: date) -> dict[str, Any]:
    car, permit = record.vehicle, record.permit_on(today)
    return {
        "municipality_id": car.municipality_id,
        "vehicle_id": car.id,
        "plate": car.plate,
        "twin": car.twin,
        "make_model": car.make_model,
        "colour": car.colour,
        "modality": car.modality,
        "operator": operator_of(record, today),
        "permit_number": permit.number if permit else "",
        "valid_until": permit.ends_on if permit else None,
    }


def operator_of(record: Record, today: date) -> str:
    """The platform's name for an app car, the rank for a taxi."""
    grant, platform = record.grant_on(today), record.platform_on(today)
    if record.vehicle.modality == Modality.TAXI and grant and grant.rank:
        return grant.rank
    return platform.row.name if platform else ""


def _code(record: Record, law: Ruleset, seal: Seal, days: tuple[date, date]) -> dict[str, Any]:
    segments = of_seal(record, law, seal, days)
    void = seal.training and not law.training
    return {
        "seal_index": seal.number,
        "seal_id": seal.id,
        "state": "dead" if void else seal.state,
        "expires_on": seal.expires_on,
        "levels": levels_text(segments),
        "segments": _json([segment.as_json() for segment in segments]),
    }


def _tied(driver: LinkedDriver, today: date) -> bool:
    return any(link.ends_on is None or link.ends_on >= today for link in driver.links)


def _driver(
    record: Record, law: Ruleset, driver: LinkedDriver, days: tuple[date, date]
) -> dict[str, object]:
    link = driver.link_on(days[0])
    segments: list[Segment] = of_driver(record, law, driver.row.id, days)
    return {
        "id": driver.row.id,
        "name": short_name(driver.row.name),
        "initials": initials(driver.row.name),
        "photo": driver.row.photo_id,
        "role": link.role if link else "",
        "segments": [segment.as_json() for segment in segments],
    }


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
