"""The panel of people who act for a platform, and the two forms that begin and end it."""

from dataclasses import dataclass
from datetime import date

from flask import g, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy import select
from wtforms import StringField
from wtforms.validators import InputRequired, Length

from app.accounts.domain import Actor
from app.accounts.models import Person
from app.accounts.permissions import Permission
from app.persistence.base import db
from app.registry.blueprint import bp
from app.registry.forms import EndLinkForm
from app.registry.history import name_events
from app.registry.models import Platform
from app.registry.models_people import PlatformPerson
from app.registry.panels import Panel, add_panel
from app.registry.queries_detail import platform_for
from app.registry.service_people import end_person, link_person
from app.registry.write import own
from app.web.clock import now, today
from app.web.form_fields import CivilDate, PageForm
from app.web.form_page import FormPage, form_page


@dataclass(frozen=True)
class PersonRow:
    """One person who acts for the platform."""

    id: str
    name: str
    act: str
    starts_on: date
    ends_on: date | None


@dataclass(frozen=True)
class PeopleOfPlatform:
    """What the panel needs."""

    platform_id: str
    people: tuple[PersonRow, ...]


@dataclass(frozen=True)
class LinkShown:
    """What the shared page of the end of a link shows."""

    names: tuple[str, str]
    starts_on: date


class PersonForm(PageForm):
    """A person found by the name of the sign-in."""

    login = StringField(
        "Acesso (login) da pessoa", [InputRequired("Escreva o acesso."), Length(max=60)]
    )
    act = StringField(
        "Procuração ou ofício", [InputRequired("Escreva o documento."), Length(max=80)]
    )
    starts_on = CivilDate("A partir de", [InputRequired("Escolha o dia.")])


def people_of(actor: Actor, platform_id: str) -> PeopleOfPlatform:
    """The people of a platform of the actor's city, newest first."""
    rows = db.session.execute(
        select(PlatformPerson, Person.name)
        .join(Person, Person.id == PlatformPerson.person_id)
        .where(
            PlatformPerson.municipality_id == actor.municipality_id,
            PlatformPerson.platform_id == platform_id,
        )
        .order_by(PlatformPerson.starts_on.desc(), PlatformPerson.id)
    )
    return PeopleOfPlatform(
        platform_id,
        tuple(PersonRow(row.id, name, row.act, row.starts_on, row.ends_on) for row, name in rows),
    )


add_panel("platform", Panel("people", "registry/_people.html", people_of, Permission.PLATFORM_READ))
name_events(
    {
        "platform.person_linked": "Representante incluído",
        "platform.person_ended": "Representante encerrado",
    }
)


@bp.route("/plataformas/<id>/representantes/novo", methods=["GET", "POST"])
def platform_person_new(id: str) -> ResponseReturnValue:
    """Let a person act for a platform."""
    company = platform_for(g.actor, id)
    form = PersonForm(starts_on=today())

    def save() -> str:
        day = form.day("starts_on")
        link_person(g.actor, id, form.typed("login"), form.typed("act"), day, now=now())
        return url_for("registry.platform", id=id)

    page = FormPage("registry/person_form.html", "Representante incluído.")
    return form_page(page, form, save, company=company)


@bp.route("/vinculos/representante/<id>/encerrar", methods=["GET", "POST"])
def platform_person_end(id: str) -> ResponseReturnValue:
    """End what a person may do for a platform."""
    session = db.session()
    link = own(session, g.actor, PlatformPerson, id)
    platform = session.get_one(Platform, link.platform_id)
    person = session.get_one(Person, link.person_id)
    form = EndLinkForm(ends_on=today())
    back = url_for("registry.platform", id=platform.id)

    def save() -> str:
        end_person(g.actor, id, form.day("ends_on"), now=now())
        return back

    page = FormPage("registry/link_end.html", "Representante encerrado.")
    shown = LinkShown((person.name, platform.name), link.starts_on)
    return form_page(page, form, save, link=shown, back=back)
