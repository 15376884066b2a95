"""Two documents of one approach that punish the same fact: both kept, the later one flagged."""

import pytest
from flask import Flask
from sqlalchemy import select

from app.infractions.models import Notice
from app.persistence.base import db
from tests.support import cast
from tests.support.case_steps import annulled
from tests.support.cast import Cast
from tests.support.client import PageClient
from tests.support.notices_server import NoticePhone, agent_phone, deliver_to

GROUP, OTHER = "a" * 32, "b" * 32
CODES = ("PAT-28-III", "PAT-14-PU")  # CFG-PAT-17: never both for one fact


@pytest.fixture
def home(app: Flask) -> Cast:
    return cast.patrocinio(app)


def sent(home: Cast, phone: NoticePhone, code: str, group: str = GROUP) -> str:
    """One auto of that code, delivered; its flags."""
    made = phone.write("notice", code=code, group=group)
    deliver_to(home, made, "ana-pat")
    return db.session.scalars(select(Notice.flags).where(Notice.id == made["id"])).one()


@pytest.mark.parametrize("order", [CODES, CODES[::-1]])
def test_whichever_comes_second_is_flagged(home: Cast, order: tuple[str, str]) -> None:
    phone = agent_phone(home, "ana-pat")
    assert [sent(home, phone, code) for code in order] == ["", "not_together"]


def test_another_approach_is_another_fact(home: Cast) -> None:
    phone = agent_phone(home, "ana-pat")
    assert [sent(home, phone, CODES[0]), sent(home, phone, CODES[1], OTHER)] == ["", ""]


def test_other_types_of_one_approach_stand_together(home: Cast) -> None:
    phone = agent_phone(home, "ana-pat")
    assert [sent(home, phone, code) for code in (CODES[0], "PAT-28-V")] == ["", ""]


def test_beside_an_annulled_one_the_other_stands_alone(home: Cast) -> None:
    phone = agent_phone(home, "ana-pat")
    sent(home, phone, CODES[0])
    first = db.session.scalars(select(Notice.id)).one()
    annulled(home, first, suffix="-pat")
    assert sent(home, phone, CODES[1]) == ""


def test_the_chief_reads_why(client: PageClient, home: Cast) -> None:
    phone = agent_phone(home, "ana-pat")
    for code in CODES:
        sent(home, phone, code)
    row = db.session.scalars(select(Notice).filter_by(flags="not_together")).one()
    client.sign_in("fabio-pat")
    assert "pune o mesmo fato" in client.get(f"/autos/{row.id}").get_text()
