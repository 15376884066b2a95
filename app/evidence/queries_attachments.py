"""The photos of a notice as the office and their author see them, and how complete they are."""

import hashlib
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from sqlalchemy import and_, exists, select
from sqlalchemy.orm import Session
from sqlalchemy.sql.elements import ColumnElement, SQLColumnExpression

from app.accounts.domain import Actor
from app.accounts.models import Account
from app.evidence import partial
from app.evidence.decoding import Why
from app.evidence.models import Attachment, AttachmentReceived
from app.evidence.names import original_name, require_names, shown_name, thumbnail_name
from app.evidence.partial import Part
from app.evidence.readers import readers_of
from app.evidence.store import store
from app.kernel.errors import NotFound
from app.persistence.base import db

_TOGETHER: Final = and_(
    AttachmentReceived.municipality_id == Attachment.municipality_id,
    AttachmentReceived.entry_id == Attachment.entry_id,
    AttachmentReceived.sha256 == Attachment.sha256,
)
_WHY: Final = {
    Why.EMPTY: "chegou vazia, com 0 bytes",
    Why.HEAVY: "passa de 8 MB",
    Why.HEIC: "está em HEIC, o formato próprio do iPhone",
    Why.UNKNOWN: "não é JPEG, PNG nem WebP",
    Why.LARGE: "é grande demais (mais de 24 milhões de pontos ou de 12.000 de lado)",
    Why.MOVING: "é uma animação",
    Why.BROKEN: "está incompleta ou com defeito",
    Why.MEMORY: "é pesada demais para abrir",
    Why.TIME: "é pesada demais para abrir",
}


class State(StrEnum):
    """How far a declared photo is."""

    EXPECTED = "expected"
    ARRIVING = "arriving"
    RECEIVED = "received"
    UNREADABLE = "unreadable"  # received and kept, with nothing to show


@dataclass(frozen=True)
class AttachmentRow:
    """One declared photo. `percent` of its bytes; `words` say the state in Portuguese.

    `shown` tells whether /evidencia/anexo/<entry_id>/<sha256> has a picture.
    """

    entry_id: str
    sha256: str
    size: int  # bytes
    position: int
    caption: str
    taken_at: datetime
    state: State
    percent: int
    words: str
    received_at: datetime | None
    width: int  # of the original as it lies; 0 until shown
    height: int

    @property
    def shown(self) -> bool:
        """Whether there is a picture to look at."""
        return self.state is State.RECEIVED


def attachments_of(actor: Actor, entry_id: str) -> tuple[AttachmentRow, ...]:
    """The photos that a record declares, in its order; () when it declares none.

    For the author and who may read records of its kind; NotFound for everybody else.
    """
    require_names(entry_id)
    query = (
        select(Attachment, AttachmentReceived)
        .outerjoin(AttachmentReceived, _TOGETHER)
        .where(Attachment.municipality_id == actor.municipality_id, Attachment.entry_id == entry_id)
        .order_by(Attachment.position, Attachment.sha256)
    )
    found = db.session.execute(query).all()
    if not all(may_see(actor, declared) for declared, _ in found):
        raise NotFound
    return tuple(_row(declared, received) for declared, received in found)


def incomplete_among(actor: Actor, entry_ids: Collection[str]) -> frozenset[str]:
    """Those of the records whose photos have not all come: "incompleto" in lists."""
    query = (
        select(Attachment.entry_id)
        .outerjoin(AttachmentReceived, _TOGETHER)
        .where(
            Attachment.municipality_id == actor.municipality_id,
            Attachment.entry_id.in_(entry_ids),
            AttachmentReceived.sha256.is_(None),
        )
    )
    return frozenset(db.session.scalars(query))


