"""The driver's code on a real screen: sharp at any pixel ratio, live without signal, honest when not."""

import io
import re
from datetime import datetime, timedelta
from itertools import groupby

import pytest
import zxingcpp
from flask import Flask
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from app.permits.keys import current_keyset
from app.permits.service_acts import suspend
from app.permits.service_seals import seal_address
from app.permits.token import SealType, TokenVerdict, read_digits
from app.permits.verifier import Check, verify
from app.persistence.base import db
from app.regulation.facts import Subject
from tests.support.browser import NOON, Site, phone, sign_in
from tests.support.permits import law, mayor
from tests.support.phones import Stage, davi

LIVE_BUTTON = "Mostrar código ao vivo"


def open_permit(page: Page, site: Site) -> None:
    """Davi signs in and enrols this phone."""
    sign_in(page, site.address, "davi")
    page.get_by_role("button", name="Cadastrar este celular").click()
    page.get_by_role("button", name=LIVE_BUTTON).wait_for()
    page.wait_for_function("() => navigator.serviceWorker.ready.then(() => true)")


def show_code(page: Page) -> tuple[Image.Image, str]:
    """The canvas as the screen shows it, and the digits the page says it drew."""
    page.get_by_role("button", name="Mostrar código").click()
    canvas = page.locator("canvas[data-digits]")
    canvas.wait_for()
    shot = Image.open(io.BytesIO(canvas.screenshot())).convert("L")
    return shot, str(canvas.get_attribute("data-digits"))


def judged(app: Flask, image: Image.Image, now: datetime) -> Check:
    """What the agent's verifier says of the picture at that moment."""
    text = zxingcpp.read_barcode(image).text
    hosts = app.config["SETTINGS"].hosts
    keyset = current_keyset(db.session(), NOON)
    return verify(text, hosts=hosts, keyset=keyset, municipality=315160, now=now, today=now.date())


@pytest.fixture
def stage(live_server: Site) -> Stage:
    return davi(live_server.app, enrolled=False)


