"""Requests of one photo that arrive at the same time: one file, one row, one event."""

from collections.abc import Callable
from threading import Barrier, Thread

import pytest
from flask import Flask
from sqlalchemy import func, select

from app.accounts.domain import Actor
from app.evidence.attachments import PieceRefused, Progress, receive
from app.evidence.names import original_name
from app.evidence.store import store
from app.ledger.models import LedgerEvent
from app.persistence.base import db
from tests.evidence.declared import declare, received, sha
from tests.evidence.pictures import street
from tests.support.cast import NOW, Cast

Answer = Progress | PieceRefused


def together(app: Flask, work: list[Callable[[], Progress]]) -> list[Answer]:
    """Every piece of work at once, each in a request's context of its own."""
    start, answers = Barrier(len(work)), []

    def run(task: Callable[[], Progress]) -> None:
        with app.app_context():
            start.wait()
            try:
                answers.append(task())
            except PieceRefused as refused:
                answers.append(refused)
            db.session.remove()

    threads = [Thread(target=run, args=(task,)) for task in work]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def piece(actor: Actor, entry: str, content: bytes, at: int, to: int) -> Callable[[], Progress]:
    return lambda: receive(actor, entry, sha(content), at, content[at:to], now=NOW)


def events() -> int:
    query = select(func.count()).where(LedgerEvent.kind == "photo.received")
    return db.session.scalar(query) or 0


def test_the_same_piece_at_once_is_written_once(app: Flask, planura: Cast) -> None:
    content, ana = street(), planura.actor("ana")
    entry = declare(planura, content)
    answers = together(app, [piece(ana, entry, content, 0, 1000)] * 6)
    taken = [answer for answer in answers if isinstance(answer, Progress)]
    assert [answer.have for answer in taken] == [1000]
    assert {a.have for a in answers if isinstance(a, PieceRefused)} == {1000}


def test_the_last_piece_at_once_gives_everybody_the_same_receipt(app: Flask, planura: Cast) -> None:
    content, ana = street(), planura.actor("ana")
    entry = declare(planura, content)
    answers = together(app, [piece(ana, entry, content, 0, len(content))] * 4)
    assert answers == [Progress(len(content), len(content), NOW)] * 4
    assert (len(received()), events()) == (1, 1)


@pytest.mark.parametrize("parts", [2, 5])
def test_pieces_in_any_order_end_in_the_same_photo(app: Flask, planura: Cast, parts: int) -> None:
    content, ana = street(), planura.actor("ana")
    entry, step = declare(planura, content), len(content) // parts + 1
    cuts = [piece(ana, entry, content, at, at + step) for at in range(0, len(content), step)]
    while not received():
        together(app, cuts)
        db.session.rollback()
    assert store().read(original_name(planura.city, sha(content))) == content


def test_one_photo_in_two_records_at_once(app: Flask, planura: Cast) -> None:
    content, ana = street(), planura.actor("ana")
    entries = [declare(planura, content) for _ in range(2)]
    together(app, [piece(ana, entry, content, 0, len(content)) for entry in entries])
    for entry in entries:
        receive(ana, entry, sha(content), len(content), b"", now=NOW)
    assert {row.entry_id for row in received()} == set(entries)
    assert store().read(original_name(planura.city, sha(content))) == content
