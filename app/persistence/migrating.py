"""Connects Flask-Migrate where it is needed: the command line and tests, not the server's start."""

from pathlib import Path

from flask import Flask

from app.persistence.base import db

FOLDER = Path(__file__).resolve().parents[2] / "migrations"


def init_migrate(app: Flask) -> None:
    """Make `flask db …` work; imported late, since alembic adds a third of a second to a start."""
    from flask_migrate import Migrate

    Migrate(app, db, directory=str(FOLDER), render_as_batch=True)
