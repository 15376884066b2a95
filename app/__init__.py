"""Confere: licensing and street checking of taxis and ride-hailing cars. This file wires the parts."""

import os
from pathlib import Path

from flask import Flask

from app.config import Settings
from app.parts import connect_parts
from app.persistence.base import db
from app.persistence.engine import configure
from app.persistence.migrating import init_migrate
from app.verification import gateway
from app.web.assets import Assets
from app.web.edge import init_edge

ROOT = Path(__file__).resolve().parent.parent


def create_app(settings: Settings | None = None) -> Flask:
    """Build the application. A broken setting or ruleset stops the start with its name."""
    settings = settings or Settings.from_environment()
    app = Flask(__name__, template_folder=ROOT / "templates", static_folder=None)
    app.config.update(
        SQLALCHEMY_DATABASE_URI=settings.database_url,
        SECRET_KEY=settings.secret_key,
        LEDGER_KEY=settings.ledger_key,
        PERSON_KEY=settings.person_key,
        SETTINGS=settings,
        # The token lives as long as the session: a form may stay open for hours in the street.
        WTF_CSRF_TIME_LIMIT=None,
        MAX_CONTENT_LENGTH=8 * 1024 * 1024,
    )
    db.init_app(app)
    with app.app_context():
        configure(db.engine)
    app.extensions["assets"] = Assets(ROOT / "static")
    gateway.install(app)
    init_edge(app)
    connect_parts(app)
    if os.environ.get("FLASK_RUN_FROM_CLI"):
        init_migrate(app)
    return app
