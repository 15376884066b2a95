"""The cases of a car, a driver or a platform on its own page."""

from dataclasses import dataclass
from functools import partial

from sqlalchemy import select

from app.accounts.domain import Actor
from app.accounts.permissions import Permission
from app.accounts.queries import city
from app.cases.case_rows import CaseRow, rows_of, state_id, with_last_step
from app.cases.models import CaseFile
from app.persistence.base import db
from app.registry.models import Driver
from app.registry.panels import Panel, add_panel
from app.web.rulesets import ruleset_of

_SHOWN = 20  # the list of all cases has the rest


@dataclass(frozen=True)
class RecordCases:
    """The newest cases about a record; `asks`: the query word that proposes a sanction, "" for none."""

    rows: list[CaseRow]
    record_id: str
    asks: str


def cases_about(record: str, asks: str, actor: Actor, id: str) -> RecordCases:
    """`record`: "vehicle", "driver" or "platform"."""
    session, law = db.session(), ruleset_of(city(actor.municipality_id))
    match = {
        "vehicle": CaseFile.vehicle_id == id,
        "platform": CaseFile.platform_id == id,
        "driver": CaseFile.offender_person_id
        == select(Driver.person_id).where(Driver.id == id).scalar_subquery(),
    }[record]
    query = with_last_step().where(CaseFile.municipality_id == actor.municipality_id, match)
    query = query.order_by(CaseFile.opened_at.desc(), CaseFile.id.desc()).limit(_SHOWN)
    found = list(session.execute(query))
    states = {case.id: state_id(law, case, last) for case, last in found}
    return RecordCases(rows_of(session, [case for case, _ in found], states), id, asks)


for _record, _asks in (("vehicle", ""), ("driver", "motorista"), ("platform", "plataforma")):
    add_panel(
        _record,
        Panel(
            "cases",
            "cases/_panel.html",
            partial(cases_about, _record, _asks),
            Permission.CASE_READ,
        ),
    )
