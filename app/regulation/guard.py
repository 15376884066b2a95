"""The one question before any legal act: may this municipality issue it (requirements.md §9.3)?

Everything that takes a number, prints or notifies asks here; a refusal lists all reasons.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from zoneinfo import ZoneInfo

from app.regulation.effects import effect
from app.regulation.ruleset import LegalStatus, Ruleset

_STATUS_SENTENCES = {
    LegalStatus.BILL: "A norma ainda é um projeto de lei.",
    LegalStatus.APPROVED: "A norma foi aprovada, mas ainda não foi sancionada.",
    LegalStatus.SANCTIONED: "A norma foi sancionada, mas ainda não está em vigor.",
    LegalStatus.VACATIO: "A norma foi publicada, mas ainda não entrou em vigor.",
    LegalStatus.SUSPENDED: "A norma está suspensa por decisão judicial.",
    LegalStatus.REVOKED: "A norma foi revogada.",
    LegalStatus.UNCONSTITUTIONAL: "A norma foi declarada inconstitucional.",
}


@dataclass(frozen=True)
class Refusal:
    """One reason (pt-BR sentence) and the provision it rests on; "" where none says it."""

    reason: str
    citation: str


@dataclass(frozen=True)
class Permission:
    """The answer of the guard: allowed exactly when there is no refusal."""

    refusals: tuple[Refusal, ...]

    @property
    def allowed(self) -> bool:
        """True when the act may be issued with legal value."""
        return not self.refusals


@effect("guard", "may_issue")
def may_issue(
    ruleset: Ruleset,
    fact_at: datetime,
    issued_at: datetime,
    *,
    ufm_known: bool,
    agent_designated: bool,
) -> Permission:
    """Whether an act on a fact may be issued with legal value, and if not, every reason.

    Both instants must be aware; their civil days are taken in the municipality's zone.
    `ufm_known`: the UFM of the year is recorded. `agent_designated`: the agent's act of
    designation was valid at the fact. ValueError for a naive instant.
    """
    zone = ZoneInfo(ruleset.instrument.time_zone)
    days = {"do fato": _civil(fact_at, zone), "da lavratura": _civil(issued_at, zone)}
    refusals = [
        *_status_refusals(ruleset),
        *(refusal for name, day in days.items() for refusal in _day_refusals(ruleset, name, day)),
        *_decision_refusals(ruleset),
    ]
    if not ufm_known:
        reason = "O valor da UFM do ano não está registrado. Registre-o em Taxas."
        refusals.append(Refusal(reason, _citation(ruleset, "screen:fees.ufm")))
    if not agent_designated:
        reason = "O agente não tinha ato de designação válido na data do fato."
        refusals.append(Refusal(reason, _citation(ruleset, "guard:agent_designation")))
    return Permission(tuple(refusals))


def _civil(instant: datetime, zone: ZoneInfo) -> date:
    if instant.tzinfo is None:
        raise ValueError("the guard needs aware instants")
    return instant.astimezone(zone).date()


def _status_refusals(ruleset: Ruleset) -> Iterator[Refusal]:
    sentence = _STATUS_SENTENCES.get(ruleset.instrument.status)
    if sentence:
        yield Refusal(f"{sentence} Só é possível treinar.", _entry_citation(ruleset))


def _day_refusals(ruleset: Ruleset, name: str, day: date) -> Iterator[Refusal]:
    force = ruleset.in_force
    on = f"O dia {name} ({day:%d/%m/%Y})"
    citation = _entry_citation(ruleset)
    if force.start is None:
        yield Refusal(f"{on} não está na vigência: falta a publicação da norma.", citation)
    elif day < force.start:
        yield Refusal(
            f"{on} é anterior à vigência, que começa em {force.start:%d/%m/%Y}.", citation
        )
    if force.end is not None and day >= force.end:
        yield Refusal(f"{on} é posterior à vigência, que cessou em {force.end:%d/%m/%Y}.", citation)
    order = force.suspended_by(day)
    if order is not None:
        act = f" ({order.act})" if order.act else ""
        yield Refusal(f"{on} cai em período de suspensão da norma{act}.", citation)


def _decision_refusals(ruleset: Ruleset) -> Iterator[Refusal]:
    for decision in ruleset.open_decisions():
        reason = f"Falta uma decisão do Município: {decision.question} ({decision.id})"
        yield Refusal(reason, ruleset.cite_all(decision.where))


def _entry_citation(ruleset: Ruleset) -> str:
    return _citation(ruleset, "rule:in_force")


def _citation(ruleset: Ruleset, effect_name: str) -> str:
    return ruleset.cite_all(row.ref for row in ruleset.doing(effect_name))
