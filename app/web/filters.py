"""What every template may use: dates, money, assets, the city and its training banner."""

from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from flask import Flask, current_app, g
from jinja2 import StrictUndefined

from app.accounts.permissions import Permission
from app.web.assets import asset_url


def init_filters(app: Flask) -> None:
    """Register filters and context."""
    app.jinja_env.filters["civil"] = civil
    app.jinja_env.filters["moment"] = moment
    app.jinja_env.undefined = StrictUndefined  # a misspelt name is an error, not an empty badge
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.context_processor(_context)


def civil(day: date | None) -> str:
    """dd/mm/aaaa, or a dash."""
    return day.strftime("%d/%m/%Y") if day else "—"


def moment(value: datetime | None, zone: str = "America/Sao_Paulo") -> str:
    """dd/mm/aaaa hh:mm in the city's zone, or a dash."""
    return value.astimezone(ZoneInfo(zone)).strftime("%d/%m/%Y %H:%M") if value else "—"


# The menu, in the order of a working day; people see what their roles allow.
NAV: tuple[tuple[str, str, Permission], ...] = (
    ("Campo", "field.shell", Permission.STOP_WRITE),
    ("Minha permissão", "driver.permit", Permission.OWN_PERMIT_SHOW),
    ("Minhas vistorias", "bookings.own", Permission.BOOKING_OWN),
    ("Agenda", "bookings.agenda", Permission.BOOKING_DAY),
    ("Veículos", "registry.vehicles", Permission.VEHICLE_READ),
    ("Motoristas", "registry.drivers", Permission.DRIVER_READ),
    ("Plataformas", "registry.platforms", Permission.PLATFORM_READ),
    ("Autorizações", "permits.permits", Permission.PERMIT_READ),
    ("Vistorias", "inspections.visits_page", Permission.INSPECTION_SEE),
    ("Autos", "infractions.notices_page", Permission.NOTICE_SEE),
    ("Processos", "cases.desk", Permission.CASE_DESK),
    ("Meus processos", "cases.own", Permission.CASE_OWN),
    ("Abordagens", "verification.stops", Permission.STOP_READ),
    ("Placas divergentes", "verification.leads", Permission.LEAD_READ),
)


def _nav() -> list[tuple[str, str]]:
    actor = g.get("actor")
    return [
        (label, endpoint)
        for label, endpoint, permission in NAV
        if actor and actor.can(permission) and endpoint in current_app.view_functions
    ]


def _context() -> dict[str, Any]:
    return {
        "asset": asset_url,
        "endpoints": current_app.view_functions,
        "nav_items": _nav(),
        "actor": g.get("actor"),
        "city": g.get("city"),
        "ruleset": g.get("ruleset"),
        # Without a known city every page still says that it is training: the safe side.
        "training": g.ruleset.training if g.get("ruleset") else True,
    }
