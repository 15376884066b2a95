"""Rows of inspection.toml: occasions, photos, cure, validity and the rules a checklist must keep.

One file beside the rulesets holds what all cities share (`InspectionForm`); one in each ruleset
says its occasions, its terms and on which provisions each topic rests.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from dataclasses import field as with_default
from types import MappingProxyType

from app.regulation.facts import Modality
from app.regulation.vocabulary import CarPart, ChecklistName, Occasion, Stop


@dataclass(frozen=True)
class InspectionRule:
    """One thing a record must satisfy before its checklist closes; `{label}` is the item's."""

    code: str
    topic: str
    message: str


@dataclass(frozen=True)
class PartWords:
    """What a side of the car is called."""

    id: CarPart
    label: str


@dataclass(frozen=True)
class InspectionForm:
    """rulesets/inspection.toml: the photos and rules that every city shares."""

    topics: tuple[str, ...]
    shots: int  # live photos at least
    part: tuple[PartWords, ...]
    rule: tuple[InspectionRule, ...]
    failure_photo: bool = True  # a failed item asks for a photo
    failure_note: bool = True  # and for a note


@dataclass(frozen=True)
class OccasionRow:
    """Why a car is inspected. `like`: the occasion whose items and age rule it takes.

    `fee`: an id of fees.toml, "" where none is asked, with `fee_decision` and `fee_option` only
    under that reading. `failed_only`: the list is what failed in the previous visit. `reasons`:
    choices of the item `computed = "occasion"`, the first unless another is chosen. `cures`: a
    failure opens the cure term.
    """

    id: Occasion
    label: str
    basis: tuple[str, ...]
    modalities: tuple[Modality, ...]
    like: Occasion
    list_: ChecklistName = ChecklistName.INSPECTION
    fee: str = ""
    fee_decision: str = ""
    fee_option: str = ""
    fee_words: str = ""
    previous: bool = False
    failed_only: bool = False
    reasons: tuple[str, ...] = ()
    cures: bool = True


@dataclass(frozen=True)
class CureReading:
    """The cure term under one option of the decision ("" where the text itself gives it)."""

    words: str
    stop: Stop
    option: str = ""
    term: bool = True  # false: nobody has set the days


@dataclass(frozen=True)
class CureLaw:
    """Time to come back after a failure: `deadline` of deadlines.toml, its readings."""

    deadline: str
    basis: tuple[str, ...]
    reading: tuple[CureReading, ...]
    decision: str = ""


@dataclass(frozen=True)
class ValidityReading:
    """How long an approval is good under one option of the decision.

    `deadline` of deadlines.toml counted from the day of the visit; "" where it follows the
    platform's authorisation. `whole_year`: until 31 December of the year in which it ends.
    """

    words: str
    option: str = ""  # "" where the text itself says it
    deadline: str = ""
    whole_year: bool = False


@dataclass(frozen=True)
class ValidityLaw:
    """Validity of an approval by the city's reading."""

    basis: tuple[str, ...]
    reading: tuple[ValidityReading, ...]
    decision: str = ""


@dataclass(frozen=True)
class MissedRow:
    """What the text attaches to not showing up; `infraction` "" where it names none."""

    occasion: Occasion
    words: str
    basis: tuple[str, ...]
    infraction: str = ""
    decision: str = ""
    option: str = ""


@dataclass(frozen=True)
class TopicBasis:
    """The provisions a topic rests on; none: a rule of this system, cited nowhere."""

    topic: str
    refs: tuple[str, ...]


@dataclass(frozen=True)
class InspectionLaw:
    """inspection.toml of one ruleset. `groups` is the order of the checklist on the screen."""

    groups: tuple[str, ...]
    occasion: tuple[OccasionRow, ...]
    cure: CureLaw
    validity: ValidityLaw
    basis: tuple[TopicBasis, ...]
    missed: tuple[MissedRow, ...] = ()
    report: str = "laudo"
    seal: str = "selo"
    identity: str = ""  # item that says whether this is the car of the registry
    titles: Mapping[str, str] = with_default(  # title in the registry → choice of the item
        default_factory=lambda: MappingProxyType({})
    )
