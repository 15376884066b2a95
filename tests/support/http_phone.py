"""A field phone over real HTTP: signs in, leases numbers, freezes, and delivers until a receipt.

It keeps a history of what it was told, so that a check reads the history and not a count:
what was acknowledged must be there once, what is unknown may be there once or not at all.
"""

import hashlib
import http.client
import http.cookiejar
import json
import re
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from app.web.rulesets import load_installed
from tests.support.cast import PASSWORD, Cast
from tests.support.field import instant
from tests.support.notices_server import NoticePhone

_TOKEN = re.compile(rb'name="csrf_token"[^>]*value="([^"]+)"')
_LOST = (OSError, http.client.HTTPException)


@dataclass
class Written:
    """A frozen record on its way: the envelope, its photo, and what was heard of it."""

    envelope: dict[str, Any]
    photo: bytes
    receipt: dict[str, Any] | None = None
    photo_done: bool = False
    refusals: list[str] = field(default_factory=list)
    unknown: int = 0  # sendings whose answer never came
    replayed: bool = False


class HttpPhone:
    """One account on one phone of Planura, speaking to the server at `address`."""

    def __init__(self, address: str, home: Cast, login: str) -> None:
        self.address, self.login = address, login
        self.phone = NoticePhone(home.actor(login), load_installed()["planura-2025"])
        self.opener = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        )
        self.token = ""
        self.history: list[Written] = []

    def sign_in(self) -> None:
        """Through the door, as the browser does."""
        found = _TOKEN.search(self._open("GET", "/entrar"))
        assert found is not None
        form = {"login": self.login, "password": PASSWORD, "csrf_token": found[1].decode()}
        self._open("POST", "/entrar", urllib.parse.urlencode(form).encode())
        self.token = json.loads(self._open("GET", "/campo/ola"))["csrf"]

    def meet(self) -> None:
        """Tell of itself; the key is registered, blocks and beacon come back."""
        told = json.loads(self._post("/campo/ola", self.phone.contact_body()))
        self.phone.blocks, self.phone.beacon = told["blocks"], told["beacon"]

    def write(self, photo: bytes) -> Written:
        """Freeze one notice, now, that declares one photo."""
        now = datetime.now(UTC)
        declared = {
            "sha256": hashlib.sha256(photo).hexdigest(),
            "size": len(photo),
            "taken_at": instant(now),
            "caption": "frente",
        }
        written = Written(self.phone.write("notice", now, photos=[declared]), photo)
        self.history.append(written)
        return written

    def deliver(self, written: Written, stop: threading.Event) -> None:
        """Send the text until its receipt, then the photo until its own."""
        self.until(stop, lambda: self.send_text(written))
        if written.receipt is not None:
            self.until(stop, lambda: self.send_photo(written))

    def send_text(self, written: Written) -> bool:
        """One attempt; False when it must be tried again."""
        try:
            answer = json.loads(self._post("/campo/registro", written.envelope))
        except urllib.error.HTTPError as error:
            if error.code in {409, 422}:
                written.refusals.append(f"{error.code} {error.read()[:300]!r}")
                return True
            raise
        except _LOST:
            written.unknown += 1
            raise
        same = (answer["id"], answer["sha256"])
        if same == (written.envelope["id"], written.envelope["sha256"]):
            written.receipt = answer
            written.replayed = answer["replayed"]
        return written.receipt is not None

    def send_photo(self, written: Written) -> bool:
        """One attempt, from where the server says it has stopped."""
        sha256 = hashlib.sha256(written.photo).hexdigest()
        path = f"/campo/anexo/{written.envelope['id']}/{sha256}"
        told = json.loads(self._open("GET", path))
        if not told["done"]:
            rest = written.photo[told["have"] :]
            try:
                told = json.loads(self._open("PUT", f"{path}?de={told['have']}", rest))
            except urllib.error.HTTPError as error:
                if error.code != 409:  # an earlier sending of ours got further: ask again
                    raise
                return False
        written.photo_done = bool(told["done"])
        return written.photo_done

    def until(self, stop: threading.Event, attempt: Callable[[], bool]) -> None:
        """Repeat until it is done, through lost connections, 5xx and ended sessions."""
        while not stop.is_set():
            try:
                if attempt():
                    return
            except urllib.error.HTTPError as error:
                if error.code in {401, 403}:
                    self.until(stop, self._again)
                elif error.code < 500:
                    raise AssertionError(f"{error.code}: {error.read()[:300]!r}") from error
            except _LOST:
                pass
            time.sleep(0.02)

    def _again(self) -> bool:
        self.sign_in()
        return True

    def _post(self, path: str, body: dict[str, Any]) -> bytes:
        return self._open("POST", path, json.dumps(body).encode(), "application/json")

    def _open(self, method: str, path: str, data: bytes | None = None, kind: str = "") -> bytes:
        form = (
            "application/x-www-form-urlencoded" if method == "POST" else "application/octet-stream"
        )
        headers = {
            "X-CSRFToken": self.token,
            "Referer": f"{self.address}/campo/",
            "Content-Type": kind or form,
        }
        request = urllib.request.Request(f"{self.address}{path}", data, headers, method=method)
        with self.opener.open(request, timeout=20) as response:
            return bytes(response.read())
