"""A foreign process holds the write lock of the SQLite file (threats.md T24)."""

import sqlite3
import threading
import time
import urllib.error
from collections.abc import Iterator
from contextlib import closing, contextmanager

import pytest

from tests.support.http_phone import HttpPhone
from tests.support.installation import Installation

PHOTO = b"not a picture, and still evidence"


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HttpPhone]:
    """Ana's phone at a running server."""
    folder = tmp_path_factory.mktemp("locked")
    site = Installation(folder, f"sqlite:///{folder / 'confere.db'}")
    found = HttpPhone(site.address, site.prepare(), "ana")
    site.start()
    try:
        found.sign_in()
        found.meet()
        found.file = folder / "confere.db"  # type: ignore[attr-defined]
        yield found
    finally:
        site.kill()


@contextmanager
def lock(phone: HttpPhone, seconds: float) -> Iterator[None]:
    """Hold the write lock that long, beside what the test does."""
    taken = threading.Event()

    def hold() -> None:
        file = phone.file  # type: ignore[attr-defined]
        with closing(sqlite3.connect(file, isolation_level=None)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            taken.set()
            time.sleep(seconds)
            connection.execute("ROLLBACK")

    holder = threading.Thread(target=hold)
    holder.start()
    taken.wait()
    yield
    holder.join()


def test_a_short_lock_is_waited_for(phone: HttpPhone) -> None:
    written = phone.write(PHOTO)
    with lock(phone, 2):
        assert phone.send_text(written)


def test_a_long_lock_is_answered_as_busy_and_nothing_is_lost(phone: HttpPhone) -> None:
    written = phone.write(PHOTO)
    with lock(phone, 7), pytest.raises(urllib.error.HTTPError) as refused:
        phone.send_text(written)
    assert (refused.value.code, refused.value.headers["Retry-After"]) == (503, "5")
    assert phone.send_text(written) and not written.replayed
