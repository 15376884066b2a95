"""What the parts above do when the bytes of a photo have come, in the transaction that records it."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from app.accounts.domain import Actor


@dataclass(frozen=True)
class ReceivedPhoto:
    """A photo that is complete: its rows in `attachment_received` and `photo_print` are there."""

    entry_id: str
    sha256: str
    at: datetime


Hook = Callable[[Session, Actor, ReceivedPhoto], None]
_hooks: list[Hook] = []


def on_photo_received(hook: Hook) -> None:
    """Register an inner step; it is called once for each photo of each record."""
    if hook not in _hooks:
        _hooks.append(hook)


def tell_photo_received(session: Session, actor: Actor, photo: ReceivedPhoto) -> None:
    """Call everybody who asked."""
    for hook in _hooks:
        hook(session, actor, photo)
