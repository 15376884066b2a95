"""The pack that Python writes, read by the phone's own code in Node: card by card."""

import gzip
import json
import os
import random
import shutil
import subprocess
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from app.accounts.queries import city
from app.permits.keys import keyset_document, root_public_hex, signing_key
from app.persistence.base import db
from app.verification.field_card import Days, card_of
from app.verification.models import SealCard
from app.verification.pack import Body, build_body, sign
from app.verification.pack_head import head_of
from tests.support import cast, field
from tests.support.cars import PLA

ROOT = Path(__file__).resolve().parents[2]
TODAY = field.NOON.date()


def varied(home: cast.Cast) -> list[dict[str, Any]]:
    """Cards that differ in every way the columns know."""
    dice = random.Random(28)
    rows = []
    for index in [1, 2, 5, *sorted(dice.sample(range(6, 4_000_000), 300)), 2**32 - 1]:
        plate = "".join(dice.choices("ABCXYZ", k=3)) + dice.choice("019") + dice.choice("059AJKZ")
        drivers = [driver(dice) for _ in range(dice.randint(0, 3))]
        days = [TODAY + timedelta(days=dice.randint(-900, 1500)) for _ in range(3)]
        rows.append(
            field.card_values(
                home,
                index,
                plate=plate + f"{dice.randint(0, 99):02}",
                state=dice.choice(["valid", "valid", "dead", "suspended"]),
                modality=dice.choice(["taxi", "app"]),
                make_model=dice.choice(["Fiat Cronos", "Volkswagen Polo", "VW Gol “Track”"]),
                operator=dice.choice(["", "Ponto 3", "Vai Junto"]),
                permit_number=permit(dice, index),
                expires_on=days[0],
                valid_until=dice.choice([None, days[0], days[1]]),
                inspection_until=dice.choice([None, days[2]]),
                segments=json.dumps(timeline(dice)),
                drivers=json.dumps(drivers),
            )
        )
    rows[3]["twin"] = "QQQ1234"  # a twin that is not the usual one
    rows[4]["twin"] = ""
    return rows


def permit(dice: random.Random, index: int) -> str:
    forms = [
        "{}",
        "{:04}/2026",
        "TA-{}-A",
        "{{{}}}",
        "=7",
        "",
        "sem número",
        "{}00000000000",
        "00{}",
    ]
    return dice.choice(forms).format(index % 9999)


def driver(dice: random.Random) -> dict[str, Any]:
    name, initials = dice.choice(
        [("João P.", "JÁ"), ("Ana", "A"), ("d'Ávila S.", "ÁS"), ("Érica L.", "ÉL"), ("ß X.", "SX")]
    )
    return field.driver_values(
        f"{dice.getrandbits(128):032x}",
        name,
        initials=initials,
        photo=dice.choice(["", "f" * 32]),
        role=dice.choice(["holder", "auxiliary", "app", ""]),
        segments=timeline(dice),
    )


def timeline(dice: random.Random) -> list[list[Any]]:
    """Up to five segments from before today to long after; sometimes none, sometimes open."""
    day, found = TODAY - timedelta(days=dice.randint(1, 9)), []
    for _ in range(dice.randint(0, 5)):
        day += timedelta(days=dice.randint(1, 5))
        findings = [
            ["inspection_valid.expired", {"date": (day - timedelta(days=40)).isoformat()}, "red"],
            ["driver_linked.too_many", {"count": 4, "limit": 3}, "amber"],
            ["no_pause.paused", {"date": day.isoformat(), "end": "2027-01-01", "word": "x"}, "red"],
        ]
        told = dice.sample(findings, dice.randint(0, 3))
        found.append([day.isoformat(), dice.choice(["green", "amber", "red"]), told])
    if found and dice.random() < 0.3:
        found[-1][0] = None
    return found


@pytest.fixture
def case(app: Flask, tmp_path: Path) -> Path:
    """A folder with a pack, a bomb under the same signature, and the server's cards."""
    home = cast.planura(app)
    field.with_keys(home)
    field.add_cards(*varied(home))
    place, days, session = city(home.city), Days.told_on(TODAY), db.session()
    body = build_body(session, place, days, head_of(session, place, PLA, ("confere.test",), TODAY))
    signer = signing_key(session, place, "list", field.NOON)
    keys = keyset_document()
    bomb = Body(gzip.compress(b"\0" * 50_000_000), 1000, 1)
    for name, content in {"pack.bin": body, "bomb.bin": bomb}.items():
        whole = sign(content, place, signer, keys, sequence=7, now=field.NOON)
        (tmp_path / name).write_bytes(whole)
    cards = [card_of(row, days) for row in session.scalars(select(SealCard))]
    (tmp_path / "case.json").write_text(json.dumps(expected(cards)), encoding="utf-8")
    return tmp_path


def expected(cards: list[dict[str, Any]]) -> dict[str, Any]:
    """What the phone must find."""
    meta = {
        "city": "Planura/MG",
        "citySlug": "planura",
        "ibge": "315160",
        "timeZone": "America/Sao_Paulo",
        "generatedAt": "2026-11-30T13:00:00.000Z",
        "validUntil": "2026-12-03T13:00:00.000Z",
        "training": True,
        "statusNote": PLA.instrument.status_note,
        "hosts": ["confere.test"],
        "keyset": keyset_document().decode(),
    }
    plates = {card["plate"]: indexes(cards, card["plate"]) for card in cards[:40]}
    plates |= {card["twin"]: indexes(cards, card["twin"]) for card in cards[:40] if card["twin"]}
    plates["QQQ9Z99"] = []
    return {
        "root": root_public_hex(),
        "cards": cards,
        "plates": plates,
        "meta": meta,
        "sequence": 7,
    }


def indexes(cards: list[dict[str, Any]], plate: str) -> list[int]:
    found = [card for card in cards if plate in (card["plate"], card["twin"])]
    found += [c for c in cards if c not in found and usual_twin(c["plate"]) == plate]
    living_first = sorted(found, key=lambda card: (card["state"] == "dead", -card["index"]))
    return [card["index"] for card in living_first]


def usual_twin(plate: str) -> str:
    other = field.Plate(plate).twin()
    return other.text if other else ""


@pytest.mark.skipif(not shutil.which("node"), reason="needs Node")
def test_the_phone_reads_every_card_as_the_server_gives_it(case: Path) -> None:
    done = subprocess.run(
        ["node", "--test", "tests/js/pack.test.mjs"],
        cwd=ROOT,
        env={**os.environ, "CONFERE_PACK_CASE": str(case)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-1000:]
    assert "# pass 9" in done.stdout and "# skipped 0" in done.stdout
