"""Fifty people decide one case at once: one wins, the others are told that somebody was faster."""

from collections import Counter

from flask import Flask
from sqlalchemy import func, select

from app.accounts.domain import Actor
from app.accounts.permissions import Role
from app.cases.domain import AlreadyDecided, StepData
from app.cases.models import CaseCancelling, CaseFile, CaseStep
from app.cases.steps import take_step
from app.kernel.ids import new_id
from app.ledger.verify import verify
from app.persistence.base import db
from tests.infractions.test_races import at_once
from tests.support.case_people import hired
from tests.support.case_steps import DEFENCE, REASONS, completed, homologated, take
from tests.support.cast import NOW, Cast
from tests.support.permits import law


def decide(home: Cast, id: str, step: str, who: Actor, seen: int) -> str:
    """One decision by a form that saw `seen` steps."""
    data = StepData(step, NOW.date(), new_id(), seen, {"reasons": REASONS})
    return take_step(who, id, data, ruleset=law(home), now=NOW)


def outcomes(answers: list[object]) -> Counter[str]:
    return Counter(type(one).__name__ if isinstance(one, Exception) else "taken" for one in answers)


def test_of_fifty_homologations_one_wins(app: Flask, planura: Cast, case: CaseFile) -> None:
    completed(planura, case.id)
    celia = planura.actor("celia")
    works = [lambda: decide(planura, case.id, "homologate", celia, 0)] * 50
    assert outcomes(at_once(app, works)) == {"taken": 1, AlreadyDecided.__name__: 49}
    count = select(func.count()).select_from(CaseStep)
    assert db.session.scalar(count) == 1
    assert list(verify(db.session(), planura.city, app.config["LEDGER_KEY"])) == []


def test_two_who_judge_otherwise_do_not_both(app: Flask, planura: Cast, case: CaseFile) -> None:
    homologated(planura, case.id)
    take(planura, case.id, "defend", "bruno", **DEFENCE)
    take(planura, case.id, "opinion", "fabio", recommends="judge_grant", reasons=REASONS)
    judges = [hired(planura, place, Role.SECRETARY) for place in (0, 1)]
    seen = db.session.scalar(select(func.count()).select_from(CaseStep)) or 0
    db.session.rollback()
    works = [
        lambda s=step, j=judge: decide(planura, case.id, s, j, seen)
        for _ in range(10)
        for step, judge in zip(("judge_grant", "judge_reject"), judges, strict=True)
    ]
    answers = outcomes(at_once(app, works))
    assert answers["taken"] == 1 and answers[AlreadyDecided.__name__] == 19
    seats = select(func.count()).select_from(CaseCancelling)
    judged = select(CaseStep.step).where(CaseStep.step.like("judge_%"))
    [decided] = db.session.scalars(judged)
    assert db.session.scalar(seats) == (decided == "judge_grant")
