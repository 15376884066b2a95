"""Reads of cases: one with its steps, lists by state, the work that waits, what counts as repetition."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy import select

from app.accounts.city_calendar import city_calendar
from app.accounts.domain import Actor
from app.cases.access import case_for, seen_by
from app.cases.case_rows import (
    CaseRow,
    PaperRow,
    StepTaken,
    in_states,
    matching,
    papers_of,
    rows_of,
    state_id,
    steps_of,
    with_last_step,
)
from app.cases.facts import calendar_of, facts_among, facts_of
from app.cases.models import CaseFile, CaseNotice
from app.kernel.calendar import Calendar
from app.kernel.civil import civil_today
from app.persistence.base import db
from app.persistence.newest_first import key_of, older
from app.registry.queries import Page
from app.regulation.case_catalogue import case_law
from app.regulation.case_facts import CaseFacts, Doer
from app.regulation.case_state import CaseState, state_of
from app.regulation.case_steps import next_steps
from app.regulation.ruleset import Ruleset

PAGE = 50
_WAITING_MAX = 500  # of a worklist: more than a counter does in a week
_NO_KEY = "Este endereço de página não vale mais. Comece pela primeira página."


@dataclass(frozen=True)
class CaseDetail:
    """One case as its page needs it; `seen_seq` goes back with the form."""

    row: CaseRow
    facts: CaseFacts
    state: CaseState
    steps: tuple[StepTaken, ...]
    papers: tuple[PaperRow, ...]
    notices: tuple[str, ...]  # ids behind a sanction
    calendar: Calendar

    @property
    def seen_seq(self) -> int:
        """How many steps the reader has before the eyes."""
        return len(self.steps)


@dataclass(frozen=True)
class Waiting:
    """A case that waits for a function: what it may do next, and the first due date, if any."""

    row: CaseRow
    due: date | None
    next: tuple[str, ...]


def case_detail(actor: Actor, case_id: str, law: Ruleset, *, now: datetime) -> CaseDetail:
    """One case with all of its life; NotFound for who does not see it."""
    session = db.session()
    case = case_for(session, actor, case_id, _today(law, now))
    facts, calendar = facts_of(session, case), calendar_of(session, case, now)
    state = state_of(law, facts, calendar, now)
    joined = select(CaseNotice.notice_id).where(CaseNotice.case_id == case.id)
    return CaseDetail(
        row=rows_of(session, [case], {case.id: state.state.id})[0],
        facts=facts,
        state=state,
        steps=steps_of(session, case.id),
        papers=papers_of(session, case.id),
        notices=tuple(session.scalars(joined.order_by(CaseNotice.notice_id))),
        calendar=calendar,
    )


def case_of_notice(actor: Actor, notice_id: str) -> str:
    """Id of the case of a notice of the actor's city; "" when it has none."""
    query = select(CaseFile.id).where(
        CaseFile.municipality_id == actor.municipality_id, CaseFile.notice_id == notice_id
    )
    return db.session.scalar(query) or ""


def cases(
    actor: Actor,
    law: Ruleset,
    *,
    state: str = "",
    text: str = "",
    after: str = "",
    now: datetime,
) -> Page[CaseRow]:
    """One page, the newest first, of one state or of all; `Invalid` for a key that is none.

    `text`: a number of case or notice, a plate, or part of a name.
    """
    session = db.session()
    query = with_last_step().where(*seen_by(actor, _today(law, now)))
    if state:
        query = query.where(in_states(law, {state}))
    if text:
        query = query.where(matching(text))
    if after:
        query = query.where(older(CaseFile.opened_at, CaseFile.id, after, _NO_KEY))
    query = query.order_by(CaseFile.opened_at.desc(), CaseFile.id.desc()).limit(PAGE + 1)
    found = [(case, step) for case, step in session.execute(query)]
    shown = found[:PAGE]
    states = {case.id: state_id(law, case, step) for case, step in shown}
    rows = rows_of(session, [case for case, _ in shown], states)
    end = shown[-1][0] if len(found) > PAGE else None
    return Page(tuple(rows), key_of(end.opened_at, end.id) if end else "")


def worklist(
    actor: Actor, doers: Collection[Doer], law: Ruleset, *, now: datetime
) -> tuple[Waiting, ...]:
    """Cases in a state from which one of these functions acts, the first due date first."""
    session, today = db.session(), _today(law, now)
    rules = case_law(law)
    usual = (row for row in rules.steps if row.usual and set(row.does) & set(doers))
    states = {state for row in usual for state in row.from_}
    states -= {row.id for row in rules.states if row.final}
    query = with_last_step().where(*seen_by(actor, today), in_states(law, states))
    found = list(session.execute(query.order_by(CaseFile.opened_at).limit(_WAITING_MAX)))
    files = [case for case, _ in found]
    if not files:
        return ()
    facts = facts_among(session, files)
    years = range(min(case.happened_at.year for case in files) - 1, now.year + 3)
    days = city_calendar(session, actor.municipality_id, years)
    current = {id: state_of(law, told, days, now) for id, told in facts.items()}
    rows = rows_of(session, files, {id: state.state.id for id, state in current.items()})
    waiting = [
        Waiting(row, current[row.id].first_due, names)
        for row in rows
        if (names := next_steps(rules, current[row.id], doers))
    ]
    return tuple(sorted(waiting, key=lambda one: (one.due or date.max, one.row.opened_at)))


def _today(law: Ruleset, now: datetime) -> date:
    return civil_today(now, law.instrument.time_zone)
