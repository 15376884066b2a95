"""Different plates: what passengers tell the city, and the office that follows it up."""

import hashlib
from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.accounts.permissions import Permission
from app.kernel.errors import NotFound
from app.kernel.plate import Plate
from app.ledger.service import append
from app.persistence.transaction import transaction
from app.verification.limits import address_prefix
from app.verification.models import PlateReport

SAME_REPORT: Final = timedelta(minutes=10)
ADDRESSES_KEPT_FOR: Final = timedelta(days=90)


def from_our_page(headers: Mapping[str, str], hosts: Collection[str]) -> bool:
    """Whether a form was sent by our own page; stands in for a token where no cookie may be set.

    A page with `no-referrer` sends `Origin: null`; only browsers too old for `Sec-Fetch-Site`
    are believed on that.
    """
    site = headers.get("Sec-Fetch-Site")
    if site is not None:
        return site in {"same-origin", "none"}
    origin = headers.get("Origin", "null")
    return origin == "null" or origin.partition("://")[2] in hosts


def report_plate(
    city_id: str, index: int, plate: str, address: str, *, seen: str = "", now: datetime
) -> PlateReport:
    """A passenger says the car's plate is not the code's; `seen` is the plate there, if told.

    One code and address prefix make one report in ten minutes; a later tap only adds `seen`.
    Raises Invalid for a plate that is none.
    """
    told = Plate.parse(seen).text if seen.strip() else ""
    prefix = address_prefix(address)
    try:
        with transaction() as session:
            return _report(session, city_id, index, plate, prefix, told, now)
    except IntegrityError:  # two taps at once: the other one made the row
        with transaction() as session:
            return _report(session, city_id, index, plate, prefix, told, now)


def _report(
    session: Session, city_id: str, index: int, plate: str, prefix: str, told: str, now: datetime
) -> PlateReport:
    window = int(now.timestamp() // SAME_REPORT.total_seconds())
    ids = [_report_id(city_id, index, prefix, number) for number in (window, window - 1)]
    kept = (session.get(PlateReport, id, with_for_update=True) for id in ids)
    row = next((r for r in kept if r is not None and now - r.reported_at < SAME_REPORT), None)
    passenger = Actor(city_id, "passenger", "passenger", "Passageiro")
    if row is None:
        row = PlateReport(
            id=ids[0],
            municipality_id=city_id,
            source="passenger",
            seal_index=index,
            plate=plate,
            plate_seen=told,
            address_prefix=prefix,
            reported_at=now,
        )
        session.add(row)
        session.flush()
        body = {"seal": index, "plate": plate, "plate_seen": told}
        append(session, passenger, "plate_report.made", ("plate_report", row.id), body, now=now)
    elif told and told != row.plate_seen:
        row.plate_seen = told
        body = {"plate_seen": told}
        append(session, passenger, "plate_report.seen", ("plate_report", row.id), body, now=now)
    session.flush()
    session.expunge(row)
    return row


def _report_id(city_id: str, index: int, prefix: str, window: int) -> str:
    text = f"plate-report/{city_id}/{index}/{prefix}/{window}"
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def handle(actor: Actor, report_id: str, *, now: datetime) -> None:
    """The office has dealt with a report; a second click changes nothing. NotFound for strangers."""
    actor.require(Permission.LEAD_READ)
    with transaction() as session:
        row = session.get(PlateReport, report_id, with_for_update=True)
        if row is None or row.municipality_id != actor.municipality_id:
            raise NotFound
        if row.handled_at is not None:
            return
        row.handled_at, row.seen_by = now, actor.person_id
        entity = "plate_report", row.id
        append(session, actor, "plate_report.handled", entity, {"seal": row.seal_index}, now=now)


def forget_addresses(now: datetime) -> int:
    """Blank the address prefixes of old reports (LGPD: no longer needed); returns how many."""
    with transaction() as session:
        done = session.execute(
            update(PlateReport)
            .where(PlateReport.reported_at < now - ADDRESSES_KEPT_FOR)
            .where(PlateReport.address_prefix != "")
            .values(address_prefix="")
        )
        count: int = done.rowcount  # type: ignore[attr-defined]
        return count
