"""The content of a stop as the phone wrote it: one strict shape, times and plates checked."""

from typing import Annotated, Final, Literal

from pydantic import Field

from app.kernel.payload import (
    Code,
    HexId,
    HexIdOrNothing,
    Moment,
    Note,
    PlateText,
    Position,
    Strict,
    Text120,
    Text200,
    read_record,
)
from app.verification.stops_words import FIELDS

PAYLOAD_MAX: Final = 64 * 1024  # bytes of UTF-8


class StopPayload(Strict):
    """One stop (field contract). `findings` are codes of the wording catalogue."""

    account_id: HexId
    device_id: HexIdOrNothing
    happened_at: Moment
    device_time: Moment
    offset_ms: Annotated[int, Field(ge=-(2**53), le=2**53)]
    last_server_time: Moment | None
    position: Position | None
    place: Text200
    seal_index: Annotated[int, Field(ge=0, lt=2**32)] | None
    plate_read: PlateText
    plate_seen: PlateText
    plate_confirmed: Literal["same", "different"]
    driver_id: Annotated[str, Field(pattern=r"^[0-9a-f]{8,32}$")] | None
    driver_other: Text120
    how: Literal["live", "printed", "late", "plate"]
    verdict: Literal["green", "amber", "red", "unknown"]
    findings: Annotated[list[Code], Field(max_length=60)]
    pack_generated_at: Moment | None
    outcome: Literal["released", "guided", "other"]
    note: Note


def read_payload(text: str) -> StopPayload:
    """The stop written in canonical JSON; `Invalid` with the field that cannot be taken."""
    return read_record(
        text,
        StopPayload,
        words=FIELDS,
        too_long="O registro passa de 64 kB. Encurte a observação.",
        limit=PAYLOAD_MAX,
    )
