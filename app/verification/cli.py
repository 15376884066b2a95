"""Commands of verification: the daily rebuild of cards, and forgetting where reports came from."""

import click
from flask.cli import AppGroup

from app.accounts.queries import cities
from app.verification.leads import forget_addresses
from app.verification.projection import rebuild_city
from app.web.clock import now
from app.web.rulesets import ruleset_of

group = AppGroup("cards", help="Respostas prontas dos códigos, e o que se apaga com o tempo.")


@group.command("rebuild")
def rebuild() -> None:
    """Refaz as respostas de todos os códigos. Rode uma vez por dia; repetir não faz mal."""
    for city in cities():
        count = rebuild_city(city, ruleset_of(city), now())
        click.echo(f"{city.label}: {count} códigos atualizados.")


@group.command("forget")
def forget() -> None:
    """Apaga o começo do endereço de internet dos avisos com mais de 90 dias. Rode todo dia."""
    click.echo(f"Avisos sem endereço: {forget_addresses(now())}.")