@pytest.mark.parametrize("ratio", [1, 1.5, 2.6, 2.625, 3])
def test_the_code_is_sharp_at_every_pixel_ratio(
    live_server: Site, browser: Browser, stage: Stage, ratio: float
) -> None:
    with phone(browser, device_scale_factor=ratio) as context:
        page = context.new_page()
        open_permit(page, live_server)
        shot, digits = show_code(page)
    assert zxingcpp.read_barcode(shot).text == seal_address(digits)
    assert {value for _, value in shot.getcolors() or []} == {0, 255}, "shades between the colours"
    module = shot.width // 53
    for line in (shot, shot.rotate(90, expand=True)):
        middle = [line.getpixel((x, line.height // 2)) for x in range(line.width)]
        runs = [len(list(run)) for _, run in groupby(middle)]
        assert {run % module for run in runs[1:-1]} == {0}, runs  # the ends are quiet zone


@pytest.mark.parametrize("size", [(320, 568), (360, 740), (740, 360), (1280, 800)])
def test_the_code_is_at_least_forty_millimetres(
    live_server: Site, browser: Browser, stage: Stage, size: tuple[int, int]
) -> None:
    with phone(browser, viewport={"width": size[0], "height": size[1]}) as context:
        page = context.new_page()
        open_permit(page, live_server)
        show_code(page)
        box = page.locator("canvas").bounding_box()
    assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= size[0]
    assert box["width"] * 45 / 53 >= 40 * 160 / 25.4  # a CSS pixel is 1/160 inch on a phone


def test_offline_after_a_reload_the_window_of_the_hour_shows(
    live_server: Site, browser: Browser, stage: Stage
) -> None:
    with phone(browser) as context:
        page = context.new_page()
        page.clock.install(time=NOON)
        open_permit(page, live_server)
        context.set_offline(True)
        page.clock.fast_forward("02:00:00")
        page.reload()
        expect(page.get_by_text("Sem internet.", exact=False).first).to_be_visible()
        shot, _ = show_code(page)
        assert "muda em" in page.locator("dialog.code").inner_text()
    later = NOON + timedelta(hours=2)
    check = judged(live_server.app, shot, later + timedelta(seconds=20))
    assert check.verdict is TokenVerdict.OK and check.payload is not None
    assert check.payload.window_start is not None
    assert abs(check.payload.window_start - later) <= timedelta(minutes=2)


def test_yesterdays_picture_of_a_live_code_is_worth_nothing(
    live_server: Site, browser: Browser, stage: Stage
) -> None:
    with phone(browser) as context:
        page = context.new_page()
        open_permit(page, live_server)
        shot, _ = show_code(page)
    assert judged(live_server.app, shot, NOON).verdict is TokenVerdict.OK
    later = judged(live_server.app, shot, NOON + timedelta(minutes=10))
    assert later.verdict is TokenVerdict.WINDOW_PAST


def test_when_windows_run_out_the_page_says_so(
    live_server: Site, browser: Browser, stage: Stage
) -> None:
    with phone(browser) as context:
        page = context.new_page()
        page.clock.install(time=NOON)
        open_permit(page, live_server)
        context.set_offline(True)
        page.clock.fast_forward("04:05:00")
        expect(page.get_by_text("Sem prova ao vivo agora.")).to_be_visible()
        shot, digits = show_code(page)
        expect(page.locator("dialog.code").get_by_text("SEM PROVA AO VIVO")).to_be_visible()
        expect(page.locator("dialog.code .count")).to_be_hidden()
    assert zxingcpp.read_barcode(shot).text == seal_address(digits)
    assert read_digits(digits).payload.type is SealType.PHONE


def test_the_open_code_changes_by_itself(live_server: Site, browser: Browser, stage: Stage) -> None:
    with phone(browser) as context:
        page = context.new_page()
        page.clock.install(time=NOON)
        open_permit(page, live_server)
        _, first = show_code(page)
        page.clock.fast_forward("02:00")
        expect(page.locator("canvas")).not_to_have_attribute("data-digits", first)
        second = page.locator("canvas").get_attribute("data-digits")
    starts = [read_digits(str(digits)).payload.window_start for digits in (first, second)]
    assert starts == [NOON, NOON + timedelta(minutes=2)]


def test_a_phone_with_a_wrong_clock_shows_the_servers_window(
    live_server: Site, browser: Browser, stage: Stage
) -> None:
    with phone(browser) as context:
        page = context.new_page()
        page.clock.install(time=NOON - timedelta(hours=3))
        open_permit(page, live_server)
        expect(page.get_by_text("O relógio deste celular está errado")).to_contain_text(
            "3 h 00 min"
        )
        shot, _ = show_code(page)
    assert judged(live_server.app, shot, live_server.clock()).verdict is TokenVerdict.OK


def test_windows_are_renewed_before_the_last_hour(
    live_server: Site, browser: Browser, stage: Stage
) -> None:
    with phone(browser) as context:
        page = context.new_page()
        page.clock.install(time=NOON)
        open_permit(page, live_server)
        before = live_server.count("POST", "/permissao/janelas")
        live_server.clock = lambda: NOON + timedelta(hours=3, minutes=1)
        page.clock.fast_forward("03:01:00")
        expect(page.locator('[data-part="stock"]')).to_have_text(
            re.compile("3 h 5[89] min"), timeout=10_000
        )
    assert (before, live_server.count("POST", "/permissao/janelas")) == (1, 2)


def test_a_suspension_empties_the_phone_at_the_next_contact(
    live_server: Site, browser: Browser, stage: Stage
) -> None:
    with phone(browser) as context:
        page = context.new_page()
        open_permit(page, live_server)
        act = {"act": "Decreto 13/2026", "reasons": "teste", "process": "PA 1/2026", "days": 15}
        subject = (Subject.AUTHORISATION, stage.permit.id)
        suspend(mayor(stage.city), law(stage.city), subject, starts_on=NOON.date(), now=NOON, **act)
        page.reload()
        expect(page.get_by_text("Não autorizado")).to_be_visible()
        expect(page.get_by_text("Sem código para mostrar agora.").first).to_be_visible()
        context.set_offline(True)
        page.reload()
        expect(page.get_by_text("Sem código para mostrar agora.").first).to_be_visible()
        assert page.get_by_role("button", name="Mostrar código").count() == 0
