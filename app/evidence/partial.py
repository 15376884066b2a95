"""Photos that are still arriving: `<data_dir>/evidence/partial/`, one growing file each.

The length of the file is how far the phone got. A lock per hash (over threads and processes of
this machine) keeps parallel requests apart.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from flask import current_app

from app.evidence.store import make_folder, sync_folder

EXPIRES: Final = timedelta(days=7)  # without a new piece; the phone still has all of it


@dataclass(frozen=True)
class Part:
    """One declared photo on its way; all three are hexadecimal ids checked before."""

    municipality_id: str
    entry_id: str
    sha256: str

    @property
    def path(self) -> Path:
        """Its growing file."""
        return _folder() / f"{self.municipality_id}-{self.entry_id}-{self.sha256}.part"


@contextmanager
def held(part: Part) -> Iterator[None]:
    """One request at a time for this photo; others wait here."""
    make_folder(_folder())
    with _lock_file(part.sha256).open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield  # closing the file lets go


def length(part: Part) -> int | None:
    """Bytes so far; None when nothing was begun."""
    try:
        return part.path.stat().st_size
    except FileNotFoundError:
        return None


def append(part: Part, offset: int, piece: bytes, *, now: datetime) -> None:
    """Write at `offset`, the present end, and return when it is on the disk. OSError changes nothing."""
    begun = part.path.exists()
    if not begun:
        sweep(now)
    with part.path.open("r+b" if begun else "xb", buffering=0) as file:
        try:
            _write_all(file.fileno(), offset, piece)
            os.fsync(file.fileno())
        except OSError:
            with suppress(OSError):
                file.truncate(offset)
            raise
    if not begun:
        sync_folder(part.path.parent)


def read(part: Part) -> bytes:
    """What has come so far."""
    return part.path.read_bytes()


def restart(part: Part) -> None:
    """Throw away what came: it was not what was declared."""
    part.path.write_bytes(b"")


def drop(part: Part) -> None:
    """The photo is complete and stored, or will not come."""
    with suppress(OSError):
        part.path.unlink(missing_ok=True)


def sweep(now: datetime) -> int:
    """Remove what got no piece for a week; returns how many files. A photo in use is left alone."""
    before, gone = (now - EXPIRES).timestamp(), 0
    for path in _folder().glob("*.part"):
        with suppress(OSError):
            if path.stat().st_mtime < before and _unlink_unused(path):
                gone += 1
    return gone


def _unlink_unused(path: Path) -> bool:
    with _lock_file(path.stem.rsplit("-", 1)[1]).open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)  # BlockingIOError: somebody is at work
        path.unlink()
    return True


def _write_all(handle: int, offset: int, piece: bytes) -> None:
    left = memoryview(piece)
    while left:
        written = os.pwrite(handle, left, offset)
        left, offset = left[written:], offset + written


def _lock_file(sha256: str) -> Path:
    # 256 files for ever instead of one per photo: none of them ever needs to be removed.
    return _folder() / f"{sha256[:2]}.lock"


def _folder() -> Path:
    data_dir: Path = current_app.config["SETTINGS"].data_dir
    return data_dir / "evidence" / "partial"
