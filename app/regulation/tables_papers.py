"""Rows of papers.toml: what each paper of a case says, in the words of its city.

The same placeholders belong to a kind in every city, so that whoever fills a paper need not know
which city it is for.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from types import MappingProxyType


class PaperKind(StrEnum):
    """The papers that a case may make (customs.md §4)."""

    NOTIFICATION = "notification"
    PENALTY_NOTIFICATION = "penalty_notification"
    EDITAL = "edital"
    LABELS = "labels"
    RECEIPT = "receipt"
    DECISION = "decision"
    ARCHIVE_DECISION = "archive_decision"  # archived, void, annulled
    PORTARIA = "portaria"
    COMMISSION_REPORT = "commission_report"
    MAYOR_ACT = "mayor_act"
    CERTIFICATE = "certificate"
    DEBT_CERTIFICATE = "debt_certificate"


@dataclass(frozen=True)
class Placeholders:
    """What a paper may ask for: `must` is never empty; a sentence with an empty `may` is left out."""

    must: frozenset[str]
    may: frozenset[str] = frozenset()

    @property
    def all(self) -> frozenset[str]:
        """Both."""
        return self.must | self.may


def _names(must: str, may: str = "") -> Placeholders:
    return Placeholders(frozenset(must.split()), frozenset(may.split()))


# Words, not values: dates, terms and amounts arrive as they are to be read.
PLACEHOLDERS: Mapping[PaperKind, Placeholders] = MappingProxyType(
    {
        PaperKind.NOTIFICATION: _names(
            "case day name infraction fact channel term rule",
            "notice document address place plate permit due fine penalty warning other",
        ),
        PaperKind.PENALTY_NOTIFICATION: _names(
            "case day name infraction decided_on amount computation pay_until pay_how final",
            "notice document address plate penalty reasons",
        ),
        PaperKind.EDITAL: _names("number day", "edition"),
        PaperKind.LABELS: _names("day"),
        PaperKind.RECEIPT: _names("case protocol instant name", "notice document filed_by"),
        PaperKind.DECISION: _names(
            "case day name decision reasons effect",
            "notice document infraction defended_on judge opinion",
        ),
        PaperKind.ARCHIVE_DECISION: _names(
            "case day name act reasons", "notice document infraction law proposer"
        ),
        PaperKind.PORTARIA: _names("case day name members alternates", "number notice reasons"),
        PaperKind.COMMISSION_REPORT: _names(
            "case day name members facts conclusion", "portaria notice defence evidence reasons"
        ),
        PaperKind.MAYOR_ACT: _names(
            "case day name penalty infraction reasons",
            "number notice document permit report days start end bar_until",
        ),
        PaperKind.CERTIFICATE: _names("day name state", "number document permit purpose until"),
        PaperKind.DEBT_CERTIFICATE: _names(
            "case day name infraction amount settled_on",
            "number notice document address computation pay_until",
        ),
    }
)
# One entry of an edital has public reach: no document, no address (requirements.md §7.3).
ENTRY: Placeholders = _names("case name basis term", "notice matter")


@dataclass(frozen=True)
class PaperField:
    """One fact above the text."""

    label: str
    value: str


@dataclass(frozen=True)
class PaperRow:
    """A paper. `quotes`: provisions printed in full; `entry`: one case of an edital.

    `signers`: what stands under each line; the first line of a text may be a placeholder.
    """

    id: PaperKind
    title: str
    basis: tuple[str, ...]
    opening: str
    paragraphs: tuple[str, ...] = ()
    signers: tuple[str, ...] = ()
    field: tuple[PaperField, ...] = ()
    quotes: tuple[str, ...] = ()
    entry: str = ""

    @property
    def texts(self) -> tuple[str, ...]:
        """Every text with placeholders, the entry aside."""
        fields = (text for one in self.field for text in (one.label, one.value))
        return (self.title, self.opening, *self.paragraphs, *self.signers, *fields)


@dataclass(frozen=True)
class PaperLaw:
    """papers.toml of a ruleset."""

    paper: tuple[PaperRow, ...]

    @cached_property
    def by_kind(self) -> Mapping[PaperKind, PaperRow]:
        """Papers by kind."""
        return {row.id: row for row in self.paper}
