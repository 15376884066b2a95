"""Without a network: opened again, wiped, updated, signed out, with a wrong clock or an old list."""

import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import expect

from app.web.assets import Assets
from tests.browser.conftest import Street
from tests.support.browser import NOON, Fault

pytestmark = pytest.mark.browser
_WIPE = """async () => {
  await new Promise((done) => { indexedDB.deleteDatabase("campo").onsuccess = done; });
  for (const name of await caches.keys()) await caches.delete(name);
}"""


def reopened(street: Street) -> None:
    """Close the page and open another in the same browser."""
    closed = street.page
    street.page = closed.context.new_page()
    closed.close()
    street.open()


def move_clock(street: Street, hours: float) -> None:
    """Set the phone's clock that far from where it stands, without a contact."""
    moved = street.page.evaluate("(hours) => Date.now() + hours * 3600000", hours)
    street.page.clock.set_fixed_time(datetime.fromtimestamp(moved / 1000, UTC))


def test_it_opens_and_scans_in_airplane_mode(street: Street) -> None:
    street.offline()
    reopened(street)
    expect(street.page.locator("[data-heading]")).to_have_text("Bom dia, Ana")
    expect(street.page.locator("[data-connection]")).to_contain_text("Sem sinal")
    street.scan(street.taxi.url)
    street.check_word("Autorizado")


def test_all_it_needs_is_kept_and_the_reader_lies_in_the_workers_scope(street: Street) -> None:
    # The browser's own cache may hide a missing file; the worker's store may not.
    missing = street.page.evaluate(
        """async () => {
          const loaded = performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname);
          const needed = loaded.filter((path) => path.startsWith("/s/"));
          const folder = document.body.dataset.reader.replace("js/scanner/worker.js", "");
          needed.push(document.body.dataset.reader, `${folder}vendor/zxing/reader.js`,
            `${folder}vendor/zxing/zxing_reader.wasm`, "/campo/");
          const kept = await Promise.all(needed.map((path) => caches.match(path)));
          return needed.filter((path, at) => !kept[at]);
        }"""
    )
    assert missing == []
    assert street.page.evaluate("() => document.body.dataset.reader").startswith("/campo/")


def test_a_captive_portal_does_not_replace_the_page(street: Street) -> None:
    page = b"<html><h1>Bem-vindo ao Wi-Fi</h1></html>"
    street.site.faults.append(
        Fault("/campo/", method="GET", status="200 OK", body=page, kind="text/html")
    )
    street.site.faults.append(
        Fault("/campo/ola", method="GET", status="200 OK", body=page, kind="text/html")
    )
    reopened(street)
    expect(street.page.locator("[data-connection]")).to_contain_text("página própria")
    street.type_plate("FUM0B05")
    street.check_word("Autorizado")


def test_a_slow_server_does_not_hold_the_answer(street: Street) -> None:
    street.site.faults.append(Fault("/campo/consulta", status="200 OK", delay=6))
    street.type_plate("FUM0B05")
    street.check_word("Autorizado")
    street.check_source("Consultando…")
    street.check_source("Servidor não respondeu · lista de hoje")


def test_after_a_day_the_list_is_amber(street: Street) -> None:
    street.offline()
    move_clock(street, 25)
    street.type_plate("FUM0B05")
    street.check_word("Atenção")
    expect(street.page.locator(".reason")).to_contain_text("Lista de mais de um dia")
    street.check_source(r"Sem sinal · lista de ontem, 10:00 \(há 2[45] h\)")


def test_after_three_days_only_authenticity_is_known(street: Street) -> None:
    street.offline()
    move_clock(street, 73)
    street.type_plate("FUM0B05")
    street.check_word("Situação desconhecida")
    expect(street.page.locator("[data-band]")).to_have_attribute("data-level", "unknown")


def test_a_phone_set_back_says_its_clock_is_wrong(street: Street) -> None:
    street.offline()
    move_clock(street, -72)
    street.type_plate("FUM0B05")
    expect(street.page.locator('[data-notice="clock"]')).to_be_visible()
    street.check_word("Situação desconhecida")
    street.page.get_by_role("button", name="Placa confere, continuar").click()
    street.page.get_by_role("button", name="Continuar sem motorista").click()
    street.finish_stop()
    street.offline(False)
    [stop] = street.check_stops(1)
    assert stop.clock_flag == "before_contact"


