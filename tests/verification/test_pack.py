"""The field pack: what it says, what it never says, when a new one is made, and by whom it is signed."""

import gzip
import json
import random
from datetime import timedelta
from threading import Barrier, Thread
from typing import Any

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from flask import Flask
from sqlalchemy import select

from app.accounts.queries import city
from app.kernel.errors import Denied, RuleRefused
from app.ledger.models import LedgerEvent
from app.permits.models import SigningKey
from app.persistence.base import db
from app.persistence.transaction import transaction
from app.regulation.wording import phone_catalogue
from app.verification import pack, pack_store
from app.verification.pack_changes import cards_changed
from app.verification.pack_head import catalogue, head_of, scope
from app.verification.pack_store import Offer, Packed
from tests.support import cast, field
from tests.support.cars import PLA
from tests.support.cast import Cast
from tests.support.field import NOON, Phone

HOSTS = ("confere.test",)
HOUR = timedelta(hours=1)


@pytest.fixture
def planura(app: Flask) -> Cast:
    home = cast.planura(app)
    field.with_keys(home)
    return home


def made(home: Cast, later: timedelta = timedelta(), login: str = "ana") -> Packed:
    actor = home.actor(login)
    return pack_store.current(actor, city(home.city), PLA, hosts=HOSTS, now=NOON + later)


def offered(home: Cast, later: timedelta = timedelta()) -> Offer:
    return pack_store.offer(city(home.city), PLA, hosts=HOSTS, now=NOON + later)


def opened(packed: Packed) -> tuple[dict[str, Any], bytes, bytes, bytes]:
    """Header, its bytes, signature, compressed body."""
    start = len(pack.MAGIC) + 4
    end = start + int.from_bytes(packed.content[len(pack.MAGIC) : start], "big")
    header = packed.content[start:end]
    return json.loads(header), header, packed.content[end : end + 64], packed.content[end + 64 :]


def test_header_and_body_are_signed_by_the_citys_list_key(planura: Cast) -> None:
    header, text, signature, body = opened(made(planura))
    row = db.session.get(SigningKey, (planura.city, header["kid"]))
    key = Ed25519PublicKey.from_public_bytes(row.public_key)
    digest = bytes.fromhex(header["sha256"])
    key.verify(signature, pack.SIGNED_CONTEXT + digest + text)
    with pytest.raises(InvalidSignature):
        key.verify(signature, pack.SIGNED_CONTEXT + digest + text.replace(b"315160", b"315161"))
    assert row.use == "list" and len(gzip.decompress(body)) == header["size"]


def test_the_header_names_city_hours_and_count(planura: Cast) -> None:
    field.add_cards(field.card_values(planura, 1), field.card_values(planura, 2, plate="ABC1D23"))
    header = opened(made(planura))[0]
    assert (header["municipality"], header["count"]) == (315160, 2)
    assert header["generated_at"] == "2026-11-30T13:00:00.000Z"
    assert header["valid_until"] == "2026-12-03T13:00:00.000Z"


def test_a_list_unchanged_is_made_once_in_four_hours(planura: Cast) -> None:
    first = made(planura)
    assert made(planura, 4 * HOUR - timedelta(seconds=1)).etag == first.etag
    assert offered(planura, HOUR) == Offer(first.etag, NOON)
    again = made(planura, 4 * HOUR)
    assert opened(again)[0]["sequence"] == opened(first)[0]["sequence"] + 1


def test_a_new_card_makes_a_new_list(planura: Cast) -> None:
    first = made(planura)
    field.add_cards(field.card_values(planura, 1))
    assert offered(planura, HOUR).etag != first.etag
    assert offered(planura, HOUR).generated_at == NOON + HOUR
    assert opened(made(planura, HOUR))[0]["count"] == 1


def test_a_card_written_anew_in_the_same_instant_is_noticed(planura: Cast) -> None:
    first = made(planura)
    with transaction() as session:
        cards_changed(session, planura.city)
    assert made(planura, HOUR).etag != first.etag


def test_the_sequence_grows_even_when_the_disk_forgets(planura: Cast, app: Flask) -> None:
    first = opened(made(planura))[0]["sequence"]
    for file in (app.config["SETTINGS"].data_dir / "packs").glob("*"):
        file.unlink()
    assert opened(made(planura))[0]["sequence"] == first + 1


def test_a_torn_file_is_made_again(planura: Cast, app: Flask) -> None:
    first = opened(made(planura))[0]["sequence"]
    file = app.config["SETTINGS"].data_dir / "packs" / "planura.pack"
    file.write_bytes(file.read_bytes()[:-5])
    assert opened(made(planura))[0]["sequence"] == first + 1


