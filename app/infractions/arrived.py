"""Who is told when a notice is stored: the parts above, in the same transaction (its case opens)."""

from datetime import datetime
from typing import Protocol

from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.infractions.models import Notice


class Hearer(Protocol):
    """`app.cases.opening.open_for_notice`."""

    def __call__(
        self, session: Session, actor: Actor, notice: Notice, *, now: datetime
    ) -> object: ...


_hearers: list[Hearer] = []


def on_notice(hearer: Hearer) -> None:
    """Register who hears of each notice; once, also where an application is made twice in tests."""
    if hearer not in _hearers:
        _hearers.append(hearer)


def notice_arrived(session: Session, actor: Actor, notice: Notice, *, now: datetime) -> None:
    """Tell them; an inner step, the notice's row and its event are written."""
    for hearer in _hearers:
        hearer(session, actor, notice, now=now)
