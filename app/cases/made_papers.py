"""Making the papers that steps call for, after the step is safe; what was missed is made later.

A paper is made once: of the case as it stood after its step, with that step's day.
"""

import json
from dataclasses import replace
from datetime import datetime

from app.accounts.domain import Actor
from app.accounts.queries import city
from app.cases.case_rows import StepTaken
from app.cases.file_words import shown_steps
from app.cases.paper_sheets import paper_file
from app.cases.paper_values import Told
from app.cases.papers import keep_made_paper
from app.cases.queries import CaseDetail, case_detail
from app.fees.ufm import units
from app.infractions.models import Notice
from app.persistence.base import db
from app.regulation.case_catalogue import CaseRules, case_law
from app.regulation.case_papers import has_paper
from app.regulation.case_run import moves_from
from app.regulation.case_state import state_of
from app.regulation.ruleset import Ruleset
from app.regulation.tables_case import SAME
from app.regulation.tables_papers import PaperKind


def make_papers(actor: Actor, case_id: str, law: Ruleset, *, now: datetime) -> int:
    """Make what the steps of the case call for and is not kept yet; how many were made."""
    detail, rules = case_detail(actor, case_id, law, now=now), case_law(law)
    kept = {(paper.step_id, paper.kind) for paper in detail.papers}
    made = 0
    for seq, (step, kind) in enumerate(_called_for(rules, law, detail), 1):
        if kind is None or (step.id, kind.value) in kept:
            continue
        told = _told(rules, law, detail, seq, actor.municipality_id)
        file = paper_file(kind, told, city(actor.municipality_id))
        keep_made_paper(actor, step.id, kind.value, file, number=_number(detail, seq), now=now)
        made += 1
    return made


def _called_for(
    rules: CaseRules, law: Ruleset, detail: CaseDetail
) -> list[tuple[StepTaken, PaperKind | None]]:
    before = rules.first_state(detail.row.path)
    found: list[tuple[StepTaken, PaperKind | None]] = []
    for step in detail.steps:
        found.append((step, _kind(rules, law, step, before)))
        before = step.state_after
    return found


def _kind(rules: CaseRules, law: Ruleset, step: StepTaken, before: str) -> PaperKind | None:
    """The paper of the move that the step was; None for none."""
    for move in moves_from(rules, rules.step(step.step), before):
        fits = move.to in (step.state_after, SAME)
        if fits and move.paper and has_paper(law, PaperKind(move.paper)):
            return PaperKind(move.paper)
    return None


def _told(rules: CaseRules, law: Ruleset, detail: CaseDetail, seq: int, city_id: str) -> Told:
    """The case as it stood after that step."""
    then = replace(detail.facts, events=detail.facts.events[:seq])
    state = state_of(law, then, detail.calendar, detail.steps[seq - 1].at)
    at_the_time = replace(detail, facts=then, state=state)
    cited = {row.id: law.cite_all(row.basis) for row in rules.steps}
    notice_id = detail.row.notice_id or (detail.notices[0] if detail.notices else "")
    notice = db.session.get(Notice, notice_id) if notice_id else None
    record = json.loads(notice.payload) if notice else {}
    steps = shown_steps(rules, at_the_time, cited)
    told = units(db.session(), city_id)
    return Told(law, rules, at_the_time, notice, record, steps, seq, told)


def _number(detail: CaseDetail, seq: int) -> str:
    return f"{detail.row.number}-{seq}"