def test_signing_out_without_signal_takes_the_list_away(street: Street) -> None:
    street.offline()
    street.type_plate("ABC1D23")
    street.page.get_by_role("button", name="Placa confere, continuar").click()
    street.finish_stop()
    street.page.get_by_role("button", name="Sair").click()
    street.sees("welcome")
    kept = street.page.evaluate(
        "() => new Promise((done) => { const o = indexedDB.open('campo'); o.onsuccess = () => {"
        " const all = o.result.transaction('meta').objectStore('meta').getAllKeys();"
        " all.onsuccess = () => { o.result.close(); done(all.result); }; }; })"
    )
    assert "pack" not in kept and len(street.entries()) == 1
    expect(street.page.locator("[data-welcome-waiting]")).to_contain_text("1 registro")
    reopened(street)
    street.sees("welcome")
    street.offline(False)
    expect(street.page.get_by_role("link", name="Entrar")).to_be_visible()
    street.page.goto(f"{street.site.address}/inicio")
    expect(street.page).to_have_title("Entrar · Confere")


def test_a_wiped_phone_tells_what_was_lost(street: Street) -> None:
    street.offline()
    street.type_plate("ABC1D23")
    street.page.get_by_role("button", name="Placa confere, continuar").click()
    street.finish_stop()
    street.page.evaluate(_WIPE)
    street.offline(False)
    reopened(street)
    expect(street.page.locator('[data-notice="wiped"]')).to_contain_text("Havia 1 por enviar")
    expect(street.page.locator("[data-list-chip]")).to_have_attribute("data-age", "fresh")
    street.type_plate("FUM0B05")
    street.check_word("Autorizado")


def test_a_wipe_while_writing_does_not_stop_the_writer(street: Street) -> None:
    street.type_plate("FUM0B05")
    street.stop_form()
    street.page.get_by_label("Anotação").fill("antes")
    street.page.evaluate(_WIPE)
    street.page.get_by_label("Anotação").fill("antes e depois")
    street.finish_stop()
    assert street.check_stops(1)[0].note == "antes e depois"


def test_a_new_release_waits_for_the_form(street: Street, tmp_path: Path) -> None:
    static = street.site.app.extensions["assets"].folder
    street.type_plate("FUM0B05")
    street.stop_form()
    old = street.site.app.extensions["assets"]
    shutil.copytree(static, tmp_path / "static")
    (tmp_path / "static" / "css" / "field.css").open("a").write("/* release seguinte */\n")
    street.site.app.extensions["assets"] = Assets(tmp_path / "static")
    try:
        street.page.evaluate(
            "() => navigator.serviceWorker.getRegistration('/campo/').then((r) => r.update())"
        )
        street.page.wait_for_function(
            "() => navigator.serviceWorker.getRegistration('/campo/').then((r) => Boolean(r.waiting))"
        )
        expect(street.page.locator('[data-notice="update"]')).to_be_hidden()
        street.finish_stop()
        with street.page.expect_navigation():
            street.page.get_by_role("button", name="Atualizar", exact=True).click()
        street.ready()
        release = street.page.evaluate("() => document.body.dataset.release")
        assert release == street.site.app.extensions["assets"].digest != old.digest
    finally:
        street.site.app.extensions["assets"] = old


def test_the_worker_leaves_other_pages_alone(street: Street) -> None:
    for path in ("/", "/entrar"):
        street.page.goto(street.site.address + path)
        assert street.page.evaluate("() => navigator.serviceWorker.controller") is None


def test_a_list_of_another_signature_is_refused(street: Street) -> None:
    street.site.faults.append(
        Fault("/campo/pacote", method="GET", status="200 OK", body=b"CONFPK1\n" + b"x" * 500,
              kind="application/octet-stream")
    )  # fmt: skip
    street.site.clock = lambda: NOON + timedelta(hours=5)
    street.page.get_by_role("button", name="Aparelho").click()
    street.page.get_by_role("button", name="Atualizar a lista agora").click()
    expect(street.page.locator('[data-notice="list"]')).to_be_visible()
    street.page.go_back()
    street.offline()
    street.type_plate("FUM0B05")
    street.check_word("Autorizado")
