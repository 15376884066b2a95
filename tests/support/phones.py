"""A driver's phone without a browser, and Davi with his taxi, his permit and such a phone."""

import base64
from dataclasses import dataclass, field
from datetime import datetime

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from flask import Flask

from app.verification import live
from app.verification.live import WindowRequest
from app.verification.live_codes import LiveWindow
from app.verification.live_data import iso
from tests.support import cars, cast
from tests.support.cars import Car
from tests.support.cast import NOW, Cast
from tests.support.permits import Permit, law, permit_for


def _new_key() -> ec.EllipticCurvePrivateKey:
    return ec.generate_private_key(ec.SECP256R1())


@dataclass
class Phone:
    """One phone; `jwk` is what the browser would export, with its extra members."""

    private: ec.EllipticCurvePrivateKey = field(default_factory=_new_key)

    @property
    def jwk(self) -> dict[str, object]:
        """The public half as `crypto.subtle.exportKey("jwk", …)` gives it."""
        point = self.private.public_key().public_numbers()
        sides = {"x": _base64url(point.x), "y": _base64url(point.y)}
        return {"kty": "EC", "crv": "P-256", "ext": True, "key_ops": ["verify"], **sides}

    def asks(self, device_id: str, at: datetime) -> WindowRequest:
        """A signed request for windows."""
        asked_at = iso(at)
        message = b"confere-live/1\0" + f"{device_id}|{asked_at}".encode()
        r, s = decode_dss_signature(self.private.sign(message, ec.ECDSA(hashes.SHA256())))
        raw = r.to_bytes(32, "big") + s.to_bytes(32, "big")
        return WindowRequest(device_id, asked_at, base64.b64encode(raw).decode())

    def asks_json(self, device_id: str, at: datetime) -> dict[str, str]:
        """The same as the body of the request."""
        asked = self.asks(device_id, at)
        return {
            "device_id": asked.device_id,
            "asked_at": asked.asked_at,
            "signature": asked.signature,
        }


def _base64url(number: int) -> str:
    return base64.urlsafe_b64encode(number.to_bytes(32, "big")).decode().rstrip("=")


@dataclass
class Stage:
    """Planura, Davi's taxi with its permit, and the phone he holds; `device` once enrolled."""

    city: Cast
    car: Car
    permit: Permit
    phone: Phone = field(default_factory=Phone)
    device: str = ""

    def enrol(self, phone: Phone | None = None, car: Car | None = None) -> live.Enrolled:
        """Davi enrols a phone for a car, his own by default."""
        return live.enrol(
            self.city.actor("davi"),
            law(self.city),
            (car or self.car).vehicle,
            public_key=(phone or self.phone).jwk,
            label="Moto G",
            now=NOW,
        )

    def windows(self, now: datetime = NOW, asked: WindowRequest | None = None) -> list[LiveWindow]:
        """What the enrolled phone is given at that moment."""
        request = asked or self.phone.asks(self.device, now)
        return live.issue_windows(self.city.actor("davi"), law(self.city), request, now=now)


def davi(app: Flask, *, enrolled: bool = True) -> Stage:
    """Davi's taxi in good standing at NOON; his phone enrolled unless told otherwise."""
    city = cast.planura(app)
    car = cars.planura_taxi(city)
    stage = Stage(city, car, permit_for(app, city, car))
    if enrolled:
        stage.device = stage.enrol().id
    return stage
