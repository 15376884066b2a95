"""The one place that commits. A service function is one `with transaction() as session:`."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy.orm import Session

from app.persistence.base import db

Projector = Callable[[Session, set[str]], None]

_projectors: list[Projector] = []


def on_changed(projector: Projector) -> None:
    """Register a function that rebuilds read models of changed subjects before the commit.

    Lower parts cannot import the parts that show their data; they say `changed()` and
    the readers, registered at start, bring their copies up to date in the same transaction.
    """
    if projector not in _projectors:
        _projectors.append(projector)


def changed(session: Session, *subjects: str) -> None:
    """Say that facts about these subjects ("vehicle:<id>", "city:<id>") have changed."""
    session.info.setdefault("changed", set()).update(subjects)


def after_commit(session: Session, action: Callable[[], Any]) -> None:
    """Run `action` once the data is safe: mail, PDFs, pushes."""
    session.info.setdefault("after_commit", []).append(action)


@contextmanager
def transaction() -> Iterator[Session]:
    """One atomic write: all of the block or nothing; readers see it after the commit.

    Raises RuntimeError when nested: one verb, one transaction.
    """
    session: Session = db.session()
    if session.info.get("writing"):
        raise RuntimeError("transaction() inside transaction(): call the inner step, not the verb")
    session.rollback()  # end the read transaction of this request; a write starts afresh
    session.info.update(writing=True, changed=set(), after_commit=[])
    try:
        session.connection(execution_options={"immediate": True})
        yield session
        _project(session)
        session.commit()
    except BaseException:
        session.rollback()
        session.info["after_commit"] = []
        raise
    finally:
        session.info["writing"] = False
    for action in session.info["after_commit"]:
        action()


@contextmanager
def readers_later() -> Iterator[None]:
    """For a bulk load: no reader is told inside; whoever loads rebuilds the read models at the end."""
    session: Session = db.session()
    session.info["readers_later"] = True
    try:
        yield
    finally:
        session.info["readers_later"] = False


def _project(session: Session) -> None:
    subjects: set[str] = session.info["changed"]
    if not subjects or session.info.get("readers_later"):
        return
    session.flush()  # the readers query what was just written
    for projector in _projectors:
        projector(session, subjects)
