"""PostgreSQL stops at once and recovers while two phones deliver (threats.md T25)."""

from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from tests.durability.fleet import Fleet, check_whole
from tests.support.installation import Installation
from tests.support.postgres import Postgres, running_postgres


def crashed(folder: Path, postgres: Postgres, *, share: int, crashes: int) -> Fleet:
    """Two phones with `share` notices each, while the database crashes on the way."""
    engine = create_engine(postgres.url("postgres"), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text("CREATE DATABASE confere"))
    engine.dispose()
    site = Installation(folder, postgres.url("confere"))
    fleet = Fleet(site, site.prepare(), share)
    site.start()
    try:
        fleet.run(postgres.crash, crashes)
    finally:
        site.kill()
    return fleet


def test_nothing_acknowledged_is_lost_when_postgres_crashes(tmp_path: Path) -> None:
    with running_postgres(durable=True) as postgres:
        check_whole(crashed(tmp_path, postgres, share=9, crashes=2))


@pytest.mark.soak
def test_twenty_crashes_over_a_thousand_notices(tmp_path: Path) -> None:
    with running_postgres(durable=True) as postgres:
        fleet = crashed(tmp_path, postgres, share=500, crashes=20)
        check_whole(fleet)
    replayed = sum(w.replayed for w in fleet.history)
    print(f"20 crashes, {len(fleet.history)} notices, {replayed} receipts given twice")
