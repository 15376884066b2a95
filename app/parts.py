"""The list of the parts: their pages, commands and read-model projectors, connected once."""

from flask import Flask

import app.inspections.models
import app.permits.models
import app.registry.models
import app.sync.models
import app.verification.models  # noqa: F401  (models are known before the first query)
from app.accounts import cli as accounts_cli
from app.accounts import views as accounts
from app.web import pages, pwa
from app.web.rulesets import load_installed


def connect_parts(app: Flask) -> None:
    """Register blueprints and commands. A new part adds its line here and in `policy.py`."""
    app.extensions["rulesets"] = load_installed()
    for blueprint in (pages.bp, pwa.bp, accounts.bp):
        app.register_blueprint(blueprint)
    for group in (accounts_cli.group,):
        app.cli.add_command(group)
