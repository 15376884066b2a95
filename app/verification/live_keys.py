"""The phone's own key: a P-256 public key as the browser exports it, and what it has signed. Pure."""

import base64
import binascii
import json
from collections.abc import Mapping
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

from app.kernel.canonical import canonical
from app.kernel.errors import Invalid

SIGNED_CONTEXT: Final = b"confere-live/1\0"
_SIDE: Final = 32  # bytes of a coordinate, of r and of s


def read_public_key(jwk: object) -> str:
    """The canonical JSON of a P-256 JWK, public members only; `Invalid` for anything else."""
    if not isinstance(jwk, Mapping) or jwk.get("kty") != "EC" or jwk.get("crv") != "P-256":
        raise _no_key()
    x, y = _coordinate(jwk.get("x")), _coordinate(jwk.get("y"))
    try:
        _public_key(x, y)
    except ValueError:  # not a point of the curve
        raise _no_key() from None
    return canonical({"crv": "P-256", "kty": "EC", "x": x, "y": y}).decode()


def has_signed(public_key: str, device_id: str, asked_at: str, signature: str) -> bool:
    """Whether the key of `read_public_key` signed this request (ECDSA, SHA-256, raw r‖s, base64)."""
    try:
        raw = base64.b64decode(signature, validate=True)
    except (binascii.Error, ValueError):
        return False
    if len(raw) != 2 * _SIDE:
        return False
    jwk = json.loads(public_key)
    r, s = int.from_bytes(raw[:_SIDE], "big"), int.from_bytes(raw[_SIDE:], "big")
    message = SIGNED_CONTEXT + f"{device_id}|{asked_at}".encode()
    try:
        key = _public_key(jwk["x"], jwk["y"])
        key.verify(encode_dss_signature(r, s), message, ec.ECDSA(hashes.SHA256()))
    except InvalidSignature:
        return False
    return True


def _public_key(x: str, y: str) -> ec.EllipticCurvePublicKey:
    at_x, at_y = int.from_bytes(_bytes(x), "big"), int.from_bytes(_bytes(y), "big")
    return ec.EllipticCurvePublicNumbers(at_x, at_y, ec.SECP256R1()).public_key()


def _coordinate(member: object) -> str:
    if not isinstance(member, str):
        raise _no_key()
    try:
        fits = len(member) == 43 and len(_bytes(member)) == _SIDE
    except (binascii.Error, ValueError):
        fits = False
    if not fits:
        raise _no_key()
    return member


def _bytes(member: str) -> bytes:
    return base64.b64decode(member + "=", altchars=b"-_", validate=True)


def _no_key() -> Invalid:
    return Invalid("Este celular não criou uma chave aceita. Atualize o navegador e tente de novo.")
