"""The only clock of the application; tests set `CLOCK` to move time."""

from datetime import UTC, date, datetime

from flask import current_app, g

from app.kernel.civil import civil_today


def now() -> datetime:
    """The present moment, aware, in UTC."""
    source = current_app.config.get("CLOCK")
    moment: datetime = source() if source else datetime.now(UTC)
    return moment


def today() -> date:
    """The civil day in the zone of the signed-in person's city."""
    return civil_today(now(), g.city.time_zone)
