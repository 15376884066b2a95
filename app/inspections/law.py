"""What the law says of a visit, asked of the pure part once per ruleset, calendar and day."""

from collections.abc import Collection, Mapping
from datetime import date, datetime
from typing import Any, Final

from sqlalchemy.orm import Session

from app.accounts.city_calendar import calendar_around
from app.evidence.payload import members_of
from app.kernel.calendar import Calendar
from app.kernel.civil import civil_today
from app.regulation.guard import may_issue
from app.regulation.inspection_catalogue import inspection_catalogue
from app.regulation.inspection_defects import Defect, defects
from app.regulation.inspection_items import items_for, occasion_of
from app.regulation.inspection_outcome import Outcome, outcome
from app.regulation.inspection_terms import inspection_law, validity
from app.regulation.ruleset import Ruleset
from app.regulation.vocabulary import ChecklistName

Json = dict[str, Any]
_KEPT: Final = 32
_catalogues: dict[tuple[object, ...], Json] = {}


def catalogue_on(session: Session, municipality_id: str, law: Ruleset, day: date) -> Json:
    """The catalogue of inspections as phones had it on that civil day, with the city's holidays."""
    return catalogue_with(law, calendar_around(session, municipality_id, day), day)


def catalogue_with(law: Ruleset, calendar: Calendar, day: date) -> Json:
    """The same with a calendar at hand."""
    key = (law.slug, law.hash, law.instrument.status, frozenset(law.choices.items()), calendar, day)
    if key not in _catalogues:
        while len(_catalogues) >= _KEPT:
            _catalogues.pop(next(iter(_catalogues)))
        _catalogues[key] = inspection_catalogue(law, calendar, day)
    return _catalogues[key]


def judged(catalogue: Json, record: Mapping[str, Any], previous_failed: Collection[str]) -> Outcome:
    """The result of the answers as the server reads them."""
    return outcome(catalogue, record, previous_failed)


def first_defect(catalogue: Json, text: str, previous_failed: Collection[str]) -> Defect | None:
    """The first thing a complete record lacks (rule, field, message, citation), or None."""
    return next(iter(defects(catalogue, members_of(text), previous_failed)), None)


def asked_items(
    catalogue: Json, occasion: str, modality: str, previous_failed: Collection[str]
) -> dict[str, Mapping[str, Any]]:
    """The items of a visit by key, in the order of the list."""
    found = items_for(catalogue, occasion, modality, previous_failed)
    return {str(item["key"]): item for item in found}


def occasion_row(catalogue: Json, occasion: str, modality: str) -> Mapping[str, Any] | None:
    """What the catalogue says of the occasion; None where it is not offered to that service."""
    return occasion_of(catalogue, occasion, modality)


def serves(law: Ruleset, occasion: str) -> bool:
    """Whether its result says that the car may work; that of leaving the service does not."""
    rows = inspection_law(law).occasion
    return any(row.id.value == occasion and row.list_ is ChecklistName.INSPECTION for row in rows)


def valid_until(law: Ruleset, held_on: date) -> date | None:
    """Last day of an approval; None where it follows the platform (CFG-PAT-20)."""
    return validity(law, held_on)


def legal_refusals(law: Ruleset, fact_at: datetime, issued_at: datetime) -> tuple[str, ...]:
    """Why a report on that visit may not have legal value; empty when it may."""
    answer = may_issue(law, fact_at, issued_at, ufm_known=False, agent_designated=True)
    return tuple(refusal.reason for refusal in answer.refusals)


def civil_day(law: Ruleset, moment: datetime) -> date:
    """The civil day in the ruleset's city."""
    return civil_today(moment, law.instrument.time_zone)
