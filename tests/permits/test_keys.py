"""Signing keys: one number for one key, files only the server reads, a keyset the root signs."""

import stat
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from flask import Flask
from sqlalchemy import select, text
from sqlalchemy.exc import DBAPIError

from app.accounts.queries import City, city
from app.kernel.errors import Conflict, Denied, RuleRefused
from app.ledger.models import LedgerEvent
from app.permits import keys
from app.permits.keyset import read_keyset
from app.permits.models import SigningKey
from app.permits.token import SealType
from app.permits.verifier import verify_digits
from app.persistence.base import db
from app.persistence.transaction import transaction
from tests.support import cars, cast, permits
from tests.support.cast import NOW


@pytest.fixture
def folder(app: Flask, tmp_path: Path) -> Path:
    """A data folder of this test alone."""
    before = app.config["SETTINGS"]
    app.config["SETTINGS"] = replace(before, data_dir=tmp_path)
    yield tmp_path
    app.config["SETTINGS"] = before


@pytest.fixture
def home(folder: Path, app: Flask) -> City:
    """Planura with its first keys."""
    found = city(cast.planura(app).city)
    ensure(found)
    return found


def ensure(home: City, at=NOW) -> None:
    with transaction() as session:
        keys.ensure_keys(session, home, at)


def stored() -> list[SigningKey]:
    return list(db.session.scalars(select(SigningKey).order_by(SigningKey.kid)))


def test_one_key_for_each_use(home: City) -> None:
    assert [(key.kid, key.use) for key in stored()] == [(1, "printed"), (2, "live"), (3, "list")]


def test_private_halves_are_raw_seeds_only_we_read(home: City, folder: Path) -> None:
    for key, name in zip(stored(), ("001-printed", "002-live", "003-list"), strict=True):
        file = folder / "keys" / "planura" / name
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        private = Ed25519PrivateKey.from_private_bytes(file.read_bytes())
        assert private.public_key().public_bytes_raw() == key.public_key
    assert stat.S_IMODE((folder / "keys" / "root").stat().st_mode) == 0o600


def test_repeating_makes_nothing_new(home: City) -> None:
    ensure(home, NOW + timedelta(days=1))
    assert len(stored()) == 3


@pytest.mark.parametrize(
    ("days", "uses"), [(22, []), (23, ["live"]), (336, ["printed", "live", "list"])]
)
def test_the_next_key_comes_before_the_last_one_stops(
    home: City, days: int, uses: list[str]
) -> None:
    ensure(home, NOW + timedelta(days=days))
    assert [key.use for key in stored()[3:]] == uses


def test_the_newest_key_signs_and_the_old_one_still_verifies(home: City) -> None:
    later = NOW + timedelta(days=340)
    ensure(home, later)
    old = next(key for key in stored() if key.kid == 1)
    assert keys.signing_key(db.session(), home, "printed", later).kid == 4
    assert old.not_after > later + timedelta(days=4 * 366)


def test_an_old_key_does_not_sign(home: City) -> None:
    with pytest.raises(RuleRefused, match="keys create planura"):
        keys.signing_key(db.session(), home, "printed", NOW + timedelta(days=366))


def test_a_number_is_never_given_twice(home: City) -> None:
    with pytest.raises(Conflict, match="já foi usado"), transaction() as session:
        keys.create_key(session, home, "printed", NOW, kid=1)
    assert len(stored()) == 3


def test_nor_after_its_revocation(home: City, app: Flask) -> None:
    people_actor = keys.system_actor(home.id, (cast.Role.SECRETARY,))
    keys.revoke_key(people_actor, 1, "Vazou", now=NOW)
    with pytest.raises(Conflict), transaction() as session:
        keys.create_key(session, home, "printed", NOW, kid=1)
    ensure(home, NOW + timedelta(minutes=1))
    assert [key.kid for key in stored()] == [1, 2, 3, 4]


def test_the_database_refuses_another_key_under_the_number(home: City) -> None:
    with pytest.raises(DBAPIError, match=r"imutável"):
        db.session.execute(text("UPDATE signing_key SET public_key = :k"), {"k": b"x" * 32})
    db.session.rollback()


def test_an_interrupted_creation_takes_up_its_own_file(home: City) -> None:
    class Stop(Exception):
        pass

    seen: list[bytes] = []
    with pytest.raises(Stop), transaction() as session:
        keys.create_key(session, home, "live", NOW)
        seen.append(session.get_one(SigningKey, (home.id, 4)).public_key)
        raise Stop
    with transaction() as session:
        assert keys.create_key(session, home, "live", NOW) == 4
    assert db.session.get_one(SigningKey, (home.id, 4)).public_key == seen[0]


