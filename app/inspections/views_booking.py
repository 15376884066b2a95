"""Booking an inspection step by step, and the page of one booking: for the car's people and the office."""

from dataclasses import dataclass
from datetime import date

from flask import Response, g, render_template, request, url_for
from flask.typing import ResponseReturnValue
from wtforms import HiddenField, StringField
from wtforms.validators import Length

from app.accounts.permissions import Permission
from app.inspections.blueprint_bookings import bp
from app.inspections.booking import Wanted, book, cancel, may_touch, move
from app.inspections.booking_access import bookable, own_cars
from app.inspections.booking_queries import (
    BookingRow,
    booking_row,
    next_bookings,
)
from app.inspections.calls_reading import open_call
from app.inspections.car_history import history_of
from app.inspections.ics import Event, calendar_file
from app.inspections.models_booking import Booking
from app.inspections.occasions import Choice, choices
from app.inspections.queries_reports import latest_reports
from app.inspections.views_booking_sheet import sheet_of
from app.inspections.what_to_bring import what_to_bring
from app.kernel.errors import Invalid, NotFound
from app.kernel.ids import new_id
from app.kernel.plate import Plate
from app.persistence.base import db
from app.registry.models import Vehicle
from app.registry.write import own as row_of
from app.regulation.facts import Modality
from app.regulation.vocabulary import Occasion
from app.web.clock import now, today
from app.web.form_fields import PageForm
from app.web.form_page import FormPage, form_page


class SlotForm(PageForm):
    """The chosen time; `id` is born with the form, so a double tap is one booking."""

    id = HiddenField()
    place = HiddenField()
    day = HiddenField()
    time = HiddenField()
    occasion = HiddenField()

    def chosen(self) -> tuple[str, date, int]:
        """(place, day, minute); Invalid says what is still to be chosen."""
        text = request.form.get("slot", "")
        try:
            day, minute = date.fromisoformat(text[:10]), int(text[11:])
        except ValueError:
            raise Invalid("Escolha a hora.", field="time") from None
        return str(self["place"].data or ""), day, minute


class CancelForm(PageForm):
    """Why the seat is given back; the office must say it."""

    reason = StringField("Motivo", [Length(max=200)])


@dataclass(frozen=True)
class CarLine:
    """One car of the person: its booking, or what should be booked."""

    vehicle_id: str
    plate: str
    car: str
    booking: BookingRow | None
    likely: Choice | None
    called_until: date | None


@bp.get("/minhas-vistorias")
def own() -> ResponseReturnValue:
    """The person's cars, each with its booking or with what can be booked."""
    session = db.session()
    cars = own_cars(session, g.actor, today())
    waiting = next_bookings(
        session, g.actor, [car.id for car in cars], ruleset=g.ruleset, now=now()
    )
    lines = [_line(car, waiting.get(car.id)) for car in cars]
    reports = latest_reports(session, g.actor.municipality_id, [car.id for car in cars])
    return render_template("inspections/own_bookings.html", lines=lines, reports=reports)


@bp.route("/vistorias/marcar/<vehicle_id>", methods=["GET", "POST"])
def book_page(vehicle_id: str) -> ResponseReturnValue:
    """Book for a car: why, where, which day, which time; one thumb, each step a link."""
    session = db.session()
    whose = bookable(session, g.actor, vehicle_id, today())
    standing = next_bookings(session, g.actor, [whose.car.id], ruleset=g.ruleset, now=now())
    if whose.car.id in standing:
        return render_template("inspections/book_standing.html", row=standing[whose.car.id])
    form = SlotForm(id=new_id())
    sheet = sheet_of(whose, str(form["occasion"].data or ""))

    def save() -> str:
        place, day, minute = form.chosen()
        wanted = Wanted(vehicle_id, form.typed("occasion"), place, day, minute)
        made = book(g.actor, wanted, ruleset=g.ruleset, now=now(), id=form.typed("id"))
        return url_for("bookings.booking", id=made)

    page = FormPage("inspections/book.html", "Vistoria marcada.")
    return form_page(
        page,
        form,
        save,
        sheet=sheet,
        moving=None,
        here=url_for("bookings.book_page", vehicle_id=vehicle_id),
    )


