"""The agent's phone with a list of 50,000 seals: from decoded digits to a painted verdict, no signal.

Nothing in the page knows of this: the worker's message and the drawn view are seen from outside.
"""

import statistics
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import Context
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from flask import Flask
from playwright.sync_api import Page, Playwright, sync_playwright
from werkzeug.serving import make_server

from app import create_app
from app.accounts.domain import Actor
from app.accounts.permissions import Role
from app.accounts.queries import cities
from app.accounts.service import add_account, ensure_person
from app.permits.qr import matrix
from app.persistence.transaction import transaction
from tests.bench import pack
from tests.bench.data import codes, make
from tests.bench.table import Row
from tests.support.browser import (
    Site,
    _Quiet,
    code_scene,
    launched,
    phone,
    session_cookie,
    show_camera,
)
from tests.support.cast import PASSWORD
from tests.support.settings import test_settings

SLOWER = 6
_WATCH = """
window.seen = {};
const Plain = window.Worker;
window.Worker = class extends Plain {
  constructor(...all) {
    super(...all);
    this.addEventListener("message", ({ data }) => {
      if (!data.text || seen.decoded) return;
      seen.decoded = performance.now();
      const drawn = () => requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => { seen.painted = performance.now(); };
        port2.postMessage(0);  // handled after the frame was made
      });
      new MutationObserver((_, watch) => {
        if (document.body.dataset.now === "verdict") { watch.disconnect(); drawn(); }
      }).observe(document.body, { attributes: true, attributeFilter: ["data-now"] });
    });
  }
};
addEventListener("click", () => { seen.tapped = performance.now(); }, true);
"""


@dataclass(frozen=True)
class Scan:
    """Milliseconds from tap to decoded digits, and from those to the painted verdict."""

    decode_ms: float
    verdict_ms: float


def rows(folder: Path, quick: bool) -> Iterator[Row]:
    """One phone, one code after another; the page is opened anew for each."""
    seals = 5_000 if quick else pack.SEALS
    place = folder / f"phone-{seals}"
    make(place, seals)
    rounds = 5 if quick else 9
    with _served(place) as site, sync_playwright() as driver:
        address = f"{site.address}/v/"
        urls = [address + digits for digits in codes(site.app, seals, rounds)]
        slow, quickly = _scans(driver, site, place, urls)
    what = f"offline, list of {seals:,}, {SLOWER}x CPU: "
    verdict, decode = _medians(slow)
    yield Row(what + "decoded digits to painted verdict, ms", f"{verdict:.0f}", "", "≤ 150")
    yield Row(what + "tap to first decode, warm, ms", f"{decode:.0f}")
    verdict, decode = _medians(quickly)
    yield Row("the same at 1x CPU: decoded digits to painted verdict, ms", f"{verdict:.0f}")
    yield Row("the same at 1x CPU: tap to first decode, warm, ms", f"{decode:.0f}")


def _medians(scans: list[Scan]) -> tuple[float, float]:
    verdict = statistics.median(scan.verdict_ms for scan in scans)
    return verdict, statistics.median(scan.decode_ms for scan in scans)


def _scans(
    driver: Playwright, site: Site, place: Path, urls: list[str]
) -> tuple[list[Scan], list[Scan]]:
    camera = place / "camera.mjpeg"
    show_camera(camera, code_scene(matrix(urls[0])))
    with launched(driver, camera) as chromium, phone(chromium) as context:
        context.set_default_timeout(60_000)
        context.add_init_script(_WATCH)
        context.add_cookies([Context().run(session_cookie, site, "ana")])  # type: ignore[list-item]
        page = context.new_page()
        page.goto(f"{site.address}/campo/")
        page.locator('[data-list-chip][data-age="fresh"]').wait_for()
        page.wait_for_function("() => navigator.serviceWorker.controller")
        context.set_offline(True)
        found = []
        for rate in (SLOWER, 1):
            cdp: Any = context.new_cdp_session(page)
            cdp.send("Emulation.setCPUThrottlingRate", {"rate": rate})
            _scan(page, camera, urls[0])  # the first of a phone loads the reader
            found.append([_scan(page, camera, url) for url in urls])
        return found[0], found[1]


def _scan(page: Page, camera: Path, url: str) -> Scan:
    show_camera(camera, code_scene(matrix(url)))
    page.reload()
    page.wait_for_function("() => 'ready' in document.body.dataset")
    if page.evaluate("() => document.body.dataset.now") != "home":
        raise RuntimeError("the phone did not open on its first view")
    page.get_by_role("button", name="Ler código").click()
    page.wait_for_function("() => seen.painted")
    word = page.locator("[data-word]").inner_text()
    if word != "Autorizado":
        raise RuntimeError(f"the phone said {word}")
    seen = page.evaluate("() => seen")
    return Scan(seen["decoded"] - seen["tapped"], seen["painted"] - seen["decoded"])


@contextmanager
def _served(place: Path) -> Iterator[Site]:
    """The installation on a port of this machine, with an agent and her list ready."""
    holder: list[Flask] = []
    http = make_server(
        "127.0.0.1", 0, lambda e, s: holder[0].wsgi_app(e, s), threaded=True, request_handler=_Quiet
    )
    address = f"http://127.0.0.1:{http.server_port}"
    settings = test_settings(f"sqlite:///{place / 'bench.db'}", place, address)
    app = create_app(replace(settings, hosts=(address,)))
    holder.append(app)
    thread = threading.Thread(target=http.serve_forever, daemon=True)
    thread.start()
    try:
        with app.app_context():
            _agent()
        site = Site(app, address, None)  # type: ignore[arg-type]
        _warm(site)
        yield site
    finally:
        http.shutdown()
        thread.join(5)


def _agent() -> None:
    now, city_id = datetime.now(UTC), cities()[0].id
    with transaction() as session:
        person = ensure_person(session, cpf="52998224725", name="Ana Souza")
        add_account(
            session,
            Actor(city_id, "seed", "seed", "seed"),
            person=person,
            login="ana",
            password=PASSWORD,
            grants=[(Role.AGENT, "Portaria 1/2026", "1001", date(2026, 1, 5), None)],
            now=now,
        )


def _warm(site: Site) -> None:
    """Build the list before the phone asks: its patience is not what is measured."""
    client = site.app.test_client()
    cookie = Context().run(session_cookie, site, "ana")
    client.set_cookie("confere", cookie["value"], domain="127.0.0.1")
    answer = Context().run(client.get, "/campo/pacote", base_url=site.address)
    assert answer.status_code == 200, answer.get_data(as_text=True)[:300]
