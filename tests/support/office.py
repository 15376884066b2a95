"""An office in the middle of its day: permits of every kind, stops, reports, phones, pauses, acts.

`reached` walks the pages by their links, as a person of each role would.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final
from urllib.parse import urlsplit

from bs4 import BeautifulSoup
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select
from werkzeug.exceptions import HTTPException

from app.evidence.service import set_driver_photo
from app.infractions.domain_annotations import AnnotationKind
from app.infractions.service_annotations import annotate
from app.inspections.guides import GuideData, confirm_guide
from app.kernel.ids import new_id
from app.ledger.places import places
from app.ledger.service_anchors import take_anchor
from app.permits.service_pauses import PauseData, pause
from app.persistence.base import db
from app.registry.models import Vehicle
from app.sync.service import Refused
from app.sync.service_devices import Contact, record_contact
from app.verification import live
from app.verification.leads import report_plate
from tests.evidence.pictures import photo
from tests.support import cars, permits
from tests.support.bookings import busy_yard
from tests.support.cast import NOW, Cast
from tests.support.doubts import doubted_visits
from tests.support.field import deliver_to, entry, stop_payload
from tests.support.notices_server import agent_phone
from tests.support.papers import City, printed_city
from tests.support.phones import Phone
from tests.support.visits import stored_visit

_EACH: Final = 9  # addresses of one page that the walk opens: the first may lack a link


@dataclass(frozen=True)
class Seen:
    """A page somebody reached: its endpoint, address, who, and how much stood on it."""

    endpoint: str
    address: str
    login: str
    size: int


def busy_office(app: Flask) -> City:
    """`printed_city` with an app car, a driver's phone and photo, stops, reports and a pause."""
    town = printed_city(app)
    home = town.home
    app_car = cars.planura_app(home)
    permits.permit_for(app, home, app_car)
    set_driver_photo(home.actor("bruno"), app_car.driver, photo(), now=NOW, id=new_id())
    taxi = _vehicle_of(home, town.papers["green"].plate)
    key = Phone().jwk
    law = permits.law(home)
    live.enrol(home.actor("davi"), law, taxi, public_key=key, label="Moto G", now=NOW)
    paused = _vehicle_of(home, town.papers["amber"].plate)
    began = NOW.date() - timedelta(days=3)
    asked = PauseData(paused, "replacement", starts_on=began, days=20, act="Despacho 9/2026")
    pause(home.actor("celia"), law, asked, now=NOW)
    _street(home)
    _notices(app, home)
    busy_yard(home, taxi, app_car, paused)
    _visits(home, taxi, town.papers["green"].plate, app_car)
    return town


def _notices(app: Flask, home: Cast) -> None:
    """Notices of one phone with a number missing, one corrected; and the anchor of the day."""
    phone = agent_phone(home)
    first = phone.write()
    phone.write()  # lost with the phone's storage
    for sent in (first, phone.write("warning"), phone.write()):
        deliver_to(home, sent)
    words = {"field": "Local", "text": "Rua B, 20", "reasons": "Número trocado na rua."}
    kind = AnnotationKind.CORRECTION
    annotate(home.actor("fabio"), first["id"], kind, words, id=new_id(), now=NOW)
    folder = app.config["SETTINGS"].data_dir / "anchors"
    take_anchor(next(p for p in places(db.session()) if p.id == home.city), folder, now=NOW)


def _visits(home: Cast, taxi: str, plate: str, app_car: cars.Car) -> None:
    """An approval whose new seal waits to be handed over, and a car that must come back."""
    clerk, law = home.actor("bruno"), permits.law(home)
    paid = GuideData("2026/0815", NOW.date())  # the guide of every complete record
    confirm_guide(clerk, taxi, paid, ruleset=law, now=NOW)
    stored_visit(home, app_car.plate, "change", failed=("LV05",), at=NOW - timedelta(hours=2))
    first = stored_visit(home, plate, "change")
    doubted_visits(home, app_car, first)


def _street(home: Cast) -> None:
    """What came from the street: stops, a refused record, a phone, a different plate."""
    ana, account = home.actor("ana"), home.accounts["ana"]
    hour = timedelta(hours=1)
    for edits in ({}, {"plate_confirmed": "different", "plate_seen": "XYZ9A87"}):
        deliver_to(home, entry(stop_payload(account, NOW - hour, **edits)))
    try:
        deliver_to(home, entry(stop_payload(account, how="faro")))
    except Refused:
        pass  # kept for the chief to see
    else:
        raise AssertionError("a record with an unknown word was accepted")
    contact = Contact(new_id(), "Moto G", 2, NOW - hour, NOW - hour, True, True)
    record_contact(ana, contact, law=permits.law(home), now=NOW)
    report_plate(home.city, 1, "FUM0B05", "203.0.113.7", seen="XYZ9A87", now=NOW)


def _vehicle_of(home: Cast, plate: str) -> str:
    wanted = select(Vehicle.id).where(Vehicle.plate == plate, Vehicle.municipality_id == home.city)
    found = db.session.scalars(wanted).one()
    db.session.rollback()
    return found


def reached(
    app: Flask, login: str, client: FlaskClient, doors: Iterable[str], run: Callable[..., Any]
) -> Iterator[Seen]:
    """Walk the links from the doors; `run` opens a page outside the test's own context."""
    adapter = app.url_map.bind("127.0.0.1")
    base = app.config["SETTINGS"].public_url
    waiting, known, counted = list(doors), set(doors), dict[str, int]()
    while waiting:
        address = waiting.pop(0)
        try:
            endpoint, _ = adapter.match(urlsplit(address).path, method="GET")
        except HTTPException:
            raise AssertionError(f"{login or 'nobody'}: a link leads nowhere: {address}") from None
        counted[endpoint] = counted.get(endpoint, 0) + 1
        if counted[endpoint] > _EACH:
            continue
        response = run(client.get, address, base_url=base, follow_redirects=True)
        if response.mimetype != "text/html":
            yield Seen(endpoint, "", login, 0)
            continue
        text = response.get_data(as_text=True)
        # Pages that refuse are looked at by tests of their own.
        if response.status_code == 200:
            yield Seen(endpoint, address, login, len(text))
        for link in _links(text, address):
            if link not in known:
                known.add(link)
                waiting.append(link)


def _links(text: str, address: str) -> Iterator[str]:
    for anchor in BeautifulSoup(text, "html.parser").select("a[href]"):
        href = str(anchor["href"]).partition("#")[0]
        if href.startswith("?"):
            href = urlsplit(address).path + href
        if href.startswith("/") and not href.startswith("//"):
            yield href
