"""Where received bytes stand: `<data_dir>/evidence/`, behind names, so that S3 can follow.

Names are made here from ids and hashes, never from what a stranger typed (threats.md T48).
"""

import os
import re
from pathlib import Path
from typing import Final, Protocol

from flask import current_app

from app.evidence.images import SafePhoto

_NAME: Final = re.compile(r"[0-9a-z][0-9a-z-]*(?:/[0-9a-z][0-9a-z-]*)*(?:\.jpg)?")


class Store(Protocol):
    """Bytes under names like "original/<city>/<sha256>". ValueError for any other name."""

    def put(self, name: str, content: bytes) -> None:
        """Keep it, replacing what was there; on return it survives a power cut."""

    def read(self, name: str) -> bytes:
        """The bytes; FileNotFoundError when there are none."""

    def remove(self, name: str) -> None:
        """Forget it, if it is there."""


class Folder:
    """A store in a folder of this machine."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def path(self, name: str) -> Path:
        """The file of a name."""
        if not _NAME.fullmatch(name):
            raise ValueError(f"no name of the store: {name[:80]!r}")
        return self.root / name

    def put(self, name: str, content: bytes) -> None:
        """A half-written file is never found under its name after a power cut."""
        path = self.path(name)
        make_folder(path.parent)
        draft = path.with_suffix(".part")
        with draft.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
        sync_folder(path.parent)

    def read(self, name: str) -> bytes:
        """The whole file."""
        return self.path(name).read_bytes()

    def remove(self, name: str) -> None:
        """Delete the file."""
        self.path(name).unlink(missing_ok=True)


def store() -> Store:
    """The store of this installation."""
    return _folder()


def photo_path(id: str) -> Path:
    """The driver's photo of that evidence."""
    return _folder().path(f"{id}.jpg")


def thumbnail_path(id: str) -> Path:
    """The small square of that evidence."""
    return _folder().path(f"{id}-96.jpg")


def keep(id: str, copies: SafePhoto) -> None:
    """Write both files durably, before the row that names them is committed."""
    _folder().put(f"{id}.jpg", copies.photo)
    _folder().put(f"{id}-96.jpg", copies.thumbnail)


def forget(id: str) -> None:
    """Remove both files, if they are there."""
    _folder().remove(f"{id}.jpg")
    _folder().remove(f"{id}-96.jpg")


def make_folder(folder: Path) -> None:
    """Create it with its parents, durably."""
    missing = [f for f in (folder, *folder.parents) if not f.is_dir()]
    folder.mkdir(parents=True, exist_ok=True)
    for made in missing:
        sync_folder(made.parent)


def sync_folder(folder: Path) -> None:
    """A new name in a folder survives a power cut only after this."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _folder() -> Folder:
    data_dir: Path = current_app.config["SETTINGS"].data_dir
    return Folder(data_dir / "evidence")
