"""Real pages in a real Chromium: the app on a port of this machine, a phone, a fake camera.

`tests/browser/conftest.py` lends the fixtures; other browser tests may do the same.
"""

import re
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, sync_playwright
from werkzeug.serving import BaseWSGIServer, WSGIRequestHandler, make_server
from werkzeug.wsgi import ClosingIterator

from app import create_app
from app.persistence.base import db
from tests.support.cast import PASSWORD
from tests.support.database import SqliteDatabase, build_schema
from tests.support.settings import test_settings

CHROMIUM = "/usr/bin/chromium"
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE = {"width": 360, "height": 740}
NOON = datetime.fromisoformat("2026-11-30T13:00:00+00:00")
AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
_WATCH_CSP = """
window.violations = [];
addEventListener("securitypolicyviolation", (event) =>
  window.violations.push(`${event.violatedDirective} ${event.blockedURI}`));
"""
Wsgi = Callable[[dict[str, Any], Any], Iterable[bytes]]


@dataclass
class Fault:
    """What the network does to requests of one path, or of any with "*"; `times` counts down, 0 is over."""

    path: str
    method: str = "POST"  # or "*"
    status: str = "500 INTERNAL SERVER ERROR"
    body: bytes = b"{}"
    kind: str = "application/json"
    times: int = 1_000_000
    reply_lost: bool = False  # the server does its work, the answer never arrives
    delay: float = 0.0
    location: str = ""  # of a redirect


@dataclass
class Site:
    """The running application: its address, its clock, and faults to inject on the way."""

    app: Flask
    address: str
    database: "SiteDatabase"
    faults: list[Fault] = field(default_factory=list)
    requests: list[tuple[str, str]] = field(default_factory=list)
    clock: Callable[[], datetime] = lambda: NOON

    def count(self, method: str, path: str) -> int:
        """How many requests have arrived."""
        return self.requests.count((method, path))


class _Door:
    """The WSGI callable of the server: may delay, refuse, or lose what the application says."""

    def __init__(self) -> None:
        self.site: Site | None = None
        self.inside = 0
        self.lock = threading.Lock()
        self.files: dict[str, tuple[str, list[tuple[str, str]], bytes]] = {}

    def __call__(self, environ: dict[str, Any], start: Any) -> Iterable[bytes]:
        self._count(1)
        try:
            answer = self._answer(environ, start)
        except BaseException:
            self._count(-1)
            raise
        return ClosingIterator(answer, lambda: self._count(-1))

    def _count(self, step: int) -> None:
        with self.lock:
            self.inside += step

    def empty(self) -> None:
        """Wait until nobody is inside: the database is about to be replaced."""
        deadline = time.monotonic() + 1
        while self.inside and time.monotonic() < deadline:
            time.sleep(0.02)

    def _answer(self, environ: dict[str, Any], start: Any) -> Iterable[bytes]:
        site = self.site
        assert site is not None
        method, path = environ["REQUEST_METHOD"], environ["PATH_INFO"]
        site.requests.append((method, path))
        fault = _fault_of(site, method, path)
        if fault is None:
            hashed = method == "GET" and path.startswith("/s/") and "HTTP_RANGE" not in environ
            return self._file(environ, start) if hashed else site.app.wsgi_app(environ, start)
        time.sleep(fault.delay)
        if fault.reply_lost:
            list(site.app.wsgi_app(environ, _unheard))
        elif fault.delay and fault.status.startswith("200"):
            return site.app.wsgi_app(environ, start)
        away = [("Location", fault.location)] if fault.location else []
        start(fault.status, [("Content-Type", fault.kind), *away])
        return [fault.body]

    def _file(self, environ: dict[str, Any], start: Any) -> Iterable[bytes]:
        """A file whose address holds its hash: the application's own first answer, again."""
        site, path = self.site, environ["PATH_INFO"]
        assert site is not None
        if path not in self.files:
            told: list[Any] = []
            body = b"".join(site.app.wsgi_app(environ, lambda *answer: told.extend(answer[:2])))
            if not told[0].startswith("200"):
                start(*told)
                return [body]
            self.files[path] = (told[0], told[1], body)
        status, headers, body = self.files[path]
        start(status, headers)
        return [body]


def _unheard(*_: Any) -> Callable[[bytes], object]:
    return len


