"""What the rules of a case read: its facts, its events in order, and who wants to act.

Plain values; tables, the clock and the calendar's storage lie elsewhere (requirements.md §11, §7.1).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from types import MappingProxyType

from app.regulation.vocabulary import DocumentKind

Value = str | int | bool | None


class CasePath(StrEnum):
    """Which life cycle a case runs through (requirements.md §11)."""

    NOTICE = "notice"  # Auto de Infração
    WARNING = "warning"  # Termo de Advertência
    VERBAL = "verbal"  # registered, nothing more (PLA art. 41 p.u.)
    SANCTION = "sanction"  # suspension or cassation by commission (PLA arts. 44-47)


PATH_OF = MappingProxyType(
    {
        DocumentKind.NOTICE: CasePath.NOTICE,
        DocumentKind.WARNING: CasePath.WARNING,
        DocumentKind.VERBAL: CasePath.VERBAL,
    }
)


class Doer(StrEnum):
    """In which function a step is done (requirements.md §7.1)."""

    AUTHOR = "author"  # the agent who wrote the notice
    CHIEF = "chief"
    OFFICE = "office"  # back office
    SECRETARY = "secretary"  # decider
    COMMISSION = "commission"
    MAYOR = "mayor"
    OFFENDER = "offender"
    SYSTEM = "system"  # the daily job records that a day has passed


class Duty(StrEnum):
    """Parts that one person may not hold two of in one case (requirements.md §7.1, hard blocks)."""

    AUTHOR = "author"
    HOMOLOGATOR = "homologator"
    JUDGE = "judge"
    COMMISSION = "commission"


@dataclass(frozen=True)
class CaseEvent:
    """A step that was taken. `at`: aware UTC; `on`: civil day from which it has effect.

    `person_id` is "" for the system. `values` are the answers that its row asks for: texts,
    ISO dates, decimal texts of UFM. `to`: where it led when it was stored ("" for one that is
    proposed now): a holiday that is added later does not undo what was done.
    """

    step: str
    at: datetime
    on: date
    person_id: str = ""
    values: Mapping[str, Value] = field(default_factory=lambda: MappingProxyType({}))
    to: str = ""


@dataclass(frozen=True)
class CaseFacts:
    """A case. `happened_at`, `written_at`: aware UTC. `notified_on`: the signature on the spot, if
    it counts as notification (`notification_effect`).

    `author`, `offender`: person ids, "" when unknown; `barred`: persons with an impediment
    (victim of PAT-28-V, relatives); `held`: duties that earlier cases of the same process gave
    (author and homologator of the notices behind a suspension). `base_ufm`: the fine as written.
    `forwarded_at`: when the notice reached the office (PLA art. 49 §2); `missing`: what must be
    completed before homologation, in Portuguese (PLA art. 49 V, CFG-PLA-26).
    """

    path: CasePath
    code: str
    happened_at: datetime
    written_at: datetime
    author: str
    offender: str = ""
    barred: frozenset[str] = frozenset()
    held: tuple[tuple[str, Duty], ...] = ()
    notified_on: date | None = None
    base_ufm: Decimal | None = None
    forwarded_at: datetime | None = None
    missing: tuple[str, ...] = ()
    events: tuple[CaseEvent, ...] = ()


@dataclass(frozen=True)
class Who:
    """A person and the functions that acts of designation in force give him in this city."""

    person_id: str
    doers: frozenset[Doer]
