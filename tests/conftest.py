"""Shared fixtures: one application, a fresh database per test on SQLite or PostgreSQL."""

import shutil
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from argon2 import PasswordHasher
from flask import Flask

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from app.accounts import passwords  # noqa: E402
from tests.support.client import PageClient  # noqa: E402
from tests.support.database import Database, open_database  # noqa: E402

# Real argon2, the cheapest it allows: eight people sign up in most tests.
passwords._hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)

# A Monday, mid-morning in Minas Gerais; tests move it with `set_clock`.
NOON = datetime(2026, 11, 30, 13, 0, tzinfo=UTC)


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--database=postgres` runs the same tests on a real PostgreSQL."""
    parser.addoption("--database", default="sqlite", choices=["sqlite", "postgres"])


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A test that does not ask for `database` is `pure`: the PostgreSQL run leaves it out."""
    for item in items:
        folder = item.path.relative_to(ROOT / "tests").parts[0]
        if "database" not in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.pure)
        if folder == "browser":
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def database(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Database]:
    """The database server or file of this run, with a template of the empty schema."""
    with open_database(
        request.config.getoption("--database"), tmp_path_factory.mktemp("db")
    ) as opened:
        yield opened


@pytest.fixture
def app(database: Database) -> Iterator[Flask]:
    """The application on an empty schema; the clock stands at NOON."""
    database.reset()
    application = database.app
    # The cast's ids come back, so what was built of the last test's city would be found again.
    shutil.rmtree(application.config["SETTINGS"].data_dir / "packs", ignore_errors=True)
    application.config["CLOCK"] = lambda: NOON
    with application.app_context():
        yield application


@pytest.fixture
def client(app: Flask) -> PageClient:
    """A browser stand-in that examines every page it opens."""
    return PageClient(app)
