"""The guard against a second notice of one fact: what is told, to whom, and that nobody is named."""

from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from app.infractions.recent import SameFact, recent_like
from app.kernel.errors import Denied, Invalid
from app.ledger.models import LedgerEvent
from app.persistence.base import db
from tests.support import cast
from tests.support.cast import NOW, Cast
from tests.support.field import deliver_to, instant
from tests.support.notices_server import NoticePhone, agent_phone

PLATE = "FUM0B05"


def written(home: Cast, phone: NoticePhone, login: str = "ana", **place: Any) -> dict[str, Any]:
    """A delivered notice about the car."""
    record = phone.record()
    record["vehicle"]["plate"] = PLATE
    if place:
        record["place"] = {"text": "", "position": place}
    deliver_to(home, phone.freeze(record), login)
    return record


def told(home: Cast, code: str, plate: str = PLATE, login: str = "ana") -> list[dict[str, Any]]:
    return recent_like(home.actor(login), SameFact(plate, code), now=NOW)


def test_the_same_infraction_of_the_day_is_told_without_anybodys_name(
    planura: Cast, phone: NoticePhone
) -> None:
    record = written(planura, phone, lat=-201234567, lon=-481987654, accuracy_m=12, at=instant(NOW))
    (found,) = told(planura, record["infraction"]["code"])
    assert set(found) == {"id", "number", "code", "plate", "happened_at", "position"}
    assert (found["number"], found["plate"]) == ("TREINO-AI-2026-000001", PLATE)
    assert found["position"] == {"lat": -201200000, "lon": -482000000, "accuracy_m": 812}


def test_another_infraction_is_not_told(planura: Cast, phone: NoticePhone) -> None:
    record = written(planura, phone)
    assert told(planura, record["infraction"]["code"] + "-x") == []


def test_the_other_pattern_of_the_plate_is_the_same_car(planura: Cast, phone: NoticePhone) -> None:
    record = written(planura, phone)
    assert [row["plate"] for row in told(planura, record["infraction"]["code"], "FUM0105")] == [
        "FUM0105"
    ]


def test_an_older_one_is_not_told(planura: Cast, phone: NoticePhone) -> None:
    code = written(planura, phone)["infraction"]["code"]
    later = NOW + timedelta(hours=25)
    assert recent_like(planura.actor("ana"), SameFact(PLATE, code), now=later) == []


def test_a_neighbours_notice_is_not_told(app: Flask, planura: Cast) -> None:
    other = cast.patrocinio(app)
    code = written(other, agent_phone(other, "ana-pat"), "ana-pat")["infraction"]["code"]
    assert told(planura, code) == []
    assert len(told(other, code, login="ana-pat")) == 1


def test_it_leaves_no_event_of_a_reading(planura: Cast, phone: NoticePhone) -> None:
    code = written(planura, phone)["infraction"]["code"]
    before = db.session.scalars(select(LedgerEvent.hash)).all()
    told(planura, code)
    assert db.session.scalars(select(LedgerEvent.hash)).all() == before


@pytest.mark.parametrize("login", ["bruno", "celia", "davi", "fabio", "gilda", "hugo"])
def test_only_who_writes_notices_may_ask(planura: Cast, login: str) -> None:
    with pytest.raises(Denied):
        told(planura, "PLA-23-XVII", login=login)


@pytest.mark.parametrize(
    ("body", "field"),
    [({}, "plate"), ({"plate": 5, "code": "A"}, "plate"), ({"plate": "AB", "code": "A"}, "plate"),
     ({"plate": PLATE}, "code"), ({"plate": PLATE, "code": ["A"]}, "code"),
     ({"plate": PLATE, "code": "A" * 41}, "code"), ({"plate": PLATE, "code": "A\0"}, "code")],
)  # fmt: skip
def test_a_strange_question_is_refused(body: dict[str, Any], field: str) -> None:
    with pytest.raises(Invalid) as caught:
        SameFact.from_json(body)
    assert caught.value.field == field
