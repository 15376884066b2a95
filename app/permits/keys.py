"""Signing keys of a city: create, find the one that signs today, revoke, publish (qr-token.md §4).

A key signs for a while and verifies much longer: until the last seal it can have signed, and grace.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from types import MappingProxyType

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from flask import current_app
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.accounts.domain import Actor, system_actor
from app.accounts.models import Municipality
from app.accounts.permissions import Permission
from app.accounts.queries import City
from app.kernel.errors import Conflict, NotFound, RuleRefused
from app.ledger.service import append
from app.permits.keyfiles import KIDS, KeyFolder
from app.permits.keyset import Keyset, SealKey, sign_keyset
from app.permits.models import Seal, SignedKeyset, SigningKey
from app.permits.token import SealType
from app.persistence.base import db
from app.persistence.transaction import changed, transaction


@dataclass(frozen=True)
class Use:
    """What a key is for: types it may sign, how long it signs, how long it verifies after that."""

    types: frozenset[SealType]
    signs_for: timedelta
    verifies_for: timedelta
    early: timedelta  # the next key is made so long before, that phones have it in time


USES: Mapping[str, Use] = MappingProxyType(
    {
        # the longest permit lasts four years (PLA art. 10), plus three months of grace
        "printed": Use(
            frozenset({SealType.PRINTED, SealType.PHONE}),
            timedelta(days=365),
            timedelta(days=4 * 366 + 90),
            timedelta(days=30),
        ),
        "live": Use(
            frozenset({SealType.LIVE}), timedelta(days=30), timedelta(days=2), timedelta(days=7)
        ),
        "list": Use(
            frozenset({SealType.LIST}), timedelta(days=365), timedelta(days=7), timedelta(days=30)
        ),
    }
)


@dataclass(frozen=True)
class Signer:
    """The key that signs now."""

    kid: int
    private: Ed25519PrivateKey
    not_after: datetime


def key_folder() -> KeyFolder:
    """Where this installation keeps private keys."""
    return KeyFolder(current_app.config["SETTINGS"].data_dir / "keys")


def root_public_hex() -> str:
    """The root's public key for pages and phones, 64 hexadecimal characters; "" before any key."""
    return key_folder().root_public_hex()


def ensure_keys(session: Session, city: City, now: datetime) -> None:
    """One key per use that signs now and will for a while; an inner step, safe to repeat daily."""
    key_folder().ensure_root()
    made = [
        _create(session, city, use, None, now)
        for use, rule in USES.items()
        if _newest(session, city.id, use, now + rule.early, created_by=now) is None
    ]
    if made:
        publish(session, now)


def create_key(
    session: Session, city: City, use: str, now: datetime, kid: int | None = None
) -> int:
    """A further key of one use; returns its number. `Conflict` for a number ever given before."""
    key_folder().ensure_root()
    made = _create(session, city, use, kid, now)
    publish(session, now)
    return made


def _create(session: Session, city: City, use: str, kid: int | None, now: datetime) -> int:
    rule, start = USES[use], _whole_milliseconds(now)
    number = _free_number(session, city, use) if kid is None else kid
    if number not in KIDS or session.get(SigningKey, (city.id, number)) is not None:
        raise Conflict(f"O número de chave {number} já foi usado ou não existe. Use outro.")
    private = key_folder().seed_for(city.slug, number, use)
    session.add(
        SigningKey(
            municipality_id=city.id,
            kid=number,
            public_key=private.public_key().public_bytes_raw(),
            use=use,
            not_before=start,
            not_after=start + rule.signs_for + rule.verifies_for,
        )
    )
    session.flush()
    body = {"kid": number, "use": use, "public_key": private.public_key().public_bytes_raw().hex()}
    author = system_actor(city.id)
    append(session, author, "key.created", ("signing_key", f"{number}"), body, now=now)
    return number


def _free_number(session: Session, city: City, use: str) -> int:
    last = session.scalar(
        select(func.max(SigningKey.kid)).where(SigningKey.municipality_id == city.id)
    )
    taken = key_folder().taken(city.slug, use)
    for number in KIDS:
        if number > (last or 0) and number not in taken:
            return number
    raise RuleRefused("Acabaram os 255 números de chave deste Município.")


