"""The scanner without its camera, and codes that want to harm: never a dead end, never a step outside."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, FilePayload, Playwright, expect

from app.permits.qr import matrix
from tests.browser.conftest import Planura, Street, at_work
from tests.support.browser import Site, code_scene, launched, phone, text_scene

pytestmark = pytest.mark.browser

HOSTILE = (
    "javascript:alert(document.cookie)",
    "intent://campo#Intent;scheme=http;end",
    "https://confere.planura.mg.gov.br.evil.example/v/" + "1" * 191,
    "https://confere.test@evil.example/v/" + "1" * 191,
    "WIFI:T:WPA;S:prefeitura;P:senha;;",
    "tel:+5534999999999",
    "data:text/html,<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "\u202egnp.exe \u200b\u0007",
    "http://127.0.0.1/sair",
    "x" * 1500,
)


@pytest.fixture
def refused(
    live_server: Site, planura: Planura, browser: Browser, camera_file: Path
) -> Iterator[Street]:
    """A phone whose owner does not allow the camera."""
    with phone(browser, permissions=()) as context:
        yield at_work(live_server, planura, context, camera_file)


def test_a_refused_camera_leaves_photo_and_typing(refused: Street) -> None:
    page = refused.page
    page.get_by_role("button", name="Ler código").click()
    expect(page.locator('[data-scan-message="explain"]')).to_be_visible()
    page.get_by_role("button", name="Usar a câmera").click()
    expect(page.locator('[data-scan-message="denied"]')).to_contain_text("A câmera está bloqueada")
    refused.photograph(code_scene(matrix(refused.taxi.url)))
    refused.check_word("Autorizado")


def test_a_refused_camera_is_not_asked_again(refused: Street) -> None:
    page = refused.page
    page.get_by_role("button", name="Ler código").click()
    page.get_by_role("button", name="Usar a câmera").click()
    expect(page.locator('[data-scan-message="denied"]')).to_be_visible()
    page.go_back()
    page.get_by_role("button", name="Ler código").click()
    expect(page.locator('[data-scan-message="explain"]')).to_be_visible()


def test_a_machine_without_camera(
    playwright: Playwright, live_server: Site, planura: Planura, camera_file: Path
) -> None:
    with launched(playwright, None) as chromium, phone(chromium) as context:
        street = at_work(live_server, planura, context, camera_file)
        street.page.get_by_role("button", name="Ler código").click()
        expect(street.page.locator('[data-scan-message="none"]')).to_be_visible()
        street.page.locator('[data-view="scanner"] [data-open="plate"]').click()
        street.sees("plate")


def test_a_camera_without_picture_is_opened_once_more_and_then_told(street: Street) -> None:
    street.page.evaluate(
        "() => { window.asked = 0; navigator.mediaDevices.getUserMedia = async () => {"
        " window.asked += 1; return document.createElement('canvas').captureStream(0); }; }"
    )
    street.page.get_by_role("button", name="Ler código").click()
    expect(street.page.locator('[data-scan-message="frozen"]')).to_be_visible(timeout=15_000)
    assert street.page.evaluate("() => window.asked") == 2


def test_a_photo_without_code_and_one_that_is_none(street: Street) -> None:
    street.page.get_by_role("button", name="Ler código").click()
    street.photograph(text_scene("x").crop((0, 0, 300, 300)))
    expect(street.page.locator("[data-scan-say]")).to_contain_text("Não achei código")
    broken = FilePayload(name="foto.heic", mimeType="image/heic", buffer=b"\0\0\0\x18ftypheic")
    street.page.locator("[data-photo]").set_input_files([broken])
    expect(street.page.locator("[data-scan-say]")).to_contain_text("Não consegui abrir")


def test_hostile_codes_are_shown_as_text_and_go_nowhere(street: Street) -> None:
    # That no request left for another origin is checked when the phone is put away.
    visited: list[str] = []
    street.page.on("framenavigated", lambda frame: visited.append(frame.url))
    asked = street.site.count("POST", "/campo/consulta")
    street.page.get_by_role("button", name="Ler código").click()
    for text in HOSTILE:
        street.photograph(text_scene(text))
        street.sees("verdict")
        street.check_word("Não é da prefeitura")
        shown = street.page.locator("[data-raw]").inner_text()
        assert shown[:4] == text.replace("\u202e", "⟨202E")[:4]
        assert street.page.locator("[data-raw] *").count() == 0
        street.page.get_by_role("button", name="Ler outro código").click()
        street.sees("scanner")
    assert not [url for url in visited if not url.startswith(f"{street.site.address}/campo/")]
    assert street.site.count("POST", "/campo/consulta") == asked


def test_a_foreign_host_shows_its_address_in_red(street: Street) -> None:
    street.page.get_by_role("button", name="Ler código").click()
    digits = street.taxi.seal.digits
    street.photograph(text_scene(f"https://c0nfere.test/v/{digits}"))
    street.check_word("Não é da prefeitura")
    expect(street.page.locator("[data-band]")).to_have_attribute("data-level", "red")
    expect(street.page.locator("[data-raw]")).to_contain_text("c0nfere.test")
