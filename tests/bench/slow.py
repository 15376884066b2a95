"""A notice with six 12-megapixel photos over 100 kbit/s on a slow phone: what arrives when, and is the screen free?

The pictures are chosen in the form, the last tap is given, and the phone is left alone.
"""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from PIL import Image
from playwright.sync_api import sync_playwright
from werkzeug.serving import make_server

from tests.bench.table import Row
from tests.browser.conftest import Street, _planura, at_work
from tests.support import outbox
from tests.support.browser import Site, SiteDatabase, _Door, _Quiet, launched, phone
from tests.support.notice_drafts import LAST_TAP, begun, resume, to_ending

SLOWER = 6
LINE = 12_500  # bytes a second, both ways: 100 kbit/s
LATENCY_MS = 150
_WATCH = """() => {
  window.blocked = { task: 0, frame: 0 };
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) blocked.task = Math.max(blocked.task, duration);
  }).observe({ entryTypes: ["longtask"] });
  let before = performance.now();
  const frame = (now) => { blocked.frame = Math.max(blocked.frame, now - before); before = now; requestAnimationFrame(frame); };
  requestAnimationFrame(frame);
}"""
_FORGET = "() => { const found = blocked; window.blocked = { task: 0, frame: 0 }; return found; }"


def rows(folder: Path, quick: bool) -> Iterator[Row]:
    """One notice; `quick` takes two photos and a line four times as fast."""
    count, line = (2, LINE * 4) if quick else (6, LINE)
    with _served(folder) as site, sync_playwright() as driver:
        camera = folder / "camera.mjpeg"
        made = _planura(site)
        with launched(driver, camera) as chromium, phone(chromium) as context:
            street = at_work(site, made, context, camera)
            context.set_default_timeout(120_000)
            files = [_picture(folder, seed) for seed in range(count)]
            yield from _one(street, files, line)


def _one(street: Street, files: list[Path], line: int) -> Iterator[Row]:
    page, count = street.page, len(files)
    devtools: Any = page.context.new_cdp_session(page)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.evaluate(_WATCH)
    choosing = _with_photos(street, files)
    size = sum(int(photo["size"]) for photo in outbox.rows(page, "attachments"))
    speed = {"downloadThroughput": line, "uploadThroughput": line, "latency": LATENCY_MS}
    devtools.send("Network.emulateNetworkConditions", {"offline": False, **speed})
    page.evaluate(_FORGET)
    began = time.monotonic()
    page.get_by_role("button", name=LAST_TAP["notice"]).click()
    text = _seconds(street, began, lambda entry: entry["state"] == "sent", 0.1)
    photos = _seconds(street, began, lambda entry: entry["photos"]["sent"] == count, 1)
    sending = page.evaluate(_FORGET)
    what = (
        f"{count} photos of 12 MP ({size // 1000} kB), {line * 8 // 1000} kbit/s, {SLOWER}x CPU: "
    )
    yield Row(what + "last tap to the text's receipt, s", f"{text:.1f}", "", "≤ 10")
    ideal = size / line
    yield Row(what + "last tap to the last photo, s", f"{photos:.0f}", f"{photos / ideal:.2f}")
    yield Row(what + "longest task while sending, ms", f"{sending['task']:.0f}")
    yield Row(what + "longest gap between frames while sending, ms", f"{sending['frame']:.0f}")
    yield Row("one 12 MP photo chosen, made smaller and stored, s", f"{choosing['seconds']:.1f}")
    yield Row("longest task meanwhile, ms", f"{choosing['task']:.0f}")


def _with_photos(street: Street, files: list[Path]) -> dict[str, float]:
    """A draft with its photos, at its last button; what it took to take them in."""
    begun(street, step="photos")
    agent = resume(street, "photos")
    street.page.evaluate(_FORGET)
    began = time.monotonic()
    agent.page.locator("[data-photo-file]").set_input_files(files)
    agent.page.locator(".photo-row").nth(len(files) - 1).wait_for()
    found = dict(street.page.evaluate(_FORGET), seconds=(time.monotonic() - began) / len(files))
    to_ending(agent)
    return found


def _seconds(street: Street, began: float, done: Any, every: float) -> float:
    deadline = began + 1200
    while time.monotonic() < deadline:
        if any(
            done(entry)
            for entry in street.entries()
            if entry["kind"] == "notice" and entry.get("photos")
        ):
            return time.monotonic() - began
        street.page.wait_for_timeout(every * 1000)
    raise RuntimeError("it has not arrived in 20 minutes")


def _picture(folder: Path, seed: int) -> Path:
    """4032 × 3024 pixels with the grain of a street by day."""
    noise = Image.frombytes("RGB", (504, 378), Random(seed).randbytes(504 * 378 * 3))
    image = noise.resize((4032, 3024), Image.Resampling.BICUBIC)
    file = folder / f"{seed}.jpg"
    image.save(file, "JPEG", quality=90)
    return file


@contextmanager
def _served(folder: Path) -> Iterator[Site]:
    """The application on an empty schema and a port of this machine."""
    door = _Door()
    http = make_server("127.0.0.1", 0, door, threaded=True, request_handler=_Quiet)
    address = f"http://127.0.0.1:{http.server_port}"
    place = folder / "slow"
    place.mkdir()
    database = SiteDatabase(place, address)
    site = Site(database.app, address, database)
    database.app.config["CLOCK"] = lambda: site.clock()
    door.site = site
    threading.Thread(target=http.serve_forever, daemon=True).start()
    try:
        with database.app.app_context():
            yield site
    finally:
        http.shutdown()
