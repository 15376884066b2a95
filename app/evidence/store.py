"""The folder of stored copies: `<data_dir>/evidence/<id>.jpg` and `<id>-96.jpg`."""

import os
from pathlib import Path

from flask import current_app

from app.evidence.images import SafePhoto


def photo_path(id: str) -> Path:
    """The photo of that evidence."""
    return _folder() / f"{id}.jpg"


def thumbnail_path(id: str) -> Path:
    """The small square of that evidence."""
    return _folder() / f"{id}-96.jpg"


def keep(id: str, copies: SafePhoto) -> None:
    """Write both files durably, before the row that names them is committed."""
    _folder().mkdir(parents=True, exist_ok=True)
    _write(photo_path(id), copies.photo)
    _write(thumbnail_path(id), copies.thumbnail)


def forget(id: str) -> None:
    """Remove both files, if they are there."""
    photo_path(id).unlink(missing_ok=True)
    thumbnail_path(id).unlink(missing_ok=True)


def _folder() -> Path:
    folder: Path = current_app.config["SETTINGS"].data_dir
    return folder / "evidence"


def _write(path: Path, content: bytes) -> None:
    # A half-written photo must never be found under its name after a power cut.
    draft = path.with_suffix(".part")
    with draft.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
