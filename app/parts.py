"""The list of the parts: their pages, commands and read-model projectors, connected once."""

from flask import Flask

import app.accounts.city_calendar_models
import app.cases.models
import app.cases.models_rules
import app.evidence.models
import app.fees.models
import app.infractions.models
import app.inspections.models
import app.inspections.models_booking
import app.inspections.models_checks
import app.permits.models
import app.registry.models
import app.registry.models_people
import app.sync.models
import app.verification.models  # noqa: F401  (models are known before the first query)
from app.accounts import city_calendar_views
from app.accounts import cli as accounts_cli
from app.accounts import views as accounts
from app.accounts.city_calendar_service import on_city_day
from app.cases import cli as cases_cli
from app.cases import panels, views_case, views_post, views_step  # noqa: F401
from app.cases.blueprint import bp as cases
from app.cases.opening import open_for_notice
from app.cases.terms_moved import terms_moved_by
from app.demo import cli as demo_cli
from app.demo import views as demo
from app.evidence import views as evidence
from app.fees import views as fees
from app.infractions import views_numbers, views_office, views_paper  # noqa: F401
from app.infractions.arrived import on_notice
from app.infractions.blueprint import bp as infractions
from app.inspections import cli as inspections_cli
from app.inspections import views as _inspection_views  # noqa: F401
from app.inspections import (  # noqa: F401  (join the blueprint of bookings)
    views_agenda,
    views_booking,
    views_calls,
    views_guides,
    views_places,
)
from app.inspections import views_numbers as _inspection_numbers  # noqa: F401
from app.inspections import views_paper as _inspection_papers  # noqa: F401
from app.inspections import views_visits as _visits  # noqa: F401
from app.inspections.blueprint import bp as inspections
from app.inspections.blueprint_bookings import bp as bookings
from app.inspections.condition import inspection_allows, register_facts
from app.inspections.exit_condition import require_exit
from app.inspections.photos import connect_photos
from app.ledger import cli as ledger_cli
from app.ledger_parts import connect_ledger
from app.permits import cli as permits_cli
from app.permits import views as permits
from app.permits.conditions import register_seal_condition
from app.persistence.transaction import on_changed
from app.registry import views as registry
from app.registry.conditions import register_removal_condition
from app.regulation.effects import register
from app.sync import views as sync
from app.sync import views_attachments, views_inspections  # noqa: F401  (join the field blueprint)
from app.verification import cli as verification_cli
from app.verification import (  # noqa: F401
    gateway,
    views_driver,
    views_field,
    views_leads,
    views_notice,
    views_public,
    views_report,
    views_stops,
)
from app.verification.blueprint import bp as verification
from app.verification.facts import facts_of
from app.verification.projection import refresh_changed
from app.web import anchors, norma, pages, pwa
from app.web.rulesets import load_installed

# Screens that a provision names (docs/ruleset-format.md) and the endpoint that is that screen.
SCREENS = {
    "driver.permit": "driver.permit",
    "fees.ufm": "fees.ufm",
    "infractions.blocks": "infractions.numbers",
    "infractions.measure": "infractions.notice",
    "infractions.notice": "infractions.notice",
    "infractions.warning": "infractions.notice",
    "cases.homologation": "cases.step",
    "cases.notification": "cases.step",
    "cases.defence": "cases.step",
    "cases.decision": "cases.step",
    "cases.commission": "cases.step",
    "cases.mayor": "cases.step",
    "inspections.agenda": "bookings.agenda",
    "inspections.visit": "inspections.visit",
    "norma": "norma.index",
    "permits.pause": "permits.pause",
    "permits.permit": "permits.permit",
    "registry.driver": "registry.driver",
    "registry.platform": "registry.platform",
    "registry.vehicle": "registry.vehicle",
    "settings.calendar": "settings.calendar",
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
        city_calendar_views.bp,
        views_driver.bp,
        registry.bp,
        permits.bp,
        inspections,
        bookings,
        infractions,
        cases,
        fees.bp,
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
        cases_cli.group,
        inspections_cli.group,
        permits_cli.group,
        ledger_cli.group,
        verification_cli.group,
        demo_cli.group,
    ):
        app.cli.add_command(group)
    connect_ledger()
    connect_photos()
    on_notice(open_for_notice)
    on_city_day(terms_moved_by)
    register_facts(facts_of)
    register_seal_condition(inspection_allows)
    register_removal_condition(require_exit)
    on_changed(refresh_changed)
    gateway.connect(app)
    gone = set(SCREENS.values()) - set(app.view_functions)
    if gone:
        raise RuntimeError(f"screens named by the law are gone: {sorted(gone)}")
