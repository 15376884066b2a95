"""Where Planura's main steps lead, against a table written by hand (requirements.md §11)."""

import pytest

from app.regulation.case_catalogue import case_law
from app.regulation.case_facts import CasePath
from app.regulation.case_run import moves_from
from app.regulation.loader import load_all

RULES = case_law(load_all()["planura-2025"])
LEADS = {
    ("drawn", "homologate"): {"notified", "homologated"},
    ("drawn", "archive"): {"archived"},
    ("notice_sent", "received"): {"notified"},
    ("notified", "defend"): {"defended"},
    ("defended", "judge_grant"): {"granted"},
    ("undefended", "apply_penalty"): {"penalised"},
    ("rejected", "apply_penalty"): {"penalised"},
    ("penalty_sent", "received"): {"settled", "paid"},
    ("settled", "inscribe"): {"inscribed"},
    ("reported", "mayor_dismiss"): {"dismissed"},
}


@pytest.mark.parametrize(("state", "step"), LEADS)
def test_a_step_leads_where_the_law_says(state: str, step: str) -> None:
    moves = moves_from(RULES, RULES.step(step), state)
    assert {move.to for move in moves} == LEADS[state, step]


def test_only_an_undefended_or_rejected_case_gets_a_penalty() -> None:
    row = RULES.step("apply_penalty")
    begins = {state.id for state in RULES.states if moves_from(RULES, row, state.id)}
    assert begins == {"undefended", "rejected"}
    assert row.paths == (CasePath.NOTICE,)
