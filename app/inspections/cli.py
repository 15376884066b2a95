"""Commands on inspections: the end of the day, to run each night; a second run finds nothing."""

import click
from flask.cli import AppGroup

from app.accounts.domain import system_actor
from app.accounts.permissions import Role
from app.accounts.queries import cities
from app.inspections.booking_day import close_days
from app.inspections.photos_missing import flag_missing_photos
from app.web.clock import now
from app.web.rulesets import ruleset_of

group = AppGroup("inspections", help="Vistorias.")


@group.command("close-day")
def close_day() -> None:
    """Fecha os dias passados: faltas, prazos que acabaram, fotos prometidas que não chegaram."""
    for city in cities():
        actor = system_actor(city.id, (Role.SECRETARY,))
        done = close_days(actor, ruleset=ruleset_of(city), now=now())
        late = flag_missing_photos(actor, now=now())
        click.echo(
            f"{city.label}: {done.missed} faltas, {done.not_served} sem atendimento, "
            f"{done.recorded} registros novos, {late} vistorias com fotos que não chegaram."
        )
