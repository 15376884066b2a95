"""What the demo's visits must say on their public pages, and what the yard shows: for people and tests."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import current_app
from sqlalchemy import func, select

from app.demo.look import Look
from app.demo.stage import demo_id
from app.demo.table import Town
from app.inspections.domain import RESULT_NAMES, Result
from app.inspections.holding import is_open
from app.inspections.models import Inspection
from app.inspections.models_booking import Booking
from app.inspections.models_checks import InspectionDraw
from app.kernel.civil import format_date
from app.kernel.content_code import content_code, readable_code
from app.kernel.plate import Plate
from app.persistence.base import db
from app.verification.public_texts import catalogue


@dataclass(frozen=True)
class SeenVisit:
    """One visit: `url` as in the QR of its report, `word` the page's heading, `says` texts on it."""

    key: str
    town: Town
    id: str
    title: str
    report: str
    plate: str
    result: str
    code: str
    url: str
    word: str
    says: tuple[str, ...]

    @property
    def tone(self) -> str:
        """The badge's colour."""
        return {"approved": "green", "failed": "red"}.get(self.result, "amber")

    @property
    def result_name(self) -> str:
        """'Aprovada'."""
        return RESULT_NAMES[Result(self.result)]


@dataclass(frozen=True)
class SeenYard:
    """The yard in numbers: visits in all, drawn and not seen again, and the last agenda's bookings."""

    visits: int
    drawn: int
    agenda: Mapping[str, int]  # state → bookings, today and after


def visits_of(look: Look) -> list[SeenVisit]:
    """The town's visits that show something, in the order of the table."""
    yard = look.town.yard
    found = []
    for visit in yard.visits if yard else ():
        row = db.session.get(Inspection, demo_id(look.town, "visit", visit.key))
        if visit.title and row is not None:  # a demo loaded before there were visits has none
            found.append(_seen(look, visit.key, visit.title, row))
    return found


def yard_of(look: Look) -> SeenYard:
    """How much there is to see in the office."""
    city, session = look.city.id, db.session
    again = select(Inspection.previous_id).where(Inspection.occasion == "recheck")
    drawn = select(func.count()).where(
        InspectionDraw.municipality_id == city, InspectionDraw.inspection_id.not_in(again)
    )
    states = (
        select(Booking.state, func.count())
        .where(Booking.municipality_id == city, Booking.day >= look.today)
        .group_by(Booking.state)
    )
    visits = select(func.count()).where(Inspection.municipality_id == city)
    return SeenYard(
        session.scalar(visits) or 0,
        session.scalar(drawn) or 0,
        {state: count for state, count in session.execute(states)},
    )


def _seen(look: Look, key: str, title: str, row: Inspection) -> SeenVisit:
    words = catalogue()["pt"].tables["visit"]
    base = current_app.config["SETTINGS"].public_url
    plate = Plate(row.plate).display()
    told = [row.report, plate, format_date(row.held_on)]
    told += [format_date(day) for day in (row.valid_until, row.cure_by) if day]
    return SeenVisit(
        key,
        look.town,
        row.id,
        title,
        row.report,
        plate,
        row.result,
        readable_code(row.sha256),
        f"{base}/l/{content_code(row.sha256)}",
        str(_state(words, row)["word"]),
        tuple(told),
    )


def _state(words: Mapping[str, Any], row: Inspection) -> Mapping[str, Any]:
    held = row.result == "approved" and is_open(db.session(), row.id)
    found: Mapping[str, Any] = words["state"]["held" if held else row.result]
    return found