def signing_key(session: Session, city: City, use: str, now: datetime) -> Signer:
    """The newest key of that use that may sign now; `RuleRefused` when there is none."""
    row = _newest(session, city.id, use, now, created_by=now)
    if row is None:
        raise RuleRefused(
            f"Falta uma chave válida para assinar. Rode: flask --app wsgi keys create {city.slug}"
        )
    private = key_folder().seed(city.slug, row.kid, use)
    if private.public_key().public_bytes_raw() != row.public_key:
        raise RuleRefused(f"O arquivo da chave {row.kid} não é o da chave registrada.")
    return Signer(row.kid, private, row.not_after)


def _newest(
    session: Session, municipality_id: str, use: str, at: datetime, *, created_by: datetime
) -> SigningKey | None:
    return session.scalar(
        select(SigningKey)
        .where(
            SigningKey.municipality_id == municipality_id,
            SigningKey.use == use,
            SigningKey.revoked_at.is_(None),
            SigningKey.not_before <= created_by,
            SigningKey.not_before > at - USES[use].signs_for,
        )
        .order_by(SigningKey.not_before.desc(), SigningKey.kid.desc())
        .limit(1)
    )


def revoke_key(actor: Actor, kid: int, reason: str, *, now: datetime) -> int:
    """Refuse every code of a key from now on; returns how many living seals must be reissued.

    The server refuses at once. Phones refuse with the next keyset, which only the root can sign:
    without its file here, `keys publish` must be run where it is.
    """
    actor.require(Permission.SEAL_ISSUE)
    with transaction() as session:
        row = session.get(SigningKey, (actor.municipality_id, kid), with_for_update=True)
        if row is None:
            raise NotFound
        if row.revoked_at is not None:
            raise Conflict(f"A chave {kid} já está revogada.")
        row.revoked_at = _whole_milliseconds(now)
        session.flush()
        lost = seals_of_key(session, actor.municipality_id, kid)
        body = {"kid": kid, "reason": reason, "seals": len(lost)}
        append(session, actor, "key.revoked", ("signing_key", f"{kid}"), body, now=now)
        changed(session, *(f"vehicle:{seal.vehicle_id}" for seal in lost))
        if key_folder().root() is not None:
            publish(session, now)
    return len(lost)


def seals_of_key(session: Session, municipality_id: str, kid: int) -> list[Seal]:
    """Living seals signed by a key, by number: the list to reissue after a revocation."""
    return list(
        session.scalars(
            select(Seal)
            .where(Seal.municipality_id == municipality_id, Seal.kid == kid, Seal.state != "dead")
            .order_by(Seal.number)
        )
    )


def current_keyset(session: Session, now: datetime) -> Keyset:
    """All keys of all cities as the server knows them now, revoked ones too."""
    rows = session.execute(
        select(SigningKey, Municipality.ibge)
        .join(Municipality, Municipality.id == SigningKey.municipality_id)
        .order_by(Municipality.ibge, SigningKey.kid)
    )
    sequence = session.scalar(select(func.max(SignedKeyset.sequence))) or 0
    return Keyset(sequence, _whole_milliseconds(now), tuple(_entry(k, int(i)) for k, i in rows))


def _entry(row: SigningKey, ibge: int) -> SealKey:
    return SealKey(
        municipality=ibge,
        kid=row.kid,
        public_key=bytes(row.public_key),
        types=USES[row.use].types,
        not_before=row.not_before,
        not_after=row.not_after,
        revoked_at=row.revoked_at,
    )


def publish(session: Session, now: datetime) -> int:
    """Sign the keyset of now with the root; returns its sequence. `RuleRefused` without the root."""
    root = key_folder().root()
    if root is None:
        raise RuleRefused("A chave raiz não está aqui. Traga o arquivo “root” e publique de novo.")
    known = current_keyset(session, now)
    keyset = Keyset(known.sequence + 1, known.issued_at, known.keys)
    session.add(
        SignedKeyset(
            sequence=keyset.sequence,
            issued_at=keyset.issued_at,
            document=sign_keyset(keyset, root),
        )
    )
    session.flush()
    return keyset.sequence


def keyset_document() -> bytes:
    """The latest signed keyset, as phones load it; b"" before the first key was made."""
    latest = select(SignedKeyset.document).order_by(SignedKeyset.sequence.desc()).limit(1)
    return bytes(db.session.scalar(latest) or b"")


def _whole_milliseconds(moment: datetime) -> datetime:
    return moment.replace(microsecond=moment.microsecond // 1000 * 1000)
