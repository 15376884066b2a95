"""The papers of a step: kept by their hash in the store of evidence, read by who sees the case."""

import hashlib
from collections.abc import Mapping
from datetime import date, datetime
from types import MappingProxyType
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.cases.access import case_for
from app.cases.domain import FileData
from app.cases.events import KEPT, PAPER_READ, PAPER_TOLD
from app.cases.models import CaseDocument, CaseStep
from app.evidence.store import store
from app.kernel.errors import Conflict, Invalid, NotFound
from app.kernel.ids import new_id
from app.ledger.service import append
from app.persistence.transaction import transaction
from app.registry.write import own

SIZE_MAX: Final = 10 * 1024 * 1024  # bytes; a scanned defence of a hundred pages
_NAME_MAX: Final = 120
# What a browser may be given back: the first bytes say what it is, not who sent it.
_MAGIC: Final[Mapping[str, bytes]] = MappingProxyType(
    {"application/pdf": b"%PDF-", "image/jpeg": b"\xff\xd8\xff", "image/png": b"\x89PNG\r\n\x1a\n"}
)


def check_file(field: str, file: FileData) -> str:
    """SHA-256 (hex) of a file that may be kept; `Invalid` naming the field for another."""
    begins = _MAGIC.get(file.media_type)
    if begins is None or not file.content.startswith(begins):
        raise Invalid("Anexe um PDF ou uma foto (JPEG ou PNG).", field=field)
    if len(file.content) > SIZE_MAX:
        raise Invalid("O arquivo passa de 10 MB. Divida ou reduza e anexe de novo.", field=field)
    return hashlib.sha256(file.content).hexdigest()


def keep_paper(
    session: Session,
    actor: Actor,
    step: CaseStep,
    kind: str,
    file: FileData,
    *,
    number: str = "",
    now: datetime,
) -> str:
    """The paper of a step, once for each kind; its id. An inner step.

    The same bytes again are the same paper; `Conflict` for others under the same kind.
    """
    digest = check_file(kind, file)
    found = session.scalar(
        select(CaseDocument).where(CaseDocument.step_id == step.id, CaseDocument.kind == kind)
    )
    if found is not None:
        if found.sha256 != digest:
            raise Conflict("Este ato já tem outro documento deste tipo.")
        return found.id
    store().put(_place(step.municipality_id, digest), file.content)
    row = CaseDocument(
        id=new_id(),
        municipality_id=step.municipality_id,
        case_id=step.case_id,
        step_id=step.id,
        kind=kind,
        number=number,
        name=file.name[-_NAME_MAX:],
        media_type=file.media_type,
        size=len(file.content),
        sha256=digest,
        made_at=now,
    )
    session.add(row)
    session.flush()
    body = {"document": row.id, **{name: getattr(row, name) for name in PAPER_TOLD}}
    append(session, actor, KEPT, ("case", step.case_id), body, now=now)
    return row.id


def keep_made_paper(
    actor: Actor, step_id: str, kind: str, file: FileData, *, number: str = "", now: datetime
) -> str:
    """A paper that the city made of a stored step; its id. NotFound for a stranger's step."""
    with transaction() as session:
        step: CaseStep = own(session, actor, CaseStep, step_id)
        case_for(session, actor, step.case_id, step.acted_on)
        return keep_paper(session, actor, step, kind, file, number=number, now=now)


def read_paper(actor: Actor, document_id: str, *, today: date, now: datetime) -> FileData:
    """The paper as it was kept, for who sees its case; reading it is an event of its own.

    `Conflict` when the store no longer holds these bytes: a changed paper is never shown.
    """
    with transaction() as session:
        row: CaseDocument = own(session, actor, CaseDocument, document_id)
        case_for(session, actor, row.case_id, today)
        body = {"document": row.id}
        append(session, actor, PAPER_READ, ("case", row.case_id), body, now=now, chain="access")
        place, told = _place(row.municipality_id, row.sha256), (row.name, row.media_type)
        digest = row.sha256
    return FileData(*told, _sound(place, digest))


def kept_bytes(row: CaseDocument) -> bytes:
    """The bytes of a stored paper, for another verb; `Conflict` when they are not what they were."""
    return _sound(_place(row.municipality_id, row.sha256), row.sha256)


def _sound(place: str, digest: str) -> bytes:
    try:
        content = store().read(place)
    except FileNotFoundError:
        raise NotFound from None
    if hashlib.sha256(content).hexdigest() != digest:
        raise Conflict("Este documento foi alterado no armazenamento. Avise o controle interno.")
    return content


def hash_now(municipality_id: str, digest: str) -> str:
    """SHA-256 (hex) of the bytes that the store holds under that hash; "" for none."""
    try:
        return hashlib.sha256(store().read(_place(municipality_id, digest))).hexdigest()
    except (FileNotFoundError, ValueError):
        return ""


def _place(municipality_id: str, digest: str) -> str:
    return f"case/{municipality_id}/{digest}"
