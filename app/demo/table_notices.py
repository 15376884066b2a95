"""The shape of the demo's notices: what an agent wrote on one phone, in the order of writing. Pure.

`at` and `minutes` tell an instant: days from the day of loading (before it), then minutes later.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from app.demo.table_cases import CaseAct
from app.infractions.domain_annotations import AnnotationKind

Words = Mapping[str, str]


@dataclass(frozen=True)
class Later:
    """Something added to a notice: what, by whom (a role's word on the stage), and when."""

    kind: AnnotationKind
    body: Words
    by: str  # agent chief clerk secretary
    at: int
    minutes: int = 0


@dataclass(frozen=True)
class Stranger:
    """A car that no registry here knows, and who answers for it."""

    plate: str
    make_model: str
    colour: str
    offender: str  # an Offender
    name: str
    cnpj_root: str = ""  # of a company; "": a person, with an invented CPF


@dataclass(frozen=True)
class DemoNotice:
    """One notice. `car` is a scenario's key; `title` says in Portuguese what it shows.

    `contact`: minutes before writing at which the phone last met the city (0: it had no signal);
    `travels`: minutes from writing to arrival; `clock_ahead`: of the phone, after that contact.
    """

    key: str
    title: str
    kind: str  # of document
    code: str  # of the infraction
    facts: str
    at: int
    minutes: int = 0
    car: str = ""
    stranger: Stranger | None = None
    ending: str = "signed"
    note: str = ""
    fine_ufm: str = ""  # proposed by the agent
    fine_reasons: str = ""
    choice: str = ""
    warning: str = ""  # why a warning is enough
    measures: tuple[Words, ...] = ()
    regularise: tuple[str, int] | None = None
    witness: str = ""
    photos: tuple[str, ...] = ()  # captions
    arrived: int = 0  # how many of the photos have come
    contact: int = 40
    travels: int = 3
    clock_ahead: int = 0  # minutes
    then: tuple[Later, ...] = ()
    acts: tuple[CaseAct, ...] = ()  # steps of its case

    @property
    def has_record(self) -> bool:
        """A notice always has its place in the phone's chain."""
        return True


@dataclass(frozen=True)
class DemoNumber:
    """A number taken without a document that came: waiting on the phone, voided, or lost.

    `told_at` and `told_minutes`: when the agent (voided) or the chief (lost) explained it.
    """

    key: str
    title: str
    kind: str
    at: int
    minutes: int = 0
    outcome: str = "waiting"  # waiting voided lost
    reason: str = ""
    report: str = ""
    told_at: int = -1
    told_minutes: int = 0

    @property
    def has_record(self) -> bool:
        """Whether a record was frozen with it, which then has its place in the phone's chain."""
        return self.outcome != "voided"


Paper = DemoNotice | DemoNumber
