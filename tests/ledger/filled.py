"""A city with everything that the verification looks at, made through the application's own verbs."""

import hashlib
import json
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import select

from app.cases.domain import StepData
from app.cases.models import CaseFile
from app.cases.opening import SanctionData
from app.cases.steps import open_and_take
from app.evidence.attachments import receive
from app.infractions.domain_annotations import AnnotationKind
from app.infractions.service_annotations import annotate
from app.infractions.service_explain import Explanation, explain_number
from app.inspections.holding import holding_count
from app.inspections.missed import record_overdue
from app.inspections.review import ReviewData, review
from app.kernel.ids import new_id
from app.ledger.places import places
from app.ledger.service_anchors import take_anchor
from app.persistence.base import db
from app.persistence.transaction import transaction
from app.sync.service import Refused
from tests.support import bookings, cars, cast, permits
from tests.support.case_steps import REASONS, take, unit
from tests.support.cast import NOW, Cast
from tests.support.field import deliver_to, instant
from tests.support.notices_server import NoticePhone, agent_phone
from tests.support.visit_phone import sent_visit, yard_phone

MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)
KINDS = ("notice", "warning", "notice", "verbal")
PER_PHONE = 16


@dataclass(frozen=True)
class Filled:
    """The city, and the folder of a stranger who holds its anchor."""

    app: Flask
    home: Cast
    anchors: Path

    @property
    def city(self) -> str:
        """Its id."""
        return self.home.city

    @property
    def key(self) -> bytes:
        """The ledger's key."""
        key: bytes = self.app.config["LEDGER_KEY"]
        return key


def fill(app: Flask, folder: Path, notices: int = 8) -> Filled:
    """`notices` documents of several phones, a third with a photo, some numbers explained otherwise."""
    home = cast.planura(app)
    car = cars.planura_taxi(home)
    written = 0
    while written < notices:
        phone = agent_phone(home)
        for n in range(min(PER_PHONE, notices - written)):
            _write(home, phone, car, n)
            written += 1
            if n % 5 == 2:
                _explain(home, phone, ("voided", "lost", "returned")[n // 5 % 3])
    _inspected(home, car)
    _decided(home)
    _quarantined(home, agent_phone(home))
    made = Filled(app, home, folder)
    take_anchor(places(db.session(), "planura")[0], folder, now=NOW)
    deliver_to(home, agent_phone(home).write())  # something the anchor does not know
    db.session.remove()
    return made


def _write(home: Cast, phone: NoticePhone, car: cars.Car, n: int) -> None:
    content = f"photo {phone.device_id} {n}".encode()
    kind = KINDS[n % len(KINDS)]
    photos = [photo_of(content)] if n % 3 == 0 else []
    record = phone.record(kind, NOW + n * MINUTE, photos=photos)
    if n % 2 == 0:
        record["vehicle"] |= {"plate": car.plate, "seal_index": None}
    sent = phone.freeze(record)
    deliver_to(home, sent, now=NOW + n * MINUTE + MINUTE)
    if photos and n % 2 == 0:
        actor = home.actor("ana")
        receive(actor, sent["id"], photos[0]["sha256"], 0, content, now=NOW + n * MINUTE)
    if n % 4 == 0:
        body = {"field": "vehicle.colour", "text": "Prata", "reasons": "Erro de digitação."}
        where = (home.actor("fabio"), sent["id"], AnnotationKind.CORRECTION, body)
        annotate(*where, id=new_id(), now=NOW)


def photo_of(content: bytes) -> dict[str, object]:
    """The photo's part of a record."""
    digest = hashlib.sha256(content).hexdigest()
    return {"sha256": digest, "size": len(content), "taken_at": instant(NOW), "caption": "Placa"}


def _explain(home: Cast, phone: NoticePhone, outcome: str) -> None:
    number = phone.take("notice")
    assert number is not None
    report = "BO 2026-123" if outcome == "lost" else ""
    reason = "A folha rasgou na chuva."
    told = Explanation(number["series"], number["value"], outcome, reason, report, NOW)
    explain_number(home.actor("fabio"), told, now=NOW + MINUTE)


def _inspected(home: Cast, car: cars.Car) -> None:
    """An approved visit with its seal, a failed one, one that the chief looked at, an absence."""
    permits.granted(home, car)
    bookings.paid(home, car.vehicle, "2026/0815")
    phone = yard_phone(home)
    sent_visit(home, phone, phone.sheet(car, NOW), now=NOW + 20 * MINUTE)
    failed = phone.sheet(car, NOW + 60 * MINUTE, failed=["LV06", "LV04.2"])
    sent_visit(home, phone, failed, now=NOW + 80 * MINUTE)
    doubtful = phone.sheet(car, NOW + 120 * MINUTE)
    doubtful["identified"]["chassis_tail"] = "ZZZZZZ"
    id = sent_visit(home, phone, doubtful, now=NOW + 140 * MINUTE).id
    seen = holding_count(db.session(), id)
    decided = ReviewData("cleared", "Chassi conferido no pátio.", seen)
    later, law = NOW + 20 * DAY, permits.law(home)
    review(home.actor("fabio"), id, decided, ruleset=law, now=later)
    last = phone.sheet(car, NOW + 200 * MINUTE, failed=["LV06"])
    sent_visit(home, phone, last, now=NOW + 220 * MINUTE)
    with transaction() as session:
        clerk = home.actor("bruno")
        record_overdue(session, clerk, later.date(), ruleset=law, now=later)


def _decided(home: Cast) -> None:
    """A case that was archived, one with a paper, and a sanction over a notice; and a UFM."""
    unit(home)
    later, law = NOW + 120 * MINUTE, permits.law(home)
    query = select(CaseFile.id).where(CaseFile.path == "notice").order_by(CaseFile.value)
    archived, ordered = db.session.scalars(query.limit(2))
    notice = db.session.get_one(CaseFile, ordered).notice_id
    db.session.rollback()
    take(home, archived, "opinion", "fabio", at=later, recommends="archive", reasons=REASONS)
    take(home, archived, "archive", "celia", at=later, reasons=REASONS)
    order = {"files": ("order",), "order_number": "5001234-11.2026.8.13.0001"}
    take(home, ordered, "court_suspend", "bruno", at=later, **order)
    grounds = {"type_code": "PLA-44-IV", "grounds": "Serviço inadequado, com risco."}
    data = StepData("propose_sanction", NOW.date(), new_id(), 0, grounds)
    over = SanctionData(notice_ids=[str(notice)])
    open_and_take(home.actor("fabio"), new_id(), over, data, ruleset=law, now=later)


def _quarantined(home: Cast, phone: NoticePhone) -> None:
    forged = phone.write(photos=[photo_of(b"kept all the same")])
    with pytest.raises(Refused):
        deliver_to(home, {**forged, "signature": "0" * 128})


def rewritten(payload: str) -> str:
    """The text of a notice with another plate, still canonical in form."""
    record = json.loads(payload)
    record["vehicle"]["plate"] = "XYZ9Z99"
    return json.dumps(record, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
