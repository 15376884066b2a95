"""The only clock of the application; tests set `CLOCK` to move time."""

from datetime import UTC, date, datetime

from flask import Flask, current_app, g

from app.kernel.civil import civil_today


def now() -> datetime:
    """The present moment, aware, in UTC."""
    return now_of(current_app)


def now_of(app: Flask) -> datetime:
    """The same outside a request: for the layer before Flask."""
    source = app.config.get("CLOCK")
    moment: datetime = source() if source else datetime.now(UTC)
    return moment


def today() -> date:
    """The civil day in the zone of the signed-in person's city."""
    return civil_today(now(), g.city.time_zone)