def _fault_of(site: Site, method: str, path: str) -> Fault | None:
    for fault in site.faults:
        if fault.path in ("*", path) and fault.method in ("*", method) and fault.times > 0:
            fault.times -= 1
            return fault
    return None


class _Quiet(WSGIRequestHandler):
    timeout = 5  # a phone that lost its signal while sending would hold its thread for ever

    def log(self, *_: object) -> None:
        """Tests read `site.requests` instead."""


class SiteDatabase(SqliteDatabase):
    """A SQLite database of an application that knows its own port."""

    def __init__(self, folder: Path, address: str) -> None:
        self.file, self.template = folder / "site.db", folder / "template.db"
        self.made: dict[str, Any] = {}
        settings = test_settings(f"sqlite:///{self.file}", folder, address)
        # Without a certificate the codes of this host begin with http://.
        self.app = create_app(replace(settings, hosts=(address,)))
        build_schema(self.app)
        copy_database(self.file, self.template)

    def reset(self) -> None:
        """Back to the empty schema, while the server keeps its connections."""
        with self.app.app_context():
            db.session.remove()
        copy_database(self.template, self.file)

    def prepared(self, name: str, make: Callable[[], Any]) -> Any:
        """What `make` puts into the empty schema and returns; made once, then copied back."""
        kept = self.file.with_name(f"{name}.kept")
        if name not in self.made:
            self.made[name] = make()
            copy_database(self.file, kept)
        else:
            copy_database(kept, self.file)
        return self.made[name]


def copy_database(source: Path, target: Path) -> None:
    """By SQLite's own means: a file swapped under an open connection reads as malformed."""
    with closing(sqlite3.connect(source)) as here, closing(sqlite3.connect(target)) as there:
        here.backup(there)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[SiteDatabase, _Door, str]]:
    """The server thread and its database, once a run."""
    door = _Door()
    http: BaseWSGIServer = make_server("127.0.0.1", 0, door, threaded=True, request_handler=_Quiet)
    address = f"http://127.0.0.1:{http.server_port}"
    database = SiteDatabase(tmp_path_factory.mktemp("site"), address)
    thread = threading.Thread(target=http.serve_forever, daemon=True)
    thread.start()
    yield database, door, address
    http.shutdown()
    thread.join(5)


@pytest.fixture
def live_server(server: tuple[SiteDatabase, _Door, str]) -> Iterator[Site]:
    """The application on an empty schema, answering on a port; its clock runs from NOON."""
    database, door, address = server
    door.empty()
    database.reset()
    began = time.monotonic()
    site = Site(database.app, address, database)
    site.clock = lambda: NOON + timedelta(seconds=time.monotonic() - began)
    database.app.config["CLOCK"] = lambda: site.clock()
    door.site = site
    with database.app.app_context():
        yield site
        db.session.remove()


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """The driver."""
    with sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="session")
