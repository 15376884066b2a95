"""Commands on signing keys. Run `keys create` daily: it makes a new key only when one is due."""

import click
from flask.cli import AppGroup

from app.accounts.domain import system_actor
from app.accounts.permissions import Role
from app.accounts.queries import City, cities
from app.kernel.errors import DomainError
from app.permits import keys
from app.persistence.transaction import transaction
from app.web.clock import now

group = AppGroup("keys", help="Chaves de assinatura dos selos.")


@group.command("create")
@click.argument("slug")
def create(slug: str) -> None:
    """Cria as chaves que faltam a um Município e publica o conjunto."""
    found = _city(slug)
    try:
        with transaction() as session:
            keys.ensure_keys(session, found, now())
    except DomainError as error:
        raise click.ClickException(error.message) from error
    click.echo(f"Chaves de {found.label} prontas. Raiz pública: {keys.root_public_hex()}")


@group.command("revoke")
@click.argument("slug")
@click.argument("kid", type=int)
@click.option("--reason", required=True, help="Por que a chave deixa de valer.")
def revoke(slug: str, kid: int, reason: str) -> None:
    """Revoga uma chave; todos os selos dela deixam de valer."""
    actor = system_actor(_city(slug).id, (Role.SECRETARY,))
    try:
        count = keys.revoke_key(actor, kid, reason, now=now())
    except DomainError as error:
        raise click.ClickException(error.message) from error
    click.echo(f"Chave {kid} revogada. Selos a reemitir: {count}.")


@group.command("publish")
def publish() -> None:
    """Assina de novo o conjunto de chaves com a raiz."""
    try:
        with transaction() as session:
            sequence = keys.publish(session, now())
    except DomainError as error:
        raise click.ClickException(error.message) from error
    click.echo(f"Conjunto de chaves nº {sequence} publicado.")


def _city(slug: str) -> City:
    for city in cities():
        if city.slug == slug:
            return city
    raise click.ClickException(f"Município não encontrado: {slug}")
