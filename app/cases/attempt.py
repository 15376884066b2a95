"""One attempt at a step: who, what, when, under which law; with the password, where it is asked."""

from dataclasses import dataclass
from datetime import date, datetime

from app.accounts.city_calendar import calendar_around
from app.accounts.domain import Actor
from app.accounts.queries import City, city
from app.accounts.service import confirm_person
from app.cases.ceilings import out_of_hours
from app.cases.domain import StepData
from app.kernel.calendar import Calendar
from app.kernel.civil import civil_today
from app.kernel.errors import Invalid, NotFound
from app.kernel.ids import parse_id
from app.persistence.base import db
from app.regulation.case_catalogue import case_law
from app.regulation.ruleset import Ruleset
from app.regulation.tables_case import StepRow


@dataclass(frozen=True)
class Attempt:
    """What the form brought, and whether the counters are closed at that instant."""

    actor: Actor
    data: StepData
    id: str
    row: StepRow
    place: City
    law: Ruleset
    now: datetime
    off_hours: bool

    @property
    def today(self) -> date:
        """The city's civil day."""
        return civil_today(self.now, self.place.time_zone)


def attempt(
    actor: Actor, data: StepData, law: Ruleset, *, now: datetime, calendar: Calendar | None
) -> Attempt:
    """The attempt; a cancellation out of hours wants the password, before anything is locked.

    `NotFound` for a step that the law does not have, `Invalid` (field "password") without it.
    """
    place = city(actor.municipality_id)
    today = civil_today(now, place.time_zone)
    days = calendar or calendar_around(db.session(), place.id, today)
    off = out_of_hours(days, now, place.time_zone)
    try:
        row = case_law(law).step(data.step)
    except LookupError:
        raise NotFound from None
    if off and row.cancels:
        if not data.password:
            said = "Fora do expediente, confirme com a sua senha. O controle interno será avisado."
            raise Invalid(said, field="password")
        confirm_person(actor, data.password, now=now)
    return Attempt(actor, data, parse_id(data.id), row, place, law, now, off)
