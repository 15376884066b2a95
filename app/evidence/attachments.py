"""Taking the photos of notices, piece by piece, after the text that names them by their hash.

Bytes with the right hash are evidence even when no program can show them: they are kept and
marked, never refused (threats.md T32, T45).
"""

import hashlib
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.evidence import partial
from app.evidence.decoding import BYTES_MAX, Copies, Decoded, Undecodable, decode
from app.evidence.hooks import ReceivedPhoto, tell_photo_received
from app.evidence.models import Attachment, AttachmentReceived
from app.evidence.names import original_name, require_names, shown_name, thumbnail_name
from app.evidence.partial import Part
from app.evidence.prints import print_row
from app.evidence.store import store
from app.kernel.errors import DomainError, NotFound
from app.ledger.service import append
from app.persistence.base import db
from app.persistence.transaction import transaction

PIECE_MAX: Final = 256 * 1024
COPIES: Final = Copies(side=1280, thumbnail=320, square=False)


@dataclass(frozen=True)
class Progress:
    """How far a photo got, in bytes; `received_at` once it is complete and recorded."""

    have: int
    size: int
    received_at: datetime | None = None

    @property
    def done(self) -> bool:
        """Whether the phone may let go of the photo."""
        return self.received_at is not None


class PieceRefused(DomainError):
    """Nothing of the piece was kept; the phone goes on at `have` (409 when only that was wrong)."""

    def __init__(self, message: str, have: int, *, misplaced: bool = False) -> None:
        super().__init__(message, field="de" if misplaced else "photo")
        self.have = have
        self.misplaced = misplaced


class StoreUnavailable(DomainError):
    """The disk or the machine is at fault: the same piece again, later (503)."""

    message = "O sistema está ocupado. Nada foi perdido: a foto será enviada de novo."


@dataclass(frozen=True)
class _Declared:
    part: Part
    size: int


def progress(actor: Actor, entry_id: str, sha256: str) -> Progress:
    """How much of the photo is here. NotFound unless this account's record declares it."""
    declared = _declared(actor, entry_id, sha256)
    received = _received(db.session(), declared.part)
    if received is not None:
        return _complete(received)
    return Progress(_have(actor, declared), declared.size)


def receive(
    actor: Actor, entry_id: str, sha256: str, offset: int, piece: bytes, *, now: datetime
) -> Progress:
    """Keep the next piece; the last one checks, decodes, stores and records the photo.

    Repeating after the end gives the same answer. Raises NotFound, PieceRefused, StoreUnavailable.
    """
    declared = _declared(actor, entry_id, sha256)
    try:
        with partial.held(declared.part):
            # What another request recorded while this one waited must be seen.
            db.session.rollback()
            received = _received(db.session(), declared.part)
            if received is not None:
                return _complete(received)
            have = _have(actor, declared)
            _check_piece(declared, have, offset, piece)
            if piece:
                partial.append(declared.part, offset, piece, now=now)
            if have + len(piece) < declared.size:
                return Progress(have + len(piece), declared.size)
            return _finish(actor, declared, now)
    except OSError as error:
        raise StoreUnavailable from error


def _declared(actor: Actor, entry_id: str, sha256: str) -> _Declared:
    require_names(entry_id, sha256)
    row = db.session.get(Attachment, (actor.municipality_id, entry_id, sha256))
    if row is None or row.declared_by != actor.account_id:
        raise NotFound
    return _Declared(Part(actor.municipality_id, entry_id, sha256), row.size)


def _received(session: Session, part: Part) -> AttachmentReceived | None:
    return session.get(AttachmentReceived, (part.municipality_id, part.entry_id, part.sha256))


def _complete(row: AttachmentReceived) -> Progress:
    return Progress(row.size, row.size, row.received_at)


