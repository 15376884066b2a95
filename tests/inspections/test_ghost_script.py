"""Inspections without the car, five ways, in a random mix: none passes without a flag (threats.md T18).

Measured with the full run (`-m soak`): 500 ghost visits, 0 accepted without a flag that holds the
seal; of 200 honest ones, 0 with any flag.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest
from flask import Flask
from PIL import Image
from sqlalchemy import select

from app.inspections.holding import is_open
from app.inspections.models import Inspection
from app.inspections.models_checks import InspectionFlag
from app.persistence.base import db
from app.sync.service import Refused
from tests.evidence import scenes
from tests.evidence.scenes import jpeg
from tests.inspections.yard import open_yard, some_cars
from tests.support import cast
from tests.support.cars import Car
from tests.support.cast import Cast
from tests.support.field import instant
from tests.support.inspections import Json
from tests.support.visit_phone import (
    YARD,
    YardPhone,
    position,
    send_photo,
    sent_visit,
    with_photo,
    yard_phone,
)

START = datetime(2026, 11, 30, 11, 0, tzinfo=cast.NOW.tzinfo)
MINUTE = timedelta(minutes=1)


@dataclass
class Yard:
    """One inspector's days: the clock goes on from visit to visit."""

    home: Cast
    phone: YardPhone
    cars: list[Car]
    rng: Random
    at: datetime = START
    photos: list[bytes] = field(default_factory=list)

    def honest(self) -> Json:
        """A visit of 7 to 20 minutes in the yard, a minute or more after the last one."""
        self.at += timedelta(seconds=self.rng.randint(60, 900))
        if self.at.hour >= 19:  # the yard closes at four in the afternoon, 19:00 UTC
            self.at = self.at.replace(hour=11, minute=0) + timedelta(days=1)
        lasts = timedelta(seconds=self.rng.randint(420, 1200))
        near = (YARD[0] + self.rng.gauss(0, 0.0004), YARD[1] + self.rng.gauss(0, 0.0004))
        sheet = self.phone.sheet(self.rng.choice(self.cars), self.at, lasts=lasts, place=near)
        self.at += lasts
        return sheet

    def send(self, sheet: Json) -> Inspection:
        """Arrives some minutes after it ended."""
        return sent_visit(self.home, self.phone, sheet, now=self.at + 5 * MINUTE)


def gallery(yard: Yard) -> list[str]:
    """A photo of last month with the camera app's data, sent as one of the sides."""
    exif = Image.Exif()
    exif[0x010F] = "Motorola"
    photo = jpeg(_scene(yard), quality=yard.rng.randint(60, 95), exif=exif)
    visit = yard.send(with_photo(yard.honest(), photo))
    send_photo(yard.phone.actor, visit.id, photo, now=yard.at)
    return [visit.id]


def same_photo(yard: Yard) -> list[str]:
    """A photo of an earlier visit, as it was or saved anew: smaller, darker, more compressed."""
    image = _scene(yard)
    photo = jpeg(image)
    honest = yard.send(with_photo(yard.honest(), photo))
    send_photo(yard.phone.actor, honest.id, photo, now=yard.at)
    name, again = yard.rng.choice([("same", image), *scenes.copies(image)])
    copy = photo if name == "same" else jpeg(again, 70)
    ghost = yard.send(with_photo(yard.honest(), copy, side=yard.rng.randrange(4)))
    send_photo(yard.phone.actor, ghost.id, copy, now=yard.at)
    return [honest.id, ghost.id]


def old_photo(yard: Yard) -> list[str]:
    """A photo older than the visit, by minutes or by days."""
    sheet = yard.honest()
    before = timedelta(seconds=yard.rng.choice([6, 600, 86_400, 40 * 86_400]))
    began = datetime.fromisoformat(sheet["started_at"])
    photo = yard.rng.choice([*sheet["photos"], *sheet["shots"]])
    photo["taken_at"] = instant(began - before)
    try:
        return [yard.send(sheet).id]
    except Refused:  # not accepted at all
        db.session.rollback()
        return []


