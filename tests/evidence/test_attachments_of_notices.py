"""A notice and its photos together: the text goes first, and no photo holds it up."""

from typing import Any

import pytest
from sqlalchemy import select

from app.evidence.queries_attachments import State, attachments_of, incomplete_among
from app.infractions.models import Notice
from app.kernel.errors import DomainError
from app.persistence.base import db
from app.sync.models import Quarantined
from tests.evidence.declared import send, sha
from tests.evidence.pictures import photo, street
from tests.support.cast import NOW, Cast
from tests.support.field import Phone, deliver_to, instant
from tests.support.notices_server import agent_phone


def named(*contents: bytes) -> list[dict[str, Any]]:
    """The photos as a record names them."""
    return [
        {"sha256": sha(c), "size": len(c), "taken_at": instant(NOW), "caption": f"Foto {n}"}
        for n, c in enumerate(contents, 1)
    ]


def states(planura: Cast, entry: str) -> list[State]:
    db.session.rollback()  # the next request
    return [row.state for row in attachments_of(planura.actor("celia"), entry)]


def test_a_notice_is_complete_when_its_photos_have_come(ana: Phone, planura: Cast) -> None:
    photos = [street(1), street(2)]
    sent = agent_phone(planura).write(photos=named(*photos))
    deliver_to(planura, sent)
    clerk, entry = planura.actor("bruno"), sent["id"]
    assert incomplete_among(clerk, [entry]) == {entry}
    for content in photos:
        assert send(ana, entry, content).get_json()["done"]
    assert states(planura, entry) == [State.RECEIVED] * 2
    assert incomplete_among(clerk, [entry]) == frozenset()


def test_48_megapixels_are_not_shown_and_the_text_stays(ana: Phone, planura: Cast) -> None:
    content = photo("JPEG", (8000, 6000), "L")
    sent = agent_phone(planura).write(photos=named(content))
    deliver_to(planura, sent)
    send(ana, sent["id"], content, 200_000)
    assert states(planura, sent["id"]) == [State.UNREADABLE]
    assert db.session.scalars(select(Notice)).one().payload == sent["payload"]


def test_photos_of_a_quarantined_notice_are_taken_too(ana: Phone, planura: Cast) -> None:
    content = street()
    sent = agent_phone(planura).write(facts="", photos=named(content))
    with pytest.raises(DomainError):
        deliver_to(planura, sent)
    assert db.session.scalars(select(Quarantined)).one().entry_id == sent["id"]
    assert send(ana, sent["id"], content).get_json()["done"]
    assert states(planura, sent["id"]) == [State.RECEIVED]
