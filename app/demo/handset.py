"""A phone of the demo: whose it is, the key it signs with, its contacts, and what it delivers."""

import hashlib
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from sqlalchemy import select

from app.accounts.device_keys import PublicKey, key_id_of
from app.accounts.domain import Actor
from app.accounts.permissions import Role
from app.demo.stage import Stage
from app.kernel.canonical import canonical
from app.persistence.base import db
from app.sync.models import Device
from app.sync.service import Entry, deliver
from app.sync.service_devices import Contact, beacon_for, record_contact

FIRST_PREV: Final = "0" * 64


@dataclass(frozen=True)
class Handset:
    """One person's phone in one town."""

    stage: Stage

    @property
    def actor(self) -> Actor:
        """Who holds it."""
        return self.stage.holder(Role.AGENT)

    @property
    def label(self) -> str:
        """How the office sees it named."""
        return "Telefone da demonstração"

    @property
    def device_id(self) -> str:
        """Always the same one."""
        return self.stage.id("phone")

    @property
    def key_id(self) -> str:
        """The name of its key."""
        return key_id_of(self._spki())

    @property
    def agent(self) -> dict[str, str]:
        """Who writes, as a record names it."""
        act = self.actor.designations[0]
        return {"name": self.actor.name, "registration": act.registration, "act": act.act}

    def meet(self, now: datetime, waiting_since: datetime | None) -> None:
        """A contact with the city: the key is registered and missing numbers are lent."""
        contact = Contact(
            self.device_id,
            self.label,
            waiting=int(waiting_since is not None),
            oldest_waiting_at=waiting_since,
            pack_generated_at=now,
            standalone=True,
            persisted=True,
            key=PublicKey(self._spki(), self.key_id),
        )
        record_contact(self.actor, contact, law=self.stage.law, now=now)

    def last_contact(self) -> datetime | None:
        """When it met the city last."""
        query = select(Device.last_seen_at).where(
            Device.municipality_id == self.stage.city.id, Device.device_id == self.device_id
        )
        return db.session.scalar(query)

    def beacon(self, met_at: datetime) -> str:
        """What the city gave it at that contact."""
        return beacon_for(self.actor, self.device_id, now=met_at)

    def send(
        self, kind: str, id: str, payload: dict[str, Any], *, now: datetime, context: bytes = b""
    ) -> None:
        """Deliver one entry as the outbox does; signed where its kind has a context."""
        content = canonical(payload)
        digest = hashlib.sha256(content).hexdigest()
        signature = self._sign(context + content) if context else ""
        entry = Entry(id, kind, 1, digest, content.decode(), signature)
        deliver(self.actor, entry, self.stage.city, self.stage.law, now=now)

    def _sign(self, message: bytes) -> str:
        """As WebCrypto gives it: raw r‖s, in hex."""
        r, s = decode_dss_signature(self._private().sign(message, ec.ECDSA(hashes.SHA256())))
        return (r.to_bytes(32, "big") + s.to_bytes(32, "big")).hex()

    def _spki(self) -> bytes:
        public = self._private().public_key()
        return public.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)

    def _private(self) -> ec.EllipticCurvePrivateKey:
        """A key that anybody can rebuild from these words: it proves the form, and nothing else."""
        seed = hashlib.sha256(f"confere demo: {self.device_id}".encode()).digest()
        return ec.derive_private_key(int.from_bytes(seed, "big") >> 1, ec.SECP256R1())
