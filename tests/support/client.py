"""A test client that walks through the door and examines every page it is given."""

import html
import re
from collections import Counter
from contextvars import Context
from typing import Any

from bs4 import BeautifulSoup, Tag
from flask import Flask
from werkzeug.test import TestResponse

_TOKEN = re.compile(r'name="csrf_token"[^>]*value="([^"]+)"')
NAMELESS = {"hidden", "submit", "button", "image", "reset"}


class PageClient:
    """`get`/`post` return the parsed page; every HTML answer is checked on the way."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.base = app.config["SETTINGS"].public_url
        self.http = app.test_client()
        self.response: TestResponse | None = None

    def get(self, path: str, status: int = 200, **options: Any) -> BeautifulSoup:
        """Open a page and follow redirects."""
        return self._send("GET", path, status, follow_redirects=True, **options)

    def post(
        self, path: str, data: dict[str, Any] | None = None, status: int = 200, **options: Any
    ) -> BeautifulSoup:
        """Send a form as a browser would: with the token of a page it has seen."""
        data = {"csrf_token": self.csrf_token(), **(data or {})}
        return self._send("POST", path, status, data=data, follow_redirects=True, **options)

    def post_json(self, path: str, body: Any, status: int = 200) -> Any:
        """Send JSON with the token in the header; returns the parsed answer."""
        headers = {
            "X-CSRFToken": self.csrf_token(),
            "Accept": "application/json",
            "Referer": f"{self.base}/",
        }
        response = self._open(path, method="POST", json=body, headers=headers)
        assert response.status_code == status, response.get_data(as_text=True)[:500]
        return response.get_json()

    def csrf_token(self) -> str:
        """A token of the current session, taken from the sign-in page's form."""
        page = self._open("/entrar", method="GET").get_data(as_text=True)
        token = _TOKEN.search(page)
        assert token is not None, "the sign-in page has no token"
        return html.unescape(token[1])

    def sign_in(self, login: str, password: str = "confere-2026") -> None:
        """Sign in through the page, as far as the answer that sends the person on."""
        data = {"csrf_token": self.csrf_token(), "login": login, "password": password}
        headers = {"Referer": f"{self.base}/"}
        answer = self._open("/entrar", method="POST", data=data, headers=headers)
        assert answer.status_code in (302, 303), answer.get_data(as_text=True)[:800]

    def _open(self, path: str, **options: Any) -> TestResponse:
        # A fresh context: the test's own application context would lend the request its `g`.
        return Context().run(self.http.open, path, base_url=self.base, **options)

    def _send(self, method: str, path: str, status: int, **options: Any) -> BeautifulSoup:
        # A browser names the page it comes from; the CSRF check asks for it on https.
        headers = {"Referer": f"{self.base}/", **options.pop("headers", {})}
        response = self._open(path, method=method, headers=headers, **options)
        self.response = response
        assert response.status_code == status, (
            f"{method} {path}: {response.status_code}\n{response.get_data(as_text=True)[:800]}"
        )
        page = BeautifulSoup(response.get_data(as_text=True), "html.parser")
        if response.mimetype == "text/html":
            check_page(page, whole="HX-Request" not in headers)
        return page


def check_page(page: BeautifulSoup, *, whole: bool = True) -> None:
    """Raise AssertionError for what no page may have: a missing title, two h1, an unnamed field…"""
    ids = Counter(str(tag["id"]) for tag in page.find_all(id=True))
    assert not [i for i, n in ids.items() if n > 1], f"repeated ids: {ids.most_common(3)}"
    assert not page.find_all("script", src=False), "inline script"
    assert not page.find_all(style=True), "inline style attribute"
    for field in page.find_all(["input", "select", "textarea"]):
        assert _has_name(page, field), f"field without label: {field}"
    for image in page.find_all("img"):
        assert image.has_attr("alt"), f"image without alt: {image}"
    for form in page.find_all("form", method="post"):
        if form.get("data-public") is None:
            assert form.find("input", {"name": "csrf_token"}), (
                f"form without token: {form.get('action')}"
            )
    text = page.get_text()
    assert "Ã§" not in text and "Ã£" not in text, "wrong encoding"
    assert "None" not in text.split(), "a None on the page"
    if whole:
        _check_whole(page)


def _check_whole(page: BeautifulSoup) -> None:
    root = page.find("html")
    assert isinstance(root, Tag) and root.get("lang"), "html without lang"
    assert page.title and page.title.get_text(strip=True), "page without title"
    assert len(page.find_all("h1")) == 1, f"{len(page.find_all('h1'))} h1 on the page"
    assert page.find("meta", {"name": "viewport"}), "page without viewport"


def _has_name(page: BeautifulSoup, field: Tag) -> bool:
    if field.get("type") in NAMELESS:
        return True
    if field.get("aria-label") or field.get("aria-labelledby"):
        return True
    identifier = field.get("id")
    if identifier and page.find("label", attrs={"for": identifier}):
        return True
    # What stands in a template gets its name when it is copied; axe looks at the living page.
    return field.find_parent(["label", "template"]) is not None
