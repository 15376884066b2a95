"""Who may take a step of a case, by person and not by login (requirements.md §7.1, hard blocks)."""

from app.kernel.errors import RuleRefused
from app.regulation.case_catalogue import CaseRules
from app.regulation.case_facts import CaseFacts, Doer, Duty, Who
from app.regulation.case_state import CaseState
from app.regulation.effects import effect
from app.regulation.ruleset import Ruleset
from app.regulation.tables_case import StepRow

_DONE = {
    Duty.AUTHOR: "lavrou o auto",
    Duty.HOMOLOGATOR: "homologou ou arquivou",
    Duty.JUDGE: "julgou",
    Duty.COMMISSION: "é da comissão",
}


def acts_as(row: StepRow, facts: CaseFacts, who: Who) -> Doer | None:
    """The function in which this person takes the step, in the order of the row; None for none.

    A driver is the offender of his own case only; whoever is the offender acts in no other function.
    """
    mine = bool(facts.offender) and who.person_id == facts.offender
    for doer in row.does:
        if doer not in who.doers:
            continue
        if (doer is Doer.OFFENDER) == mine or (doer is Doer.OFFENDER and not facts.offender):
            return doer
    return None


@effect("guard", "separation_of_duties")
def check_person(
    ruleset: Ruleset, rules: CaseRules, facts: CaseFacts, state: CaseState, row: StepRow, who: Who
) -> Doer:
    """The function in which the person acts; `RuleRefused` with the provision that keeps him out."""
    doer = acts_as(row, facts, who)
    if doer is None:
        names = ", ".join(rules.doer(one) for one in row.does)
        raise RuleRefused(f"Este ato cabe a: {names}.", citation=ruleset.cite_all(row.basis))
    if doer is Doer.SYSTEM:
        return doer
    apart = ruleset.cite_all(rules.law.separation)
    if who.person_id in state.run.barred:
        said = "Você está impedido neste processo. Outra pessoa deve praticar o ato."
        raise RuleRefused(said, citation=apart)
    held = state.held.get(who.person_id)
    if held is Duty.AUTHOR and row.decides:
        said = "Quem lavrou o auto não decide sobre ele. Outra pessoa deve praticar o ato."
        raise RuleRefused(said, citation=apart)
    if row.duty is not None and held not in (None, row.duty):
        said = f"Quem {_DONE[held]} neste processo não pratica este ato. Outra pessoa deve decidir."
        raise RuleRefused(said, citation=apart)
    return doer


def check_named(row: StepRow, state: CaseState, who: Who) -> None:
    """Of a commission only who was named acts; `RuleRefused` for other members of the roll."""
    if row.duty is Duty.COMMISSION and state.held.get(who.person_id) is not Duty.COMMISSION:
        raise RuleRefused("Só quem a portaria nomeou para este processo pratica este ato.")


def check_proposal(
    ruleset: Ruleset, rules: CaseRules, state: CaseState, row: StepRow, who: Who
) -> None:
    """A cancellation answers to the newest proposal of another person (threats.md T14)."""
    if not row.cancels:
        return
    proposing = {step.id for step in rules.steps if row.id in step.proposes}
    others = [p for p in state.run.proposals if p[0] in proposing and p[1] != who.person_id]
    if others and others[-1][2] in ("", row.id):
        return
    raise RuleRefused(
        "Falta a proposta de outra pessoa. Quem propõe não decide; peça o parecer antes.",
        citation=ruleset.cite_all(rules.law.cancelling),
    )
