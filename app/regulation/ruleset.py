"""A municipality's law as one frozen value: tables, citations and the city's choices.

Everything that reads the law takes a `Ruleset`; nothing in it changes after loading,
and the ways to vary it (`with_decisions`, `with_legal_state`) give a new one.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property
from types import MappingProxyType
from typing import TypeVar

from app.kernel.errors import Invalid, RuleRefused
from app.regulation.facts import Modality
from app.regulation.in_force import InForce, entry_into_force
from app.regulation.tables import (
    ChecklistItem,
    CheckRule,
    Deadline,
    Decision,
    Document,
    Effect,
    Infraction,
    Instrument,
    Limit,
    Option,
    Provision,
    Reading,
    Recidivism,
    Suspension,
)
from app.regulation.tables_case import CaseLaw
from app.regulation.tables_inspection import InspectionLaw
from app.regulation.tables_money import Amount, ClockTime, FareRule, Fares, Fee, Flag
from app.regulation.tables_notice import NoticeLaw
from app.regulation.tables_papers import PaperLaw
from app.regulation.vocabulary import (
    AnswerKind,
    Blocking,
    ChecklistName,
    DayKind,
    DeadlineUnit,
    DocumentRule,
    DocumentSubject,
    EffectKind,
    Extra,
    FeeOccasion,
    FlagBoundary,
    InfractionClass,
    InstrumentKind,
    LegalStatus,
    LimitOp,
    Measure,
    Occasion,
    Offender,
    Outcome,
    Party,
    RecidivismRule,
    Sanction,
)

__all__ = [
    "TRAINING_SENTENCE",
    "Amount",
    "AnswerKind",
    "Blocking",
    "CheckRule",
    "ChecklistItem",
    "ChecklistName",
    "ClockTime",
    "DayKind",
    "Deadline",
    "DeadlineUnit",
    "Decision",
    "DecisionOpen",
    "Document",
    "DocumentRule",
    "DocumentSubject",
    "Effect",
    "EffectKind",
    "Extra",
    "FareRule",
    "Fares",
    "Fee",
    "FeeOccasion",
    "Flag",
    "FlagBoundary",
    "InForce",
    "Infraction",
    "InfractionClass",
    "Instrument",
    "InstrumentKind",
    "LegalStatus",
    "Limit",
    "LimitOp",
    "Measure",
    "Modality",
    "Occasion",
    "Offender",
    "Option",
    "Outcome",
    "Party",
    "Provision",
    "Recidivism",
    "RecidivismRule",
    "Ruleset",
    "Sanction",
    "Suspension",
    "UnknownNameError",
]

TRAINING_SENTENCE = "TREINAMENTO – SEM VALOR LEGAL"

Row = TypeVar("Row")


class UnknownNameError(LookupError):
    """The ruleset has no row of that name: a mistake in code or data, not of a person."""


class DecisionOpen(RuleRefused):
    """The city has not chosen a reading and the text leaves no safe default."""


def _find(rows: Mapping[str, Row], name: str, what: str) -> Row:
    try:
        return rows[name]
    except KeyError:
        raise UnknownNameError(f"{what} {name!r}") from None


@dataclass(frozen=True, repr=False)
class Ruleset:
    """One version of one municipal text. `hash` is the SHA-256 of its files (hex)."""

    instrument: Instrument
    hash: str
    provisions: tuple[Provision, ...]
    checks: tuple[CheckRule, ...]
    decisions: tuple[Decision, ...]
    infractions: tuple[Infraction, ...]
    recidivism: tuple[Recidivism, ...]
    items: tuple[ChecklistItem, ...]
    documents: tuple[Document, ...]
    deadlines: tuple[Deadline, ...]
    fees: tuple[Fee, ...]
    amounts: tuple[Amount, ...] = ()
    fares: Fares | None = None
    readings: tuple[Reading, ...] = ()
    notices: NoticeLaw | None = None
    inspections: InspectionLaw | None = None
    cases: CaseLaw | None = None
    papers: PaperLaw | None = None
    choices: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    def __repr__(self) -> str:
        text = self.instrument  # the whole law in a traceback would hide the error
        return f"<Ruleset {text.slug} {text.version} {text.status} {self.hash[:8]}>"

    @property
    def slug(self) -> str:
        """Name of the folder: "planura-2025"."""
        return self.instrument.slug

    @property
    def code(self) -> str:
        """Prefix of citations: "PLA"."""
        return self.instrument.code

    def word(self, key: str) -> str:
        """What this city calls a thing ("permit"); "" where the text has none."""
        return _find(self.instrument.vocabulary, key, "vocabulary")

    # Rows by name; all raise UnknownNameError.

    @cached_property
    def _provisions(self) -> Mapping[str, Provision]:
        return {row.ref: row for row in self.provisions}

    @cached_property
    def _infractions(self) -> Mapping[str, Infraction]:
        return {row.code: row for row in self.infractions}

    @cached_property
    def _decisions(self) -> Mapping[str, Decision]:
        return {row.id: row for row in self.decisions}

    @cached_property
    def _checks(self) -> Mapping[str, CheckRule]:
        return {row.name: row for row in self.checks}

    def cite(self, ref: str) -> str:
        """Citation of a provision of this text: "art. 28 §2" → "PLA art. 28 §2"."""
        return f"{self.code} {self.provision(ref).ref}"

    def cite_all(self, refs: Iterable[str]) -> str:
        """Several citations in one sentence part: "PLA art. 15 III; PLA art. 23 XIII"."""
        return "; ".join(self.cite(ref) for ref in refs)

    def provision(self, ref: str) -> Provision:
        """The provision "art. 28 §2"."""
        return _find(self._provisions, ref, "provision")

    def doing(self, effect: str) -> tuple[Provision, ...]:
        """Provisions that name the effect "guard:may_issue" in their `does`."""
        return tuple(row for row in self.provisions if effect in map(str, row.does))

    def check(self, name: str) -> CheckRule:
        """The verdict row "vehicle_age" as this text sets it."""
        return _find(self._checks, name, "check")

    def infraction(self, code: str) -> Infraction:
        """The type "PLA-43-II-c"."""
        return _find(self._infractions, code, "infraction")

    def recidivism_of(self, infraction: Infraction) -> Recidivism | None:
        """What repeating this type does; None where the text says nothing."""
        if not infraction.recidivism:
            return None
        rows = {row.id: row for row in self.recidivism}
        return _find(rows, infraction.recidivism, "recidivism")

    def document(self, id: str) -> Document:
        """The document "cnh"."""
        return _find({row.id: row for row in self.documents}, id, "document")

    def deadline(self, id: str) -> Deadline:
        """The term "T-PLA-25"."""
        return _find({row.id: row for row in self.deadlines}, id, "deadline")

    def fee(self, id: str) -> Fee:
        """The fee "inspection"."""
        return _find({row.id: row for row in self.fees}, id, "fee")

    def amount(self, id: str) -> Amount:
        """The value "insurance_min"."""
        return _find({row.id: row for row in self.amounts}, id, "amount")

    def item(self, id: str) -> ChecklistItem:
        """The checklist item "LV03"."""
        return _find({row.id: row for row in self.items}, id, "item")

    # Decisions of the city

    def decision_row(self, id: str) -> Decision:
        """The defect "CFG-PLA-14" with its readings."""
        return _find(self._decisions, id, "decision")

    def decision(self, id: str) -> str:
        """Chosen option: the city's choice or else the default; DecisionOpen with neither."""
        row = self.decision_row(id)
        chosen = self.choices.get(id, row.default)
        if not chosen:
            raise DecisionOpen(
                f"O Município ainda não decidiu: {row.question} Registre a escolha em Decisões.",
                citation=self.cite_all(row.where),
            )
        return chosen

    def with_decisions(self, choices: Mapping[str, str]) -> "Ruleset":
        """The same text with the city's choices added; Invalid for an option it does not have."""
        for id, option in choices.items():
            if option not in {row.id for row in self.decision_row(id).options}:
                raise Invalid(f"A decisão {id} não tem a opção “{option}”. Escolha uma da lista.")
        return replace(self, choices=MappingProxyType({**self.choices, **choices}))

    def open_decisions(self) -> tuple[Decision, ...]:
        """Mandatory decisions the city has not taken; they bar activation."""
        return tuple(row for row in self.decisions if row.mandatory and row.id not in self.choices)

    # Legal state

    @property
    def in_force(self) -> InForce:
        """Civil days on which the text binds, computed from publication and vacatio."""
        text = self.instrument
        start = text.published_on and entry_into_force(
            text.published_on, text.vacatio_days, text.vacatio_extra_days
        )
        return InForce(start, text.in_force_to, text.suspension)

    def with_legal_state(
        self,
        status: LegalStatus,
        *,
        published_on: date | None = None,
        in_force_to: date | None = None,
        suspensions: tuple[Suspension, ...] = (),
    ) -> "Ruleset":
        """The same text as an act of activation or deactivation found it; files stay untouched."""
        text = replace(
            self.instrument,
            status=status,
            published_on=published_on,
            in_force_to=in_force_to,
            suspension=suspensions,
        )
        return replace(self, instrument=text)

    @property
    def training(self) -> bool:
        """True unless the text is `vigente`: nothing issued under it has legal value."""
        return self.instrument.status is not LegalStatus.IN_FORCE

    @property
    def watermark(self) -> str:
        """Sentence for every page and document in training; "" when in force."""
        return TRAINING_SENTENCE if self.training else ""
