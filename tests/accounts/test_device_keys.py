"""Keys of phones: only P-256, named by their own hash, and signatures that verify or do not."""

import base64

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, ed25519
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from app.accounts.device_keys import PublicKey, has_signed, key_id_of
from app.kernel.errors import Invalid
from tests.support.notices_server import NoticePhone


def der(key: ec.EllipticCurvePrivateKey | ed25519.Ed25519PrivateKey) -> bytes:
    return key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)


def told(spki: bytes, **edits: object) -> dict[str, object]:
    return {"spki": base64.b64encode(spki).decode(), "key_id": key_id_of(spki), **edits}


def test_a_p256_key_is_taken_under_its_name() -> None:
    spki = der(ec.generate_private_key(ec.SECP256R1()))
    assert PublicKey.from_json(told(spki)) == PublicKey(spki, key_id_of(spki))


@pytest.mark.parametrize(
    "key", [ec.generate_private_key(ec.SECP384R1()), ed25519.Ed25519PrivateKey.generate()]
)
def test_keys_of_other_kinds_are_refused(
    key: ec.EllipticCurvePrivateKey | ed25519.Ed25519PrivateKey,
) -> None:
    with pytest.raises(Invalid):
        PublicKey.from_json(told(der(key)))


@pytest.mark.parametrize(
    "member",
    [None, "x", {}, {"spki": 5}, {"spki": "???"}, {"spki": ""}, {"spki": "A" * 400},
     told(der(ec.generate_private_key(ec.SECP256R1())), key_id="0" * 16)],
)  # fmt: skip
def test_what_is_no_key_is_refused(member: object) -> None:
    with pytest.raises(Invalid):
        PublicKey.from_json(member)


@pytest.fixture
def phone() -> NoticePhone:
    """A phone that only signs."""
    return NoticePhone(None, None)  # type: ignore[arg-type]


def test_what_a_key_signed_verifies(phone: NoticePhone) -> None:
    assert has_signed(phone.spki, b"text", phone.sign(b"text"))


def test_another_text_or_key_does_not(phone: NoticePhone) -> None:
    other = NoticePhone(None, None)  # type: ignore[arg-type]
    assert not has_signed(phone.spki, b"texT", phone.sign(b"text"))
    assert not has_signed(other.spki, b"text", phone.sign(b"text"))


@pytest.mark.parametrize(
    "change", [str.upper, lambda s: s[:-2], lambda s: f"{s} ", lambda s: "00" + s[2:]]
)
def test_a_signature_has_one_form(phone: NoticePhone, change: object) -> None:
    good = phone.sign(b"text")
    assert not has_signed(phone.spki, b"text", change(good))  # type: ignore[operator]


def test_a_broken_key_signs_nothing(phone: NoticePhone) -> None:
    assert not has_signed(b"\x30\x00", b"text", phone.sign(b"text"))
