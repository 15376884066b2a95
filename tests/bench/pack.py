"""The field pack of 50,000 seals: bytes, seconds, peak memory of a process that builds it.

The bench's cards repeat too regularly; here ids, plates, dates and names are scattered as in a city.
"""

import json
import random
import resource
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from tests.bench.data import COLOURS, make
from tests.bench.table import Row

SEALS = 50_000
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_FIRST = [f"{a}{b}" for a in ("Ma", "Jo", "An", "Lu", "Cé", "Ro") for b in ("ria", "ana", "sé", "lia", "berto")]  # fmt: skip
_MODELS = [f"{make} {n}" for make in ("Fiat", "Chevrolet", "VW", "Hyundai") for n in range(20)]


def rows(folder: Path, quick: bool) -> Iterator[Row]:
    """One building in a process of its own."""
    seals = 5_000 if quick else SEALS
    place = folder / f"pack-{seals}"
    make(place, seals)
    scatter(place)
    told = json.loads(subprocess.check_output([sys.executable, "-m", "tests.bench.pack", place]))
    yield Row(f"field pack, {seals:,} seals, bytes", f"{told['bytes']:,}", "", "≤ 1,000,000")
    yield Row("field pack, bytes a seal", f"{told['bytes'] / seals:.1f}")
    yield Row("field pack, seconds to build", f"{told['seconds']:.1f}")
    yield Row("field pack, peak memory, MB", f"{told['peak']:.0f}", "", "≤ 200")
    yield Row("the same process before building, MB", f"{told['before']:.0f}")


def scatter(place: Path) -> None:
    """Give every card a plate, an id, dates and a name of its own (same seed, same data)."""
    dice = random.Random(11)
    connection = sqlite3.connect(place / "bench.db")
    with connection:
        for (index,) in connection.execute("SELECT seal_index FROM seal_card").fetchall():
            connection.execute(
                "UPDATE seal_card SET plate=?, twin=?, make_model=?, colour=?, operator=?, "
                "expires_on=?, valid_until=?, inspection_until=?, drivers=? WHERE seal_index=?",
                (*_card(dice), index),
            )
    connection.close()


def _card(dice: random.Random) -> tuple[str, ...]:
    plate = "".join(dice.choices(_LETTERS, k=3)) + f"{dice.randrange(10)}"
    plate += f"{dice.choice('ABCDEFGHIJ')}{dice.randrange(100):02}"
    twin = f"{plate[:4]}{'ABCDEFGHIJ'.index(plate[4])}{plate[5:]}"
    day = date(2026, 12, 1) + timedelta(days=dice.randrange(1500))
    inspected = date(2026, 12, 1) + timedelta(days=dice.randrange(365))
    return (
        plate,
        twin,
        dice.choice(_MODELS),
        dice.choice(COLOURS),
        f"Plataforma {dice.randrange(12)}",
        day.isoformat(),
        day.isoformat(),
        inspected.isoformat(),
        json.dumps([_driver(dice) for _ in range(1 + (dice.random() < 0.2))]),
    )


def _driver(dice: random.Random) -> dict[str, object]:
    name = f"{dice.choice(_FIRST)} {dice.choice(_LETTERS)}."
    last = (date(2026, 12, 10) + timedelta(days=dice.randrange(900))).isoformat()
    after = [None, "red", [["driver_licence.expired", {"date": last}]]]
    return {
        "id": f"{dice.getrandbits(128):032x}",
        "name": name,
        "initials": name[0] + name[-2],
        "photo": "f" * 32 if dice.random() < 0.5 else "",
        "role": "app",
        "segments": [[last, "green", []], after],
    }


def _build(place: Path) -> dict[str, float]:
    from app.accounts.queries import cities
    from app.kernel.civil import civil_today
    from app.permits.keys import keyset_document, signing_key
    from app.persistence.base import db
    from app.verification.field_card import Days
    from app.verification.pack import build_body, sign
    from app.verification.pack_head import head_of
    from app.web.rulesets import ruleset_of

    now = datetime.now(UTC)
    with make(place, 0).app_context():
        home, session = cities()[0], db.session()
        law = ruleset_of(home)
        before, started = _peak_mb(), time.perf_counter()
        today = civil_today(now, home.time_zone)
        head = head_of(session, home, law, ("confere.test",), today)
        body = build_body(session, home, Days.told_on(today), head)
        signer = signing_key(session, home, "list", now)
        content = sign(body, home, signer, keyset_document(), sequence=1, now=now)
        seconds = time.perf_counter() - started
    return {"bytes": len(content), "seconds": seconds, "peak": _peak_mb(), "before": before}


def _peak_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    print(json.dumps(_build(Path(sys.argv[1]))))
