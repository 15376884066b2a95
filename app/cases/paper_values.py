"""What each paper of a case says of it: words, ready to be set (requirements.md §11)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any, Final

from app.cases.file_words import ShownStep
from app.cases.price import price
from app.cases.queries import CaseDetail
from app.infractions.models import Notice
from app.kernel.civil import format_date, format_date_long, format_instant
from app.kernel.errors import Invalid
from app.kernel.identifiers import format_cnpj, format_cpf, parse_cnpj, parse_cpf
from app.kernel.money import format_brl, format_ufm
from app.regulation.case_catalogue import CaseRules
from app.regulation.case_facts import CasePath
from app.regulation.case_papers import timeliness
from app.regulation.deadlines import counting_words, term_of
from app.regulation.fines import PricedAmount, UfmValue
from app.regulation.notice_catalogue import notice_law
from app.regulation.notice_deadline import appeal_term
from app.regulation.ruleset import Ruleset
from app.regulation.tables_papers import PLACEHOLDERS, PaperKind
from app.regulation.vocabulary import Sanction

UNKNOWN: Final = "autuado não identificado"
_AR: Final = "carta com aviso de recebimento (AR)"
_PAY_HOW: Final = "Retire a guia de recolhimento na Secretaria ou na sua página."
_FINAL: Final = "A decisão é definitiva desde o recebimento desta notificação."
_ACTS: Final = {
    "archive": "ARQUIVAMENTO",
    "declare_void": "DECLARAÇÃO DE NULIDADE POR PRAZO",
    "annul": "ANULAÇÃO",
}
_DECISIONS: Final = {
    "judge_grant": "DEFERIDA",
    "judge_reject": "INDEFERIDA",
    "mayor_dismiss": "ENCERRADO SEM PENALIDADE",
}


@dataclass(frozen=True)
class Told:
    """The case, its notice's record ("" parts where there is none), and the step the paper is of."""

    law: Ruleset
    rules: CaseRules
    detail: CaseDetail
    notice: Notice | None
    record: Mapping[str, Any]
    steps: list[ShownStep]
    seq: int  # of the step
    units: Mapping[int, UfmValue]

    @property
    def step(self) -> ShownStep:
        """The step."""
        return self.steps[self.seq - 1]

    @property
    def on(self) -> date:
        """The civil day of the step."""
        return self.detail.steps[self.seq - 1].on

    def answer(self, name: str) -> str:
        """An answer of the step as it was typed; "" for none."""
        return str(self.detail.steps[self.seq - 1].values.get(name) or "")

    def line(self, label_of: str) -> str:
        """An answer of the step in words."""
        asks = self.rules.asks(self.rules.step(self.detail.steps[self.seq - 1].step))
        label = next((ask.label for ask in asks if ask.id == label_of), "")
        return next((text for name, text in self.step.lines if name == label), "")

    def last(self, *ids: str) -> ShownStep | None:
        """The newest earlier step with one of these ids."""
        earlier = zip(self.detail.steps[: self.seq], self.steps, strict=False)
        return next((s for taken, s in reversed(list(earlier)) if taken.step in ids), None)

    def part(self, name: str, key: str) -> str:
        """A text of the notice's record; "" where there is none."""
        part = self.record.get(name) or {}
        return str(part.get(key) or "")


def values_of(kind: PaperKind, told: Told) -> dict[str, str]:
    """Everything that the kind may ask for; what the case does not know is ""."""
    found = {**_common(told), **_OWN[kind](told)}
    asked = PLACEHOLDERS[kind].all
    return {name: found.get(name, "") for name in asked}


def _common(told: Told) -> dict[str, str]:
    row = told.detail.row
    return {
        "case": row.number,
        "day": format_date(told.on),
        "name": row.offender or UNKNOWN,
        "document": document_of(told.part("offender", "tax_id")),
        "address": address_of(told.record),
        "notice": row.notice,
        "infraction": _infraction(told),
        "plate": row.plate,
        "place": told.part("place", "text"),
        "reasons": told.answer("reasons"),
    }


