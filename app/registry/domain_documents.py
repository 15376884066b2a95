"""Papers with dates: what a kind of the ruleset asks for, and how good one is today. Pure."""

from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import StrEnum
from typing import Final, Self

from app.kernel.civil import format_date
from app.kernel.errors import Invalid, RuleRefused
from app.registry.domain_text import one_line, paragraph
from app.regulation.documents_age import document_age
from app.regulation.ruleset import Document, DocumentRule, DocumentSubject, Ruleset

_AMOUNT_MAX: Final = 10**12
_AGED_AT_DELIVERY: Final = frozenset({DocumentRule.MAX_AGE_DAYS, DocumentRule.MAX_AGE_MONTHS})
_ISSUE_NEEDED: Final = _AGED_AT_DELIVERY | {DocumentRule.YEARLY, DocumentRule.RECURRING_DAYS}
# Facts of these kinds are fields of the record itself or results of an inspection.
IN_RECORD: Final = frozenset({"cnh", "cpf", "rg", "crlv", "inspection_report"})


@dataclass(frozen=True)
class DocumentData:
    """One paper as delivered. For a policy `issued_on` is its first day; `amount` in centavos."""

    kind: str
    number: str = ""
    issued_on: date | None = None
    valid_until: date | None = None
    amount: int | None = None
    note: str = ""

    def clean(self) -> Self:
        """The canonical values; raises Invalid naming the field."""
        if self.issued_on and self.valid_until and self.valid_until < self.issued_on:
            raise Invalid("A validade termina antes da emissão: confira.", field="valid_until")
        if self.amount is not None and not 0 <= self.amount <= _AMOUNT_MAX:
            raise Invalid("Confira o valor.", field="amount")
        return replace(
            self,
            number=one_line(self.number, field="number", what="O número", longest=60),
            note=paragraph(self.note, field="note", what="A observação", longest=500),
        )


def home_of(document: Document) -> str:
    """The record that keeps it: an owner's policy is one per vehicle (PAT art. 3 III)."""
    if document.subject is DocumentSubject.OWNER:
        return DocumentSubject.VEHICLE.value
    return document.subject.value


def kinds_for(ruleset: Ruleset, subject: str, modality: str = "") -> tuple[Document, ...]:
    """Papers of the text kept with "vehicle", "driver" or "platform", in its order."""
    return tuple(
        row
        for row in ruleset.documents
        if home_of(row) == subject and (not modality or modality in row.modalities)
    )


def find_kind(ruleset: Ruleset, subject: str, kind: str) -> Document:
    """The document of the ruleset; Invalid when this record does not keep it."""
    for row in kinds_for(ruleset, subject):
        if row.id == kind and kind not in IN_RECORD:
            return row
    raise Invalid("Escolha o documento na lista.", field="kind")


def purpose_of(document: Document) -> str:
    """For policies, whose risk it covers: platform, owner or app; else empty (CFG-PAT-09)."""
    purpose = document.id.removeprefix("insurance_")
    if purpose == document.id:
        return ""
    return "owner" if purpose == "vehicle" else purpose


def check_delivery(ruleset: Ruleset, document: Document, data: DocumentData, today: date) -> None:
    """Raise Invalid for a missing or future date, RuleRefused for a paper that is too old today."""
    if document.rule is DocumentRule.VALID_UNTIL and data.valid_until is None:
        raise Invalid("Preencha até quando o documento vale.", field="valid_until")
    if document.rule in _ISSUE_NEEDED and data.issued_on is None:
        raise Invalid("Preencha a data de emissão.", field="issued_on")
    if "amount" in document.fields and data.amount is None:
        raise Invalid("Preencha o valor da apólice, em reais.", field="amount")
    if data.issued_on and data.issued_on > today and "starts_on" not in document.fields:
        raise Invalid("A data de emissão está no futuro: confira.", field="issued_on")
    if document.restricted and data.note:
        # Health and criminal data: only number, dates and that it was accepted are kept.
        raise Invalid("Este documento não leva observação.", field="note")
    if document.rule in _AGED_AT_DELIVERY:
        age = document_age(ruleset, document.id, today, issued_on=data.issued_on)
        if not age.ok:
            raise RuleRefused(
                f"Documento velho demais: {age.rule}. Peça um novo.",
                field="issued_on",
                citation=age.citation,
            )


class Standing(StrEnum):
    """How a paper stands today."""

    GOOD = "good"
    EXPIRED = "expired"
    MISSING = "missing"
    OPTIONAL = "optional"  # missing, and the text does not ask it of everybody


@dataclass(frozen=True)
class Held:
    """What is known of the latest paper of a kind; `presented_on` is the day of delivery."""

    number: str = ""
    issued_on: date | None = None
    valid_until: date | None = None
    amount: int | None = None
    note: str = ""
    presented_on: date | None = None


@dataclass(frozen=True)
class DocumentLine:
    """One line of a record's list of papers, in words; hidden ones tell no content."""

    kind: str
    name: str
    citation: str
    standing: Standing
    words: str
    number: str = ""
    amount: int | None = None
    note: str = ""
    hidden: bool = False


def line_of(
    ruleset: Ruleset, document: Document, held: Held | None, *, today: date, unveiled: bool
) -> DocumentLine:
    """The line for one kind. `unveiled` shows restricted content (requirements.md §7.2)."""
    citation = ruleset.cite_all(document.basis)
    if held is None:
        standing = Standing.MISSING if document.required else Standing.OPTIONAL
        words = "Falta apresentar" if document.required else "Não apresentado (só quando couber)"
        return DocumentLine(document.id, document.name, citation, standing, words)
    standing, words = _standing(ruleset, document, held, today)
    if document.restricted and not unveiled:
        words = _veiled(document, held, standing)
        return DocumentLine(document.id, document.name, citation, standing, words, hidden=True)
    return DocumentLine(
        document.id,
        document.name,
        citation,
        standing,
        words,
        held.number,
        held.amount,
        held.note,
    )


def _standing(
    ruleset: Ruleset, document: Document, held: Held, today: date
) -> tuple[Standing, str]:
    if document.rule is DocumentRule.NONE or document.rule in _AGED_AT_DELIVERY:
        # Its age was asked on the day of delivery; afterwards it does not lapse.
        issued = f", emitido em {format_date(held.issued_on)}" if held.issued_on else ""
        return Standing.GOOD, _presented(held) + issued
    age = document_age(
        ruleset, document.id, today, issued_on=held.issued_on, valid_until=held.valid_until
    )
    last = age.last_ok
    if age.ok:
        return Standing.GOOD, f"Em dia até {format_date(last)}" if last else _presented(held)
    if last is None or last >= today:
        return Standing.EXPIRED, age.rule[:1].upper() + age.rule[1:]
    return Standing.EXPIRED, f"Vencido desde {format_date(last + timedelta(days=1))}"


def _veiled(document: Document, held: Held, standing: Standing) -> str:
    if document.rule is DocumentRule.YEARLY:  # toxicology: only whether it is in date
        return "Em dia" if standing is Standing.GOOD else "Vencido"
    return f"{_presented(held)}, {'válida' if standing is Standing.GOOD else 'vencida'}"


def _presented(held: Held) -> str:
    return f"Apresentado em {format_date(held.presented_on)}" if held.presented_on else "Registrado"
