"""The signed list of keys: read back whole, refused for any other byte."""

import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from app.kernel.canonical import canonical
from app.permits.keyset import (
    SIGNED_CONTEXT,
    Keyset,
    KeysetError,
    SealKey,
    read_keyset,
    sign_keyset,
)
from tests.permits.seals import CITY, KEYSET, NEIGHBOUR, ROOT, STRANGER, entry

ROOT_PUBLIC = ROOT.public_key().public_bytes_raw()
DOCUMENT = sign_keyset(KEYSET, ROOT)


def test_a_signed_keyset_reads_back() -> None:
    assert read_keyset(DOCUMENT, ROOT_PUBLIC, at_least=KEYSET.sequence) == KEYSET


def test_a_key_is_found_only_in_its_municipality() -> None:
    assert KEYSET.find(CITY, 3) != KEYSET.find(NEIGHBOUR, 3)
    assert KEYSET.find(NEIGHBOUR, 4) is None


def test_an_older_keyset_does_not_come_back() -> None:
    with pytest.raises(KeysetError, match="older"):
        read_keyset(DOCUMENT, ROOT_PUBLIC, at_least=KEYSET.sequence + 1)


def test_only_the_root_signs() -> None:
    with pytest.raises(KeysetError, match="root"):
        read_keyset(sign_keyset(KEYSET, STRANGER), ROOT_PUBLIC)


def test_every_single_byte_counts() -> None:
    for position in range(len(DOCUMENT)):
        changed = bytearray(DOCUMENT)
        changed[position] ^= 1
        with pytest.raises(KeysetError):
            read_keyset(bytes(changed), ROOT_PUBLIC)


@pytest.mark.parametrize(
    "document",
    [b"", b"null", b"[]", b"{}", b"\xff", DOCUMENT + b"\n", b" " + DOCUMENT, b"[" * 100_000],
    ids=["empty", "null", "list", "object", "bytes", "newline", "space", "deep"],
)
def test_other_documents_are_refused(document: bytes) -> None:
    with pytest.raises(KeysetError):
        read_keyset(document, ROOT_PUBLIC)


def signed(change: Callable[[dict[str, object]], object]) -> bytes:
    """A changed body under a true root signature."""
    body = json.loads(json.loads(DOCUMENT)["keyset"])
    change(body)
    text = canonical(body)
    signature = ROOT.sign(SIGNED_CONTEXT + text).hex()
    return canonical({"keyset": text.decode(), "signature": signature})


@pytest.mark.parametrize(
    "change",
    [
        lambda body: body.update(extra=1),
        lambda body: body.update(sequence=-1),
        lambda body: body.update(sequence="7"),
        lambda body: body.update(sequence=True),
        lambda body: body.update(issued_at="2025-12-01"),
        lambda body: body.update(issued_at="2025-13-01T00:00:00.000Z"),
        lambda body: body.pop("keys"),
        lambda body: body["keys"].append(body["keys"][0]),
        lambda body: body["keys"][0].update(kid=256),
        lambda body: body["keys"][0].update(types=[]),
        lambda body: body["keys"][0].update(types=[2, 1]),
        lambda body: body["keys"][0].update(types=[7]),
        lambda body: body["keys"][0].update(public_key="00"),
        lambda body: body["keys"][0].update(name="x"),
        lambda body: body["keys"][0].update(not_after=body["keys"][0]["not_before"]),
        lambda body: body["keys"].__setitem__(0, "x"),
    ],
)
def test_even_the_root_cannot_sign_nonsense(change: Callable[[dict[str, object]], object]) -> None:
    with pytest.raises(KeysetError, match=r"malformed|canonical"):
        read_keyset(signed(change), ROOT_PUBLIC)


@pytest.mark.parametrize(
    "second",
    [entry("other", kid=3), entry("issuer", kid=10), entry("issuer", municipality=NEIGHBOUR)],
    ids=["number re-used", "key under two numbers", "key in two cities"],
)
def test_numbers_and_keys_are_never_shared(second: SealKey) -> None:
    with pytest.raises(ValueError, match=r"twice|two numbers"):
        Keyset(1, KEYSET.issued_at, (entry("issuer"), second))


def test_a_key_needs_dates_in_order_and_thirty_two_bytes() -> None:
    key = KEYSET.keys[0]
    with pytest.raises(ValueError, match="never in date"):
        replace(key, not_after=key.not_before)
    with pytest.raises(ValueError, match="not a seal key"):
        replace(key, public_key=b"x")
