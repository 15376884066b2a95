"""The day's end: what a passed day alone decides, and papers that were missed. Twice is once."""

import hashlib
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from app.accounts.domain import Actor
from app.cases.domain import StepData
from app.cases.made_papers import make_papers
from app.cases.models import CaseDocument, CaseFile
from app.cases.open_cases import OpenCase, days_of, open_cases
from app.cases.steps import take_step
from app.kernel.civil import civil_today
from app.kernel.errors import Conflict, RuleRefused
from app.persistence.base import db
from app.regulation.case_catalogue import case_law
from app.regulation.case_facts import Doer, Who
from app.regulation.case_steps import offers
from app.regulation.ruleset import Ruleset

_SYSTEM: Final = Who("", frozenset({Doer.SYSTEM}))
_BY_DAY: Final = frozenset({"term_over", "end_span"})


@dataclass(frozen=True)
class DayDone:
    """What a run did: steps that a passed day brought, and papers made late."""

    steps: int
    papers: int


def close_day(actor: Actor, law: Ruleset, *, now: datetime) -> DayDone:
    """Certify terms that are over and spans that have ended; `actor` is the system."""
    today = civil_today(now, law.instrument.time_zone)
    rows = [row for row in case_law(law).steps if row.id in _BY_DAY]
    states = {state for row in rows for state in row.from_}
    cases = open_cases(db.session(), actor.municipality_id, law, states)
    calendar = days_of(db.session(), cases, actor.municipality_id, today)
    due = [
        (one, offer.row.id)
        for one in cases
        for offer in offers(law, one.facts, _SYSTEM, calendar, today)
        if offer.row.id in _BY_DAY and not offer.refused
    ]
    db.session.rollback()
    taken = sum(_take(actor, one, step, law, now) for one, step in due)
    return DayDone(taken, _missed_papers(actor, law, now))


def _take(actor: Actor, one: OpenCase, step: str, law: Ruleset, now: datetime) -> bool:
    """False when somebody was faster: the case is then somebody's, not the night's."""
    key = f"{one.case.id}|{one.seq + 1}|{step}"
    data = StepData(
        step=step,
        on=civil_today(now, law.instrument.time_zone),
        id=hashlib.sha256(key.encode()).hexdigest()[:32],
        seen_seq=one.seq,
    )
    try:
        take_step(actor, one.case.id, data, ruleset=law, now=now)
    except (Conflict, RuleRefused):
        return False
    return True


def _missed_papers(actor: Actor, law: Ruleset, now: datetime) -> int:
    """A paper that a crash kept from being made; cases with all of theirs are not opened."""
    with_paper = db.select(CaseDocument.case_id).where(CaseDocument.number != "")
    query = db.select(CaseFile.id).where(
        CaseFile.municipality_id == actor.municipality_id, CaseFile.id.not_in(with_paper)
    )
    ids = list(db.session.scalars(query))
    db.session.rollback()
    return sum(make_papers(actor, id, law, now=now) for id in ids)
