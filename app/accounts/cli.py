"""Commands on accounts."""

import click
from flask.cli import AppGroup
from sqlalchemy import select

from app.accounts.models import Account
from app.accounts.passwords import hash_password
from app.persistence.transaction import transaction

group = AppGroup("accounts", help="Contas de acesso.")


@group.command("password")
@click.argument("login")
@click.password_option("--password", prompt="Nova senha", confirmation_prompt="Repita a senha")
def set_password(login: str, password: str) -> None:
    """Troca a senha de uma conta."""
    with transaction() as session:
        account = session.scalar(select(Account).where(Account.login == login.lower()))
        if account is None:
            raise click.ClickException(f"Conta não encontrada: {login}")
        account.password_hash = hash_password(password)
    click.echo("Senha trocada.")
