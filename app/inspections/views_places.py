"""Pages of the places of inspection: the list, one place with its week, closing it."""

from flask import flash, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from wtforms import HiddenField, StringField
from wtforms.validators import InputRequired, Length

from app.inspections.blueprint_bookings import bp
from app.inspections.booking_domain import Stretch, clock_text, read_clock
from app.inspections.places import (
    PlaceData,
    close_place,
    edit_place,
    open_place,
    place_for,
    places,
)
from app.kernel.civil import WEEKDAYS
from app.kernel.errors import Invalid
from app.kernel.ids import new_id
from app.persistence.base import db
from app.web.clock import now
from app.web.form_fields import PageForm, WholeNumber
from app.web.form_page import FormPage, form_page

_BLANK_LINES = 3
_MOST_LINES = 40
HourLine = tuple[str, str, str, str, str]  # weekday, from, to, minutes, cars, as typed
_NAMES = ("weekday", "from", "to", "minutes", "cars")


class PlaceForm(PageForm):
    """A place. Its week comes as repeated fields: `weekday`, `from`, `to`, `minutes`, `cars`."""

    id = HiddenField()
    version = WholeNumber("Versão")
    name = StringField("Nome", [InputRequired("Escreva o nome do local."), Length(max=80)])
    address = StringField("Endereço", [InputRequired("Escreva o endereço."), Length(max=200)])
    latitude = StringField("Latitude", [Length(max=12)])
    longitude = StringField("Longitude", [Length(max=12)])
    hours = HiddenField("Horários")

    def data_typed(self) -> PlaceData:
        """What was typed."""
        return PlaceData(
            self.typed("name"),
            self.typed("address"),
            self._degrees("latitude"),
            self._degrees("longitude"),
        )

    def _degrees(self, name: str) -> float | None:
        text = self.typed(name).strip().replace(",", ".")
        if not text:
            return None
        try:
            return float(text)
        except ValueError:
            raise Invalid("Escreva só o número, como -20,1385.", field=name) from None


@bp.get("/vistorias/agenda/locais")
def places_page() -> ResponseReturnValue:
    """Every place with its week; closed ones last."""
    found = sorted(places(db.session(), g.actor, closed=True), key=lambda place: place.closed)
    return render_template("inspections/places.html", places=found, weekdays=WEEKDAYS)


@bp.route("/vistorias/agenda/locais/novo", methods=["GET", "POST"])
def place_new() -> ResponseReturnValue:
    """Make a place."""
    form = PlaceForm(id=new_id(), version=1)

    def save() -> str:
        open_place(g.actor, form.data_typed(), _hours(), now=now(), id=form.typed("id"))
        return url_for("bookings.places_page")

    page = FormPage("inspections/place_form.html", "Local incluído.")
    lines = _typed() or [("0", "08:00", "12:00", "40", "1")]
    return form_page(page, form, save, place=None, lines=_padded(lines), weekdays=WEEKDAYS)


@bp.route("/vistorias/agenda/locais/<id>", methods=["GET", "POST"])
def place_page(id: str) -> ResponseReturnValue:
    """Correct a place and its week; what is booked keeps its time."""
    place = place_for(db.session(), g.actor, id)
    data = place.data
    form = PlaceForm(
        data={
            "id": place.id,
            "version": place.version,
            "name": data.name,
            "address": data.address,
            "latitude": _shown(data.latitude),
            "longitude": _shown(data.longitude),
        }
    )

    def save() -> str:
        version = form["version"].data or 0
        edit_place(g.actor, id, form.data_typed(), _hours(), version=version, now=now())
        return url_for("bookings.places_page")

    page = FormPage("inspections/place_form.html", "Local gravado.")
    lines = _typed() or [_line(item) for item in place.hours]
    return form_page(page, form, save, place=place, lines=_padded(lines), weekdays=WEEKDAYS)


@bp.post("/vistorias/agenda/locais/<id>/fechar")
def place_close(id: str) -> ResponseReturnValue:
    """No more bookings at this place."""
    close_place(g.actor, id, now=now())
    flash("Local fechado. O que está marcado nele aparece na agenda para remarcar.")
    return redirect(url_for("bookings.places_page"), 303)


def _typed() -> list[HourLine]:
    """The lines of the form that say anything at all."""
    columns = [request.form.getlist(name)[:_MOST_LINES] for name in _NAMES]
    lines = list(zip(*columns, strict=False))
    return [line for line in lines if line[1].strip() or line[2].strip()]


def _hours() -> tuple[Stretch, ...]:
    return tuple(_stretch(line) for line in _typed())


def _stretch(line: HourLine) -> Stretch:
    weekday, start, end, minutes, cars = line
    if not all(
        text.strip().isascii() and text.strip().isdigit() for text in (weekday, minutes, cars)
    ):
        raise Invalid("Em cada horário, diga os minutos por carro e quantos carros.", field="hours")
    return Stretch(
        int(weekday) % 7,
        read_clock(start, field="hours"),
        read_clock(end, field="hours"),
        int(minutes[:6]),
        int(cars[:6]),
    )


def _line(item: Stretch) -> HourLine:
    return (
        str(item.weekday),
        clock_text(item.starts_at),
        clock_text(item.ends_at),
        str(item.minutes),
        str(item.capacity),
    )


def _padded(lines: list[HourLine]) -> list[HourLine]:
    return [*lines, *([("0", "", "", "40", "1")] * _BLANK_LINES)]


def _shown(degrees: float | None) -> str:
    return "" if degrees is None else f"{degrees:.6f}".replace(".", ",")
