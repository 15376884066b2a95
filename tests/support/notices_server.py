"""A phone that signs and numbers notices as the field app does, without a browser.

`agent_phone(app, home, "ana")` has met the server: it has a registered key, a beacon and blocks.
`phone.write()` freezes one complete notice; `deliver_to(home, "ana", sent)` sends it.
"""

import base64
import hashlib
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from app.accounts.device_keys import key_id_of
from app.accounts.domain import Actor
from app.infractions.models import Notice
from app.infractions.payload import SIGNED_CONTEXT
from app.kernel.canonical import canonical
from app.kernel.ids import new_id
from app.persistence.base import db
from app.regulation.ruleset import Ruleset
from app.sync.service_devices import Contact, beacon_for, record_contact
from tests.support.cast import NOW, PEOPLE, Cast
from tests.support.field import deliver_to, instant
from tests.support.notices import complete_record
from tests.support.permits import law

LETTERS = {"notice": "AI", "warning": "TA", "regularisation": "NR"}
HOUR = timedelta(hours=1)


@dataclass
class NoticePhone:
    """One account on one phone: its key, chain, numbers and last beacon."""

    actor: Actor
    law: Ruleset
    device_id: str = field(default_factory=new_id)
    private: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )
    beacon: str = ""
    blocks: list[dict[str, Any]] = field(default_factory=list)
    taken: dict[str, int] = field(default_factory=dict)  # series → highest number taken
    seq: int = 0
    prev: str = "0" * 64
    rng: Random = field(default_factory=lambda: Random(7))

    @property
    def spki(self) -> bytes:
        """The public key as WebCrypto exports it."""
        return self.private.public_key().public_bytes(
            Encoding.DER, PublicFormat.SubjectPublicKeyInfo
        )

    @property
    def key_id(self) -> str:
        """Its name."""
        return key_id_of(self.spki)

    @property
    def agent(self) -> dict[str, str]:
        """The agent as the greeting names the person to the phone."""
        act = self.actor.designations[0]
        name = next(n for login, n, *_ in PEOPLE if login == self.actor.name.split("-")[0])
        return {"name": name, "registration": act.registration, "act": act.act}

    def contact_body(self, waiting: int = 0, **edits: Any) -> dict[str, Any]:
        """The body of POST /campo/ola."""
        return {
            "device_id": self.device_id,
            "label": "Moto G",
            "waiting": waiting,
            "oldest_waiting_at": None,
            "pack_generated_at": None,
            "standalone": True,
            "persisted": True,
            "key": {"spki": base64.b64encode(self.spki).decode(), "key_id": self.key_id},
            "numbers": [{"series": s, "next": n + 1} for s, n in self.taken.items()],
            **edits,
        }

    def meet(self, now: datetime = NOW, waiting: int = 0, **edits: Any) -> None:
        """A contact: the key is registered, beacon and blocks are fetched."""
        contact = Contact.from_json(self.contact_body(waiting, **edits))
        blocks = record_contact(self.actor, contact, law=self.law, now=now)
        self.blocks = [block.as_json() for block in blocks]
        self.beacon = beacon_for(self.actor, self.device_id, now=now)

    def take(self, kind: str = "notice") -> dict[str, Any] | None:
        """The next free number of the kind's series, in order; None for a verbal warning."""
        letters = LETTERS.get(kind)
        if letters is None:
            return None
        for block in self.blocks:
            series = block["series"]
            first = max(block["first"], self.taken.get(series, 0) + 1)
            free = [n for n in range(first, block["last"] + 1) if n not in block["used"]]
            if series.rpartition("-")[0].removeprefix("TREINO-") == letters and free:
                self.taken[series] = free[0]
                return {"series": series, "value": free[0], "block": block["id"]}
        raise LookupError(f"no free {letters} number on this phone")

    def record(
        self, kind: str = "notice", at: datetime = NOW, *, code: str = "", **over: Any
    ) -> dict[str, Any]:
        """A complete record of this phone written at `at`: numbered and chained, not yet frozen."""
        own = {
            "account_id": self.actor.account_id,
            "device_id": self.device_id,
            "key_id": self.key_id,
            "chain": {"seq": self.seq + 1, "prev": self.prev},
            "number": self.take(kind) if "number" not in over else over["number"],
            "beacon": self.beacon,
            "last_server_time": instant(at - HOUR),
            "agent": self.agent,
        }
        return complete_record(self.law, kind, self.rng, now=at, code=code, **{**own, **over})

    def freeze(self, record: dict[str, Any], id: str = "") -> dict[str, Any]:
        """The envelope of a record; the chain moves on."""
        sent = self.envelope(record, id)
        self.seq, self.prev = record["chain"]["seq"], sent["sha256"]
        return sent

    def envelope(self, record: dict[str, Any], id: str = "") -> dict[str, Any]:
        """Signed as it stands, without moving the chain: for forgeries and repetitions."""
        content = canonical(record)
        return {
            "id": id or new_id(),
            "kind": "notice",
            "schema": 1,
            "sha256": hashlib.sha256(content).hexdigest(),
            "payload": content.decode(),
            "signature": self.sign(SIGNED_CONTEXT + content),
        }

    def sign(self, message: bytes) -> str:
        """ECDSA as WebCrypto gives it: raw r‖s, here in hex."""
        r, s = decode_dss_signature(self.private.sign(message, ec.ECDSA(hashes.SHA256())))
        return (r.to_bytes(32, "big") + s.to_bytes(32, "big")).hex()

    def write(self, kind: str = "notice", at: datetime = NOW, **over: Any) -> dict[str, Any]:
        """One frozen notice, ready to send."""
        return self.freeze(self.record(kind, at, **over))


def agent_phone(home: Cast, login: str = "ana", *, now: datetime = NOW - HOUR) -> NoticePhone:
    """A phone of this agent that met the server an hour ago."""
    phone = NoticePhone(home.actor(login), law(home))
    phone.meet(now)
    return phone


def stored_notice(home: Cast, login: str = "ana", kind: str = "notice", **over: Any) -> Notice:
    """One delivered notice of a new phone, as stored."""
    phone = agent_phone(home, login)
    sent = phone.write(kind, **over)
    deliver_to(home, sent, login)
    return db.session.get_one(Notice, sent["id"])