def test_phones_that_ask_together_cause_one_building(
    app: Flask, planura: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    built, start, answers = [], Barrier(4), []
    real = pack_store.build_body
    monkeypatch.setattr(pack_store, "build_body", lambda *a: built.append(1) or real(*a))

    def phone() -> None:
        with app.app_context():
            start.wait()
            answers.append(made(planura).etag)
            db.session.remove()

    threads = [Thread(target=phone) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(built), len(answers), len(set(answers))) == (1, 4, 1)


def test_a_city_gets_its_own_cards_only(app: Flask, planura: Cast) -> None:
    other = cast.patrocinio(app)
    field.with_keys(other)
    field.add_cards(field.card_values(planura, 1), field.card_values(planura, 2, plate="ABC1D23"))
    field.add_cards(field.card_values(other, 1, plate="QXV7D81"))
    assert opened(made(planura))[0]["count"] == 2
    assert opened(made(other, login="ana-pat"))[0]["count"] == 1


def test_only_who_works_in_the_street_gets_the_list(planura: Cast) -> None:
    with pytest.raises(Denied):
        made(planura, login="bruno")


def test_without_a_list_key_the_city_is_told_what_to_do(app: Flask) -> None:
    with pytest.raises(RuleRefused, match="keys create"):
        made(cast.planura(app))


def test_who_took_the_list_is_on_the_chain_of_accesses(app: Flask, planura: Cast) -> None:
    Phone(app, "ana").get("/campo/pacote")
    query = select(LedgerEvent).where(LedgerEvent.kind == "field.pack_sent")
    event = db.session.scalars(query).one()
    assert (event.chain, event.person_id) == ("access", planura.people["ana"])


def test_a_card_with_its_driver_takes_about_twenty_bytes(planura: Cast) -> None:
    dice, empty = random.Random(5), len(made(planura).content)
    for start in range(1, 2001, 500):
        field.add_cards(*(everyday(planura, i, dice) for i in range(start, start + 500)))
    assert (len(made(planura, HOUR).content) - empty) / 2000 < 22


def everyday(home: Cast, index: int, dice: random.Random) -> dict[str, Any]:
    """A card as a large city has fifty thousand: chance in plate, dates, names, model, operator."""
    name = f"Nome{dice.randint(0, 300)} {dice.choice('ABCDEFGHIJKLMNOPRSTUVZ')}."
    plate = (
        "".join(dice.choices("GHOPQRABC", k=3)) + f"{dice.randint(0, 9)}{dice.choice('ABCDEFGHIJ')}"
    )
    return field.card_values(
        home,
        index,
        plate=plate + f"{dice.randint(0, 99):02}",
        make_model=f"Modelo {dice.randint(0, 60)}",
        colour=dice.choice(["Branco", "Prata", "Preto", "Cinza"]),
        operator=f"Plataforma {dice.randint(0, 12)}",
        expires_on=NOON.date() + timedelta(days=dice.randint(1, 365)),
        valid_until=None,
        inspection_until=NOON.date() + timedelta(days=dice.randint(1, 365)),
        drivers=json.dumps([field.driver_values(f"{dice.getrandbits(128):032x}", name)]),
    )


def test_the_catalogue_has_words_scope_and_this_citys_citation() -> None:
    told = catalogue(PLA)["inspection_valid.expired"]
    assert told["text"] == phone_catalogue()["inspection_valid.expired"][0]
    assert (told["scope"], told["citation"][:9]) == ("vehicle", "PLA art. ")
    assert "municipal_debt.open" not in catalogue(PLA)


@pytest.mark.parametrize(
    ("code", "whose"),
    [
        ("no_restriction.authorisation_cassation", "permit"),
        ("no_restriction.driver_suspension", "driver"),
        ("insurance_valid.owner_missing", "vehicle"),
        ("insurance_valid.platform_missing", "platform"),
        ("driver_licence.expired", "driver"),
        ("vehicle_age.expired", "vehicle"),
        ("ruleset_in_force.outside", "law"),
    ],
)
def test_scopes(code: str, whose: str) -> None:
    assert scope(code) == whose


def test_the_list_carries_what_a_notice_needs(planura: Cast) -> None:
    place, day = city(planura.city), field.NOON.date()
    head = head_of(db.session(), place, PLA, ("confere.test",), day)
    notices = head["notices"]
    assert notices["deadline"]["dueBySignatureOn"]["2026-11-30"] == "2026-12-10"
    assert head["ruleset"] == {"slug": PLA.slug, "version": "2025.1", "hash": PLA.hash}
    assert len(gzip.compress(json.dumps(notices, ensure_ascii=False).encode(), 9)) < 12_000
