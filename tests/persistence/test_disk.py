"""A disk that fails or is full turns the probe red."""

import shutil
from collections.abc import Iterator

import pytest

from app.persistence import disk
from tests.support.client import PageClient


@pytest.fixture(autouse=True)
def _well_again() -> Iterator[None]:
    yield
    disk._failures.clear()


def test_the_probe_is_green_on_a_good_day(client: PageClient) -> None:
    assert client.http.get("/saude", base_url=client.base).status_code == 200


def test_a_failed_sync_keeps_the_probe_red(client: PageClient) -> None:
    context = type("Context", (), {"original_exception": Exception("disk I/O error")})
    disk._on_error(context)
    answer = client.http.get("/saude", base_url=client.base)
    assert answer.status_code == 503 and "Reinicie" in answer.get_json()["message"]


def test_a_full_disk_is_red_until_there_is_room(
    client: PageClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = shutil.disk_usage("/")._replace(free=1024)
    with monkeypatch.context() as patch:
        patch.setattr(disk.shutil, "disk_usage", lambda _: full)
        assert client.http.get("/saude", base_url=client.base).status_code == 503
    assert client.http.get("/saude", base_url=client.base).status_code == 200
