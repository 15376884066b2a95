"""The outbox against a bad network: every record exactly once, none lost, each delay told in words."""

import hashlib
import json
from contextvars import Context
from datetime import timedelta

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import update

from app.accounts.models import WebSession
from app.persistence.transaction import transaction
from tests.browser.conftest import Street
from tests.support.browser import NOON, Fault, session_cookie, sign_in

pytestmark = pytest.mark.browser


def record(street: Street, plate: str = "ABC1D23") -> None:
    """A stop of a car that nobody licensed: the shortest way through the form."""
    street.type_plate(plate)
    street.page.get_by_role("button", name="Placa confere, continuar").click()
    street.sees("stop")
    street.finish_stop()


def waiting(page: Page) -> str:
    """The words of the card on the home view."""
    return page.locator("[data-waiting-lines]").inner_text()


def test_offline_stops_arrive_exactly_once(street: Street) -> None:
    street.offline()
    for plate in ("ABC1D23", "XYZ9A87"):
        record(street, plate)
    expect(street.page.locator("[data-waiting-title]")).to_have_text("2 registros aguardam envio")
    assert street.stops() == []
    street.offline(False)
    stops = street.check_stops(2)
    expect(street.page.locator("[data-waiting-card]")).to_be_hidden()
    assert {stop.plate_read for stop in stops} == {"ABC1D23", "XYZ9A87"}
    assert street.site.count("POST", "/campo/registro") == 2


def test_a_lost_reply_is_asked_again_and_stored_once(street: Street) -> None:
    street.site.faults.append(Fault("/campo/registro", reply_lost=True, times=1))
    record(street)
    expect(street.page.locator("[data-waiting-card]")).to_be_hidden()
    assert len(street.stops()) == 1 and street.site.count("POST", "/campo/registro") == 2


def test_a_server_that_fails_thrice_gets_it_in_the_end(street: Street) -> None:
    street.site.faults.append(Fault("/campo/registro", times=2))
    record(street)
    expect(street.page.locator("[data-waiting-lines]")).to_contain_text("servidor fora")
    street.check_stops(1)
    expect(street.page.locator("[data-waiting-card]")).to_be_hidden()
    assert street.entries()[0]["state"] == "sent"


def test_a_captive_portal_takes_nothing(street: Street) -> None:
    portal = {"status": "200 OK", "body": b"<html>Entre na rede</html>", "kind": "text/html"}
    street.site.faults += [
        Fault("/campo/registro", **portal),  # type: ignore[arg-type]
        Fault("/campo/ola", method="GET", **portal),  # type: ignore[arg-type]
    ]
    record(street)
    expect(street.page.locator("[data-connection]")).to_contain_text("Esta rede pede entrada")
    assert street.entries()[0]["state"] == "ready"
    street.site.faults.clear()
    street.check_stops(1)


def test_an_answer_for_another_record_is_no_receipt(street: Street) -> None:
    lie = json.dumps(
        {"id": "f" * 32, "sha256": "f" * 64, "received_at": "2026-11-30T13:00:00.000Z"}
    )
    street.site.faults.append(Fault("/campo/registro", status="200 OK", body=lie.encode(), times=1))
    record(street)
    street.check_stops(1)
    expect(street.page.locator("[data-waiting-card]")).to_be_hidden()
    assert street.entries()[0]["state"] == "sent"


def test_an_ended_session_keeps_all_and_sends_after_signing_in(street: Street) -> None:
    with transaction() as session:
        session.execute(update(WebSession).values(ended_at=NOON + timedelta(seconds=1)))
    record(street)
    expect(street.page.locator('[data-notice="session"]')).to_contain_text("Entre de novo")
    assert street.entries()[0]["state"] == "ready" and street.stops() == []
    street.page.get_by_role("link", name="Entrar de novo").click()
    sign_in(street.page, street.site.address)
    street.ready()
    assert street.check_stops(1)[0].plate_read == "ABC1D23"


