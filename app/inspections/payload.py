"""The frozen record of a visit as the phone wrote it (schema "inspection" 1): one strict shape.

Texts are taken exactly as they stand: the columns must equal the bytes that were signed.
What the law asks of the content is data (`app.regulation.inspection_defects`), not this shape.
"""

from typing import Annotated, Final, Literal

from pydantic import Field

from app.evidence.payload import (
    T20,
    T40,
    T120,
    T400,
    T4000,
    Agent,
    Beacon,
    Chain,
    KeyName,
    Offset,
    PhotoPart,
    Place,
    RulesetRef,
    read_frozen,
)
from app.inspections.payload_words import FIELDS
from app.kernel.payload import (
    Day,
    HexHash,
    HexId,
    HexIdOrNothing,
    Moment,
    PlateText,
    Position,
    Strict,
)

SIGNED_CONTEXT: Final = b"cf-v1\0"  # what a phone signs of a visit begins with it
PAYLOAD_MAX: Final = 256 * 1024  # bytes of UTF-8; sixty items with notes fit four times
PHOTOS_MAX: Final = 80
_ITEMS_MAX: Final = 200
_TOO_LONG: Final = "O registro passa de 256 kB. Encurte as observações."

Key = Annotated[str, Field(pattern=r"^[A-Z0-9]{1,10}(\.[0-9]{1,2})?$")]
Occasion = Literal["first", "yearly", "change", "extension", "notice", "return", "recheck", "exit"]


class CarPart(Strict):
    """The car as the inspector had it before him."""

    plate: Annotated[PlateText, Field(min_length=1)]
    make_model: T120
    colour: T40
    modality: Literal["taxi", "app"]
    seal_index: Annotated[int, Field(ge=0, lt=2**32)] | None


class Identified(Strict):
    """How the car was identified before anything else: its code or plate, and the chassis read on it."""

    how: Literal["seal", "plate"]
    chassis_tail: Annotated[str, Field(pattern=r"^[A-Z0-9]{0,6}$")]
    at: Moment


class Fee(Strict):
    """The paid guide; both empty when none is asked."""

    guide: T40
    paid_on: Day


class Shot(Strict):
    """A live photo of one side of the car."""

    part: T20
    sha256: HexHash
    taken_at: Moment
    position: Position | None


class Answer(Strict):
    """One item answered; `answer` is the judged word, the rest what was read."""

    key: Key
    answer: Literal["ok", "nc", "na"]
    number: T20
    date: Day
    choice: T120
    text: T400
    note: T4000
    photos: Annotated[list[HexHash], Field(max_length=20)]
    from_record: bool


class ResultPart(Strict):
    """The result as the phone showed it; the server judges again."""

    result: Literal["approved", "failed", "pending"]
    failed: Annotated[list[Key], Field(max_length=_ITEMS_MAX)]
    cure_by: Day
    stopped: bool


class VisitPayload(Strict):
    """The whole record, as the contract of issue 4 has it."""

    account_id: HexId
    device_id: HexId
    key_id: KeyName
    chain: Chain
    training: bool
    ruleset: RulesetRef
    agent: Agent
    occasion: Occasion
    previous: HexIdOrNothing
    booking: HexIdOrNothing
    vehicle: CarPart
    identified: Identified
    presented_by: T120
    place: Place
    fee: Fee
    started_at: Moment
    finished_at: Moment
    device_time: Moment
    offset_ms: Offset
    beacon: Beacon
    shots: Annotated[list[Shot], Field(max_length=20)]
    items: Annotated[list[Answer], Field(max_length=_ITEMS_MAX)]
    photos: Annotated[list[PhotoPart], Field(max_length=PHOTOS_MAX)]
    result: ResultPart


def read_inspection(text: str) -> VisitPayload:
    """The record as the phone froze it; `Invalid` with the field that cannot be taken."""
    return read_frozen(text, VisitPayload, words=FIELDS, too_long=_TOO_LONG, limit=PAYLOAD_MAX)
