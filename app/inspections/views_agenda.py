"""The day's list of the yard: who is expected, arrived, was inspected, did not come; and the misses."""

from datetime import date, datetime, timedelta
from typing import Protocol

from flask import g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from app.accounts.city_calendar import city_calendar, why_no_counter
from app.accounts.city_calendar_service import on_city_day
from app.accounts.domain import Actor
from app.inspections.blueprint_bookings import bp
from app.inspections.booking_day import arrive, mark_missed
from app.inspections.booking_domain import totals
from app.inspections.booking_queries import booked_on, booking_row, closed_bookings, day_rows
from app.inspections.missed_queries import misses
from app.inspections.places import places
from app.kernel.errors import DomainError, NotFound
from app.kernel.plate import Plate
from app.permits.queries import vehicle_by_plate
from app.persistence.base import db
from app.regulation.ruleset import Ruleset
from app.web.clock import now, today
from app.web.errors import status_of


class Verb(Protocol):
    """A verb of the day: one booking, its law, the moment."""

    def __call__(self, actor: Actor, id: str, /, *, ruleset: Ruleset, now: datetime) -> None: ...


on_city_day(booked_on)


@bp.get("/vistorias/agenda")
def agenda() -> ResponseReturnValue:
    """The list of a day, with the day before and after, and its numbers."""
    return _agenda(_day(), request.args.get("local", "")[:32])


@bp.post("/vistorias/agenda/<id>/chegou")
def arrived(id: str) -> ResponseReturnValue:
    """Mark that the car is here."""
    return _mark(id, arrive)


@bp.post("/vistorias/agenda/<id>/faltou")
def not_here(id: str) -> ResponseReturnValue:
    """Mark that the car did not come."""
    return _mark(id, mark_missed)


@bp.get("/vistorias/agenda/faltas")
def missed_page() -> ResponseReturnValue:
    """Who did not come, and what the text attaches to it: proposals for a person to decide."""
    return render_template(
        "inspections/missed.html", rows=misses(db.session(), g.actor, ruleset=g.ruleset)
    )


@bp.get("/vistorias/agenda/marcar")
def by_plate() -> ResponseReturnValue:
    """Find a car by its plate and book for it."""
    typed, error = request.args.get("placa", "").strip()[:20], ""
    if typed:
        try:
            found = vehicle_by_plate(g.actor, Plate.parse(typed, field="placa").text)
        except DomainError as refused:
            error = refused.message
        else:
            return redirect(url_for("bookings.book_page", vehicle_id=found), 303)
    return render_template("inspections/book_by_plate.html", typed=typed, error=error)


def _mark(id: str, verb: Verb) -> ResponseReturnValue:
    row = booking_row(db.session(), g.actor, id, ruleset=g.ruleset, now=now())
    if row is None:
        raise NotFound
    try:
        verb(g.actor, id, ruleset=g.ruleset, now=now())
    except DomainError as error:
        return _agenda(row.day, "", error.message), status_of(error)
    return redirect(url_for("bookings.agenda", dia=row.day.isoformat()) + f"#h-{id}", 303)


def _agenda(day: date, place: str, error: str = "") -> str:
    session = db.session()
    rows = day_rows(session, g.actor, day, ruleset=g.ruleset, now=now(), place=place)
    years = {day.year}
    return render_template(
        "inspections/agenda.html",
        day=day,
        today=today(),
        before=day - timedelta(days=1),
        after=day + timedelta(days=1),
        why_closed=why_no_counter(city_calendar(session, g.actor.municipality_id, years), day),
        rows=rows,
        numbers=totals((row.state, row.wait) for row in rows),
        to_move=closed_bookings(session, g.actor, ruleset=g.ruleset, now=now()),
        places=places(session, g.actor),
        place=place,
        error=error,
    )


def _day() -> date:
    try:
        day = date.fromisoformat(request.args.get("dia", ""))
    except ValueError:
        return today()
    far = timedelta(days=800)
    return day if abs(day - today()) <= far else today()