def is_incomplete(
    municipality_id: SQLColumnExpression[str], entry_id: SQLColumnExpression[str]
) -> ColumnElement[bool]:
    """The same as a condition, to narrow a list of notices by (columns of the outer query)."""
    return exists(
        select(1)
        .select_from(Attachment)
        .outerjoin(AttachmentReceived, _TOGETHER)
        .where(
            Attachment.municipality_id == municipality_id,
            Attachment.entry_id == entry_id,
            AttachmentReceived.sha256.is_(None),
        )
    )


def picture(actor: Actor, entry_id: str, sha256: str, *, small: bool = False) -> bytes:
    """One photo as JPEG, 1280 px or 320 px at most; NotFound for strangers and while there is none."""
    for row in attachments_of(actor, entry_id):
        if row.sha256 == sha256 and row.shown:
            return _read(actor, row, small=small)
    raise NotFound


def pictures_at_hand(
    session: Session, municipality_id: str, entry_id: str, *, small: bool = False
) -> dict[str, bytes]:
    """Hash → JPEG of the photos of a record that have come and can be shown; the caller asked who may."""
    name = thumbnail_name if small else shown_name
    query = select(AttachmentReceived.sha256).where(
        AttachmentReceived.municipality_id == municipality_id,
        AttachmentReceived.entry_id == entry_id,
        AttachmentReceived.unreadable == "",
    )
    found = {}
    for sha256 in session.scalars(query):
        try:
            found[sha256] = store().read(name(municipality_id, sha256))
        except FileNotFoundError:
            continue  # the document says that this photo is not at hand
    return found


def damaged(session: Session, municipality_id: str) -> Iterator[tuple[str, str, str]]:
    """Entry, hash and what is wrong of each kept original that is not what was received."""
    query = select(AttachmentReceived.entry_id, AttachmentReceived.sha256).where(
        AttachmentReceived.municipality_id == municipality_id
    )
    for entry_id, sha256 in session.execute(query.order_by(AttachmentReceived.sha256)):
        try:
            content = store().read(original_name(municipality_id, sha256))
        except FileNotFoundError:
            yield entry_id, sha256, "falta o arquivo original da foto"
            continue
        if hashlib.sha256(content).hexdigest() != sha256:
            yield entry_id, sha256, "arquivo original da foto alterado"


def may_see(actor: Actor, declared: Attachment) -> bool:
    """The author while on duty (requirements.md §7.2: own records), and who may read their kind."""
    readers = readers_of(db.session(), declared.municipality_id, declared.entry_id)
    if actor.can(readers.every):
        return True
    author = db.session.get(Account, declared.declared_by)
    own = author is not None and author.person_id == actor.person_id
    return own and actor.can(readers.own)


def _read(actor: Actor, row: AttachmentRow, *, small: bool = False) -> bytes:
    name = thumbnail_name if small else shown_name
    try:
        return store().read(name(actor.municipality_id, row.sha256))
    except FileNotFoundError:
        raise NotFound from None


def _row(declared: Attachment, received: AttachmentReceived | None) -> AttachmentRow:
    state, percent, words = _state(declared, received)
    return AttachmentRow(
        declared.entry_id,
        declared.sha256,
        declared.size,
        declared.position,
        declared.caption,
        declared.taken_at,
        state,
        percent,
        words,
        received.received_at if received else None,
        received.width if received else 0,
        received.height if received else 0,
    )


def _state(declared: Attachment, received: AttachmentReceived | None) -> tuple[State, int, str]:
    if received is not None and received.unreadable:
        why = _WHY[Why(received.unreadable)]
        return State.UNREADABLE, 100, f"Não pode ser mostrada: {why}. O original está guardado."
    if received is not None:
        return State.RECEIVED, 100, "Recebida."
    part = Part(declared.municipality_id, declared.entry_id, declared.sha256)
    have = partial.length(part) or 0
    if not have:
        return State.EXPECTED, 0, "Esperada: ainda está no telefone do agente."
    percent = min(99, have * 100 // max(declared.size, 1))
    return State.ARRIVING, percent, f"Chegando: {percent} %."
