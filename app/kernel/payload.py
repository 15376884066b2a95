"""What phones write, read strictly: the small shapes all records share, and one way to refuse.

Fields nobody knows are ignored and logged by name: an older server meets a newer phone.
"""

import logging
import re
from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Annotated, Any, Final, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
)

from app.kernel.errors import Invalid
from app.kernel.json_text import read_object
from app.kernel.phone_clock import YEARS
from app.kernel.plate import Plate

_INSTANT: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}\.[0-9]{3}Z")
_DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_LOG = logging.getLogger(__name__)


def read_instant(value: object) -> datetime:
    """`2026-06-14T11:10:00.000Z` as an aware instant; ValueError for any other form."""
    if not isinstance(value, str) or not _INSTANT.fullmatch(value):
        raise ValueError("instante fora do formato")
    moment = datetime.fromisoformat(value).astimezone(UTC)
    if moment.year not in YEARS:
        raise ValueError("ano impossível")
    return moment


def read_day(value: object) -> date | None:
    """`2026-12-10` as a civil date, "" as None; ValueError for any other form."""
    if value == "":
        return None
    if not isinstance(value, str) or not _DAY.fullmatch(value):
        raise ValueError("data fora do formato")
    return date.fromisoformat(value)


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
Day = Annotated[date | None, BeforeValidator(read_day)]
HexId = Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]
HexIdOrNothing = Annotated[str, Field(pattern=r"^([0-9a-f]{32})?$")]
HexHash = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Text40 = Annotated[str, Field(max_length=40), AfterValidator(_one_line)]
Text120 = Annotated[str, Field(max_length=120), AfterValidator(_one_line)]
Text200 = Annotated[str, Field(max_length=200), AfterValidator(_one_line)]
Note = Annotated[str, Field(max_length=4000), AfterValidator(_one_line)]
PlateText = Annotated[str, Field(max_length=7), AfterValidator(_plate_or_nothing)]
Code = Annotated[str, Field(pattern=r"^[a-z0-9_]{1,40}\.[a-z0-9_]{1,40}$")]


class Strict(BaseModel):
    """Base of the shapes: no value is turned into another type, unknown fields are left out."""

    model_config = ConfigDict(strict=True, extra="ignore", frozen=True)


class Position(Strict):
    """Where the phone was: degrees × 10^7, metres of doubt, and when the fix was taken."""

    lat: Annotated[int, Field(ge=-900_000_000, le=900_000_000)]
    lon: Annotated[int, Field(ge=-1_800_000_000, le=1_800_000_000)]
    accuracy_m: Annotated[int, Field(ge=0, le=1_000_000)]
    at: Moment | None = None


Shape = TypeVar("Shape", bound=Strict)


def read_record(
    text: str, shape: type[Shape], *, words: Mapping[str, str], too_long: str, limit: int
) -> Shape:
    """The record written as JSON of at most `limit` bytes; `Invalid` with the field at fault.

    `words` gives fields their Portuguese names; `too_long` is the sentence for a longer text.
    """
    if len(text.encode("utf-8", "surrogatepass")) > limit:
        raise Invalid(too_long, field="payload")
    members = read_object(text, field="payload")
    _log_unknown(members, shape)
    try:
        return shape.model_validate(members)
    except ValidationError as error:
        raise _refusal(error, words) from None


def _log_unknown(members: Mapping[str, Any], shape: type[Strict]) -> None:
    known = {field.alias or name for name, field in shape.model_fields.items()}
    unknown = sorted(set(members) - known)
    if unknown:
        names = ", ".join(name[:40] for name in unknown[:20])
        _LOG.warning("%s with unknown fields: %s", shape.__name__, names)


def _refusal(error: ValidationError, words: Mapping[str, str]) -> Invalid:
    # Names of fields only: the values are what the agent wrote about a person.
    place = error.errors(include_input=False, include_url=False)[0]["loc"]
    name = ".".join(str(part) for part in place)
    said = words.get(str(place[0]), name) if place else name
    return Invalid(
        f"O campo “{said}” do registro não foi entendido. Guarde e avise a chefia.", field=name
    )
