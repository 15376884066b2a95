"""The code by which a paper names its frozen record: base 32 of the record's SHA-256 (RFC 4648).

All 52 characters stand in the QR; the first 16 (80 bits) are what people read and type.
"""

import base64
import re
from typing import Final

from app.kernel.errors import Invalid

SHORT: Final = 16
LONG: Final = 52
TYPED_MAX: Final = 120
_HASH_DIGITS: Final = 64
_CODE: Final = re.compile(r"[A-Z2-7]+")
# The alphabet has no 0, 1, 8: who reads one of them has seen a letter.
_READ_AS: Final = str.maketrans({"0": "O", "1": "I", "8": "B"})
# What people put between the groups, and what a phone's keyboard makes of a hyphen.
_BETWEEN: Final = re.compile(r"[\s.\-\u2010-\u2015\u2212]+")


def content_code(sha256: str) -> str:
    """The 52 characters of a hash in hex (64 digits; ValueError for another length)."""
    digest = bytes.fromhex(sha256)
    if len(digest) != 32:
        raise ValueError(f"a SHA-256 has 32 bytes, got {len(digest)}")
    return base64.b32encode(digest).decode().rstrip("=")


def readable_code(sha256: str) -> str:
    """The first 16 characters in groups of four: "ABCD EFGH IJKL MNOP"."""
    code = content_code(sha256)[:SHORT]
    return " ".join(code[start : start + 4] for start in range(0, SHORT, 4))


def plain_code(typed: str) -> str:
    """The 16 or 52 characters a person typed or a reader read; `Invalid` for anything else.

    Any case; spaces, dots and hyphens anywhere; 0 1 8 read as O I B.
    """
    joined = _BETWEEN.sub("", typed) if len(typed) <= TYPED_MAX else ""
    code = joined.upper().translate(_READ_AS) if joined.isascii() else ""
    if len(code) not in {SHORT, LONG} or not _CODE.fullmatch(code):
        raise Invalid("O código tem 16 letras e números: confira no papel.", field="codigo")
    return code


def hash_prefix(typed: str) -> str:
    """The hex digits that a code stands for: 20 for a short one, all 64 for a long one.

    `Invalid` also where the four spare bits of the last character are set: a hash has one code.
    """
    code = plain_code(typed)
    digest = base64.b32decode(code + "=" * (-len(code) % 8))
    if len(code) == LONG and content_code(digest.hex()) != code:
        raise Invalid("O código lido está incompleto. Leia o código de novo.", field="codigo")
    return digest.hex()


def hash_range(prefix: str) -> tuple[str, str]:
    """The first and last hash in hex that begin with these digits, to look it up by its index."""
    return prefix.ljust(_HASH_DIGITS, "0"), prefix.ljust(_HASH_DIGITS, "f")
