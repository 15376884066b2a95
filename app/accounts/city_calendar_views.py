"""The page of the city's calendar: national days, the city's own, declaring and withdrawing one."""

from dataclasses import dataclass
from datetime import date

from flask import Blueprint, flash, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from wtforms import BooleanField, HiddenField, RadioField, StringField
from wtforms.validators import InputRequired, Length

from app.accounts.city_calendar import KIND_NAMES, DayKind, declared_days
from app.accounts.city_calendar_service import (
    CityDayData,
    Touched,
    declare_day,
    touched_by,
    withdraw_day,
)
from app.accounts.permissions import Permission
from app.kernel.calendar import Scope, national_calendar
from app.kernel.civil import weekday_name
from app.kernel.errors import DomainError
from app.kernel.ids import new_id
from app.persistence.base import db
from app.web.clock import now, today
from app.web.errors import status_of
from app.web.form_fields import CivilDate, PageForm, options
from app.web.form_page import FormPage, form_page

bp = Blueprint("settings", __name__, url_prefix="/configuracoes")

MONTHS = (
    "janeiro",
    "fevereiro",
    "março",
    "abril",
    "maio",
    "junho",
    "julho",
    "agosto",
    "setembro",
    "outubro",
    "novembro",
    "dezembro",
)


@dataclass(frozen=True)
class Line:
    """One day of the year's list; `id` only of the city's own days."""

    day: date
    weekday: str
    name: str
    kind: str  # national municipal optional closing
    words: str
    act: str = ""
    who: str = ""
    id: str = ""


class CityDayForm(PageForm):
    """One day. `id` is born with the form, so a double tap is one day."""

    id = HiddenField()
    on = CivilDate("Dia", [InputRequired("Escolha o dia.")])
    kind = RadioField(
        "O que é", [InputRequired("Escolha o que o dia é.")], choices=options(KIND_NAMES)
    )
    name = StringField("Nome do dia", [Length(max=80)])
    act = StringField("Lei, decreto ou portaria", [Length(max=80)])
    confirmed = BooleanField("Vi o que cai neste dia e vou remarcar")


@bp.get("/calendario")
def calendar() -> ResponseReturnValue:
    """The days of a year, by month, and who declared each."""
    current = today().year
    year = request.args.get("ano", current, type=int)
    if not current - 1 <= year <= current + 2:
        year = current
    return _page(year)


@bp.route("/calendario/novo", methods=["GET", "POST"])
def calendar_day() -> ResponseReturnValue:
    """Declare a day; what is booked on it is shown first, and waits for a person."""
    g.actor.require(Permission.CALENDAR_WRITE)
    form = CityDayForm(id=new_id())

    def save() -> str:
        typed = CityDayData(
            form.day("on"), form.typed("kind"), form.typed("name"), form.typed("act")
        )
        declare_day(
            g.actor,
            typed,
            time_zone=g.city.time_zone,
            now=now(),
            id=form.typed("id"),
            confirmed=bool(form.confirmed.data),
        )
        return url_for("settings.calendar", ano=typed.day.year)

    page = FormPage(
        "accounts/calendar_day.html", "Dia incluído no calendário.", aliases={"day": "on"}
    )
    touched, past = _touched(form)
    return form_page(page, form, save, touched=touched, past=past)


@bp.post("/calendario/<id>/retirar")
def calendar_withdraw(id: str) -> ResponseReturnValue:
    """Take a day that has not come out of the calendar."""
    try:
        withdraw_day(g.actor, id, time_zone=g.city.time_zone, now=now())
    except DomainError as error:
        return _page(today().year, error.message), status_of(error)
    flash("Dia retirado do calendário.")
    return redirect(url_for("settings.calendar"), 303)


def _touched(form: CityDayForm) -> tuple[list[Touched], bool]:
    day = form["on"].data
    if request.method != "POST" or not isinstance(day, date):
        return [], False
    return touched_by(db.session(), g.actor, day), day < today()


def _page(year: int, error: str = "") -> str:
    return render_template(
        "accounts/calendar.html",
        error=error,
        year=year,
        years=range(today().year - 1, today().year + 3),
        today=today(),
        months=_months(year),
    )


def _months(year: int) -> list[tuple[str, list[Line]]]:
    lines = sorted((*_national(year), *_own(year)), key=lambda line: (line.day, line.name))
    return [
        (name, [line for line in lines if line.day.month == number])
        for number, name in enumerate(MONTHS, 1)
    ]


def _national(year: int) -> list[Line]:
    return [
        Line(h.day, weekday_name(h.day), h.name, "national", "Feriado nacional")
        for h in national_calendar([year]).holidays
        if h.scope is Scope.NATIONAL
    ]


def _own(year: int) -> list[Line]:
    return [
        Line(
            row.day,
            weekday_name(row.day),
            row.name,
            row.kind,
            KIND_NAMES[DayKind(row.kind)],
            row.act,
            row.recorded_by,
            row.id,
        )
        for row in declared_days(db.session(), g.actor, year)
    ]
