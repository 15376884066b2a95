"""Commands on cases: opening those of notices that came before cases were kept."""

import click
from flask.cli import AppGroup

from app.accounts.domain import system_actor
from app.accounts.queries import cities
from app.cases.opening import open_missing
from app.web.clock import now

group = AppGroup("cases", help="Processos.")


@group.command("open-missing")
def open_missing_command() -> None:
    """Abre o processo de cada auto que ainda não tem; rodar de novo não abre outro."""
    for city in cities():
        opened = open_missing(system_actor(city.id), now=now())
        click.echo(f"{city.label}: {opened} processos abertos.")
