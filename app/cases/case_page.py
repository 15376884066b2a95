"""What the pages of one case share: its file in order, its terms, and the steps this person may take."""

from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any

from flask import current_app, g

from app.accounts.permissions import Permission
from app.cases.domain import DOER_OF
from app.cases.facts import acting
from app.cases.file_words import ShownDue, ShownStep, shown_due, shown_steps, split_offers
from app.cases.models import CaseFile
from app.cases.penalty import Proposal, proposal
from app.cases.queries import CaseDetail, case_detail
from app.documents.notice import NoticeSheet
from app.infractions.paper import sheet_of
from app.infractions.service_paper import read_paper
from app.persistence.base import db
from app.regulation.case_catalogue import CaseRules, case_law
from app.regulation.case_facts import CasePath, Doer
from app.regulation.case_steps import Offer, offers
from app.regulation.recidivism import Consequence
from app.regulation.ruleset import Ruleset

_FINES = frozenset({Consequence.DOUBLE_FINE, Consequence.NEXT_STEP})


@dataclass(frozen=True)
class CaseView:
    """One case as a person sees it."""

    detail: CaseDetail
    rules: CaseRules
    steps: list[ShownStep]
    dues: list[ShownDue]
    offers: tuple[Offer, ...]
    sheets: list[NoticeSheet]  # of its notice, or of those behind a sanction
    own: bool  # seen by the offender
    escalation: Proposal | None  # what repetition leads to beside the fine

    @property
    def groups(self) -> dict[str, list[Offer]]:
        """The offers by what to do with them."""
        return split_offers(self.offers)

    def offer(self, step: str) -> Offer | None:
        """The offer of a step, refused or not."""
        return next((one for one in self.offers if one.row.id == step), None)


def doers() -> frozenset[Doer]:
    """The functions of whoever asks."""
    return frozenset(DOER_OF[role] for role in g.actor.roles if role in DOER_OF)


def case_view(case_id: str, *, today: date, now: datetime, why: str) -> CaseView:
    """The case for whoever asks; NotFound for who does not see it. Reading its notice is an event."""
    law: Ruleset = g.ruleset
    detail, rules = case_detail(g.actor, case_id, law, now=now), case_law(law)
    mine = doers()
    who = acting(db.session(), g.actor, today, now).who
    found = offers(law, detail.facts, who, detail.calendar, today)
    cited = {row.id: law.cite_all(row.basis) for row in rules.steps}
    ids = [detail.row.notice_id] if detail.row.notice_id else list(detail.notices)
    steps = shown_steps(rules, detail, cited)
    own = not mine - {Doer.OFFENDER}
    return CaseView(
        detail=detail,
        rules=rules,
        steps=steps,
        dues=[shown_due(due, today, mine=bool(mine & {*due.does})) for due in detail.state.dues],
        offers=found,
        sheets=[_sheet(id, now, why) for id in ids],
        own=own,
        escalation=_escalation(detail, law, now) if g.actor.can(Permission.CASE_PROPOSE) else None,
    )


def _escalation(detail: CaseDetail, law: Ruleset, now: datetime) -> Proposal | None:
    """What the law orders beside a fine, where earlier cases order it."""
    if detail.facts.path is not CasePath.NOTICE or detail.state.state.cancelled:
        return None
    case = db.session.get_one(CaseFile, detail.row.id)
    found = proposal(db.session(), case, detail.facts, detail.state, law, now)
    beside = [one for one in found.findings if one.consequence not in _FINES]
    return replace(found, findings=tuple(beside)) if beside else None


def _sheet(notice_id: str, now: datetime, why: str) -> NoticeSheet:
    """The notice as its document shows it; who sees the case sees what it is about."""
    paper = read_paper(
        g.actor, notice_id, now=now, why=why, with_photos=False, may=lambda actor, row: True
    )
    rulesets = current_app.extensions["rulesets"]
    law = rulesets.get(paper.record["ruleset"]["slug"], g.ruleset)
    return sheet_of(paper, g.city, law, current_app.config["SETTINGS"].public_url)


def page_values(view: CaseView) -> dict[str, Any]:
    """What every page of a case is given."""
    return {"view": view, "case": view.detail.row, "state": view.detail.state}
