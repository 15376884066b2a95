"""The content of a stop as the phone wrote it: one strict shape, times and plates checked.

Fields nobody knows are ignored and logged by name: an older server meets a newer phone.
"""

import logging
import re
from datetime import UTC, datetime
from typing import Annotated, Any, Final, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
)

from app.kernel.errors import Invalid
from app.kernel.plate import Plate
from app.verification.field_json import read_object
from app.verification.stops_clock import YEARS
from app.verification.stops_words import FIELDS

PAYLOAD_MAX: Final = 64 * 1024  # bytes of UTF-8
_INSTANT: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}\.[0-9]{3}Z")
_LOG = logging.getLogger(__name__)


def read_instant(value: object) -> datetime:
    """`2026-06-14T11:10:00.000Z` as an aware instant; ValueError for any other form."""
    if not isinstance(value, str) or not _INSTANT.fullmatch(value):
        raise ValueError("instante fora do formato")
    moment = datetime.fromisoformat(value).astimezone(UTC)
    if moment.year not in YEARS:
        raise ValueError("ano impossível")
    return moment


def _plate_or_nothing(text: str) -> str:
    try:
        return Plate(text).text if text else ""
    except Invalid as error:
        raise ValueError(error.message) from None


def _one_line(text: str) -> str:
    if "\0" in text:
        raise ValueError("caractere nulo")
    return text.strip()


Moment = Annotated[datetime, BeforeValidator(read_instant)]
HexId = Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]
Text120 = Annotated[str, Field(max_length=120), AfterValidator(_one_line)]
Text200 = Annotated[str, Field(max_length=200), AfterValidator(_one_line)]
Note = Annotated[str, Field(max_length=4000), AfterValidator(_one_line)]
PlateText = Annotated[str, Field(max_length=7), AfterValidator(_plate_or_nothing)]
Code = Annotated[str, Field(pattern=r"^[a-z0-9_]{1,40}\.[a-z0-9_]{1,40}$")]


class _Strict(BaseModel):
    model_config = ConfigDict(strict=True, extra="ignore", frozen=True)


class Position(_Strict):
    """Where the phone was: degrees × 10^7, metres of doubt, and when the fix was taken."""

    lat: Annotated[int, Field(ge=-900_000_000, le=900_000_000)]
    lon: Annotated[int, Field(ge=-1_800_000_000, le=1_800_000_000)]
    accuracy_m: Annotated[int, Field(ge=0, le=1_000_000)]
    at: Moment | None = None


class StopPayload(_Strict):
    """One stop (field contract). `findings` are codes of the wording catalogue."""

    account_id: HexId
    device_id: Annotated[str, Field(pattern=r"^([0-9a-f]{32})?$")]
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
    if len(text.encode("utf-8", "surrogatepass")) > PAYLOAD_MAX:
        raise Invalid("O registro passa de 64 kB. Encurte a observação.", field="payload")
    members = read_object(text, field="payload")
    _log_unknown(members)
    try:
        return StopPayload.model_validate(members)
    except ValidationError as error:
        raise _refusal(error) from None


def _log_unknown(members: dict[str, Any]) -> None:
    unknown = sorted(set(members) - set(StopPayload.model_fields))
    if unknown:
        _LOG.warning("stop with unknown fields: %s", ", ".join(name[:40] for name in unknown[:20]))


def _refusal(error: ValidationError) -> Invalid:
    # Names of fields only: the values are what the agent wrote about a person.
    place = error.errors(include_input=False, include_url=False)[0]["loc"]
    name = ".".join(str(part) for part in place)
    words = FIELDS.get(str(place[0]), name)
    return Invalid(
        f"O campo “{words}” do registro não foi entendido. Guarde e avise a chefia.", field=name
    )
