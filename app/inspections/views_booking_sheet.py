"""What a page of booking offers: the reasons, places, days and times still open for one car."""

from dataclasses import dataclass
from datetime import date

from flask import g, request

from app.accounts.city_calendar import calendar_around
from app.inspections.booking_access import Bookable
from app.inspections.booking_domain import Slot
from app.inspections.booking_queries import OpenDay, open_days
from app.inspections.booking_steps import slots_of
from app.inspections.booking_terms import BookBy, book_by
from app.inspections.car_history import history_of
from app.inspections.guides_reading import GuideRow, standing_guide
from app.inspections.models_booking import InspectionPlace
from app.inspections.occasions import Choice, FeeAsked, choices, fee_of
from app.inspections.places import Place, places
from app.inspections.what_to_bring import Brought, what_to_bring
from app.kernel.plate import Plate
from app.permits.steps import today_of
from app.persistence.base import db
from app.registry.models import Vehicle
from app.registry.write import own
from app.regulation.facts import Modality
from app.web.clock import now, today

_DAYS_SHOWN = 12


@dataclass(frozen=True)
class Sheet:
    """Everything a page of booking shows: reasons, places, days and times still open."""

    car: Vehicle
    plate: str
    office: bool
    choices: tuple[Choice, ...]
    chosen: Choice | None
    places: tuple[Place, ...]
    place: Place | None
    days: tuple[OpenDay, ...]
    more: date | None
    day: date | None
    slots: tuple[Slot, ...]
    fee: FeeAsked | None
    guide: GuideRow | None
    term: BookBy | None
    bring: tuple[Brought, ...]


def sheet_of(whose: Bookable, occasion: str) -> Sheet:
    """What can be chosen now, read from the request's own choices so far."""
    session, day = db.session(), today_of(g.ruleset, now())
    history = history_of(session, whose.car, day)
    offered = choices(g.ruleset, history, day, office=whose.office)
    chosen = _chosen(whose, offered, occasion or request.args.get("motivo", ""))
    spots = places(session, g.actor)
    wanted = request.values.get("place") or request.args.get("local", "")
    place = next((spot for spot in spots if spot.id == wanted), spots[0] if spots else None)
    days, more = _days(place, chosen)
    on = _on(days)
    slots: tuple[Slot, ...] = ()
    if place and on:
        row = own(session, g.actor, InspectionPlace, place.id)
        slots = slots_of(session, row, on, zone=g.city.time_zone, now=now())
    kind = chosen.occasion if chosen else None
    guide = standing_guide(session, whose.car.municipality_id, whose.car.id)
    analysed = guide.analysed_on if guide else None
    around = calendar_around(session, whose.car.municipality_id, analysed or day)
    return Sheet(
        car=whose.car,
        plate=Plate(whose.car.plate).display(),
        office=whose.office,
        choices=offered,
        chosen=chosen,
        places=spots,
        place=place,
        days=days,
        more=more,
        day=on,
        slots=slots,
        fee=fee_of(g.ruleset, kind) if kind else None,
        guide=guide,
        term=book_by(g.ruleset, analysed, around),
        bring=what_to_bring(g.ruleset, kind, Modality(whose.car.modality)) if kind else (),
    )


def _chosen(whose: Bookable, offered: tuple[Choice, ...], occasion: str) -> Choice | None:
    """What was asked for if it can be booked, else the likeliest that can."""
    free = [choice for choice in offered if not choice.refused]
    asked = next((choice for choice in free if choice.occasion.value == occasion), None)
    return asked or (free[0] if free else None)


def _days(place: Place | None, chosen: Choice | None) -> tuple[tuple[OpenDay, ...], date | None]:
    """The next days with free times, and the day from which to show more."""
    if place is None or chosen is None:
        return (), None
    try:
        start = date.fromisoformat(request.args.get("desde", ""))
    except ValueError:
        start = today()
    found = open_days(
        db.session(),
        place,
        max(start, chosen.first_day or today()),
        chosen.last_day,
        municipality_id=g.actor.municipality_id,
        zone=g.city.time_zone,
        now=now(),
    )
    shown = found[:_DAYS_SHOWN]
    return shown, found[_DAYS_SHOWN].day if len(found) > _DAYS_SHOWN else None


def _on(days: tuple[OpenDay, ...]) -> date | None:
    """The day asked for when it has times, else the first that has."""
    text = request.form.get("slot", "")[:10] or request.args.get("dia", "")
    asked = next((each.day for each in days if each.day.isoformat() == text), None)
    return asked or (days[0].day if days else None)
