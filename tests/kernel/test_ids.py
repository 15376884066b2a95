"""Ids and short codes."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.kernel import ids
from app.kernel.errors import Invalid


def test_new_ids_are_distinct_and_parse() -> None:
    made = {ids.new_id() for _ in range(100)}
    assert len(made) == 100
    assert {ids.parse_id(text) for text in made} == made


def test_the_hyphenated_form_of_browsers_is_the_same_id() -> None:
    assert (
        ids.parse_id("123e4567-e89b-42d3-a456-426614174000") == "123e4567e89b42d3a456426614174000"
    )


@pytest.mark.parametrize(
    "text", ["", "1 OR 1", "-1", "A" * 32, "0" * 31, "0" * 32 + "\n", "é" * 32, "0" * 33]
)
def test_other_ids_are_refused(text: str) -> None:
    with pytest.raises(Invalid):
        ids.parse_id(text)


def test_short_code_is_eighty_bits_of_the_hash() -> None:
    assert ids.short_code(bytes(10)) == "0" * 16
    assert ids.short_code(b"\xff" * 32) == "Z" * 16
    assert (
        ids.short_code(bytes.fromhex("00443214c74254b635cf84653a56d7c675be77df"))
        == "0123456789ABCDEF"
    )


def test_short_code_needs_a_hash() -> None:
    with pytest.raises(ValueError, match="10 bytes"):
        ids.short_code(b"123456789")


@given(st.binary(max_size=20))
def test_a_short_code_read_aloud_comes_back(content: bytes) -> None:
    code = ids.short_code(hashlib.sha256(content).digest())
    spoken = ids.format_short_code(code).lower().replace("0", "o").replace("1", "l")
    assert len(code) == 16 and not set(code) & set("ILOU")
    assert ids.parse_short_code(spoken) == code


@pytest.mark.parametrize("typed", ["", "ABC", "U" * 16, "0" * 17, "０" * 16])
def test_other_codes_are_refused(typed: str) -> None:
    with pytest.raises(Invalid):
        ids.parse_short_code(typed)
