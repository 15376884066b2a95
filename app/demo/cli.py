"""Commands of the demo: load it, list its codes, notices, visits and logins, and say hello."""

import io
import json

import click
import qrcode
from flask import current_app
from flask.cli import AppGroup

from app.demo import listing
from app.demo.listing import TownList
from app.demo.load import load
from app.demo.look import Seen
from app.demo.look_notices import SeenNotice
from app.demo.look_visits import SeenVisit
from app.demo.table import PASSWORD
from app.kernel.errors import DomainError
from app.kernel.plate import Plate
from app.web.clock import now

TRAINING = "Treinamento: nada aqui tem valor legal."
WORDS = {"green": "autorizado", "amber": "atenção", "red": "não autorizado"}
group = AppGroup("demo", help="Dados de demonstração das duas cidades.")


@group.command("load")
def load_command() -> None:
    """Carrega os dados das duas cidades; repetir não muda nada."""
    try:
        found = load(now())
    except DomainError as error:
        raise click.ClickException(error.message) from error
    for town in found:
        done = f"{town.made} registros feitos" if town.made else "já estava carregada"
        click.echo(f"{town.town.name}: {done}.")
    click.echo(f"Senha de todas as contas: {PASSWORD}")


@group.command("list")
@click.option("--json", "as_json", is_flag=True, help="Para programas.")
def list_command(as_json: bool) -> None:
    """Lista contas, códigos com o veredito de agora, e autos e vistorias com o que a página diz."""
    if as_json:
        click.echo(json.dumps(listing.as_json(now()), ensure_ascii=False, indent=1))
        return
    _require_demo()
    _logins()
    for town in listing.loaded_towns():
        found = listing.town_list(town, now())
        click.echo(f"\n{town.name}: códigos (abra o endereço e leia o código com a câmera)")
        for seen in found.seals:
            click.echo(_line(seen) + f"\n{'':27}{_url()}/demo/{town.slug}/{seen.key}")
        for seen in found.plates:
            click.echo(_line(seen) + f"\n{'':27}{seen.url}")
        if found.notices:
            click.echo(f"\n{town.name}: autos (o endereço é o do QR do papel)")
        for paper in found.notices:
            click.echo(_paper(paper))
        if found.visits:
            click.echo(f"\n{town.name}: vistorias (o endereço é o do QR do laudo)")
        for visit in found.visits:
            click.echo(_visit(visit))
        if found.visits:
            click.echo(_yard(found))
    click.echo(f"\n{TRAINING}")


@group.command("welcome")
def welcome() -> None:
    """Mostra o endereço, as contas e por onde começar."""
    _require_demo()
    click.echo(f"\nConfere está em {_url()}\n")
    if _url().startswith("https://"):
        click.echo(_symbol(_url()))
        click.echo("Aponte a câmera do celular. O certificado é local: aceite o aviso uma vez.\n")
    _logins()
    click.echo(f"\nCódigos para ler na tela: {_url()}/demo")
    click.echo("A lista completa: flask --app wsgi demo list (ou com --json)")
    click.echo(f"\n{TRAINING}\n")


def _require_demo() -> None:
    if not listing.loaded_towns():
        raise click.ClickException("Não há demonstração. Rode antes: flask --app wsgi demo load")


def _url() -> str:
    url: str = current_app.config["SETTINGS"].public_url
    return url


def _logins() -> None:
    click.echo(f"Contas (senha de todas: {PASSWORD})")
    for row in listing.logins():
        click.echo(f"  {row['user']:<18} {row['city']:<11} {row['role_name']:<26} {row['name']}")
        click.echo(f"{'':20} {row['try']}")


def _line(seen: Seen) -> str:
    plate = Plate(seen.plate).display()
    verdict = WORDS.get(seen.verdict, seen.word.lower())
    return f"  {plate:<9} {verdict:<14} {seen.title}\n{'':27}{seen.reason}"


def _paper(seen: SeenNotice) -> str:
    number = seen.number or "sem número"
    said = seen.word if seen.annulled else f"{seen.word}. {seen.next}"
    return f"  {number:<24} {seen.title}\n{'':27}{said}\n{'':27}{seen.url}"


def _visit(seen: SeenVisit) -> str:
    said = f"{seen.plate}. {seen.word}"
    return f"  {seen.report:<24} {seen.title}\n{'':27}{said}\n{'':27}{seen.url}"


def _yard(found: TownList) -> str:
    agenda, yard = found.yard.agenda, found.yard
    to_come, waiting = agenda.get("booked", 0), agenda.get("arrived", 0)
    return (
        f"  Ao todo {yard.visits} vistorias, {yard.drawn} sorteadas à espera de reinspeção. "
        f"Agenda: {waiting} à espera, {to_come} marcadas.\n"
        f"{'':27}{_url()}/vistorias/agenda · {_url()}/vistorias/numeros (entre como celia)"
    )


def _symbol(address: str) -> str:
    symbol = qrcode.QRCode(border=2)
    symbol.add_data(address)
    drawn = io.StringIO()
    symbol.print_ascii(out=drawn, invert=True)
    return drawn.getvalue()