def camera_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the fake camera sees: read each time a page opens the camera."""
    file = tmp_path_factory.mktemp("camera") / "camera.mjpeg"
    show_camera(file, Image.new("RGB", (1280, 720), "grey"))
    return file


@pytest.fixture(scope="session")
def browser(playwright: Playwright, camera_file: Path) -> Iterator[Browser]:
    """Chromium with a fake camera; a context still needs the permission to use it."""
    with launched(playwright, camera_file) as chromium:
        yield chromium


@contextmanager
def launched(playwright: Playwright, camera: Path | None, *more: str) -> Iterator[Browser]:
    """A Chromium; without `camera` the machine has none."""
    fake = ["--use-fake-device-for-media-stream", f"--use-file-for-fake-video-capture={camera}"]
    arguments = [*QUIET, *(fake if camera else []), *more]
    chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
    try:
        yield chromium
    finally:
        chromium.close()


@pytest.fixture
def browser_context(browser: Browser) -> Iterator[BrowserContext]:
    """A phone of 360 × 740 with camera and place; at the end it must not have broken a rule."""
    with phone(browser) as context:
        yield context


@contextmanager
def phone(
    browser: Browser, *, permissions: tuple[str, ...] = ("camera", "geolocation"), **options: Any
) -> Iterator[BrowserContext]:
    """A phone; afterwards: no CSP violation, no script error, no request to another origin."""
    context = browser.new_context(
        **{
            "viewport": PHONE,
            "locale": "pt-BR",
            "timezone_id": "America/Sao_Paulo",
            "geolocation": {"latitude": -20.1386, "longitude": -48.7003, "accuracy": 12},
            "permissions": list(permissions),
            "has_touch": True,
            "service_workers": "allow",
            **options,
        }
    )
    context.set_default_timeout(15_000)
    context.add_init_script(_WATCH_CSP)
    broken: list[str] = []
    asked: set[str] = set()
    context.on("weberror", lambda error: broken.append(str(error.error)))
    context.on("console", lambda line: _note(line, broken))
    context.on("request", lambda request: asked.add(_origin(request.url)))
    try:
        yield context
        violations = [v for page in context.pages for v in page.evaluate("() => window.violations")]
        origins = {o for o in asked if o and not o.startswith(("data:", "blob:", "about:"))}
        assert not violations and not broken, (violations, broken)
        assert len(origins) <= 1, f"requests to other origins: {origins}"
    finally:
        context.close()


def _note(line: Any, broken: list[str]) -> None:
    # What the network does on purpose in these tests shows up here as well.
    if line.type == "error" and "Failed to load resource" not in line.text:
        broken.append(line.text)


def _origin(url: str) -> str:
    return "/".join(url.split("/")[:3])


def session_cookie(site: Site, login: str) -> dict[str, str]:
    """Sign in without a page: the cookie for `context.add_cookies`."""
    client = site.app.test_client()
    page = client.get("/entrar", base_url=site.address).get_data(as_text=True)
    found = re.search(r'name="csrf_token"[^>]*value="([^"]+)"', page)
    assert found, "no token on the sign-in page"
    form = {"login": login, "password": PASSWORD, "csrf_token": found[1]}
    answer = client.post("/entrar", data=form, base_url=site.address)
    assert answer.status_code == 302, answer.status_code
    cookie = client.get_cookie("confere", domain="127.0.0.1")
    assert cookie is not None
    return {"name": "confere", "value": cookie.value, "url": site.address}


def sign_in(page: Page, address: str, login: str = "ana") -> None:
    """Through the sign-in page, as a person does."""
    page.goto(f"{address}/entrar")
    page.get_by_label("Usuário").fill(login)
    page.get_by_label("Senha").fill(PASSWORD)
    page.get_by_role("button", name="Entrar").click()


def axe(page: Page) -> list[str]:
    """Rules of WCAG 2.2 AA that the page as it stands breaks, with the place."""
    page.evaluate(AXE.read_text(encoding="utf-8") + ";0")
    found = page.evaluate(
        "(tags) => axe.run(document, {runOnly: tags}).then(({violations}) => violations.map("
        "({id, nodes}) => `${id}: ${nodes.map(({target}) => target).join(' ')}`))",
        WCAG,
    )
    return list(found)


def show_camera(file: Path, image: Image.Image) -> None:
    """Hold a picture before the fake camera (from its next opening on)."""
    fresh = file.with_suffix(".new")
    image.convert("RGB").save(fresh, "JPEG", quality=90)
    # In one step: an open camera keeps the old file mapped and would choke on a cut one.
    fresh.replace(file)


def code_scene(matrix: tuple[tuple[bool, ...], ...], module: int = 7) -> Image.Image:
    """A symbol with its quiet zone on a white card in the middle of a grey 1280 × 720 frame."""
    side = len(matrix) + 8
    symbol = Image.new("L", (side, side), 255)
    for y, row in enumerate(matrix):
        for x, dark in enumerate(row):
            symbol.putpixel((x + 4, y + 4), 0 if dark else 255)
    card = symbol.resize((side * module, side * module), Image.Resampling.NEAREST)
    scene = Image.new("RGB", (1280, 720), (120, 120, 118))
    scene.paste(card.convert("RGB"), ((1280 - card.width) // 2, (720 - card.height) // 2))
    return scene


def text_scene(text: str) -> Image.Image:
    """Any text as a code before the camera."""
    import qrcode

    symbol = qrcode.QRCode(border=0)
    symbol.add_data(text)
    symbol.make(fit=True)
    matrix = tuple(tuple(bool(m) for m in row) for row in symbol.get_matrix())
    return code_scene(matrix, module=max(3, 640 // (len(matrix) + 8)))
