"""`flask ledger verify | anchor | export`: for whoever keeps the installation, and for auditors."""

from collections.abc import Iterable, Iterator
from datetime import timedelta
from pathlib import Path

import click
from flask import current_app
from flask.cli import AppGroup
from sqlalchemy.orm import Session

from app.ledger.anchors import Anchor
from app.ledger.checks import Scope
from app.ledger.checks_anchors import anchors_in
from app.ledger.export import export_lines
from app.ledger.faults import CODE_NAMES, Code, Fault, exit_code
from app.ledger.places import Place, places
from app.ledger.protections import protection_faults
from app.ledger.service_anchors import take_anchor
from app.ledger.verify import verify_all
from app.persistence.base import db
from app.web.clock import now

group = AppGroup("ledger", help="Cadeia de eventos: conferir, ancorar, exportar.")

_FOLDER = click.Path(path_type=Path)


class _Usage(click.UsageError):
    exit_code = 1


class _Command(click.Command):
    """A wrong option ends with 1: 2 would say that a link is broken."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            raise _Usage(error.message, error.ctx or ctx) from error


@group.command("verify", cls=_Command)
@click.option("--city", "slug", default="", help="Só este Município (ex.: planura).")
@click.option("--anchors", type=_FOLDER, help="Pasta com âncoras guardadas fora daqui.")
@click.option("--since", type=int, default=1, help="Segue a cadeia só a partir deste evento.")
@click.option("--strict", is_flag=True, help="Números em aberto e papel dono viram falta.")
@click.option("--days", type=int, default=2, help="Dias antes de contar um número em aberto.")
def verify_command(slug: str, anchors: Path | None, since: int, strict: bool, days: int) -> None:
    """Confere tudo o que está guardado. Saída: 0 íntegro; 2 elo quebrado; 3 diferente da âncora;
    4 registro sem par; 5 proteção ausente; 6 numeração sem explicação; 7 chave errada.
    """
    session = _snapshot()
    chosen = _chosen(session, slug)
    outside = _outside(anchors)
    said = [fault for fault in outside if isinstance(fault, Fault)]
    said += protection_faults(session, strict=strict)
    said = list(_telling(said))
    for place in chosen:
        mine = [a for a in outside if isinstance(a, Anchor) and a.municipality_id == place.id]
        scope = Scope(
            session=session,
            municipality_id=place.id,
            key=current_app.config["LEDGER_KEY"],
            now=now(),
            since=since,
            strict=strict,
            patience=timedelta(days=days),
            anchors=tuple(mine),
        )
        found = list(_telling(verify_all(scope)))
        said += found
        faults = sum(f.code is not Code.REMARK for f in found)
        click.echo(f"{place.label}: {faults} faltas; {len(mine)} âncoras de fora comparadas.")
    session.rollback()
    _finish(said)


def _finish(said: list[Fault]) -> None:
    code = exit_code(said)
    click.echo("Íntegro." if code == 0 else f"Resultado: {code} – {CODE_NAMES[Code(code)]}.")
    raise SystemExit(code)


def _snapshot() -> Session:
    """A session that sees one moment, whatever is written meanwhile."""
    session: Session = db.session()
    session.rollback()
    if session.get_bind().dialect.name != "sqlite":  # where a read transaction always is one
        session.connection(execution_options={"isolation_level": "REPEATABLE READ"})
    return session


def _chosen(session: Session, slug: str) -> list[Place]:
    found = places(session, slug)
    if slug and not found:
        raise click.ClickException(f"Município não encontrado: {slug}")
    return found


def _outside(folder: Path | None) -> list[Anchor | Fault]:
    if folder is None:
        return []
    if not folder.is_dir():
        raise click.ClickException(f"Pasta de âncoras não encontrada: {folder}")
    return list(anchors_in(folder))


def _telling(found: Iterable[Fault]) -> Iterator[Fault]:
    for fault in found:
        click.echo(fault.line())
        yield fault


@group.command("anchor", cls=_Command)
@click.option("--city", "slug", default="", help="Só este Município.")
def anchor_command(slug: str) -> None:
    """Fecha o dia: grava e mostra a âncora. Rode às 23:59 e envie o arquivo a quem a guarda fora."""
    folder: Path = current_app.config["SETTINGS"].data_dir / "anchors"
    for place in _chosen(_snapshot(), slug):
        anchor = take_anchor(place, folder, now=now())
        click.echo(f"{folder / anchor.file_name}")
        click.echo(anchor.text)


@group.command("export", cls=_Command)
@click.argument("file", type=_FOLDER)
@click.option("--city", "slug", required=True, help="Município a exportar.")
def export_command(file: Path, slug: str) -> None:
    """Grava em FILE (JSON por linha) tudo o que o segundo verificador lê: docs/auditor."""
    session = _snapshot()
    place = _chosen(session, slug)[0]
    count = 0
    try:
        with file.open("x", encoding="utf-8", newline="\n") as out:
            for line in export_lines(session, place, now()):
                out.write(line + "\n")
                count += 1
    except OSError as error:
        raise click.ClickException(f"Não foi possível gravar {file}: {error.strerror}") from error
    session.rollback()
    click.echo(f"{place.label}: {count} linhas em {file}.")
    click.echo("O arquivo contém dados pessoais: entregue só a quem pode vê-los.")
