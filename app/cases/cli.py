"""Commands on cases: the end of the day, and opening those of notices from before."""

import click
from flask.cli import AppGroup

from app.accounts.domain import system_actor
from app.accounts.queries import cities
from app.cases.daily import close_day
from app.cases.opening import open_missing
from app.web.clock import now
from app.web.rulesets import ruleset_of

group = AppGroup("cases", help="Processos.")


@group.command("close-day")
def close_day_command() -> None:
    """Certifica prazos que acabaram e suspensões cumpridas; rodar de novo nada repete."""
    for city in cities():
        done = close_day(system_actor(city.id), ruleset_of(city), now=now())
        click.echo(f"{city.label}: {done.steps} atos do dia, {done.papers} documentos refeitos.")


@group.command("open-missing")
def open_missing_command() -> None:
    """Abre o processo de cada auto que ainda não tem; rodar de novo não abre outro."""
    for city in cities():
        opened = open_missing(system_actor(city.id), now=now())
        click.echo(f"{city.label}: {opened} processos abertos.")
