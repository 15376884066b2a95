"""The phone of a town's agent: what it signs with, which numbers it has taken, and its contacts.

Everything is found again from the table and the database, so a load that stopped goes on.
"""

import hashlib
from dataclasses import dataclass
from datetime import datetime, timedelta
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
from app.demo.table_notices import DemoNotice, Paper
from app.infractions.arrival import SIGNED_CONTEXT
from app.infractions.law import numbered_kinds
from app.infractions.models import Notice, NumberBlock
from app.infractions.numbering import series_code
from app.kernel.canonical import canonical
from app.kernel.civil import civil_today
from app.persistence.base import db
from app.sync.models import Device
from app.sync.service import Entry, deliver
from app.sync.service_devices import Contact, beacon_for, record_contact

_FIRST_PREV: Final = "0" * 64
_LABEL: Final = "Telefone da demonstração"


@dataclass(frozen=True)
class Phone:
    """The agent's phone in one town."""

    stage: Stage

    @property
    def actor(self) -> Actor:
        """Who holds it."""
        return self.stage.holder(Role.AGENT)

    @property
    def device_id(self) -> str:
        """Always the same one."""
        return self.stage.id("phone")

    @property
    def key_id(self) -> str:
        """The name of its key."""
        return key_id_of(self._spki())

    def meet(self, now: datetime, waiting_since: datetime | None) -> None:
        """A contact with the city: the key is registered and missing numbers are lent."""
        contact = Contact(
            self.device_id,
            _LABEL,
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
        self, kind: str, id: str, payload: dict[str, Any], *, now: datetime, signed: bool = False
    ) -> None:
        """Deliver one entry as the outbox does."""
        content = canonical(payload)
        digest = hashlib.sha256(content).hexdigest()
        signature = self._sign(SIGNED_CONTEXT + content) if signed else ""
        entry = Entry(id, kind, 1, digest, content.decode(), signature)
        deliver(self.actor, entry, self.stage.city, self.stage.law, now=now)

    def number(self, paper: Paper) -> dict[str, Any] | None:
        """The number that the paper took: series, value and block; None for a verbal warning."""
        series = self._series(paper)
        if not series:
            return None
        papers = self.stage.town.papers
        before = papers[: papers.index(paper)]
        place = sum(self._series(other) == series for other in before)
        query = (
            select(NumberBlock)
            .where(
                NumberBlock.municipality_id == self.stage.city.id,
                NumberBlock.device_id == self.device_id,
                NumberBlock.series == series,
            )
            .order_by(NumberBlock.first)
        )
        held = [
            (value, block.id)
            for block in db.session.scalars(query)
            for value in range(block.first, block.last + 1)
        ]
        value, block_id = held[place]
        return {"series": series, "value": value, "block": block_id}

    def chain(self, paper: DemoNotice) -> dict[str, Any]:
        """The paper's place among the records of this phone, and the hash of the one before."""
        papers = self.stage.town.papers
        before = [other for other in papers[: papers.index(paper)] if other.has_record]
        prev = self.hash_of(before[-1]) if before else _FIRST_PREV
        return {"seq": len(before) + 1, "prev": prev}

    def hash_of(self, paper: Paper) -> str:
        """SHA-256 of the paper's record; of one that never came, one that nothing here has."""
        if isinstance(paper, DemoNotice):
            return db.session.get_one(Notice, self.stage.id("notice", paper.key)).sha256
        return absent_hash(self.stage.id("notice", paper.key))

    def written_at(self, paper: Paper) -> datetime:
        """The hour on the phone."""
        ahead = paper.clock_ahead if isinstance(paper, DemoNotice) else 0
        return self.stage.now(paper.at, paper.minutes) + timedelta(minutes=ahead)

    def _series(self, paper: Paper) -> str:
        """The year is the phone's, whose clock may be ahead of the city's lending: then the city's."""
        real = self.stage.now(paper.at, paper.minutes)
        day = civil_today(real, self.stage.city.time_zone)
        kinds = {row.kind: row.letters for row in numbered_kinds(self.stage.law, day)}
        letters = kinds.get(paper.kind, "")
        return series_code(letters, day.year, training=True) if letters else ""

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


def absent_hash(id: str) -> str:
    """The hash under which a paper that never came is asked for: no record has it."""
    return hashlib.sha256(f"confere demo: nunca chegou: {id}".encode()).hexdigest()
