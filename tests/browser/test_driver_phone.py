"""The driver's phone: its key, its words for each trouble, and that it forgets when he leaves."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from sqlalchemy import select

from app.accounts.models import WebSession
from app.permits.models import LiveDevice
from app.persistence.base import db
from app.persistence.transaction import transaction
from app.registry.models import Driver
from app.verification import live
from tests.support.browser import NOON, Fault, Site, axe, phone, sign_in
from tests.support.permits import secretary
from tests.support.phones import Phone, Stage, davi

# What the page keeps, by name; a key shows whether it can be taken out.
KEPT = """async () => {
  const request = indexedDB.open("permissao", 1);
  const database = await new Promise((done) => { request.onsuccess = () => done(request.result); });
  const store = database.transaction("kept").objectStore("kept");
  const read = (ask) => new Promise((done) => { ask.onsuccess = () => done(ask.result); });
  const names = await read(store.getAllKeys());
  const keys = names.filter((name) => name.startsWith("key:"));
  const loose = (await Promise.all(keys.map((name) => read(store.get(name)))))
    .filter((key) => key.privateKey.extractable).length;
  database.close();
  return { names: names.map((name) => name.split(":")[0]).sort(), loose };
}"""
FORGET_KEYS = """async () => {
  const request = indexedDB.deleteDatabase("permissao");
  await new Promise((done) => { request.onsuccess = done; });
}"""


@pytest.fixture
def stage(live_server: Site) -> Stage:
    return davi(live_server.app, enrolled=False)


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    with phone(browser, permissions=()) as opened:
        yield opened


@pytest.fixture
def page(live_server: Site, context: BrowserContext, stage: Stage) -> Page:
    """Davi signed in; this phone not yet enrolled."""
    opened = context.new_page()
    sign_in(opened, live_server.address, "davi")
    opened.get_by_text("Autorizado", exact=True).wait_for()
    return opened


def enrol(page: Page) -> None:
    page.get_by_role("button", name="Cadastrar este celular").click()
    page.get_by_role("button", name="Mostrar código ao vivo").wait_for()
    page.wait_for_function("() => navigator.serviceWorker.ready.then(() => true)")


def leave(page: Page) -> None:
    page.get_by_role("button", name="Sair", exact=True).click()
    page.get_by_role("button", name="Sair e apagar").click()


def open_sessions() -> int:
    db.session.rollback()
    return len(db.session.scalars(select(WebSession).where(WebSession.ended_at.is_(None))).all())


def test_the_key_cannot_be_taken_out(page: Page) -> None:
    enrol(page)
    assert page.evaluate(KEPT) == {"names": ["clock", "data", "key", "windows"], "loose": 0}


def test_the_name_of_the_phone_reaches_the_office(page: Page) -> None:
    page.get_by_label("Nome deste celular").fill("Moto do Davi")
    enrol(page)
    assert db.session.scalars(select(LiveDevice.label)).all() == ["Moto do Davi"]


def test_a_second_phone_is_told_to_ask_the_office(
    page: Page, live_server: Site, browser: Browser
) -> None:
    enrol(page)
    with phone(browser, permissions=()) as other:
        second = other.new_page()
        sign_in(second, live_server.address, "davi")
        expect(second.locator('[data-live="lost"]')).to_be_visible()
        assert second.get_by_role("button", name="Cadastrar este celular").count() == 0
        expect(second.get_by_role("button", name="Mostrar código")).to_be_visible()


def test_two_phones_at_once_leave_one(page: Page, stage: Stage) -> None:
    stage.enrol(Phone())
    page.get_by_role("button", name="Cadastrar este celular").click()
    expect(page.get_by_role("alert")).to_contain_text("Já há um celular cadastrado")


def test_a_lost_key_is_said_in_words(page: Page) -> None:
    enrol(page)
    page.evaluate(FORGET_KEYS)
    page.reload()
    expect(page.get_by_text("A chave deste carro não está neste celular.")).to_be_visible()
    expect(page.get_by_role("button", name="Mostrar código")).to_be_visible()


def test_an_answer_lost_on_the_way_does_not_lose_the_phone(page: Page, live_server: Site) -> None:
    live_server.faults.append(Fault("/permissao/aparelho", reply_lost=True, times=1))
    page.get_by_role("button", name="Cadastrar este celular").click()
    page.get_by_role("button", name="Mostrar código ao vivo").wait_for()
    assert len(db.session.scalars(select(LiveDevice)).all()) == 1


def test_a_phone_set_free_by_the_office_is_empty_at_the_next_contact(
    page: Page, stage: Stage
) -> None:
    enrol(page)
    device = db.session.scalars(select(LiveDevice.id)).one()
    live.revoke_device(secretary(stage.city), device, now=NOON)
    page.reload()
    expect(page.get_by_role("button", name="Cadastrar este celular")).to_be_visible()
    assert page.get_by_role("button", name="Mostrar código ao vivo").count() == 0


def test_leaving_forgets_all_but_the_key(page: Page, live_server: Site) -> None:
    enrol(page)
    leave(page)
    page.wait_for_url(f"{live_server.address}/")
    assert page.evaluate(KEPT)["names"] == ["key"]
    assert open_sessions() == 0


def test_leaving_without_signal_forgets_at_once_and_ends_later(
    page: Page, context: BrowserContext, live_server: Site
) -> None:
    enrol(page)
    context.set_offline(True)
    leave(page)
    expect(page.get_by_text("Seus dados foram apagados deste celular.")).to_be_visible()
    assert page.evaluate(KEPT)["names"] == ["key", "leaving"]
    page.reload()
    expect(page.get_by_text("Seus dados foram apagados deste celular.")).to_be_visible()
    assert open_sessions() == 1
    context.set_offline(False)
    page.reload()
    page.wait_for_url(f"{live_server.address}/")
    assert open_sessions() == 0


def test_who_comes_back_has_the_live_code_again(
    page: Page, stage: Stage, live_server: Site
) -> None:
    enrol(page)
    leave(page)
    page.wait_for_url(f"{live_server.address}/")
    live_server.clock = lambda: NOON + timedelta(minutes=10)
    sign_in(page, live_server.address, "davi")
    expect(page.get_by_role("button", name="Mostrar código ao vivo")).to_be_visible()


def test_a_session_that_ended_empties_the_phone(page: Page) -> None:
    enrol(page)
    with transaction() as session:
        for row in session.scalars(select(WebSession)):
            row.ended_at = NOON
    page.reload()
    expect(page.get_by_role("link", name="Entrar")).to_be_visible()
    assert page.evaluate(KEPT)["names"] == ["key"]
    assert "FUM0B05" not in page.locator("body").inner_text()


def test_the_next_driver_sees_nothing_of_the_former(
    page: Page, stage: Stage, live_server: Site
) -> None:
    enrol(page)
    page.context.clear_cookies()  # he never left: his session is just gone
    sign_in(page, live_server.address, "hugo")
    page.goto(f"{live_server.address}/permissao/")
    expect(page.get_by_text("Esta página é do motorista.")).to_be_visible()
    assert page.evaluate(KEPT)["names"] == ["key"]


def test_a_portal_that_answers_with_its_own_page_deletes_nothing(
    page: Page, live_server: Site
) -> None:
    enrol(page)
    portal = {"body": b"<html>Wi-Fi</html>", "kind": "text/html", "status": "200 OK"}
    live_server.faults.append(Fault("/permissao/dados", method="GET", **portal))
    page.reload()
    expect(page.get_by_role("button", name="Mostrar código ao vivo")).to_be_visible()
    expect(page.get_by_text("Sem internet. Mostrando o que está guardado")).to_be_visible()


def test_a_server_in_trouble_does_not_take_the_page_away(page: Page, live_server: Site) -> None:
    enrol(page)
    for path in ("/permissao/", "/permissao/dados"):
        live_server.faults.append(Fault(path, method="GET"))
    page.reload()
    expect(page.get_by_role("button", name="Mostrar código ao vivo")).to_be_visible()
    expect(page.get_by_text("O sistema não respondeu.")).to_be_visible()


def test_old_data_say_their_age(page: Page, context: BrowserContext) -> None:
    page.clock.install(time=NOON)
    page.reload()
    enrol(page)
    context.set_offline(True)
    page.clock.fast_forward("25:00:00")
    expect(page.get_by_text("Dados antigos: são de 30/11/2026, 10:00")).to_be_visible()
    page.clock.fast_forward("48:00:00")
    page.reload()
    expect(page.get_by_text("Sem resposta recente")).to_be_visible()
    expect(page.get_by_text("Autorizado", exact=True)).to_be_hidden()


def test_nothing_stored_and_no_signal_reads_as_such(page: Page, context: BrowserContext) -> None:
    page.wait_for_function("() => navigator.serviceWorker.ready.then(() => true)")
    page.evaluate(FORGET_KEYS)
    context.set_offline(True)
    page.reload()
    expect(
        page.get_by_text("Sem internet, e este celular ainda não tem seus dados.")
    ).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_state_breaks_a_rule_of_access(
    page: Page, stage: Stage, scheme: str, live_server: Site
) -> None:
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    with transaction() as session:
        session.get_one(Driver, stage.car.driver).licence_valid_until = NOON.date() + timedelta(5)
    page.reload()
    page.get_by_role("button", name="Cadastrar este celular").wait_for()
    found = axe(page)
    enrol(page)
    found += axe(page)
    page.get_by_role("button", name="Mostrar código ao vivo").click()
    found += axe(page)
    page.get_by_role("button", name="Fechar").click()
    page.get_by_role("button", name="Sair", exact=True).click()
    found += axe(page)
    page.get_by_role("button", name="Sair e apagar").click()
    page.wait_for_url(f"{live_server.address}/")
    page.goto(f"{live_server.address}/permissao/")
    page.get_by_role("link", name="Entrar").wait_for()
    assert found + axe(page) == []
