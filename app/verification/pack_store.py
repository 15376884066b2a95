"""Where finished packs lie and when a new one is due: kept on disk, made on demand, once at a time."""

import fcntl
import hashlib
import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from flask import current_app
from sqlalchemy import func, select

from app.accounts.domain import Actor
from app.accounts.permissions import Permission
from app.accounts.queries import City
from app.kernel.canonical import instant_text
from app.kernel.civil import civil_today
from app.ledger.service import append
from app.permits.keys import keyset_document, signing_key
from app.persistence.base import db
from app.persistence.transaction import transaction
from app.regulation.ruleset import Ruleset
from app.verification.field_card import Days
from app.verification.models import FieldPack, SealCard
from app.verification.pack import build_body, sign
from app.verification.pack_changes import next_sequence
from app.verification.pack_head import head_of

# An unchanged list is signed anew so often, that a shift never meets the amber of 24 hours.
RENEW_AFTER: Final = timedelta(hours=4)
# A large city's building may take one twentieth of the time, however often its cards change.
_REST: Final = 20
_AT_ONCE: Final = 0.5  # seconds; what builds faster never waits
_STALE_MAX: Final = timedelta(hours=12)
_CLOCK_SLACK: Final = timedelta(minutes=2)


@dataclass(frozen=True)
class Packed:
    """A finished pack; `fingerprint` stands for what it was made from, `cost` for the seconds it took."""

    etag: str
    generated_at: datetime
    fingerprint: str
    cost: float
    content: bytes


@dataclass(frozen=True)
class Offer:
    """Which list a phone would get: a later `generated_at` or another etag means "fetch"."""

    etag: str
    generated_at: datetime


def offer(city: City, law: Ruleset, *, hosts: tuple[str, ...], now: datetime) -> Offer:
    """Cheap and without building: a list that is due counts as made now, and no phone holds its etag."""
    held = _read(city)
    if held is None:
        return Offer("novo", now)
    if _good(held, _fingerprint(city, law, hosts, now), now):
        return Offer(held.etag, held.generated_at)
    return Offer(f"{held.etag}-novo", now)


def current(
    actor: Actor, city: City, law: Ruleset, *, hosts: tuple[str, ...], now: datetime
) -> Packed:
    """The pack to send now; builds it when cards changed or it grew old.

    While another request builds, the former pack is given out rather than waited for.
    `RuleRefused` when the city has no key to sign lists.
    """
    actor.require(Permission.FIELD_CHECK)
    held = _read(city)
    if held and _good(held, _fingerprint(city, law, hosts, now), now):
        return held
    usable = held is not None and timedelta(0) <= now - held.generated_at < _STALE_MAX
    with _alone(city, wait=not usable) as alone:
        if held and not alone:
            return held
        held, due = _read(city), _fingerprint(city, law, hosts, now)
        return held if held and _good(held, due, now) else _build(city, law, hosts, due, now)


def record_download(actor: Actor, packed: Packed, *, now: datetime) -> None:
    """Who took the list of the whole city, on the chain of accesses (requirements.md §7.3)."""
    with transaction() as session:
        body = {"etag": packed.etag}
        where = ("city", actor.municipality_id)
        append(session, actor, "field.pack_sent", where, body, now=now, chain="access")


def _good(held: Packed, fingerprint: str, now: datetime) -> bool:
    age = now - held.generated_at
    if not -_CLOCK_SLACK <= age < RENEW_AFTER:
        return False
    rest = timedelta(seconds=_REST * held.cost if held.cost > _AT_ONCE else 0)
    return held.fingerprint == fingerprint or age < rest


def _fingerprint(city: City, law: Ruleset, hosts: tuple[str, ...], now: datetime) -> str:
    """Everything a pack is made from, in a few bytes: a change of any makes a new one due."""
    session = db.session()
    changes = session.scalar(select(FieldPack.changes).where(FieldPack.municipality_id == city.id))
    count, newest = session.execute(
        select(func.count(), func.max(SealCard.rebuilt_at)).where(
            SealCard.municipality_id == city.id
        )
    ).one()
    parts = [
        changes or 0,
        count,
        instant_text(newest) if newest else "",
        civil_today(now, city.time_zone).isoformat(),
        repr(city),
        law.hash,
        sorted(law.choices.items()),
        law.instrument.status.value,
        law.instrument.status_note,
        hosts,
        hashlib.sha256(keyset_document()).hexdigest(),
    ]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def _build(
    city: City, law: Ruleset, hosts: tuple[str, ...], fingerprint: str, now: datetime
) -> Packed:
    started = time.perf_counter()
    with transaction() as session:
        sequence = next_sequence(session, city.id)
    session = db.session()
    signer = signing_key(session, city, "list", now)
    today = civil_today(now, city.time_zone)
    keyset, head = keyset_document(), head_of(session, city, law, hosts, today)
    body = build_body(session, city, Days.told_on(today), head)
    content = sign(body, city, signer, keyset, sequence=sequence, now=now)
    etag = f"{sequence}-{hashlib.sha256(content).hexdigest()[:12]}"
    made = Packed(etag, now, fingerprint, time.perf_counter() - started, content)
    _write(city, made)
    return made


def _folder() -> Path:
    folder: Path = current_app.config["SETTINGS"].data_dir / "packs"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _read(city: City) -> Packed | None:
    """The pack on disk; None when there is none, or it was torn by a crash."""
    try:
        head, _, content = (_folder() / f"{city.slug}.pack").read_bytes().partition(b"\n")
        known = json.loads(head)
        whole = known["city"] == city.id and known["length"] == len(content)
        generated_at = datetime.fromisoformat(known["generated_at"])
        packed = Packed(known["etag"], generated_at, known["fingerprint"], known["cost"], content)
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return packed if whole else None


def _write(city: City, made: Packed) -> None:
    head = {
        "city": city.id,
        "etag": made.etag,
        "generated_at": instant_text(made.generated_at),
        "fingerprint": made.fingerprint,
        "cost": made.cost,
        "length": len(made.content),
    }
    unfinished = _folder() / f"{city.slug}.pack.{os.getpid()}"
    unfinished.write_bytes(json.dumps(head).encode() + b"\n" + made.content)
    unfinished.replace(_folder() / f"{city.slug}.pack")


@contextmanager
def _alone(city: City, *, wait: bool) -> Iterator[bool]:
    """Hold the city's lock file, across threads and processes; False when busy and not waiting."""
    with (_folder() / f"{city.slug}.lock").open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            yield False
            return
        yield True  # the lock ends with the file