def test_a_file_of_another_use_is_not_taken(home: City, folder: Path) -> None:
    (folder / "keys" / "planura" / "004-list").write_bytes(b"s" * 32)
    with transaction() as session:
        assert keys.create_key(session, home, "live", NOW) == 5


def test_a_swapped_file_signs_nothing(home: City, folder: Path) -> None:
    (folder / "keys" / "planura" / "001-printed").write_bytes(b"s" * 32)
    with pytest.raises(RuleRefused, match="não é o da chave"):
        keys.signing_key(db.session(), home, "printed", NOW)


def test_phones_read_the_signed_keyset(home: City) -> None:
    root = bytes.fromhex(keys.root_public_hex())
    read = read_keyset(keys.keyset_document(), root)
    assert read.keys == keys.current_keyset(db.session(), NOW).keys
    assert [key.types for key in read.of(315160)] == [
        {SealType.PRINTED, SealType.PHONE},
        {SealType.LIVE},
        {SealType.LIST},
    ]


def test_the_sequence_only_grows(home: City) -> None:
    root = bytes.fromhex(keys.root_public_hex())
    first = read_keyset(keys.keyset_document(), root).sequence
    ensure(home, NOW + timedelta(days=23))
    second = read_keyset(keys.keyset_document(), root, at_least=first + 1)
    assert (second.sequence, len(second.keys)) == (first + 1, 4)


def test_a_published_keyset_is_never_rewritten(home: City) -> None:
    with pytest.raises(DBAPIError, match="imutável"):
        db.session.execute(text("UPDATE signed_keyset SET sequence = 9"))
    db.session.rollback()


def test_revoking_kills_every_code_of_the_key(app: Flask, folder: Path) -> None:
    people = cast.planura(app)
    permit = permits.permit_for(app, people, cars.planura_taxi(people))
    lost = keys.revoke_key(permits.secretary(people), 1, "Servidor invadido", now=NOW)
    root = bytes.fromhex(keys.root_public_hex())
    for keyset in (
        keys.current_keyset(db.session(), NOW),
        read_keyset(keys.keyset_document(), root),
    ):
        found = verify_digits(
            permit.seal.digits, keyset=keyset, municipality=None, now=NOW, today=NOW.date()
        )
        assert (found.verdict, found.payload) == ("key_revoked", None)
    assert lost == 1
    assert [seal.number for seal in keys.seals_of_key(db.session(), people.city, 1)] == [1]


def test_revocation_is_an_event_and_happens_once(home: City) -> None:
    actor = keys.system_actor(home.id, (cast.Role.SECRETARY,))
    keys.revoke_key(actor, 2, "Vazou", now=NOW)
    with pytest.raises(Conflict, match="já está"):
        keys.revoke_key(actor, 2, "Vazou", now=NOW)
    kinds = db.session.scalars(select(LedgerEvent.kind).order_by(LedgerEvent.seq)).all()
    assert kinds.count("key.created") == 3
    assert kinds.count("key.revoked") == 1


def test_a_clerk_revokes_nothing(home: City) -> None:
    actor = keys.system_actor(home.id, (cast.Role.CLERK,))
    with pytest.raises(Denied):
        keys.revoke_key(actor, 1, "Vazou", now=NOW)
    assert not any(key.revoked_at for key in stored())


def test_without_the_root_the_server_refuses_and_phones_wait(home: City, folder: Path) -> None:
    before = keys.keyset_document()
    (folder / "keys" / "root").rename(folder / "root-in-the-safe")
    keys.revoke_key(keys.system_actor(home.id, (cast.Role.SECRETARY,)), 1, "Vazou", now=NOW)
    assert keys.current_keyset(db.session(), NOW).find(315160, 1).revoked_at == NOW
    assert keys.keyset_document() == before
    with pytest.raises(RuleRefused, match="raiz"), transaction() as session:
        keys.publish(session, NOW)


def test_a_root_taken_offline_is_not_replaced(home: City, folder: Path) -> None:
    public = keys.root_public_hex()
    (folder / "keys" / "root").unlink()
    ensure(home, NOW)
    assert keys.root_public_hex() == public
    assert not (folder / "keys" / "root").exists()


def test_the_command_creates_and_revokes(app: Flask, folder: Path) -> None:
    cast.planura(app)
    run = app.test_cli_runner().invoke
    assert "Planura/MG" in run(args=["keys", "create", "planura"]).output
    assert "reemitir: 0" in run(args=["keys", "revoke", "planura", "1", "--reason", "Vazou"]).output
    assert run(args=["keys", "create", "nenhuma"]).exit_code == 1
    assert db.session.scalars(select(SigningKey.kid).order_by(SigningKey.kid)).all() == [1, 2, 3]
