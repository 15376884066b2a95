"""Rows of notice.toml: documents, endings, notification and the rules a form must keep.

One file beside the rulesets holds what all cities share (`Form`); one in each ruleset says
what its text calls things, on which provisions each topic rests, and adds or replaces rules.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field as with_default
from types import MappingProxyType
from typing import Self

from app.regulation.vocabulary import (
    ConditionOp,
    DocumentKind,
    EndingKind,
    Measure,
    Offender,
    RuleTest,
    Sanction,
)

_BARE = frozenset({ConditionOp.FILLED, ConditionOp.EMPTY})
_WORDS: Mapping[str, bool] = {"true": True, "false": False}


@dataclass(frozen=True)
class Condition:
    """`kind in notice warning`, `$type.fine.rule is fixed`, `driver.name filled`.

    A path that begins with `$` looks at what the record chose (`$type`, `$kind`) or at the
    catalogue itself (`$catalogue`). Numbers, true and false are read as such.
    """

    path: str
    op: ConditionOp
    values: tuple[str | int | bool, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Self:
        """Split "path op value…"; ValueError when it is not one."""
        path, _, rest = text.strip().partition(" ")
        op, *values = rest.split() or [""]
        if op not in set(ConditionOp):
            raise ValueError("escreva campo operação valores, por exemplo kind in notice warning")
        if bool(values) == (ConditionOp(op) in _BARE):
            raise ValueError(f"“{op}” pede valores, e filled e empty não os têm")
        return cls(path, ConditionOp(op), tuple(map(_typed, values)))


def _typed(word: str) -> str | int | bool:
    if word in _WORDS:
        return _WORDS[word]
    return int(word) if word.isascii() and word.isdecimal() else word


@dataclass(frozen=True)
class NoticeRule:
    """One thing a complete form must satisfy; `message` says what to do when it does not.

    `args.value` is what the test compares with, `args.from` the path where it stands.
    `decision` and `option`: only where the city chose that reading.
    """

    id: str
    topic: str
    field: str
    test: RuleTest
    message: str
    args: Mapping[str, object] = with_default(default_factory=lambda: MappingProxyType({}))
    when: tuple[Condition, ...] = ()
    decision: str = ""
    option: str = ""


@dataclass(frozen=True)
class MeasureWords:
    """A measure's name and the fields its record needs."""

    kind: Measure
    name: str
    needs: tuple[str, ...]


@dataclass(frozen=True)
class OffenderWords:
    """What an offender is called."""

    kind: Offender
    name: str


@dataclass(frozen=True)
class SanctionWords:
    """What a sanction means, with {fine} and {time} filled in."""

    kind: Sanction
    words: str


@dataclass(frozen=True)
class Form:
    """rulesets/notice.toml: the words and rules that every city shares."""

    topics: tuple[str, ...]
    rule: tuple[NoticeRule, ...]
    measure: tuple[MeasureWords, ...]
    offender: tuple[OffenderWords, ...]
    sanction: tuple[SanctionWords, ...]


@dataclass(frozen=True)
class KindRow:
    """A document the text has; types with one of these sanctions may lead to it."""

    id: DocumentKind
    name: str
    title_on_paper: str
    basis: tuple[str, ...]
    sanctions: tuple[Sanction, ...]
    letters: str = ""  # of the number; "" for what takes none
    copies: int = 0


@dataclass(frozen=True)
class EndingRow:
    """One ending: its sentence on the paper and what it does for the notification.

    `notified` is said where the ending counts as notification, `sent` where it does not;
    `warning` and `regularisation` of those documents.
    """

    kind: EndingKind
    name: str
    sentence: str
    basis: tuple[str, ...]
    sent: str
    notified: str = ""
    warning: str = ""
    regularisation: str = ""
    needs_signature: bool = False
    needs_note: bool = False


@dataclass(frozen=True)
class NotificationReading:
    """Which endings count as notification under an option of the decision.

    `holder`: only the signature of the offender himself; `with_copy`: only with a copy in his hands.
    """

    under: str
    endings: tuple[EndingKind, ...]
    basis: tuple[str, ...]
    holder: bool = False
    with_copy: bool = False


@dataclass(frozen=True)
class Notification:
    """Who is notified and by when; `deliver` is an id of deadlines.toml or ""."""

    to: str
    basis: tuple[str, ...]
    decision: str = ""
    deliver: str = ""
    reading: tuple[NotificationReading, ...] = ()


@dataclass(frozen=True)
class DeadlineWords:
    """What the paper says of the term to appeal: `id` of deadlines.toml.

    `decision` fixes the days where the text does not; `open` is said while nobody has decided.
    """

    id: str
    words: str
    basis: tuple[str, ...]
    decision: str = ""
    open: str = ""


@dataclass(frozen=True)
class WarningWords:
    """The ticks of verbal and written warnings, and who validates (PLA art. 41)."""

    involuntary: str
    minor: str
    primary: str
    basis: tuple[str, ...]
    validation_decision: str = ""
    validated_under: tuple[str, ...] = ()
    validation: str = ""


@dataclass(frozen=True)
class Sentence:
    """Something said to the agent, with its provisions."""

    words: str
    basis: tuple[str, ...]


@dataclass(frozen=True)
class Basis:
    """The provisions a topic of the rules rests on in this text; none: the text has no such topic."""

    topic: str
    refs: tuple[str, ...]


@dataclass(frozen=True)
class NoticeLaw:
    """notice.toml of one ruleset."""

    deadline: DeadlineWords
    notification: Notification
    kind: tuple[KindRow, ...]
    ending: tuple[EndingRow, ...]
    basis: tuple[Basis, ...]
    rule: tuple[NoticeRule, ...] = ()
    forward: str = ""  # id of the term in hours to hand the notice over
    regularise: str = ""  # id of the term to regularise, whose days the agent sets
    regularise_days: tuple[int, ...] = ()  # those the form offers
    measure_basis: tuple[Basis, ...] = ()
    warnings: WarningWords | None = None
    unauthorised: Sentence | None = None
