"""What tests of notices' photos share: a record that declares them, and a phone that sends them."""

import hashlib
from pathlib import Path
from typing import Any

from flask import Flask
from sqlalchemy import select
from werkzeug.test import TestResponse

from app.evidence.models import Attachment, AttachmentReceived
from app.kernel.ids import new_id
from app.persistence.base import db
from app.persistence.transaction import transaction
from tests.support.cast import NOW, Cast
from tests.support.field import Phone


def sha(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def declare(cast: Cast, *contents: bytes, login: str = "ana", **edits: Any) -> str:
    """An entry of that agent that names these photos; returns its id."""
    entry = new_id()
    with transaction() as session:
        for position, content in enumerate(contents):
            values = {
                "municipality_id": cast.city,
                "entry_id": entry,
                "sha256": sha(content),
                "size": len(content),
                "position": position,
                "caption": f"Foto {position + 1}",
                "taken_at": NOW,
                "declared_by": cast.accounts[login],
                "declared_at": NOW,
            }
            session.add(Attachment(**{**values, **edits}))
    return entry


def address(entry: str, content: bytes) -> str:
    return f"/campo/anexo/{entry}/{sha(content)}"


def put(phone: Phone, path: str, offset: int | str, piece: bytes) -> TestResponse:
    """One piece."""
    return phone.send(
        "PUT", f"{path}?de={offset}", data=piece, content_type="application/octet-stream"
    )


def send(phone: Phone, entry: str, content: bytes, piece: int = 64 * 1024) -> TestResponse:
    """The whole photo as a phone does: asks where it stands, then piece after piece."""
    path = address(entry, content)
    answer = phone.get(path)
    while not (said := answer.get_json())["done"]:
        answer = put(phone, path, said["have"], content[said["have"] : said["have"] + piece])
        assert answer.status_code == 200, answer.get_data(as_text=True)
    return answer


def received() -> list[AttachmentReceived]:
    return list(db.session.scalars(select(AttachmentReceived)))


def files(app: Flask) -> set[str]:
    """Every file of the store below its folder, without the locks."""
    root: Path = app.config["SETTINGS"].data_dir / "evidence"
    found = (path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file())
    return {name for name in found if not name.endswith(".lock")}
