"""What a phone adds later: how a number ended, and what is said of a notice already sent."""

from typing import Annotated, Final, Literal

from pydantic import Field

from app.evidence.payload import T400, T4000
from app.infractions.payload import Number
from app.infractions.payload_words import FIELDS
from app.kernel.payload import HexId, Moment, Strict, read_record

_MAX: Final = 16 * 1024  # bytes of UTF-8
_TOO_LONG: Final = "O registro passa de 16 kB. Encurte o texto."


class NumberPayload(Strict):
    """A number explained by the agent who held it (entry kind `number`, schema 1)."""

    account_id: HexId
    device_id: HexId
    series: Annotated[str, Field(pattern=r"^(TREINO-)?[A-Z]{2}-[0-9]{4}$")]
    value: Number
    block: HexId
    outcome: Literal["voided", "lost", "returned"]
    reason: T400
    at: Moment


class AnnotationPayload(Strict):
    """Said of a notice by its author, from the phone (entry kind `annotation`, schema 1)."""

    account_id: HexId
    device_id: HexId
    notice_id: HexId
    kind: Literal["late_reason", "delivery"]
    text: T4000
    at: Moment


def read_number(text: str) -> NumberPayload:
    """`Invalid` with the field that cannot be taken."""
    return read_record(text, NumberPayload, words=FIELDS, too_long=_TOO_LONG, limit=_MAX)


def read_annotation(text: str) -> AnnotationPayload:
    """`Invalid` with the field that cannot be taken."""
    return read_record(text, AnnotationPayload, words=FIELDS, too_long=_TOO_LONG, limit=_MAX)