def _have(actor: Actor, declared: _Declared) -> int:
    """Bytes at hand: what came, or all of it when this account sent the same photo before.

    Two notices of one stop name the same photos; at 100 kbit/s they travel once.
    """
    begun = partial.length(declared.part)
    if begun is not None:
        return begun
    return declared.size if _sent_before(actor, declared.part.sha256) else 0


def _sent_before(actor: Actor, sha256: str) -> bool:
    query = select(AttachmentReceived.sha256).where(
        AttachmentReceived.municipality_id == actor.municipality_id,
        AttachmentReceived.sha256 == sha256,
        AttachmentReceived.account_id == actor.account_id,
    )
    return db.session.scalar(query.limit(1)) is not None


def _check_piece(declared: _Declared, have: int, offset: int, piece: bytes) -> None:
    if declared.size > BYTES_MAX:
        raise PieceRefused("A foto passa de 8 MB e não pode ser recebida.", 0)
    if offset != have:
        raise PieceRefused("A foto continua de outro ponto.", have, misplaced=True)
    if not piece and have < declared.size:
        # Some phones send an empty body (field reports 1, 3): never taken for a photo.
        raise PieceRefused("Este pedaço da foto chegou vazio.", have)
    if have + len(piece) > declared.size:
        raise PieceRefused("A foto é maior do que o registro diz.", have)


def _finish(actor: Actor, declared: _Declared, now: datetime) -> Progress:
    """Files first, then the row that names them; the growing file goes last."""
    part = declared.part
    content = _content(declared)
    if hashlib.sha256(content).hexdigest() != part.sha256:
        partial.restart(part)
        raise PieceRefused("A foto chegou diferente da que foi registrada.", 0)
    city, sha256 = part.municipality_id, part.sha256
    store().put(original_name(city, sha256), content)
    made, why = _decoded(content)
    if made is not None:
        store().put(shown_name(city, sha256), made.shown)
        store().put(thumbnail_name(city, sha256), made.thumbnail)
    done = _record(actor, declared, made, why, now)
    partial.drop(part)
    return done


def _content(declared: _Declared) -> bytes:
    part = declared.part
    if partial.length(part) is not None:
        return partial.read(part)
    if declared.size == 0:
        return b""
    try:
        return store().read(original_name(part.municipality_id, part.sha256))
    except FileNotFoundError:
        return b""  # the other record's file is gone: let the phone send it again


def _decoded(content: bytes) -> tuple[Decoded | None, str]:
    try:
        return decode(content, COPIES), ""
    except Undecodable as error:
        return None, error.why.value


def _record(
    actor: Actor, declared: _Declared, made: Decoded | None, why: str, now: datetime
) -> Progress:
    try:
        return _record_once(actor, declared, made, why, now)
    except IntegrityError:
        # Another machine was faster with the same bytes. Its row is there now.
        return _record_once(actor, declared, made, why, now)


def _record_once(
    actor: Actor, declared: _Declared, made: Decoded | None, why: str, now: datetime
) -> Progress:
    part = declared.part
    facts = {
        "size": declared.size,
        "unreadable": why,
        "format": made.format if made else "",
        "width": made.width if made else 0,
        "height": made.height if made else 0,
        "orientation": made.orientation if made else 1,
    }
    with transaction() as session:
        known = _received(session, part)
        if known is not None:
            return _complete(known)
        session.add(
            AttachmentReceived(
                municipality_id=part.municipality_id,
                entry_id=part.entry_id,
                sha256=part.sha256,
                account_id=actor.account_id,
                received_at=now,
                **facts,
            )
        )
        entity = ("photo", part.sha256)
        append(session, actor, "photo.received", entity, {"entry": part.entry_id, **facts}, now=now)
        session.flush()
        if made is not None:
            session.add(print_row(part.municipality_id, part.entry_id, part.sha256, made.look))
            session.flush()
        tell_photo_received(session, actor, ReceivedPhoto(part.entry_id, part.sha256, now))
    return Progress(declared.size, declared.size, now)
