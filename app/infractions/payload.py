"""The frozen record of a notice as the phone wrote it (schema "notice" 1): one strict shape.

Texts are taken exactly as they stand: the columns must equal the bytes that were signed.
What the law asks of the content is data (`app.regulation.notice_defects`), not this shape.
"""

from typing import Annotated, Final, Literal

from pydantic import AfterValidator, Field

from app.evidence.payload import (
    PAYLOAD_MAX,
    T20,
    T40,
    T120,
    T200,
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
from app.infractions.payload_words import FIELDS
from app.kernel.payload import Day, HexId, HexIdOrNothing, Moment, PlateText, Strict

SIGNED_CONTEXT: Final = b"cf-n1\0"  # what a phone signs of a notice begins with it
PHOTOS_MAX: Final = 30
_POINTS_MAX: Final = 3000  # of a signature; more is no handwriting
_TOO_LONG: Final = "O registro passa de 128 kB. Encurte o histórico ou refaça a assinatura."


Number = Annotated[int, Field(gt=0, lt=10**6)]  # six digits on paper


class NoticeNumber(Strict):
    """The number taken, and the block it came from."""

    series: Annotated[str, Field(pattern=r"^(TREINO-)?[A-Z]{2}-[0-9]{4}$")]
    value: Number
    block: HexId


class InfractionPart(Strict):
    """The one type of infraction (PLA art. 49 §1), copied with its words."""

    code: T40
    text: T4000
    title: T200
    class_: Annotated[str, Field(max_length=12, alias="class")]
    basis: Annotated[list[T40], Field(max_length=9)]  # 9 × 40 and "; " fit the column
    choice: T120


class Fine(Strict):
    """The value: none, fixed by the text, or proposed with reasons (PLA art. 42 §1)."""

    rule: Literal["none", "fixed", "proposed"]
    ufm: Annotated[str, Field(pattern=r"^([0-9]{1,4}(\.[0-9]{1,4})?)?$")]
    reasons: T4000


class VehiclePart(Strict):
    """The vehicle (PLA art. 49 III); `missing` says why something is not known."""

    plate: PlateText
    make_model: T120
    colour: T40
    chassis: T20
    renavam: T20
    modality: Literal["taxi", "app", "none"]
    seal_index: Annotated[int, Field(ge=0, lt=2**32)] | None
    missing: T400


class DriverPart(Strict):
    """The driver, whenever possible (PLA art. 49 IV); `id` is the short one of the card."""

    id: Annotated[str, Field(pattern=r"^([0-9a-f]{8,32})?$")]
    name: T120
    cpf: T20
    id_card: T40
    id_card_issued_on: Day
    licence: T20
    licence_category: Annotated[str, Field(max_length=5)]
    address: T200
    missing: T400


class OwnerPart(Strict):
    """The owner (PLA art. 49 V); `pending`: to be completed by the office."""

    name: T120
    tax_id: T20
    id_card: T40
    id_card_issued_on: Day
    licence: T20
    licence_category: Annotated[str, Field(max_length=5)]
    address: T200
    pending: bool


class Offender(Strict):
    """Who answers for it."""

    kind: T20
    name: T120
    tax_id: T20


class Warned(Strict):
    """Conditions of a warning (PLA art. 41)."""

    involuntary: bool
    minor: bool
    primary: bool
    reasons: T4000


class MeasurePart(Strict):
    """An administrative measure taken (PAT art. 24 II)."""

    kind: T40
    reason: T400
    items: T400
    place: T200
    at: Moment


class Regularise(Strict):
    """What to put in order, and in how many days (PAT art. 24 II a)."""

    what: T4000
    days: Annotated[int, Field(ge=0, le=3650)]


class Witness(Strict):
    """Who saw it."""

    name: T120
    document: T40
    address: T200


Stroke = Annotated[list[Annotated[int, Field(ge=-100_000, le=100_000)]], Field(min_length=2)]


def _few_points(strokes: list[list[int]]) -> list[list[int]]:
    if sum(len(stroke) for stroke in strokes) > 2 * _POINTS_MAX:
        raise ValueError("pontos demais")
    if any(len(stroke) % 2 for stroke in strokes):
        raise ValueError("coordenada sem par")
    return strokes


class Signature(Strict):
    """Strokes as x, y, x, y, … in a box of w × h."""

    w: Annotated[int, Field(gt=0, le=10_000)]
    h: Annotated[int, Field(gt=0, le=10_000)]
    strokes: Annotated[list[Stroke], Field(max_length=500), AfterValidator(_few_points)]


class EndingPart(Strict):
    """Signed, refused, absent or evaded (PLA arts. 49 X, §3, 50 §3)."""

    kind: Literal["signed", "refused", "absent", "evaded"]
    at: Moment
    signer: Literal["driver", "other", ""]
    signer_name: T120
    note: T4000
    signature: Signature | None


class Copy(Strict):
    """Whether the driver got his copy (PLA art. 48)."""

    delivered: bool
    how: Literal["printed", "shared", "shown", "none"]
    why: T400


class DeadlinePart(Strict):
    """The term printed on the copy (PLA art. 49 VIII)."""

    days: Annotated[int, Field(ge=0, le=3650)]
    due_on: Day
    words: T400
    citation: T120


class Body(Strict):
    """The body that inspects."""

    name: T200
    city: T120


class Permit(Strict):
    """Number of the authorisation, or "SEM AUTORIZAÇÃO" (PLA art. 49 VI)."""

    number: T40


class NoticePayload(Strict):
    """The whole record, as the contract of issue 3 has it."""

    kind: Literal["notice", "warning", "verbal", "regularisation"]
    account_id: HexId
    device_id: HexId
    key_id: KeyName
    chain: Chain
    number: NoticeNumber | None
    training: bool
    ruleset: RulesetRef
    stop_id: HexIdOrNothing
    group: HexId
    infraction: InfractionPart
    fine: Fine
    happened_at: Moment
    written_at: Moment
    device_time: Moment
    offset_ms: Offset
    last_server_time: Moment | None
    beacon: Beacon
    scope: Literal["street", "administrative"]
    place: Place
    vehicle: VehiclePart
    driver: DriverPart
    owner: OwnerPart
    permit: Permit
    offender: Offender
    confirmed: Annotated[list[T40], Field(max_length=60)]
    facts: T4000
    warning: Warned | None
    measures: Annotated[list[MeasurePart], Field(max_length=12)]
    regularise: Regularise | None
    witnesses: Annotated[list[Witness], Field(max_length=6)]
    photos: Annotated[list[PhotoPart], Field(max_length=PHOTOS_MAX)]
    ending: EndingPart | None
    copy_: Annotated[Copy, Field(alias="copy")]
    deadline: DeadlinePart | None
    agent: Agent
    body: Body
    late_reason: T4000


def read_notice(text: str) -> NoticePayload:
    """The record as the phone froze it; `Invalid` with the field that cannot be taken."""
    return read_frozen(text, NoticePayload, words=FIELDS, too_long=_TOO_LONG, limit=PAYLOAD_MAX)
