"""First contentful paint of the public page beside a bare page, slow 4G, a processor of a quarter."""

import gzip
import statistics
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Request, ViewportSize, sync_playwright

from tests.bench.data import codes, make
from tests.bench.server import served
from tests.bench.table import Row
from tests.support.browser import launched

SEALS = 10_000
SLOW_4G = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}
SLOWER = 4
_PHONE: ViewportSize = {"width": 360, "height": 740}
_PAINTED = """() => new Promise((done) => {
  const seen = () => performance.getEntriesByName("first-contentful-paint")[0];
  if (seen()) return done(seen().startTime);
  new PerformanceObserver((list) => {
    const found = list.getEntriesByName("first-contentful-paint")[0];
    if (found) done(found.startTime);
  }).observe({ type: "paint", buffered: true });
})"""


@dataclass(frozen=True)
class Visit:
    """One load: milliseconds to the first paint of content, and how many requests it took."""

    painted_ms: float
    requests: int


def rows(folder: Path, quick: bool) -> Iterator[Row]:
    """Interleaved loads, each in a browser profile of its own."""
    place = folder / f"seals-{SEALS}"
    wanted = codes(make(place, SEALS), SEALS, 2000)
    (place / "codes.txt").write_text("\n".join(wanted) + "\n")
    bare, ours = list[Visit](), list[Visit]()
    with (
        served("tests.bench.wsgi_paint", place) as address,
        sync_playwright() as driver,
        launched(driver, None) as chromium,
    ):
        page = f"{address}/v/{wanted[0]}"
        body = urllib.request.urlopen(page).read()
        for url in (f"{address}/bare", page):
            _visit(chromium, url)  # the first load of a browser pays for its start
        for _ in range(7 if quick else 21):
            bare.append(_visit(chromium, f"{address}/bare"))
            ours.append(_visit(chromium, page))
    a, b = (statistics.median(v.painted_ms for v in visits) for visits in (bare, ours))
    yield Row("bare page of 0.5 kB, first paint, slow 4G, 4x CPU, ms", f"{a:.0f}", "1.00")
    yield Row("public page, first paint, ms", f"{b:.0f}", f"{b / a:.2f}", "≤ 1.15")
    yield Row("public page, requests", str(max(v.requests for v in ours)), "", "1")
    yield Row("public page, bytes", f"{len(body):,}")
    yield Row("public page, bytes compressed", f"{len(gzip.compress(body, 6)):,}", "", "≤ 14,000")


def _visit(chromium: Browser, url: str) -> Visit:
    asked: list[Request] = []
    context = chromium.new_context(viewport=_PHONE, locale="pt-BR")
    try:
        page = context.new_page()
        page.on("request", lambda request: asked.append(request))
        cdp = context.new_cdp_session(page)
        cdp.send("Network.enable")
        cdp.send("Network.emulateNetworkConditions", SLOW_4G)
        cdp.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        page.goto(url)
        return Visit(page.evaluate(_PAINTED), len(asked))
    finally:
        context.close()
