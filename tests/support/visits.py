"""Visits delivered by an inspector's phone through the real sync: frozen, signed, judged, stored."""

import hashlib
import io
import json
from collections.abc import Collection
from datetime import datetime
from typing import Any

from PIL import Image, ImageDraw
from sqlalchemy import select

from app.accounts.models import RoleGrant
from app.accounts.permissions import Role
from app.evidence.attachments import receive
from app.inspections.law import catalogue_on
from app.inspections.models import Inspection
from app.inspections.payload import SIGNED_CONTEXT
from app.kernel.canonical import canonical
from app.kernel.civil import civil_today
from app.kernel.ids import new_id
from app.persistence.base import db
from app.persistence.transaction import transaction
from app.registry.models import Vehicle
from tests.support.cast import NOW, Cast
from tests.support.field import deliver_to
from tests.support.inspections import Json, complete_record
from tests.support.notices_server import HOUR, NoticePhone
from tests.support.permits import law


class VisitPhone(NoticePhone):
    """An inspector's phone; visits have a chain of their own."""

    def visit(
        self, plate: str, occasion: str = "yearly", *, at: datetime = NOW, **edits: Any
    ) -> Json:
        """A complete record about that car of the registry, finished at `at`, not yet frozen."""
        catalogue = catalogue_on(
            db.session(), self.actor.municipality_id, self.law, civil_today(at, self.zone)
        )
        query = select(Vehicle).where(
            Vehicle.municipality_id == self.actor.municipality_id, Vehicle.plate == plate
        )
        car = db.session.scalars(query).one()
        record = complete_record(catalogue, occasion, car.modality, now=at, tag=new_id(), **edits)
        text, tail = self.law.instrument, car.chassis[-6:]
        return record | {
            "account_id": self.actor.account_id,
            "device_id": self.device_id,
            "key_id": self.key_id,
            "chain": {"seq": self.seq + 1, "prev": self.prev},
            "ruleset": {"slug": self.law.slug, "version": text.version, "hash": self.law.hash},
            "agent": self.agent,
            "beacon": self.beacon,
            "vehicle": {
                "plate": car.plate,
                "make_model": car.make_model,
                "colour": car.colour,
                "modality": car.modality,
                "seal_index": None,
            },
            "identified": record["identified"] | ({"chassis_tail": tail} if tail else {}),
        }

    @property
    def zone(self) -> str:
        """The city's clock."""
        return self.law.instrument.time_zone

    def envelope(self, record: Json, id: str = "") -> Json:
        """Signed as it stands, without moving the chain."""
        content = canonical(record)
        return {
            "id": id or new_id(),
            "kind": "inspection",
            "schema": 1,
            "sha256": hashlib.sha256(content).hexdigest(),
            "payload": content.decode(),
            "signature": self.sign(SIGNED_CONTEXT + content),
        }


def inspector_phone(home: Cast, login: str = "hugo", *, now: datetime = NOW - HOUR) -> VisitPhone:
    """A phone of this inspector that met the server an hour ago."""
    phone = VisitPhone(home.actor(login), law(home))
    phone.meet(now)
    return phone


def stored_visit(
    home: Cast,
    plate: str,
    occasion: str = "yearly",
    *,
    failed: Collection[str] = (),
    at: datetime = NOW,
    login: str = "",
    **edits: Any,
) -> Inspection:
    """One delivered visit of a new phone, as stored."""
    login = login or next(name for name in home.people if name.split("-")[0] == "hugo")
    phone = inspector_phone(home, login, now=at - HOUR)
    sent = phone.freeze(phone.visit(plate, occasion, at=at, failed=failed, **edits))
    db.session.rollback()
    deliver_to(home, sent, login, now=at)
    return db.session.get_one(Inspection, sent["id"])


def photographed_visit(
    home: Cast, plate: str, occasion: str = "yearly", **edits: Any
) -> Inspection:
    """The same with photos that exist, and all of them arrived."""
    login = next(name for name in home.people if name.split("-")[0] == "hugo")
    phone = inspector_phone(home, login)
    text = json.dumps(phone.visit(plate, occasion, **edits))
    content = {}
    for place, photo in enumerate(json.loads(text)["photos"]):
        jpeg = picture(place)
        content[hashlib.sha256(jpeg).hexdigest()] = jpeg
        text = text.replace(photo["sha256"], hashlib.sha256(jpeg).hexdigest())
    record = json.loads(text)
    for photo in record["photos"]:
        photo["size"] = len(content[photo["sha256"]])
    sent = phone.freeze(record)
    db.session.rollback()
    deliver_to(home, sent, login)
    for sha256, jpeg in content.items():
        receive(home.actor(login), sent["id"], sha256, 0, jpeg, now=NOW)
    return db.session.get_one(Inspection, sent["id"])


def picture(place: int) -> bytes:
    """A small photo, another for each place."""
    shade = Image.new("RGB", (640, 480), (40 + 25 * place % 200, 90, 140))
    ImageDraw.Draw(shade).rectangle(
        (60 * place % 500, 80, 60 * place % 500 + 90, 300), fill="white"
    )
    buffer = io.BytesIO()
    shade.save(buffer, "JPEG", quality=60)
    return buffer.getvalue()


def second_inspector(home: Cast) -> str:
    """The street agent with an act as inspector too: another pair of eyes; returns the login."""
    login = next(name for name in home.people if name.split("-")[0] == "ana")
    act = home.actor(login).designations[0]
    with transaction() as session:
        session.add(
            RoleGrant(
                id=new_id(),
                municipality_id=home.city,
                person_id=home.people[login],
                role=Role.INSPECTOR,
                act=act.act,
                registration=act.registration,
                starts_on=act.starts_on,
            )
        )
    return login
