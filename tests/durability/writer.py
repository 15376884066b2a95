"""A server without a network, to run under strace: delivers notices and says what was acknowledged.

`python -m tests.durability.writer <folder> <count> [synchronous]`: each 200 prints `ack <id>`; any
other answer is tried again a few times. `synchronous` overrides the setting, for the controls.
"""

import json
import os
import sqlite3
import sys
from contextlib import closing
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

from app import create_app
from app.persistence import engine
from app.persistence.base import db
from app.web.rulesets import load_installed
from tests.support.cast import Cast, planura
from tests.support.database import build_schema
from tests.support.field import Phone, with_keys
from tests.support.notices_server import NoticePhone
from tests.support.settings import test_settings

TRIES = 12
DATABASE = "confere.db"


def prepare(folder: Path) -> None:
    """Schema, city and people, all in the one file: the log is emptied into it."""
    app = create_app(test_settings(f"sqlite:///{folder / DATABASE}", folder))
    with app.app_context():
        build_schema(app)
        home = planura(app)
        with_keys(home)
        (folder / "home.json").write_text(json.dumps(asdict(home)))
        db.session.remove()
        db.engine.dispose()
    with closing(sqlite3.connect(folder / DATABASE)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def write(folder: Path, count: int) -> None:
    """Deliver `count` notices through the whole application, printing each acknowledgement."""
    app = create_app(test_settings(f"sqlite:///{folder / DATABASE}", folder))
    app.config["CLOCK"] = lambda: datetime.now(UTC)
    home = Cast(**json.loads((folder / "home.json").read_text()))
    agent = NoticePhone(home.actor("ana"), load_installed()["planura-2025"])
    with app.app_context():
        phone = Phone(app, "ana")
        for n in range(count):
            if n % 5 == 0:
                _meet(phone, agent)
            _deliver(phone, agent)


def _meet(phone: Phone, agent: NoticePhone) -> None:
    for _ in range(TRIES):
        answer = phone.post("/campo/ola", agent.contact_body())
        if answer.status_code == 200:
            agent.blocks, agent.beacon = answer.json["blocks"], answer.json["beacon"]
            return
    raise SystemExit("no contact")


def _deliver(phone: Phone, agent: NoticePhone) -> None:
    sent = agent.write("notice", datetime.now(UTC))
    _say(f"sent {sent['id']}")
    for _ in range(TRIES):
        answer = phone.post("/campo/registro", sent)
        if answer.status_code == 200:
            _say(f"ack {sent['id']}")
            return
        _say(f"no {answer.status_code}")


def _say(line: str) -> None:
    os.write(1, f"{line}\n".encode())  # one call, so that its place among the disk's is known


if __name__ == "__main__":
    if len(sys.argv) > 3:
        engine.SQLITE_PRAGMAS["synchronous"] = int(sys.argv[3])
    write(Path(sys.argv[1]), int(sys.argv[2]))