@bp.get("/vistorias/marcadas/<id>")
def booking(id: str) -> ResponseReturnValue:
    """One booking: when, where, what to bring, and what can be done with it."""
    row = _row_for(id)
    bring = what_to_bring(g.ruleset, Occasion(row.occasion), Modality(row.modality))
    return render_template(
        "inspections/booking.html", row=row, bring=bring, touch=_may_change(row), today=today()
    )


@bp.route("/vistorias/marcadas/<id>/remarcar", methods=["GET", "POST"])
def move_page(id: str) -> ResponseReturnValue:
    """Give the booking another place or time."""
    row = _row_for(id)
    whose = bookable(db.session(), g.actor, row.vehicle_id, today())
    form = SlotForm(id=new_id())
    sheet = sheet_of(whose, row.occasion)

    def save() -> str:
        place, day, minute = form.chosen()
        move(g.actor, id, place, day, minute, ruleset=g.ruleset, now=now())
        return url_for("bookings.booking", id=id)

    page = FormPage("inspections/book.html", "Vistoria remarcada.")
    here = url_for("bookings.move_page", id=id)
    return form_page(page, form, save, sheet=sheet, moving=row, here=here)


@bp.route("/vistorias/marcadas/<id>/cancelar", methods=["GET", "POST"])
def cancel_page(id: str) -> ResponseReturnValue:
    """Give the seat back."""
    row = _row_for(id)
    bookable(db.session(), g.actor, row.vehicle_id, today())
    form = CancelForm()

    def save() -> str:
        cancel(g.actor, id, reason=form.typed("reason"), ruleset=g.ruleset, now=now())
        return url_for("bookings.booking", id=id)

    page = FormPage("inspections/booking_cancel.html", "Vistoria cancelada. O horário ficou livre.")
    office = g.actor.can(Permission.BOOKING_WRITE)
    return form_page(page, form, save, row=row, office=office)


@bp.get("/vistorias/marcadas/<id>/agenda.ics")
def calendar_entry(id: str) -> ResponseReturnValue:
    """The event for the person's own calendar, with an alarm the day before."""
    row = _row_for(id)
    bring = what_to_bring(g.ruleset, Occasion(row.occasion), Modality(row.modality))
    listed = "\n".join(f"- {item.name}" for item in bring if not item.optional)
    words = f"{row.label}. O que levar:\n{listed}\nNão pode ir? Remarque antes."
    text = calendar_file(
        Event(
            uid=f"{row.id}@{g.city.host or 'confere'}",
            starts=row.starts,
            minutes=row.minutes,
            summary=f"Vistoria do carro {row.plate}",
            description=f"TREINAMENTO – SEM VALOR LEGAL\n{words}" if g.ruleset.training else words,
            location=f"{row.place}, {row.address}",
            stamp=now(),
            version=row.moves,
            cancelled=row.state in {"cancelled", "missed"},
        )
    )
    name = f"vistoria-{row.day.isoformat()}.ics"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, mimetype="text/calendar", headers=headers)


def _row_for(id: str) -> BookingRow:
    """A booking for the yard's people, or for whose car it is; NotFound for anybody else."""
    session = db.session()
    stored = row_of(session, g.actor, Booking, id)
    if not g.actor.can(Permission.BOOKING_DAY) and not may_touch(session, g.actor, stored, today()):
        raise NotFound
    row = booking_row(session, g.actor, stored.id, ruleset=g.ruleset, now=now())
    if row is None:
        raise NotFound
    return row


def _may_change(row: BookingRow) -> bool:
    if row.state != "booked":
        return False
    if g.actor.can(Permission.BOOKING_WRITE):
        return True
    return g.actor.can(Permission.BOOKING_OWN) and row.starts > now()


def _line(car: Vehicle, booking: BookingRow | None) -> CarLine:
    session = db.session()
    history = history_of(session, car, today())
    found = choices(g.ruleset, history, today(), office=False)
    likely = next((choice for choice in found if not choice.refused), None)
    call = open_call(session, car.municipality_id, car.id)
    return CarLine(
        car.id,
        Plate(car.plate).display(),
        f"{car.make_model} · {car.colour}",
        booking,
        likely,
        call.due_on if call else None,
    )