def twenty_in_ten_minutes(yard: Yard) -> list[str]:
    """From the armchair, one car after another."""
    found, yard.at = [], yard.at + 30 * MINUTE  # by seven in the evening at the latest
    for _ in range(20):
        lasts = timedelta(seconds=yard.rng.randint(60, 900))
        sheet = yard.phone.sheet(yard.rng.choice(yard.cars), yard.at, lasts=lasts)
        found.append(sent_visit(yard.home, yard.phone, sheet, now=yard.at + 20 * MINUTE).id)
        yard.at += 30 * timedelta(seconds=1)
    yard.at += 40 * MINUTE
    return found


def far_away(yard: Yard) -> list[str]:
    """Sixty kilometres from the yard, whatever the phone says of its doubt."""
    sheet, north = yard.honest(), yard.rng.choice([0.54, -0.54])
    doubt = yard.rng.choice([5, 500, 1_000_000])
    here = position(yard.at, (YARD[0] + north, YARD[1]), doubt)
    sheet["place"]["position"] = here | {"at": sheet["started_at"]}
    return [yard.send(sheet).id]


FRAUDS: tuple[Callable[[Yard], list[str]], ...] = (
    gallery,
    same_photo,
    old_photo,
    twenty_in_ten_minutes,
    far_away,
)


def _scene(yard: Yard) -> Image.Image:
    place = scenes.yard(yard.rng)
    image = scenes.shot(place, yard.rng, yard.rng.choice(scenes.COLOURS), "front")
    return image.resize((640, 480))


@pytest.fixture
def yard(app: Flask) -> Iterator[Yard]:
    home = cast.planura(app)
    open_yard(home)
    yield Yard(home, yard_phone(home, now=START - 60 * MINUTE), some_cars(home, 12), Random(18))


def passed(visits: list[str]) -> list[tuple[str, list[str]]]:
    """Those without a flag that holds the seal, with what was flagged."""
    db.session.rollback()
    found = []
    for id in visits:
        if not is_open(db.session(), id):
            kinds = select(InspectionFlag.kind).where(InspectionFlag.inspection_id == id)
            found.append((id, list(db.session.scalars(kinds))))
    return found


def ghosts(yard: Yard, count: int) -> dict[str, Any]:
    """A random mix until that many were tried; what passed, by fraud."""
    tried, told = 0, {fraud.__name__: [] for fraud in FRAUDS}
    while tried < count:
        # The burst counts twenty at once: seldom enough that the others have their share.
        fraud = yard.rng.choices(FRAUDS, weights=(10, 10, 20, 1, 20))[0]
        ids = fraud(yard)
        tried += 20 if fraud is twenty_in_ten_minutes else 1
        told[fraud.__name__] += passed(ids)
    return told


def check_ghosts(yard: Yard, count: int) -> None:
    twenty = twenty_in_ten_minutes(yard)
    told = ghosts(yard, count - len(twenty))
    assert passed(twenty) == []
    assert told == {fraud.__name__: [] for fraud in FRAUDS}


def check_honest(yard: Yard, count: int) -> None:
    """Not one of them has a flag, not even one that holds nothing."""
    sent = [yard.send(yard.honest()).id for _ in range(count)]
    db.session.rollback()
    query = select(InspectionFlag.kind).where(InspectionFlag.inspection_id.in_(sent))
    assert list(db.session.scalars(query)) == []


def test_no_ghost_passes(yard: Yard) -> None:
    check_ghosts(yard, 36)


def test_honest_visits_have_no_flag(yard: Yard) -> None:
    check_honest(yard, 15)


@pytest.mark.soak
def test_none_of_five_hundred_ghosts_passes(yard: Yard) -> None:
    check_ghosts(yard, 500)


@pytest.mark.soak
def test_none_of_two_hundred_honest_visits_has_a_flag(yard: Yard) -> None:
    check_honest(yard, 200)
