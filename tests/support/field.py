"""What field tests share: a phone that speaks to the server, stops as it writes them, cards."""

import hashlib
import json
from datetime import UTC, date, datetime, timedelta
from typing import Any

from flask import Flask
from sqlalchemy import insert
from werkzeug.test import TestResponse

from app.accounts.queries import city
from app.kernel.canonical import canonical
from app.kernel.ids import new_id
from app.kernel.plate import Plate
from app.permits.keys import ensure_keys
from app.persistence.transaction import transaction
from app.sync.service import Delivered, Entry, deliver
from app.verification.models import SealCard
from app.web.rulesets import ruleset_of
from tests.support.cast import PASSWORD, Cast
from tests.support.client import PageClient

NOON = datetime(2026, 11, 30, 13, 0, tzinfo=UTC)
DEVICE = "d" * 32


class Phone:
    """A signed-in field app: speaks JSON, keeps its token as the app does."""

    def __init__(self, app: Flask, login: str = "") -> None:
        self.pages = PageClient(app)
        self.token = ""
        if login:
            form = {"login": login, "password": PASSWORD, "csrf_token": self.pages.csrf_token()}
            self.send("POST", "/entrar", data=form)
            self.token = self.get("/campo/ola").get_json()["csrf"]

    def send(self, method: str, path: str, **options: Any) -> TestResponse:
        """One request, as a browser sends it from a page of ours."""
        headers = {
            "Referer": f"{self.pages.base}/campo/",
            "X-CSRFToken": self.token,
            **options.pop("headers", {}),
        }
        return self.pages._open(path, method=method, headers=headers, **options)

    def get(self, path: str, **options: Any) -> TestResponse:
        """A GET."""
        return self.send("GET", path, **options)

    def post(self, path: str, body: Any) -> TestResponse:
        """A POST of a JSON body, given as value or as text."""
        text = body if isinstance(body, str) else json.dumps(body)
        return self.send("POST", path, data=text, content_type="application/json")


def instant(moment: datetime) -> str:
    """As a phone writes it."""
    return (
        moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03d}Z"
    )


def stop_payload(account: str, at: datetime = NOON, **edits: Any) -> dict[str, Any]:
    """A stop of a red car, seen a minute ago on a phone whose clock is right."""
    return {
        "account_id": account,
        "device_id": DEVICE,
        "happened_at": instant(at),
        "device_time": instant(at),
        "offset_ms": 0,
        "last_server_time": instant(at - timedelta(hours=2)),
        "position": {"lat": -203_456_789, "lon": -485_012_345, "accuracy_m": 12, "at": instant(at)},
        "place": "Av. Brasil, 120",
        "seal_index": None,
        "plate_read": "FUM0B05",
        "plate_seen": "",
        "plate_confirmed": "same",
        "driver_id": None,
        "driver_other": "",
        "how": "printed",
        "verdict": "red",
        "findings": ["inspection_valid.expired"],
        "pack_generated_at": instant(at - timedelta(hours=3)),
        "outcome": "guided",
        "note": "Orientado a agendar a vistoria.",
        **edits,
    }


def entry(payload: dict[str, Any] | str, id: str = "", **edits: Any) -> dict[str, Any]:
    """The envelope that the outbox posts."""
    text = payload if isinstance(payload, str) else canonical(payload).decode()
    sha256 = hashlib.sha256(text.encode()).hexdigest()
    return {
        "id": id or new_id(),
        "kind": "stop",
        "schema": 1,
        "sha256": sha256,
        "payload": text,
        **edits,
    }


def deliver_to(
    home: Cast, sent: dict[str, Any], login: str = "ana", *, now: datetime = NOON
) -> Delivered:
    """Send an envelope as this person; `Refused` when it goes to quarantine."""
    place = city(home.city)
    return deliver(home.actor(login), Entry.from_json(sent), place, ruleset_of(place), now=now)


def with_keys(cast: Cast) -> None:
    """The city can sign lists and seals."""
    with transaction() as session:
        ensure_keys(session, city(cast.city), NOON)


def card_values(cast: Cast, index: int, **edits: Any) -> dict[str, Any]:
    """Values of a SealCard row of an app car in order."""
    plate = edits.get("plate", "FUM0B05")
    twin = Plate(plate).twin()
    return {
        "municipality_id": cast.city,
        "seal_index": index,
        "seal_id": new_id(),
        "vehicle_id": new_id(),
        "state": "valid",
        "plate": plate,
        "twin": twin.text if twin else "",
        "make_model": "Chevrolet Onix Plus",
        "colour": "Branco",
        "modality": "app",
        "operator": "Vai Junto Tecnologia",
        "permit_number": f"{index}/2026",
        "expires_on": date(2027, 6, 30),
        "valid_until": date(2027, 6, 30),
        "inspection_until": date(2027, 9, 15),
        "levels": "g2028-01-04",
        "segments": '[["2028-01-04","green",[]]]',
        "drivers": json.dumps([driver_values()]),
        "rebuilt_at": NOON,
        **edits,
    }


def driver_values(id: str = "", name: str = "Iara C.", **edits: Any) -> dict[str, Any]:
    """A driver of a card, as the projection writes it."""
    return {
        "id": id or new_id(),
        "name": name,
        "initials": "ID",
        "photo": "",
        "role": "app",
        "segments": [["2028-01-04", "green", []]],
        **edits,
    }


def add_cards(*values: dict[str, Any]) -> None:
    """Rows of the read model, as they are."""
    with transaction() as session:
        session.execute(insert(SealCard), list(values))
