"""Rows of the ruleset files as frozen dataclasses (docs/ruleset-format.md).

The loader reads these types: a field's name is the TOML key (a trailing `_`
falls away, `key` in the metadata overrides), its type is the rule, and a field
without default must stand in the file.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from types import MappingProxyType
from typing import Self

from app.regulation.facts import Modality
from app.regulation.vocabulary import (
    AnswerKind,
    Blocking,
    CarPart,
    ChecklistName,
    Computed,
    DateRuleKind,
    DeadlineUnit,
    DocumentRule,
    DocumentSubject,
    EffectKind,
    Extra,
    InfractionClass,
    InstrumentKind,
    LegalStatus,
    LimitOp,
    Measure,
    Occasion,
    Offender,
    OffenderNeeds,
    Outcome,
    Party,
    RecidivismRule,
    Sanction,
)


@dataclass(frozen=True)
class Effect:
    """One entry of `does`: `check:vehicle_age`."""

    kind: EffectKind
    name: str

    @classmethod
    def parse(cls, text: str) -> Self:
        """Split "kind:name"; ValueError when it is not one."""
        kind, colon, name = text.partition(":")
        if not colon or not name:
            raise ValueError("escreva tipo:nome, por exemplo check:vehicle_age")
        if kind not in set(EffectKind):
            raise ValueError(f"tipo de efeito desconhecido: {kind}")
        return cls(EffectKind(kind), name)

    def __str__(self) -> str:
        return f"{self.kind}:{self.name}"


@dataclass(frozen=True)
class Suspension:
    """A court order that stops the text on civil days [start, end); `end` None is open."""

    start: date = field(metadata={"key": "from"})
    end: date | None = field(default=None, metadata={"key": "to"})
    act: str = ""


@dataclass(frozen=True)
class Instrument:
    """instrument.toml: which text, its legal state and its words."""

    schema: int
    slug: str
    code: str
    version: str
    municipality: str
    uf: str
    ibge: str
    time_zone: str
    kind: InstrumentKind
    number: str
    dated: date = field(metadata={"key": "date"})
    title: str
    status: LegalStatus
    status_note: str
    source_file: str
    source_sha256: str
    published_on: date | None
    vacatio_days: int
    modalities: tuple[Modality, ...]
    vocabulary: Mapping[str, str]
    vacatio_extra_days: int = 0
    in_force_to: date | None = None  # first civil day no longer in force
    suspension: tuple[Suspension, ...] = ()


@dataclass(frozen=True)
class Provision:
    """One article, paragraph, inciso or alínea, and what the software does about it."""

    ref: str
    chapter: str
    text: str
    gist: str
    does: tuple[Effect, ...] = ()
    nothing_because: str = ""
    note: str = ""
    decisions: tuple[str, ...] = ()
    switchable: bool = False


@dataclass(frozen=True)
class CheckRule:
    """One row of the verdict (requirements.md §10) as this text sets it."""

    name: str
    row: int
    basis: tuple[str, ...]
    modalities: tuple[Modality, ...]
    applies: bool
    outcome: Outcome
    params: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True)
class Option:
    """One reading the city may choose; `days` where it fixes a term that the text leaves open."""

    id: str
    label: str
    days: int = 0


@dataclass(frozen=True)
class Decision:
    """A drafting defect with its readings; `default` "" where none is safe."""

    id: str
    where: tuple[str, ...]
    question: str
    problem: str
    options: tuple[Option, ...]
    default: str
    mandatory: bool = False


@dataclass(frozen=True)
class Choice:
    """One of the provisions between which a type obliges the agent to choose."""

    ref: str
    words: str


@dataclass(frozen=True)
class Infraction:
    """One type of the catalogue. UFM amounts are None where the text has no number."""

    code: str
    text: str
    title: str
    class_: InfractionClass | None
    basis: tuple[str, ...]
    sanction: Sanction
    fine_ufm: Decimal | None
    offender: tuple[Offender, ...]
    modalities: tuple[Modality, ...]
    street: bool
    fine_max_ufm: Decimal | None = None
    suspension_days_min: int = 0
    suspension_days_max: int = 0
    suspension_months: int = 0
    review: bool = False
    computed: bool = False
    enabled: bool = True
    disabled_because: str = ""
    competent: str = ""
    measures: tuple[Measure, ...] = ()
    recidivism: str = ""
    checks: tuple[str, ...] = ()
    decisions: tuple[str, ...] = ()
    note: str = ""
    choices: tuple[Choice, ...] = ()
    not_together: tuple[str, ...] = ()  # codes that punish the same fact
    witnesses: int = 0  # besides the agent
    offender_needs: OffenderNeeds | None = None


@dataclass(frozen=True)
class Reading:
    """What one option of a decision changes in the types of the catalogue."""

    decision: str
    option: str
    codes: tuple[str, ...]
    leave_off: bool = False
    sanction: Sanction | None = None  # also switches the type on
    fine_max_ufm: Decimal | None = None
    add_measures: tuple[Measure, ...] = ()
    drop_measures: tuple[Measure, ...] = ()
    add_offenders: tuple[Offender, ...] = ()
    drop_offenders: tuple[Offender, ...] = ()
    drop_modalities: tuple[Modality, ...] = ()


@dataclass(frozen=True)
class Recidivism:
    """What repetition within the window does."""

    id: str
    rule: RecidivismRule
    window_months: int
    basis: tuple[str, ...]
    after_final: bool = True
    same_code: bool = True
    steps_ufm: tuple[Decimal, ...] = ()


@dataclass(frozen=True)
class Limit:
    """The number a measurement is compared with."""

    op: LimitOp
    value: Decimal


@dataclass(frozen=True)
class DateRule:
    """What the date of an answer must be; `deadline` gives the months (T-PAT-12)."""

    kind: DateRuleKind
    deadline: str = ""


@dataclass(frozen=True)
class ItemReading:
    """What one option of a decision makes of an item; None leaves it as the kind says.

    `fixed`: the answer itself is "não se aplica" and nobody is asked.
    """

    decision: str
    option: str
    blocking: bool | None = None
    na: bool | None = None
    fixed: bool = False


@dataclass(frozen=True)
class ChecklistItem:
    """One item of an inspection, street or exit checklist."""

    id: str
    list_: ChecklistName
    group: str
    label: str
    basis: tuple[str, ...]
    answer: AnswerKind
    blocking: Blocking
    modalities: tuple[Modality, ...]
    also: tuple[Extra, ...] = ()
    photos: int = 0
    occasions: tuple[Occasion, ...] = ()
    choices: tuple[str, ...] = ()
    limit: Limit | None = None
    split: bool = False
    general_knowledge: bool = False
    each: tuple[str, ...] = ()
    suggests: tuple[str, ...] = ()
    decisions: tuple[str, ...] = ()
    fails: tuple[str, ...] = ()  # choices that fail
    pends: tuple[str, ...] = ()  # choices that leave the result pending
    well: str = ""  # the choice that "all conform" takes
    date_rule: DateRule | None = None
    date_unless: tuple[str, ...] = ()  # choices with which no date is asked
    computed: Computed | None = None
    safety: bool = False
    safety_each: tuple[str, ...] = ()  # the sub-items of safety, where not all are
    shots: tuple[CarPart, ...] = ()  # photos of the sides that are this item's evidence
    na_occasions: tuple[Occasion, ...] = ()  # empty: "não se aplica" on any
    reading: tuple[ItemReading, ...] = ()


@dataclass(frozen=True)
class Document:
    """A paper the text asks for and how long it is good; `value` in the rule's unit."""

    id: str
    subject: DocumentSubject
    name: str
    basis: tuple[str, ...]
    modalities: tuple[Modality, ...]
    rule: DocumentRule
    required: bool = True
    value: int = 0
    strict: bool = False
    fields: tuple[str, ...] = ()
    restricted: bool = False
    decisions: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True)
class Deadline:
    """A term of the text: `length` in `unit`, counted from `trigger`."""

    id: str
    basis: tuple[str, ...]
    name: str
    trigger: str
    length: int
    unit: DeadlineUnit
    party: Party
    consequence: str
    open: str = ""
    decisions: tuple[str, ...] = ()
