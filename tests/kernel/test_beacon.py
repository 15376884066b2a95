"""The beacon: an instant sealed for one account on one phone, and for nobody else."""

from datetime import UTC, datetime

import pytest

from app.kernel.beacon import Bearer, beacon_key, make_beacon, read_beacon

KEY = beacon_key(b"l" * 32)
ANA = Bearer("c" * 32, "a" * 32, "d" * 32)
AT = datetime(2026, 11, 30, 13, 0, 0, 123000, tzinfo=UTC)


def test_a_beacon_is_read_back_by_its_bearer() -> None:
    assert read_beacon(KEY, ANA, make_beacon(KEY, ANA, AT)) == AT


def test_the_beacon_names_its_instant_and_sixteen_bytes() -> None:
    told, code = make_beacon(KEY, ANA, AT)[:24], make_beacon(KEY, ANA, AT)[25:]
    assert (told, len(bytes.fromhex(code))) == ("2026-11-30T13:00:00.123Z", 16)


@pytest.mark.parametrize(
    "other",
    [
        Bearer("c" * 32, "a" * 32, "e" * 32),
        Bearer("c" * 32, "b" * 32, "d" * 32),
        Bearer("f" * 32, "a" * 32, "d" * 32),
    ],
)
def test_another_phone_account_or_city_cannot_use_it(other: Bearer) -> None:
    assert read_beacon(KEY, other, make_beacon(KEY, ANA, AT)) is None


def test_another_key_has_not_sealed_it() -> None:
    assert read_beacon(beacon_key(b"m" * 32), ANA, make_beacon(KEY, ANA, AT)) is None


@pytest.mark.parametrize("place", range(57))
def test_no_character_can_be_changed(place: int) -> None:
    good = make_beacon(KEY, ANA, AT)
    changed = good[:place] + ("0" if good[place] != "0" else "1") + good[place + 1 :]
    assert read_beacon(KEY, ANA, changed) is None


@pytest.mark.parametrize("text", ["", ".", "x" * 80, "2026-11-30T13:00:00.123Z", "é" * 57])
def test_what_is_no_beacon_is_refused(text: str) -> None:
    assert read_beacon(KEY, ANA, text) is None
