"""Ids born on a device or on the server, and the short code people read aloud from a paper."""

import re
import uuid
from typing import Final

from app.kernel.errors import Invalid

_ID: Final = re.compile(r"[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
# Crockford's base 32: no I, L, O (read as 1, 1, 0) and no U.
_ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_CODE: Final = re.compile(f"[{_ALPHABET}]{{16}}")
_READ_AS: Final = str.maketrans({"O": "0", "I": "1", "L": "1", "-": None, " ": None})
_CODE_BYTES: Final = 10


def new_id() -> str:
    """A random UUID (version 4) as 32 lower-case hexadecimal characters."""
    return uuid.uuid4().hex


def parse_id(text: str) -> str:
    """The same 32 characters, from them or from the hyphenated form; else `Invalid`."""
    if not _ID.fullmatch(text):
        raise Invalid("Este endereço está incompleto. Abra de novo pela lista.", field="id")
    return text.replace("-", "")


def short_code(digest: bytes) -> str:
    """The first 80 bits of a hash as 16 characters without look-alikes (ValueError if shorter)."""
    if len(digest) < _CODE_BYTES:
        raise ValueError(f"a short code needs {_CODE_BYTES} bytes of hash, got {len(digest)}")
    number = int.from_bytes(digest[:_CODE_BYTES], "big")
    return "".join(_ALPHABET[number >> shift & 31] for shift in range(75, -1, -5))


def parse_short_code(typed: str) -> str:
    """What a person typed from the paper: any case, O as 0, I and L as 1, hyphens and spaces free."""
    text = typed.strip().upper().translate(_READ_AS) if typed.isascii() else ""
    if not _CODE.fullmatch(text):
        raise Invalid("O código tem 16 letras e números: confira no papel.", field="code")
    return text


def format_short_code(code: str) -> str:
    """Four groups of four, joined by hyphens, as printed."""
    return "-".join(code[start : start + 4] for start in range(0, len(code), 4))
