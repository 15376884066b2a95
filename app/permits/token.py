"""The seal's token, bit by bit: packed fields, Ed25519 signature, fixed-width decimal digits.

Pure. One token has exactly one text: whatever is not that text is refused, never repaired.
"""

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from enum import IntEnum, StrEnum, auto
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from app.kernel.plate import Plate

VERSION: Final = 1
SIGNED_CONTEXT: Final = b"taxi-seal/1\0"
SIGNATURE_BYTES: Final = 64
WINDOW: Final = timedelta(minutes=2)
EXPIRY_EPOCH: Final = date(2020, 1, 1)
WINDOW_EPOCH: Final = datetime(2025, 1, 1, tzinfo=UTC)
# digits of the text → bytes of the token; no other width exists
WIDTHS: Final = {191: 79, 198: 82}
_DIGITS: Final = re.compile(r"[0-9]+")
_FIXED_BYTES: Final = 15
_WINDOW_BYTES: Final = 3
_X: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_PLATES: Final = 26**3 * 10 * 36 * 100
_MUNICIPALITIES: Final = range(100_000, 1_000_000)
_TEST_FLAG: Final = 1


class SealType(IntEnum):
    """What a key may sign. Seals carry 1 to 3; 4 is reserved; LIST is never on a seal."""

    PRINTED = 1
    PHONE = 2
    LIVE = 3
    DEVICE = 4
    LIST = 15


READABLE_TYPES: Final = frozenset({SealType.PRINTED, SealType.PHONE, SealType.LIVE})


class SealCategory(IntEnum):
    """The service the vehicle is licensed for (16 places, four in use)."""

    TAXI = 1
    APP = 2
    SCHOOL = 3
    MOTO = 4


class TokenVerdict(StrEnum):
    """Why a code is refused, in the order of the checks; OK is the last.

    OK says "the city signed this and it is in date". A seal is worth something only when
    `verifier.judge_record` says OK as well.
    """

    NOT_A_SEAL = auto()
    FOREIGN_HOST = auto()
    BAD_LENGTH = auto()
    BAD_DIGITS = auto()
    BAD_VERSION = auto()
    BAD_TYPE = auto()
    BAD_FIELDS = auto()
    FOREIGN_CITY = auto()
    UNKNOWN_KEY = auto()
    KEY_WRONG_TYPE = auto()
    KEY_REVOKED = auto()
    KEY_NOT_YET = auto()
    KEY_EXPIRED = auto()
    BAD_SIGNATURE = auto()
    EXPIRED = auto()
    WINDOW_PAST = auto()
    WINDOW_FUTURE = auto()
    NOT_ISSUED = auto()
    OTHER_PLATE = auto()
    DEAD = auto()
    SUSPENDED = auto()
    OK = auto()


class TokenError(ValueError):
    """The text is not a token; `verdict` says why."""

    def __init__(self, verdict: TokenVerdict) -> None:
        self.verdict = verdict
        super().__init__(verdict.value)


@dataclass(frozen=True, slots=True)
class SealPayload:
    """The signed fields. `municipality` is the IBGE code without check digit (355030).

    `expiry` is inclusive, a civil day of the municipality; `window_start` (UTC, whole minutes)
    belongs to live codes only. ValueError where a field does not fit.
    """

    type: SealType
    kid: int
    municipality: int
    category: SealCategory
    index: int
    plate: Plate
    expiry: date
    test: bool = False
    window_start: datetime | None = None

    def __post_init__(self) -> None:
        _fit("type", self.type in READABLE_TYPES)
        _fit("kid", 0 <= self.kid < 1 << 8)
        _fit("municipality", self.municipality in _MUNICIPALITIES)
        _fit("index", 0 <= self.index < 1 << 32)
        _fit("expiry", 0 <= (self.expiry - EXPIRY_EPOCH).days < 1 << 16)
        _fit("window_start", (self.window_start is not None) == (self.type is SealType.LIVE))
        if self.window_start is not None:
            minutes, rest = divmod(self.window_start - WINDOW_EPOCH, timedelta(minutes=1))
            _fit("window_start", not rest and 0 <= minutes < 1 << 24)


@dataclass(frozen=True, slots=True)
class Parsed:
    """A well-formed token, not yet believed: `signed` is what `signature` must cover."""

    payload: SealPayload
    signed: bytes
    signature: bytes


