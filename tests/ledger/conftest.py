"""The filled city of the tamper suites."""

from pathlib import Path

import pytest
from flask import Flask

from tests.ledger.filled import Filled, fill


@pytest.fixture
def filled(app: Flask, tmp_path: Path) -> Filled:
    """Planura with a dozen notices, and its anchor in a stranger's folder."""
    return fill(app, tmp_path / "outside")