def document_of(tax_id: str) -> str:
    """ "CPF 529.982.247-25", "CNPJ 12.ABC.345/01DE-35"; "" for none."""
    for name, parse, shown in (("CPF", parse_cpf, format_cpf), ("CNPJ", parse_cnpj, format_cnpj)):
        try:
            return f"{name} {shown(parse(tax_id))}"
        except Invalid:
            continue
    return ""


def address_of(record: Mapping[str, Any]) -> str:
    """Where the offender is written to: his own address as driver or as owner; "" where unknown."""
    tax_id = (record.get("offender") or {}).get("tax_id") or ""
    for part, key in (("driver", "cpf"), ("owner", "tax_id")):
        told = record.get(part) or {}
        if tax_id and told.get(key) == tax_id:
            return str(told.get("address") or "")
    return ""


def _infraction(told: Told) -> str:
    code = told.detail.state.run.code
    return f"{code}, {told.law.infraction(code).title}" if code else "conforme os autos"


def _notification(told: Told) -> dict[str, str]:
    appeal = appeal_term(told.law, notice_law(told.law))
    fine = told.detail.facts.base_ufm
    warning = told.detail.facts.path is CasePath.WARNING
    days = f"{appeal.days} dias" if appeal.term else appeal.words
    return {
        "fact": format_instant(told.detail.facts.happened_at, told.law.instrument.time_zone),
        "channel": _AR,
        "term": days,
        "rule": counting_words(appeal.term) if appeal.term else "",
        "fine": format_ufm(fine) if fine is not None else "",
        "penalty": "" if warning else _penalty(told),
        "warning": "advertência" if warning else "",
    }


def _penalty(told: Told) -> str:
    sanction = told.law.infraction(told.detail.facts.code).sanction
    return {
        Sanction.SUSPENSION: "suspensão, por processo próprio",
        Sanction.CASSATION: "cassação, por processo próprio",
        Sanction.SUSPENSION_OR_CASSATION: "suspensão ou cassação, por processo próprio",
        Sanction.FINE_AND_SUSPENSION: "multa e suspensão",
    }.get(sanction, "multa")


def _penalty_notification(told: Told) -> dict[str, str]:
    quantity = Decimal(told.answer("fine_ufm").replace(",", "."))
    ufm, cost = format_ufm(quantity), _priced(told, quantity)
    due = next((row for row in told.rules.law.due if row.payment), None)
    days = due.goal_days or term_of(told.law, due.id).length if due else 0
    return {
        "decided_on": format_date(told.on),
        "amount": f"{format_brl(cost.centavos)} ({ufm})",
        "computation": cost.computation,
        "pay_until": f"{days} dias depois do recebimento desta notificação",
        "pay_how": _PAY_HOW,
        "final": _FINAL,
        "penalty": f"multa de {ufm}",
    }


def _decision(told: Told) -> dict[str, str]:
    taken = told.detail.steps[told.seq - 1].step
    opinion = told.last("opinion", "report")
    defended = told.last("defend")
    return {
        "decision": _DECISIONS[taken],
        "effect": told.rules.state(told.detail.steps[told.seq - 1].state_after).story,
        "judge": told.step.who,
        "opinion": f"{opinion.who}: {opinion.lines[-1][1]}" if opinion else "",
        "defended_on": format_date(defended.at.date()) if defended else "",
    }


def _archived(told: Told) -> dict[str, str]:
    proposer = told.last("opinion", "propose_void", "propose_annulment")
    return {
        "act": _ACTS[told.detail.steps[told.seq - 1].step],
        "law": told.step.citation,
        "proposer": proposer.who if proposer else "",
    }


def _receipt(told: Told) -> dict[str, str]:
    return {
        "protocol": f"{told.detail.row.number}-{told.seq}",
        "instant": instant_words(told),
        "filed_by": told.answer("filed_by"),
    }


