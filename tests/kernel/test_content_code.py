"""The code on the paper: base 32 of the content's hash, read from a QR or typed by hand."""

import hashlib

import pytest

from app.kernel.content_code import (
    TYPED_MAX,
    content_code,
    hash_prefix,
    plain_code,
    readable_code,
)
from app.kernel.errors import Invalid

SHA = hashlib.sha256(b"confere").hexdigest()
CODE = content_code(SHA)
SHORT = CODE[:16]


def test_fifty_two_characters_of_rfc_4648() -> None:
    assert content_code("00" * 32) == "A" * 52
    assert content_code("ff" * 32) == "7" * 51 + "Q"
    assert (len(CODE), set(CODE) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")) == (52, True)


@pytest.mark.parametrize("sha256", ["", "ab", "ab" * 31, "ab" * 33])
def test_only_a_whole_hash_has_a_code(sha256: str) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        content_code(sha256)


def test_people_read_four_groups_of_four() -> None:
    assert readable_code(SHA).replace(" ", "") == SHORT
    assert [len(group) for group in readable_code(SHA).split()] == [4] * 4


def test_a_long_code_is_the_whole_hash_and_a_short_one_its_beginning() -> None:
    assert hash_prefix(CODE) == SHA
    assert hash_prefix(SHORT) == SHA[:20]


@pytest.mark.parametrize(
    "typed",
    [
        SHORT.lower(),
        "-".join(SHORT[n : n + 4] for n in range(0, 16, 4)),
        f"  {readable_code(SHA).title()} ",
        SHORT.replace("O", "0").replace("I", "1").replace("B", "8"),
        ".".join(SHORT[n : n + 4] for n in range(0, 16, 4)).lower(),
        ". - ".join(SHORT),
        readable_code(SHA).replace(" ", "\u2013"),
        readable_code(SHA).replace(" ", "\u00a0"),
        f"{readable_code(SHA).lower()}.\n",
    ],
)
def test_typing_is_forgiving(typed: str) -> None:
    assert plain_code(typed) == SHORT


@pytest.mark.parametrize(
    "typed",
    [
        "",
        " ",
        SHORT[:-1],
        SHORT + "A",
        CODE[:-1],
        CODE + "=",
        CODE[:-1] + "9",
        SHORT[:-1] + "é",
        SHORT[:-1] + "Ａ",
        "../../etc/passwd",
        "A" * (TYPED_MAX + 1),
        " " * TYPED_MAX + SHORT,
        SHORT[:-1] + "\0",
        "%" * 16,
        "ß" * 8,
        "1 OR 1=1 --aaaaa",
        ". - . -",
        SHORT[:-1] + "ſ",
    ],
)
def test_what_is_no_code_is_refused(typed: str) -> None:
    with pytest.raises(Invalid) as refused:
        hash_prefix(typed)
    assert refused.value.field == "codigo"


def test_a_hash_has_exactly_one_long_code() -> None:
    last = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
    accepted = [char for char in last if _taken(CODE[:-1] + char)]
    assert accepted == ["A", "Q"]  # the four spare bits are zero in two of 32


def _taken(code: str) -> bool:
    try:
        return bool(hash_prefix(code))
    except Invalid:
        return False
