"""What the law asks of single steps beside their place and person, by the names that rows give."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from app.kernel.errors import Invalid, RuleRefused
from app.kernel.money import format_ufm
from app.regulation.case_catalogue import CaseRules
from app.regulation.case_facts import CaseEvent, CaseFacts, Duty
from app.regulation.case_run import moves_from, persons_in
from app.regulation.case_state import CaseState
from app.regulation.notice_catalogue import notice_law
from app.regulation.notice_deadline import appeal_term
from app.regulation.ruleset import DecisionOpen, Ruleset, UnknownNameError
from app.regulation.tables import Infraction
from app.regulation.terms import suspension_term
from app.regulation.vocabulary import RecidivismRule, Sanction

_DOUBLE = Decimal(2)  # the word "dobro" (PLA art. 42 §2)
_MEMBERS = 3  # PLA art. 46 §2
_CASSATION = frozenset({Sanction.CASSATION, Sanction.SUSPENSION_OR_CASSATION})


@dataclass(frozen=True)
class Asked:
    """The step that is proposed, and everything it is judged by."""

    ruleset: Ruleset
    rules: CaseRules
    facts: CaseFacts
    state: CaseState
    event: CaseEvent

    def text(self, name: str) -> str:
        """An answer; "" for none."""
        return str(self.event.values.get(name) or "").strip()

    @property
    def citation(self) -> str:
        """The provisions of the step."""
        return self.ruleset.cite_all(self.rules.step(self.event.step).basis)


def complete(ruleset: Ruleset, facts: CaseFacts) -> None:
    """Nothing is homologated while data are missing (PLA art. 49 V, CFG-PLA-26)."""
    if facts.missing:
        listed = "; ".join(facts.missing)
        raise RuleRefused(f"Antes de homologar, complete: {listed}.", citation=_content(ruleset))


def defence_term(ruleset: Ruleset, facts: CaseFacts) -> None:
    """Nobody is notified while the city has not fixed the term to defend (PAT art. 22, CFG-PAT-13)."""
    law = notice_law(ruleset)
    if appeal_term(ruleset, law).term is None:
        decision = ruleset.decision_row(law.deadline.decision)
        raise DecisionOpen(
            f"O Município ainda não decidiu: {decision.question} Registre a escolha em Decisões.",
            citation=ruleset.cite_all(decision.where),
        )


def inscription_decided(ruleset: Ruleset, facts: CaseFacts) -> None:
    """The text has no rule on unpaid fines: the city must have confirmed ours (CFG-PLA-36)."""
    if "CFG-PLA-36" not in ruleset.choices:
        decision = ruleset.decision_row("CFG-PLA-36")
        raise DecisionOpen(
            f"O Município ainda não decidiu: {decision.question} Registre a escolha em Decisões.",
            citation=ruleset.cite_all(decision.where),
        )


def _content(ruleset: Ruleset) -> str:
    basis = next((row.refs for row in notice_law(ruleset).basis if row.topic == "owner"), ())
    return ruleset.cite_all(basis)


def _recommends(asked: Asked) -> None:
    """What is recommended must be a step that the case could take from here."""
    name = asked.text("recommends")
    row = asked.rules.law.by_id.get(name)
    if row is None or not moves_from(asked.rules, row, asked.state.state.id):
        said = "Este parecer não cabe onde o processo está. Escolha outra opção."
        raise Invalid(said, field="recommends")


def fines(
    infraction: Infraction, ruleset: Ruleset, base: Decimal, *, repeated: bool
) -> set[Decimal]:
    """The amounts (UFM) that the text itself gives: the base, or what repetition makes of it."""
    if not repeated:
        return {base}
    row = ruleset.recidivism_of(infraction)
    if row is None:
        return set()
    if row.rule is RecidivismRule.STEPS:
        return set(row.steps_ufm[1:])
    return {base * _DOUBLE} if row.rule is RecidivismRule.DOUBLE_FINE else {base}


def _fine(asked: Asked) -> None:
    """The base or less where the text leaves it open (PLA art. 42 §1); twice only with earlier cases."""
    infraction = asked.ruleset.infraction(asked.facts.code)
    base = infraction.fine_ufm if asked.facts.base_ufm is None else asked.facts.base_ufm
    value = Decimal(asked.text("fine_ufm").replace(",", "."))
    repeated = bool(asked.text("earlier"))
    if base is None:
        raise RuleRefused("Esta infração não leva a multa.", citation=asked.citation)
    open_ = infraction.fine_ufm is None
    given = fines(infraction, asked.ruleset, base, repeated=repeated)
    most = max(given, default=base)
    if value in given or (open_ and 0 < value < most):
        return
    words = " ou ".join(format_ufm(one) for one in sorted(given)) or format_ufm(base)
    if open_:
        words = f"até {words}"
    hint = "" if repeated else " Para dobrar, indique os processos anteriores."
    raise Invalid(f"A multa deste processo é de {words}.{hint}", field="fine_ufm")


def _type_of(asked: Asked, code: str) -> Infraction:
    try:
        return asked.ruleset.infraction(code)
    except UnknownNameError:
        said = "Este código não existe na norma. Escolha um da lista de infrações."
        raise Invalid(said, field="type_code") from None


def _sanction_type(asked: Asked) -> None:
    row = _type_of(asked, asked.text("type_code"))
    if not (row.suspension_days_max or row.suspension_months or row.sanction in _CASSATION):
        said = "Esta infração não leva a suspensão nem a cassação."
        raise RuleRefused(said, field="type_code", citation=asked.ruleset.cite_all(row.basis))


def _cassation(asked: Asked) -> None:
    row = asked.ruleset.infraction(asked.state.run.code)
    repeats = asked.ruleset.recidivism_of(row)
    manual = repeats is not None and repeats.rule is not RecidivismRule.DOUBLE_FINE
    if row.sanction not in _CASSATION and not manual:
        said = "Esta infração não leva a cassação."
        raise RuleRefused(said, citation=asked.ruleset.cite_all(row.basis))


def _suspension(asked: Asked) -> None:
    start = date.fromisoformat(asked.text("start"))
    if start < asked.event.on:
        raise Invalid("A suspensão não começa antes do ato. Confira o dia.", field="start")
    days = asked.text("days")
    suspension_term(asked.ruleset, asked.state.run.code, start, int(days) if days else None)


def _commission(asked: Asked) -> None:
    """Three members and alternates, all different, none with a part in the case (PLA art. 46 §2)."""
    members = persons_in(asked.event.values, "members")
    alternates = persons_in(asked.event.values, "alternates")
    if len(set(members)) != _MEMBERS or len(members) != _MEMBERS:
        said = "A comissão tem três membros efetivos, todos diferentes."
        raise RuleRefused(said, field="members", citation=asked.citation)
    if not alternates or len({*members, *alternates}) != len(members) + len(alternates):
        said = "Nomeie suplentes que não sejam membros."
        raise RuleRefused(said, field="alternates", citation=asked.citation)
    outside = {asked.facts.offender, *asked.state.run.barred, asked.event.person_id}
    for person in (*members, *alternates):
        held = asked.state.held.get(person)
        if person in outside or held not in (None, Duty.COMMISSION):
            said = "Quem lavrou, homologou, nomeia ou é parte não integra a comissão."
            raise RuleRefused(said, field="members", citation=asked.citation)


# Known before the form is filled: the page already says why the step must wait.
PERSON_CHECKS: Mapping[str, Callable[[Ruleset, CaseFacts], None]] = {
    "complete": complete,
    "defence_term": defence_term,
    "inscription_decided": inscription_decided,
}


def _early(check: Callable[[Ruleset, CaseFacts], None]) -> Callable[[Asked], None]:
    return lambda asked: check(asked.ruleset, asked.facts)


CHECKS: Mapping[str, Callable[[Asked], None]] = {
    **{name: _early(check) for name, check in PERSON_CHECKS.items()},
    "recommends": _recommends,
    "fine": _fine,
    "sanction_type": _sanction_type,
    "cassation": _cassation,
    "suspension": _suspension,
    "commission": _commission,
}
