"""The list of the parts: their pages, commands and read-model projectors, connected once."""

from flask import Flask

import app.evidence.models
import app.infractions.models
import app.inspections.models
import app.permits.models
import app.registry.models
import app.sync.models
import app.verification.models  # noqa: F401  (models are known before the first query)
from app.accounts import cli as accounts_cli
from app.accounts import views as accounts
from app.demo import cli as demo_cli
from app.demo import views as demo
from app.evidence import views as evidence
from app.infractions import views_numbers, views_office, views_paper  # noqa: F401
from app.infractions.blueprint import bp as infractions
from app.inspections import views as inspections
from app.ledger import cli as ledger_cli
from app.ledger_parts import connect_ledger
from app.permits import cli as permits_cli
from app.permits import views as permits
from app.persistence.transaction import on_changed
from app.registry import views as registry
from app.regulation.effects import register
from app.sync import views as sync
from app.sync import views_attachments  # noqa: F401  (joins the field blueprint)
from app.verification import cli as verification_cli
from app.verification import (  # noqa: F401
    gateway,
    views_driver,
    views_field,
    views_leads,
    views_notice,
    views_public,
    views_stops,
)
from app.verification.blueprint import bp as verification
from app.verification.projection import refresh_changed
from app.web import anchors, norma, pages, pwa
from app.web.rulesets import load_installed

# Screens that a provision names (docs/ruleset-format.md) and the endpoint that is that screen.
SCREENS = {
    "driver.permit": "driver.permit",
    "infractions.blocks": "infractions.numbers",
    "infractions.measure": "infractions.notice",
    "infractions.notice": "infractions.notice",
    "infractions.warning": "infractions.notice",
    "norma": "norma.index",
    "permits.pause": "permits.pause",
    "permits.permit": "permits.permit",
    "registry.driver": "registry.driver",
    "registry.platform": "registry.platform",
    "registry.vehicle": "registry.vehicle",
    "verification.field": "field.shell",
    "verification.lookup": "verification.lookup",
    "verification.public": "verification.public",
}
for _screen in SCREENS:
    register("screen", _screen)


def connect_parts(app: Flask) -> None:
    """Register blueprints and commands. A new part adds its line here and in `policy.py`."""
    app.extensions["rulesets"] = load_installed()
    blueprints = (
        pages.bp,
        pwa.bp,
        norma.bp,
        anchors.bp,
        accounts.bp,
        views_driver.bp,
        registry.bp,
        permits.bp,
        inspections.bp,
        infractions,
        evidence.bp,
        views_field.bp,
        sync.bp,
        verification,
        demo.bp,
    )
    for blueprint in blueprints:
        app.register_blueprint(blueprint)
    for group in (
        accounts_cli.group,
        permits_cli.group,
        ledger_cli.group,
        verification_cli.group,
        demo_cli.group,
    ):
        app.cli.add_command(group)
    connect_ledger()
    on_changed(refresh_changed)
    gateway.connect(app)
    gone = set(SCREENS.values()) - set(app.view_functions)
    if gone:
        raise RuntimeError(f"screens named by the law are gone: {sorted(gone)}")
