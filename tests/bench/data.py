"""Databases of many seals for the timings, with real keys and signed codes."""

import sqlite3
from datetime import UTC, date, datetime
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from flask import Flask

from app import create_app
from app.accounts.models import Municipality
from app.accounts.queries import cities, city
from app.kernel.ids import new_id
from app.kernel.plate import Plate
from app.permits import keys
from app.permits.token import SealCategory, SealPayload, SealType, encode
from app.persistence.base import db
from app.persistence.transaction import transaction
from tests.support.database import build_schema
from tests.support.settings import test_settings

IBGE = "315160"
EXPIRES = date(2036, 12, 31)
LEVELS = "g2036-12-31;r"
SEGMENTS = '[["2036-12-31","green",[]],[null,"red",[["vehicle_age.over",{}]]]]'
MODELS = ("Fiat Cronos", "Chevrolet Onix Plus", "VW Voyage", "Hyundai HB20S", "Toyota Etios")
COLOURS = ("Branco", "Prata", "Preto", "Cinza", "Vermelho")
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def plate_of(index: int) -> str:
    """A different Mercosul plate for each index below 17.5 million."""
    n = index * 7919 % (26**3 * 1000)
    letters, digits = divmod(n, 1000)
    a, rest = divmod(letters, 676)
    b, c = divmod(rest, 26)
    text = f"{digits:03d}"
    return f"{LETTERS[a]}{LETTERS[b]}{LETTERS[c]}{text[0]}{LETTERS[index % 26]}{text[1:]}"


def make(folder: Path, seals: int) -> Flask:
    """An installation in `folder` with one city and `seals` cards; reused when it is there."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "bench.db"
    fresh = not file.exists()
    app = create_app(test_settings(f"sqlite:///{file}", folder))
    if fresh:
        build_schema(app)
        with app.app_context():
            _city()
        _cards(file, seals)
    return app


def _city() -> None:
    row = Municipality(
        id=new_id(),
        slug="planura",
        name="Planura",
        uf="MG",
        ibge=IBGE,
        time_zone="America/Sao_Paulo",
        ruleset="planura-2025",
        phone="156",
    )
    with transaction() as session:
        session.add(row)
        session.flush()
        keys.ensure_keys(session, city(row.id), datetime.now(UTC))


def _cards(file: Path, seals: int) -> None:
    connection = sqlite3.connect(file)
    (city_id,) = connection.execute("SELECT id FROM municipality").fetchone()
    known = [row[1] for row in connection.execute("PRAGMA table_info(seal_card)")]
    sample = _card(city_id, 1)
    columns = [name for name in known if name in sample]
    marks = ",".join("?" * len(columns))
    statement = f"INSERT INTO seal_card ({','.join(columns)}) VALUES ({marks})"
    with connection:
        connection.executemany(
            statement,
            ([_card(city_id, n)[c] for c in columns] for n in range(1, seals + 1)),
        )
    connection.execute("ANALYZE")
    connection.close()


def _card(city_id: str, n: int) -> dict[str, object]:
    drivers = (
        f'[{{"id":"{n:032x}","name":"Motorista {n % 977} S.","initials":"MS","photo":"",'
        f'"role":"app","segments":[["20{30 + n % 7}-{1 + n % 12:02d}-{1 + n % 28:02d}","green",[]],[null,"red",'
        f'[["driver_licence.expired",{{"date":"20{30 + n % 7}-{1 + n % 12:02d}-{1 + n % 28:02d}"}}]]]]}}]'
    )
    return {
        "municipality_id": city_id,
        "seal_index": n,
        "seal_id": f"{n:032x}",
        "vehicle_id": f"{n:032x}",
        "state": "valid",
        "plate": plate_of(n),
        "twin": "",
        "make_model": MODELS[n % 5],
        "colour": COLOURS[n % 5 - n % 3],
        "modality": "app",
        "operator": "Vai Junto Tecnologia",
        "permit_number": f"TREINO-V-2026-{n % 10000:04d}",
        "expires_on": EXPIRES.isoformat(),
        "valid_until": EXPIRES.isoformat(),
        "inspection_until": "2036-09-15",
        "levels": LEVELS,
        "segments": SEGMENTS,
        "drivers": drivers,
        "rebuilt_at": "2026-11-30 00:00:00.000000",
        "horizon": EXPIRES.isoformat(),
        "city_id": city_id,
    }


def codes(app: Flask, seals: int, count: int) -> list[str]:
    """Digits of `count` seals spread over all."""
    with app.app_context():
        signer = keys.signing_key(db.session(), cities()[0], "printed", datetime.now(UTC))
    step = max(1, seals // count)
    return [_code(signer.kid, signer.private, n) for n in range(1, seals + 1, step)][:count]


def _code(kid: int, private: Ed25519PrivateKey, index: int) -> str:
    payload = SealPayload(
        type=SealType.PRINTED,
        kid=kid,
        municipality=int(IBGE),
        category=SealCategory.APP,
        index=index,
        plate=Plate(plate_of(index)),
        expiry=EXPIRES,
        test=True,
    )
    return encode(payload, private)
