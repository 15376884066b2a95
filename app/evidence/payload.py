"""Shapes that every frozen record of a phone shares: texts, its chain, its law, its photos, its author."""

from collections.abc import Mapping
from typing import Annotated, Any, Final, TypeVar

from pydantic import AfterValidator, Field

from app.kernel.canonical import canonical
from app.kernel.errors import Invalid
from app.kernel.json_text import read_object
from app.kernel.payload import HexHash, Moment, Position, Strict, read_record

PAYLOAD_MAX: Final = 128 * 1024  # bytes of UTF-8


def _no_nul(text: str) -> str:
    if "\0" in text:
        raise ValueError("caractere nulo")
    return text


T20 = Annotated[str, Field(max_length=20), AfterValidator(_no_nul)]
T40 = Annotated[str, Field(max_length=40), AfterValidator(_no_nul)]
T120 = Annotated[str, Field(max_length=120), AfterValidator(_no_nul)]
T200 = Annotated[str, Field(max_length=200), AfterValidator(_no_nul)]
T400 = Annotated[str, Field(max_length=400), AfterValidator(_no_nul)]
T4000 = Annotated[str, Field(max_length=4000), AfterValidator(_no_nul)]
KeyName = Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")]
Offset = Annotated[int, Field(ge=-(2**53), le=2**53)]  # ms
Beacon = Annotated[str, Field(max_length=80)]


class Chain(Strict):
    """Place in the records of this account on this phone; `prev` is the hash before."""

    seq: Annotated[int, Field(ge=1, lt=2**31)]
    prev: HexHash


class RulesetRef(Strict):
    """The version of the text it was written under."""

    slug: T40
    version: T20
    hash: HexHash


class Place(Strict):
    """Where: typed, by position, or both."""

    text: T200
    position: Position | None


class PhotoPart(Strict):
    """A photo by its hash; the bytes follow later."""

    sha256: HexHash
    size: Annotated[int, Field(ge=0, le=8 * 1024 * 1024)]
    taken_at: Moment
    caption: T200


class Agent(Strict):
    """Who wrote it, as the greeting named the person to the phone (PLA art. 49 IX)."""

    name: T120
    registration: T40
    act: T120


Shape = TypeVar("Shape", bound=Strict)


def read_frozen(
    text: str, shape: type[Shape], *, words: Mapping[str, str], too_long: str, limit: int
) -> Shape:
    """The record written in canonical JSON; `Invalid` with the field that cannot be taken.

    A text that is not the canonical form of itself is refused: two texts would mean one record.
    """
    found = read_record(text, shape, words=words, too_long=too_long, limit=limit)
    if canonical(members_of(text)).decode() != text:
        raise Invalid("O registro não está na forma combinada. Atualize o aplicativo.")
    return found


def members_of(text: str) -> dict[str, Any]:
    """The record as plain members, for the rules that are data."""
    return read_object(text, field="payload")
