"""Who reads the photos of a record, by the kind of record: the parts above say it of theirs."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from sqlalchemy.orm import Session

from app.accounts.permissions import Permission


@dataclass(frozen=True)
class Readers:
    """`has(session, city, entry id)` tells whose record it is; `own` opens it to its author only."""

    has: Callable[[Session, str, str], bool]
    every: Permission
    own: Permission


# A record that is none of theirs (quarantined, or of an unknown kind) is read like a notice.
NOTICES: Final = Readers(lambda *_: True, Permission.NOTICE_READ, Permission.NOTICE_SEE)
_kinds: dict[str, Readers] = {}


def register_readers(kind: str, readers: Readers) -> None:
    """Say who reads the photos of this kind of record."""
    _kinds[kind] = readers


def readers_of(session: Session, municipality_id: str, entry_id: str) -> Readers:
    """The rule of the record that declares the photo."""
    for readers in _kinds.values():
        if readers.has(session, municipality_id, entry_id):
            return readers
    return NOTICES