def instant_words(told: Told) -> str:
    """ "01/12/2026 às 10:40:07", by the server's clock."""
    zone = told.law.instrument.time_zone
    return f"{format_instant(told.step.at, zone)}:{told.step.at:%S}"


def due_words(told: Told) -> str:
    """The last day to defend and its rule; "" while nobody is notified."""
    due = told.detail.state.defence
    return f"{format_date_long(due.due_on)} ({due.rule})" if due else ""


def timeliness_words(told: Told) -> str:
    """What the receipt says of the term."""
    state = told.detail.state
    return timeliness(state.in_time if state.defence else None)


def _portaria(told: Told) -> dict[str, str]:
    return {
        "number": told.answer("portaria"),
        "members": told.line("members"),
        "alternates": told.line("alternates"),
        "reasons": "",
    }


def _report(told: Told) -> dict[str, str]:
    named, heard = told.last("name_commission"), told.last("hear")
    opened, defended = told.last("propose_sanction"), told.last("defend")
    return {
        "members": _line_of(named, "Três membros efetivos"),
        "portaria": _line_of(named, "Número e data da portaria"),
        "facts": _line_of(opened, "Fatos e processos que fundamentam o pedido"),
        "evidence": _line_of(heard, "O que foi ouvido ou juntado"),
        "defence": _line_of(defended, "O que aconteceu e por que o auto não deve valer"),
        "conclusion": told.line("opinion"),
    }


def _line_of(step: ShownStep | None, label: str) -> str:
    lines = step.lines if step else ()
    return next((text for name, text in lines if name == label), "não consta")


def _mayor_act(told: Told) -> dict[str, str]:
    report, span = told.last("report"), told.detail.state.span
    suspends = told.detail.steps[told.seq - 1].step == "mayor_suspend"
    shown = {"report": f"{report.who}, {format_date(report.at.date())}"} if report else {}
    if suspends and span is not None:
        return {
            **shown,
            "penalty": "suspensão",
            "days": f"{span.days} dias",
            "start": format_date(span.first),
            "end": format_date(span.last),
        }
    return {**shown, "penalty": "cassação", "bar_until": _bar(told)}


def _bar(told: Told) -> str:
    if not told.rules.law.bar:
        return ""
    years = told.law.deadline(told.rules.law.bar).length
    return f"{years} anos depois da decisão definitiva"


def _debt(told: Told) -> dict[str, str]:
    fine, settled = told.detail.state.run.fine_ufm, told.detail.state.run.final_on
    cost = _priced(told, fine or Decimal(0))
    return {
        "number": told.answer("inscription"),
        "amount": f"{format_brl(cost.centavos)} ({format_ufm(cost.ufm)})",
        "settled_on": format_date(settled) if settled else "",
        "computation": cost.computation,
    }


def _priced(told: Told, ufm: Decimal) -> PricedAmount:
    """In reais, by the UFM that counted when the fine was fixed."""
    fixed = told.last("apply_penalty")
    on = told.on
    if fixed is not None:
        on = told.detail.steps[fixed.number - 1].on
    return price(
        told.law,
        told.detail.row.code,
        ufm,
        happened_on=told.detail.state.happened_on,
        decided_on=on,
        units=told.units,
    )


_OWN: Mapping[PaperKind, Callable[[Told], dict[str, str]]] = {
    PaperKind.NOTIFICATION: _notification,
    PaperKind.PENALTY_NOTIFICATION: _penalty_notification,
    PaperKind.RECEIPT: _receipt,
    PaperKind.DECISION: _decision,
    PaperKind.ARCHIVE_DECISION: _archived,
    PaperKind.PORTARIA: _portaria,
    PaperKind.COMMISSION_REPORT: _report,
    PaperKind.MAYOR_ACT: _mayor_act,
    PaperKind.DEBT_CERTIFICATE: _debt,
}
