"""T02: 100,000 damaged or forged codes, none accepted; a careless decoder accepts many (control).

About 8 s of CPU: most of it is Ed25519 saying no.
"""

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from functools import cache
from itertools import pairwise

import pytest

from app.kernel.plate import Plate
from app.permits.token import (
    SIGNATURE_BYTES,
    SIGNED_CONTEXT,
    WIDTHS,
    TokenVerdict,
    pack,
    to_digits,
)
from app.permits.verifier import verify
from tests.permits.seals import CITY, HOSTS, ISSUER, KEYSET, LIVE, NOW, PRINTED, TODAY, url
from tests.permits.vectors import PREFIX

MUTATIONS, SPLICES = 100_000, 2_000
GENUINE = frozenset({url(PRINTED), url(LIVE)})
INSERTED = "0123456789\n \t=%+-_/.?#&٣３abcXYZ\u200b\u202e\0"


def say(text: str) -> TokenVerdict:
    """What the product says."""
    check = verify(text, hosts=HOSTS, keyset=KEYSET, municipality=CITY, now=NOW, today=TODAY)
    return check.verdict


def accepts(text: str) -> bool:
    return say(text) is TokenVerdict.OK


def naive_accepts(text: str) -> bool:
    """The control: checks the signature and nothing else, tidying as many decoders do."""
    digits = re.sub(r"\D", "", text.rpartition("/v/")[2])
    size = next((size for width, size in WIDTHS.items() if len(digits) <= width), 0)
    number = int(digits or "0")
    if number >= 1 << 8 * size:
        return False
    token = number.to_bytes(size, "big")
    packed, signature = token[:-SIGNATURE_BYTES], token[-SIGNATURE_BYTES:]
    return KEYSET.keys[0].has_signed(SIGNED_CONTEXT + packed, signature)


def replaced(text: str, at: int, rng: random.Random) -> str:
    return text[:at] + rng.choice(INSERTED) + text[at + 1 :]


def deleted(text: str, at: int, rng: random.Random) -> str:
    return text[:at] + text[at + rng.randint(1, 3) :]


def inserted(text: str, at: int, rng: random.Random) -> str:
    return text[:at] + rng.choice(INSERTED) + text[at:]


def appended(text: str, at: int, rng: random.Random) -> str:
    return text + "".join(rng.choice(INSERTED) for _ in range(at % 3 + 1))


def swapped(text: str, at: int, rng: random.Random) -> str:
    other = rng.randrange(len(text))
    chars = list(text)
    chars[at], chars[other] = chars[other], chars[at]
    return "".join(chars)


def truncated(text: str, at: int, rng: random.Random) -> str:
    return text[:at] if rng.random() < 0.5 else text[at:]


def other_case(text: str, at: int, rng: random.Random) -> str:
    part = slice(at, at + rng.randint(1, 40))
    return text[: part.start] + text[part].upper() + text[part.stop :]


def other_digits(text: str, at: int, rng: random.Random) -> str:
    at = max(at, len(PREFIX))
    count = min(rng.randint(1, 4), len(text) - at)
    return text[:at] + "".join(rng.choices("0123456789", k=count)) + text[at + count :]


def last_digit(text: str, at: int, rng: random.Random) -> str:
    return text[:-1] + str(rng.randrange(10))


KINDS = (
    replaced,
    deleted,
    inserted,
    appended,
    swapped,
    truncated,
    other_case,
    last_digit,
    *[other_digits] * 4,
)


@cache
def mutants() -> tuple[str, ...]:
    """MUTATIONS damaged addresses, always the same; three in four in the digits."""
    rng = random.Random(20260101)
    made: list[str] = []
    sources = sorted(GENUINE)
    while len(made) < MUTATIONS:
        text = rng.choice(sources)
        start = len(PREFIX) if rng.random() < 0.75 else 0
        mutant = rng.choice(KINDS)(text, rng.randrange(start, len(text)), rng)
        if mutant not in GENUINE:
            made.append(mutant)
    return tuple(made)


def test_the_untouched_are_accepted_by_both() -> None:
    assert all(accepts(text) and naive_accepts(text) for text in GENUINE)


def test_no_mutation_is_accepted_and_many_reach_the_signature() -> None:
    said = Counter(say(text) for text in mutants())
    assert said.total() == MUTATIONS
    assert said[TokenVerdict.OK] == 0
    assert said[TokenVerdict.BAD_SIGNATURE] > MUTATIONS // 4


def test_the_careless_decoder_accepts_some_of_the_same() -> None:
    accepted = sum(naive_accepts(text) for text in mutants()[::10])
    assert accepted > 100


def signed_packs(count: int) -> list[tuple[bytes, bytes]]:
    """Genuine (payload, signature) pairs of different cars."""
    packs = [
        pack(replace(PRINTED, index=i, plate=Plate(f"ABC1D{i % 100:02}"))) for i in range(count)
    ]
    return [(packed, ISSUER.sign(SIGNED_CONTEXT + packed)) for packed in packs]


def test_no_splice_of_two_genuine_tokens_is_accepted() -> None:
    pairs = signed_packs(SPLICES + 1)
    spliced = [packed + signature for (packed, _), (_, signature) in pairwise(pairs)]
    assert len(spliced) == SPLICES
    assert not any(accepts(PREFIX + to_digits(token)) for token in spliced)
    assert all(accepts(PREFIX + to_digits(a + b)) for a, b in pairs[:10])


def altered_bytes() -> Iterator[bytes]:
    """Both tokens with each payload byte at each other value, the signature kept."""
    for payload in (PRINTED, LIVE):
        packed = pack(payload)
        signature = ISSUER.sign(SIGNED_CONTEXT + packed)
        for position, original in enumerate(packed):
            for value in set(range(256)) - {original}:
                changed = packed[:position] + bytes([value]) + packed[position + 1 :]
                yield changed + signature


def test_no_other_value_of_any_payload_byte_is_accepted() -> None:
    tokens = list(altered_bytes())
    assert len(tokens) == (15 + 18) * 255
    assert not any(accepts(PREFIX + to_digits(token)) for token in tokens)


def test_no_bit_of_the_signature_may_change() -> None:
    packed = pack(PRINTED)
    signature = int.from_bytes(ISSUER.sign(SIGNED_CONTEXT + packed), "big")
    for bit in range(8 * SIGNATURE_BYTES):
        token = packed + (signature ^ 1 << bit).to_bytes(SIGNATURE_BYTES, "big")
        assert not accepts(PREFIX + to_digits(token))


def test_the_malleable_twin_of_a_signature_is_refused() -> None:
    """s + L verifies in careless libraries: the same seal under a second text."""
    order = 2**252 + 27742317777372353535851937790883648493
    packed = pack(PRINTED)
    signature = ISSUER.sign(SIGNED_CONTEXT + packed)
    s = int.from_bytes(signature[32:], "little") + order
    twin = signature[:32] + s.to_bytes(32, "little")
    assert not accepts(PREFIX + to_digits(packed + twin))


@pytest.mark.parametrize("days", [1, 30, 365])
def test_a_genuine_but_expired_seal_is_refused(days: int) -> None:
    assert accepts(url(replace(PRINTED, expiry=TODAY)))
    assert not accepts(url(replace(PRINTED, expiry=TODAY - timedelta(days=days))))