def test_a_refused_record_stays_for_a_person(street: Street) -> None:
    body = json.dumps({"error": "Confira", "message": "Designação vencida.", "quarantined": True})
    refusal = Fault("/campo/registro", status="422 UNPROCESSABLE", body=body.encode())
    street.site.faults.append(refusal)
    record(street)
    expect(street.page.locator("[data-waiting-lines]")).to_contain_text("não aceito pelo servidor")
    street.page.get_by_role("button", name="Ver o que aguarda envio").click()
    expect(street.page.locator("[data-entries] [data-message]")).to_have_text("Designação vencida.")
    street.site.faults.clear()
    street.page.get_by_role("button", name="Tentar de novo").click()
    street.check_stops(1)


def test_one_bad_record_does_not_hold_up_the_next(street: Street) -> None:
    street.offline()
    record(street, "ABC1D23")
    record(street, "XYZ9A87")
    street.site.faults.append(Fault("/campo/registro", times=1))
    street.offline(False)
    street.check_stops(2)


def test_two_tabs_send_each_record_once(street: Street) -> None:
    second = street.page.context.new_page()
    second.goto(f"{street.site.address}/campo/")
    second.wait_for_function("() => 'ready' in document.body.dataset")
    street.page.bring_to_front()
    street.offline()
    for plate in ("ABC1D23", "XYZ9A87", "FUM0B05"):
        street.type_plate(plate)
        street.page.get_by_role("button", name="Placa confere, continuar").click()
        street.page.wait_for_function(
            "() => ['stop', 'drivers'].includes(document.body.dataset.now)"
        )
        if plate == "FUM0B05":
            street.page.get_by_role("button", name="Continuar sem motorista").click()
        street.finish_stop()
    street.offline(False)
    street.check_stops(3)
    assert street.site.count("POST", "/campo/registro") == 3
    expect(second.locator('[data-count="stops"]')).to_have_text("3")


def test_another_agent_sees_only_a_number(street: Street) -> None:
    street.offline()
    record(street, "XYZ9A87")
    # Fábio, the chief, takes over the phone.
    cookie = Context().run(session_cookie, street.site, "fabio")
    street.page.context.add_cookies([cookie])  # type: ignore[list-item]
    street.offline(False)
    street.open()
    expect(street.page.locator("[data-others]")).to_contain_text("1 registro de outra pessoa")
    expect(street.page.locator("[data-waiting-card]")).to_be_hidden()
    expect(street.page.get_by_text("XYZ9A87")).to_have_count(0)
    assert street.stops() == [] and street.entries()[0]["state"] == "ready"


def test_a_token_of_an_earlier_session_is_renewed_without_a_word(street: Street) -> None:
    cookie = Context().run(session_cookie, street.site, "ana")
    street.page.context.add_cookies([cookie])  # type: ignore[list-item]
    street.type_plate("FUM0B05")
    street.check_source("Consultado agora")
    assert street.site.count("POST", "/campo/consulta") == 2


def test_what_waits_can_be_kept_in_a_file(street: Street) -> None:
    street.offline()
    record(street)
    street.page.get_by_role("button", name="Ver o que aguarda envio").click()
    with street.page.expect_download() as caught:
        street.page.get_by_role("button", name="Guardar em arquivo").click()
    kept = json.loads(caught.value.path().read_text(encoding="utf-8"))
    [written] = kept["records"]
    assert json.loads(written["payload"])["plate_read"] == "ABC1D23"
    assert hashlib.sha256(written["payload"].encode()).hexdigest() == street.entries()[0]["sha256"]


def test_a_record_stuck_in_sending_goes_out(street: Street) -> None:
    street.offline()
    record(street)
    street.page.evaluate(
        "() => new Promise((done) => { const o = indexedDB.open('campo'); o.onsuccess = () => {"
        " const tx = o.result.transaction('entries', 'readwrite'); const store = tx.objectStore('entries');"
        " store.getAll().onsuccess = (e) => store.put({...e.target.result[0], state: 'sending'});"
        " tx.oncomplete = () => { o.result.close(); done(); }; }; })"
    )
    street.page.reload()
    street.offline(False)
    street.check_stops(1)
