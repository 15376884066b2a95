"""Names in the store of the photos of notices: the hash of the original, inside its city."""

import re
from typing import Final

from app.kernel.errors import NotFound

_ENTRY: Final = re.compile(r"[0-9a-f]{32}")
_HASH: Final = re.compile(r"[0-9a-f]{64}")


def require_names(entry_id: str, sha256: str = "0" * 64) -> None:
    """NotFound unless both have their form: nothing typed reaches a file or a query (T48)."""
    if not _ENTRY.fullmatch(entry_id) or not _HASH.fullmatch(sha256):
        raise NotFound


def original_name(municipality_id: str, sha256: str) -> str:
    """The very bytes that the phone hashed: restricted evidence."""
    return f"original/{municipality_id}/{sha256}"


def shown_name(municipality_id: str, sha256: str) -> str:
    """The upright JPEG of at most 1280 px without metadata."""
    return f"shown/{municipality_id}/{sha256}.jpg"


def thumbnail_name(municipality_id: str, sha256: str) -> str:
    """The same, at most 320 px."""
    return f"shown/{municipality_id}/{sha256}-320.jpg"
