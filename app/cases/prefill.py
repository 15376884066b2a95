"""What a step's form begins with: what the law proposes and what the city already knows."""

from datetime import datetime
from typing import Any

from flask import g

from app.cases.case_page import CaseView
from app.cases.forms import PREFIX
from app.cases.models import CaseFile
from app.cases.penalty import Proposal, proposal
from app.kernel.money import format_number
from app.persistence.base import db
from app.regulation.case_facts import Doer
from app.regulation.tables_case import StepRow
from app.web.clock import today


def prefill(view: CaseView, row: StepRow, *, now: datetime) -> dict[str, Any]:
    """Field name → first value; a person may change every one of them."""
    known: dict[str, Any] = {"on": today(), "place": g.city.name, "payment": ""}
    if Doer.OFFENDER in row.does and view.own:
        known["filed_by"] = g.actor.name
    found = proposal_of(view, row, now=now)
    if found is not None and found.amount is not None:
        known["fine_ufm"] = format_number(found.amount.ufm)
        known["earlier"] = ", ".join(found.earlier)
    asked = {f"{PREFIX}{name}": known[name] for name in row.asks if name in known}
    return {"on": known["on"], **asked}


def proposal_of(view: CaseView, row: StepRow, *, now: datetime) -> Proposal | None:
    """The fine that the law proposes, for the step that fixes it."""
    if "fine_ufm" not in row.asks:
        return None
    case = db.session.get_one(CaseFile, view.detail.row.id)
    return proposal(db.session(), case, view.detail.facts, view.detail.state, g.ruleset, now)
