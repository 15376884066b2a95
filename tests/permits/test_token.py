"""The token against the specification's vector, and its packing in both directions."""

import hashlib
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.kernel.plate import Plate
from app.permits.token import (
    SealCategory,
    SealPayload,
    SealType,
    TokenError,
    TokenVerdict,
    encode,
    pack,
    read_digits,
    to_digits,
)
from tests.permits.seals import ISSUER, LIVE, PRINTED, url

PUBLIC = "b9df896d052495d9c734683dd561ba8ce66d29528ccbbe296c7c10243d56df7c"
PRINTED_TOKEN = (
    "110356ad610001e240003dd2ec09fd816c6da5f7635f5e4ac4c8cd907025b73af9744e889579e23022a8fd883c10"
    "d57da251fd572c7fe81da67fe07e05b6b7cf76f27c724adc6f4435255cfd2e2104"
)
PRINTED_DIGITS = (
    "011844023260363503557664750484129628343761660138638135289421280126416376342835933873301409626"
    "366499647664860021286313745581252274289598156331384807442230303505886649981553383410486203361"
    "61028"
)
LIVE_TOKEN = (
    "130356ad610001e240003dd2ec09fd080520f0e97befa52ce852a9ab57555636ffecc18a726b4e68c3975615d0c7"
    "a00e3c54ccba14a00c182294de990f9892f9021ffe60861526ba5fb82e78b406fe97ef06"
)
LIVE_DIGITS = (
    "022206943251036837722315277307953283723969943746577384710023511007808947777659236175170119882"
    "659063101120168761766770840646275485301510386615964707712204687496530619689499517498430914016"
    "277249388294"
)


def test_the_vector_s_key_is_the_hash_of_issuer() -> None:
    assert ISSUER.public_key().public_bytes_raw().hex() == PUBLIC
    assert ISSUER.private_bytes_raw() == hashlib.sha256(b"issuer").digest()


@pytest.mark.parametrize(
    ("payload", "packed", "token", "digits", "length"),
    [
        (PRINTED, "110356ad610001e240003dd2ec09fd", PRINTED_TOKEN, PRINTED_DIGITS, 227),
        (LIVE, "130356ad610001e240003dd2ec09fd080520", LIVE_TOKEN, LIVE_DIGITS, 234),
    ],
    ids=["printed", "live"],
)
def test_vector(payload: SealPayload, packed: str, token: str, digits: str, length: int) -> None:
    assert pack(payload).hex() == packed
    assert encode(payload, ISSUER) == digits == to_digits(bytes.fromhex(token))
    assert len(url(payload)) == length
    parsed = read_digits(digits)
    assert parsed.payload == payload
    assert parsed.signed == b"taxi-seal/1\0" + bytes.fromhex(packed)
    assert parsed.signature.hex() == token[-128:]


payloads = st.builds(
    SealPayload,
    type=st.sampled_from([SealType.PRINTED, SealType.PHONE]),
    kid=st.integers(0, 255),
    municipality=st.integers(100_000, 999_999),
    category=st.sampled_from(SealCategory),
    index=st.integers(0, 2**32 - 1),
    plate=st.from_regex(r"[A-Z]{3}[0-9][A-Z0-9][0-9]{2}", fullmatch=True).map(Plate),
    expiry=st.dates(date(2020, 1, 1), date(2199, 6, 6)),
    test=st.booleans(),
)


@given(payloads, st.none() | st.integers(0, 2**24 - 1))
def test_every_payload_comes_back(payload: SealPayload, minutes: int | None) -> None:
    if minutes is not None:
        start = datetime(2025, 1, 1, tzinfo=UTC) + timedelta(minutes=minutes)
        payload = replace(payload, type=SealType.LIVE, window_start=start)
    digits = encode(payload, ISSUER)
    assert len(digits) == (191 if minutes is None else 198)
    assert read_digits(digits).payload == payload


@pytest.mark.parametrize(
    "change",
    [
        {"type": SealType.DEVICE, "window_start": None},
        {"type": SealType.LIST},
        {"type": SealType.LIVE},
        {"kid": 256},
        {"municipality": 3550308},
        {"municipality": 99_999},
        {"index": -1},
        {"index": 2**32},
        {"expiry": date(2019, 12, 31)},
        {"expiry": date(2199, 6, 7)},
        {"window_start": datetime(2026, 1, 1, tzinfo=UTC)},
        {"type": SealType.LIVE, "window_start": datetime(2026, 1, 1, 0, 0, 30, tzinfo=UTC)},
        {"type": SealType.LIVE, "window_start": datetime(2024, 12, 31, tzinfo=UTC)},
    ],
    ids=str,
)
def test_a_payload_that_does_not_fit_cannot_be_made(change: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="seal field out of range"):
        replace(PRINTED, **change)  # type: ignore[arg-type]


def test_a_refusal_carries_its_verdict() -> None:
    with pytest.raises(TokenError) as refusal:
        read_digits("1" * 190)
    assert refusal.value.verdict is TokenVerdict.BAD_LENGTH
