"""A phone in the yard: visits with positions, and with the bytes of their photos.

`yard_phone(home)` has met the server; `phone.sheet(car, at)` is one sound visit that began then;
`sent_visit(home, phone, sheet, now=…)` delivers it.
"""

import hashlib
from datetime import datetime, timedelta
from typing import Any

from app.accounts.domain import Actor
from app.evidence.attachments import PIECE_MAX, progress, receive
from app.inspections.models import Inspection
from app.persistence.base import db
from tests.support.cars import Car
from tests.support.cast import NOW, Cast
from tests.support.field import deliver_to, instant
from tests.support.inspections import Json
from tests.support.permits import law
from tests.support.visits import VisitPhone

YARD = (-20.1386, -48.7003)  # latitude, longitude


def position(at: datetime, place: tuple[float, float] = YARD, accuracy: int = 12) -> Json:
    """A fix as a phone writes it."""
    lat, lon = (round(degrees * 10**7) for degrees in place)
    return {"lat": lat, "lon": lon, "accuracy_m": accuracy, "at": instant(at)}


class YardPhone(VisitPhone):
    """One inspector on one phone, standing in the yard."""

    def sheet(
        self,
        car: Car,
        at: datetime,
        *,
        lasts: timedelta = timedelta(minutes=12),
        place: tuple[float, float] | None = YARD,
        occasion: str = "yearly",
        **edits: Any,
    ) -> Json:
        """A record of a visit to that car begun at `at`, with photos of its own, not yet frozen."""
        end, here = at + lasts, position(at, place) if place else None
        record = self.visit(car.plate, occasion, at=end, **edits)
        record["identified"]["at"] = instant(at)
        record |= {"started_at": instant(at), "place": {"text": "Pátio", "position": here}}
        for number, shot in enumerate(record["shots"], 1):
            shot |= {"taken_at": instant(at + timedelta(seconds=9 * number)), "position": here}
        sides = {shot["sha256"]: shot["taken_at"] for shot in record["shots"]}
        for photo in record["photos"]:
            photo["taken_at"] = sides.get(photo["sha256"], instant(at + lasts / 2))
        return record


def yard_phone(home: Cast, login: str = "hugo", *, now: datetime | None = None) -> YardPhone:
    """A phone of this inspector that met the server an hour before `NOW`."""
    phone = YardPhone(home.actor(login), law(home))
    phone.meet(now or NOW - timedelta(hours=1))
    return phone


def sent_visit(
    home: Cast, phone: YardPhone, record: Json, *, now: datetime, login: str = "hugo"
) -> Inspection:
    """Freeze and deliver; the row as stored."""
    sent = phone.freeze(record)
    deliver_to(home, sent, login, now=now)
    db.session.rollback()
    return db.session.get_one(Inspection, sent["id"])


def with_photo(record: Json, content: bytes, side: int = 0) -> Json:
    """The record with these bytes as the photo of one side of the car."""
    sha256 = hashlib.sha256(content).hexdigest()
    shot = record["shots"][side]
    for photo in record["photos"]:
        if photo["sha256"] == shot["sha256"]:
            photo |= {"sha256": sha256, "size": len(content)}
    shot["sha256"] = sha256
    return record


def send_photo(actor: Actor, entry_id: str, content: bytes, *, now: datetime) -> None:
    """All bytes of one photo, as the phone sends them."""
    sha256 = hashlib.sha256(content).hexdigest()
    said = progress(actor, entry_id, sha256)
    while not said.done:
        piece = content[said.have : said.have + PIECE_MAX]
        said = receive(actor, entry_id, sha256, said.have, piece, now=now)