def encode(payload: SealPayload, private_key: Ed25519PrivateKey) -> str:
    """Sign a payload; the decimal text, 191 digits (198 for a live code)."""
    packed = pack(payload)
    return to_digits(packed + private_key.sign(SIGNED_CONTEXT + packed))


def pack(payload: SealPayload) -> bytes:
    """The 15 bytes of the fields, 18 with a window; big-endian, first byte version and type."""
    packed = (
        bytes([VERSION << 4 | payload.type, payload.kid])
        + (payload.municipality << 4 | payload.category).to_bytes(3, "big")
        + payload.index.to_bytes(4, "big")
        + (_plate_number(payload.plate) << 2 | _TEST_FLAG * payload.test).to_bytes(4, "big")
        + (payload.expiry - EXPIRY_EPOCH).days.to_bytes(2, "big")
    )
    if payload.window_start is None:
        return packed
    minutes = (payload.window_start - WINDOW_EPOCH) // timedelta(minutes=1)
    return packed + minutes.to_bytes(_WINDOW_BYTES, "big")


def to_digits(token: bytes) -> str:
    """The token as one big-endian integer in fixed width, leading zeros kept."""
    width = next(width for width, size in WIDTHS.items() if size == len(token))
    return str(int.from_bytes(token, "big")).zfill(width)


def read_digits(digits: str) -> Parsed:
    """The fields and signature of a decimal text; TokenError for any deviation."""
    size = WIDTHS.get(len(digits))
    if size is None:
        raise TokenError(TokenVerdict.BAD_LENGTH)
    if not _DIGITS.fullmatch(digits):
        raise TokenError(TokenVerdict.BAD_DIGITS)
    number = int(digits)
    if number >= 1 << 8 * size:
        raise TokenError(TokenVerdict.BAD_DIGITS)
    token = number.to_bytes(size, "big")
    packed = token[:-SIGNATURE_BYTES]
    return Parsed(_unpack(packed), SIGNED_CONTEXT + packed, token[-SIGNATURE_BYTES:])


def _unpack(packed: bytes) -> SealPayload:
    version, type_number = divmod(packed[0], 16)
    if version != VERSION:
        raise TokenError(TokenVerdict.BAD_VERSION)
    if type_number not in READABLE_TYPES:
        raise TokenError(TokenVerdict.BAD_TYPE)
    live = type_number == SealType.LIVE
    if len(packed) != _FIXED_BYTES + _WINDOW_BYTES * live:
        raise TokenError(TokenVerdict.BAD_LENGTH)
    municipality, category = divmod(int.from_bytes(packed[2:5], "big"), 16)
    plate_number, flags = divmod(int.from_bytes(packed[9:13], "big"), 4)
    try:
        _fit("flags", flags in {0, _TEST_FLAG})
        return SealPayload(
            type=SealType(type_number),
            kid=packed[1],
            municipality=municipality,
            category=SealCategory(category),
            index=int.from_bytes(packed[5:9], "big"),
            plate=_plate(plate_number),
            expiry=EXPIRY_EPOCH + timedelta(days=int.from_bytes(packed[13:15], "big")),
            test=flags == _TEST_FLAG,
            window_start=_window(packed) if live else None,
        )
    except ValueError:
        raise TokenError(TokenVerdict.BAD_FIELDS) from None


def _window(packed: bytes) -> datetime:
    return WINDOW_EPOCH + timedelta(minutes=int.from_bytes(packed[_FIXED_BYTES:], "big"))


def _plate_number(plate: Plate) -> int:
    """Mixed radix 26·26·26·10·36·10·10; fifth character 0–9 → 0–9, A–Z → 10–35."""
    number = 0
    for char in plate.text[:3]:
        number = number * 26 + ord(char) - ord("A")
    number = number * 10 + int(plate.text[3])
    number = number * 36 + _X.index(plate.text[4])
    return number * 100 + int(plate.text[5:])


def _plate(number: int) -> Plate:
    _fit("plate", number < _PLATES)
    rest, tail = divmod(number, 100)
    rest, fifth = divmod(rest, 36)
    rest, fourth = divmod(rest, 10)
    letters = (rest // 676, rest // 26 % 26, rest % 26)
    head = "".join(chr(ord("A") + letter) for letter in letters)
    return Plate(f"{head}{fourth}{_X[fifth]}{tail:02}")


def _fit(field: str, fits: bool) -> None:
    if not fits:
        raise ValueError(f"seal field out of range: {field}")
