"""Handing out the very bytes a phone sent: restricted, checked, and an event each time."""

import hashlib
from dataclasses import dataclass
from datetime import datetime

from app.accounts.domain import Actor
from app.accounts.permissions import Permission
from app.evidence.names import original_name
from app.evidence.queries_attachments import AttachmentRow, State, attachments_of
from app.evidence.store import store
from app.kernel.errors import Conflict, NotFound
from app.ledger.service import append
from app.persistence.transaction import transaction

ALTERED = (
    "O arquivo guardado não é mais o que foi recebido: o resumo não confere. "
    "Não foi entregue. Avise a auditoria."
)


@dataclass(frozen=True)
class Original:
    """Bytes as received, and a harmless name for the file."""

    content: bytes
    name: str


def original_of(actor: Actor, entry_id: str, sha256: str, *, now: datetime) -> Original:
    """The original of a received photo, after an event in the access chain.

    Denied without `restricted:read`; NotFound for strangers; Conflict when the file was altered.
    """
    row = _row(actor, entry_id, sha256)
    actor.require(Permission.RESTRICTED_READ)
    try:
        content = store().read(original_name(actor.municipality_id, sha256))
    except FileNotFoundError:
        raise NotFound from None
    intact = hashlib.sha256(content).hexdigest() == sha256
    with transaction() as session:
        entity, body = ("photo", sha256), {"entry": entry_id, "intact": intact}
        append(session, actor, "photo.original_read", entity, body, now=now, chain="access")
    if not intact:
        raise Conflict(ALTERED)
    ending = "jpg" if content.startswith(b"\xff\xd8\xff") else "bin"
    return Original(content, f"foto-{row.position + 1}-{sha256[:16]}.{ending}")


def _row(actor: Actor, entry_id: str, sha256: str) -> AttachmentRow:
    for row in attachments_of(actor, entry_id):
        if row.sha256 == sha256 and row.state in (State.RECEIVED, State.UNREADABLE):
            return row
    raise NotFound
