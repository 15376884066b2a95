"""Buckets: so many a minute, words and seconds after that, and bounded memory."""

from flask import Flask

from app.verification import limits
from app.verification.gateway import answers_of
from app.verification.limits import Buckets, address_key
from tests.support import cast
from tests.support.client import PageClient
from tests.verification import fleet


class Clock:
    """Seconds that a test moves."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_minute_gives_so_many_and_then_seconds_to_wait() -> None:
    clock = Clock()
    buckets = Buckets(10, clock)
    assert [buckets.wait("a") for _ in range(10)] == [0] * 10
    assert buckets.wait("a") == 6
    clock.now += 6
    assert (buckets.wait("a"), buckets.wait("a")) == (0, 6)


def test_one_asker_does_not_use_up_anothers_turns() -> None:
    buckets = Buckets(1, Clock())
    assert (buckets.wait("a"), buckets.wait("b"), buckets.wait("a") > 0) == (0, 0, True)


def test_a_flood_of_addresses_does_not_grow_the_memory(monkeypatch: object) -> None:
    buckets = Buckets(300, Clock())
    for number in range(limits._MOST_KEYS + 10):
        buckets.wait(str(number))
    assert len(buckets._held) <= limits._MOST_KEYS


def test_one_household_of_ipv6_is_one_asker() -> None:
    assert address_key("2001:db8:1:2::a") == address_key("2001:db8:1:2:ffff::b")
    assert address_key("2001:db8:1:2::a") != address_key("2001:db8:1:3::a")
    assert address_key("203.0.113.7") == "203.0.113.7"


def test_the_three_hundred_and_first_code_of_a_minute_waits_with_words(
    app: Flask, client: PageClient
) -> None:
    car = fleet.taxi(cast.planura(app))
    answers_of(app).limits.codes.clock = Clock()
    try:
        for _ in range(300):
            assert client.http.get(f"/v/{car.digits}", base_url=client.base).status_code == 200
        page = client.get(f"/v/{car.digits}", 429)
        assert client.response.headers["Retry-After"] == "1"
        assert "Tente de novo em 1 s" in page.get_text()
        other = {"REMOTE_ADDR": "203.0.113.5"}
        scan = client.http.get(f"/v/{car.digits}", base_url=client.base, environ_base=other)
        assert scan.status_code == 200
    finally:
        answers_of(app).limits.codes = Buckets(300)
