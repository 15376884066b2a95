"""What must agree inside a ruleset beyond types and names: one small check per table."""

import hashlib
from collections.abc import Callable, Iterator
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from app.regulation.effects import CHECK_NAMES
from app.regulation.loader_fields import row_id
from app.regulation.loader_files import Folder
from app.regulation.loader_links import TABLES
from app.regulation.loader_params import wrong_params
from app.regulation.source_text import match_in_order, normalise
from app.regulation.tables import CheckRule, Decision, Infraction, Instrument, Provision

SCHEMA = 1
WORDS = (  # what every screen needs a word for
    ["permit", "notice", "warning", "appeal", "authority", "agent", "inspection", "driver_card"]
)

Complaint = tuple[str, str]  # key, Portuguese reason


def check_sense(folder: Folder) -> None:
    """Note everything that contradicts itself, the source included."""
    instrument: Instrument | None = folder.typed.get("instrument.toml")
    if instrument is not None:
        for key, reason in _instrument(instrument, folder):
            folder.note("instrument.toml", key, reason)
        _note_modalities(folder, instrument)
        _note_source(folder, instrument)
    for (file, table), rule in _ROW_RULES.items():
        for place, row in folder.rows(file, table):
            for key, reason in rule(row):
                folder.note(file, f"{place}: {key}", reason)
    _note_check_rows(folder)


def _instrument(row: Instrument, folder: Folder) -> Iterator[Complaint]:
    if row.schema != SCHEMA:
        yield "schema", f"esta versão lê o esquema {SCHEMA}, não {row.schema}"
    if row.slug != folder.path.name:
        yield "slug", f"deve ser o nome da pasta, “{folder.path.name}”"
    if not (row.ibge.isdecimal() and len(row.ibge) == 6):
        yield "ibge", "o código do IBGE tem 6 algarismos, sem dígito verificador"
    try:
        ZoneInfo(row.time_zone)
    except (ZoneInfoNotFoundError, ValueError):
        yield "time_zone", f"fuso horário desconhecido: {row.time_zone}"
    for word in WORDS:
        if word not in row.vocabulary:
            yield f"vocabulary: {word}", "falta esta palavra"


def _note_modalities(folder: Folder, instrument: Instrument) -> None:
    for table in TABLES.values():
        for place, row in folder.rows(table.file, table.table):
            extra = sorted(set(getattr(row, "modalities", ())) - set(instrument.modalities))
            if extra:
                reason = f"esta norma não tem a modalidade {', '.join(extra)}"
                folder.note(table.file, f"{place}: modalities", reason)


def _note_source(folder: Folder, instrument: Instrument) -> None:
    path = folder.path / instrument.source_file
    if not path.is_file():
        folder.note("instrument.toml", "source_file", f"falta o arquivo {instrument.source_file}")
        return
    content = path.read_bytes()
    if hashlib.sha256(content).hexdigest() != instrument.source_sha256:
        folder.note("instrument.toml", "source_sha256", "o texto de origem não é o desta soma")
    placed = list(folder.rows("provisions.toml", "provision"))
    source = normalise(content.decode("utf-8", errors="replace"))
    for index in match_in_order([row.text for _, row in placed], source).missing:
        reason = "este texto não está no texto de origem, nesta ordem"
        folder.note("provisions.toml", f"{placed[index][0]}: text", reason)


def _provision(row: Provision) -> Iterator[Complaint]:
    if bool(row.does) == bool(row.nothing_because):
        yield "does", "preencha does ou nothing_because: um dos dois, e só um"


def _decision(row: Decision) -> Iterator[Complaint]:
    options = [option.id for option in row.options]
    if not options or len(set(options)) != len(options):
        yield "options", "é preciso ao menos uma opção, com nomes distintos"
    if row.default and row.default not in options:
        yield "default", f"“{row.default}” não é uma das opções: {', '.join(options)}"
    if not row.default and not row.mandatory:
        yield "mandatory", "sem opção segura (default vazio) a decisão deve ser obrigatória"


def _infraction(row: Infraction) -> Iterator[Complaint]:
    if row.enabled == bool(row.disabled_because):
        yield "disabled_because", "diga o motivo quando enabled = false, e só então"
    if row.suspension_days_min > row.suspension_days_max:
        yield "suspension_days_min", "o mínimo é maior que o máximo"
    if row.fine_ufm is not None and row.fine_ufm <= 0:
        yield "fine_ufm", "a multa deve ser maior que zero"
    for choice in row.choices:
        if choice.ref not in row.basis:
            yield "choices", f"“{choice.ref}” não está em basis"


def _check(row: CheckRule) -> Iterator[Complaint]:
    if row.name not in CHECK_NAMES:
        yield "name", "esta verificação não existe"
    elif row.row != CHECK_NAMES.index(row.name) + 1:
        yield "row", f"a linha desta verificação é {CHECK_NAMES.index(row.name) + 1}"
    for key, reason in wrong_params(row):
        yield f"params: {key}", reason


def _note_check_rows(folder: Folder) -> None:
    if "verdict.toml" not in folder.raw:
        return
    there = {row_id(row) for row in folder.raw_rows("verdict.toml", "check")}
    for name in CHECK_NAMES:
        if name not in there:
            folder.note("verdict.toml", f"check {name}", "falta esta verificação")


_ROW_RULES: dict[tuple[str, str], Callable[[Any], Iterator[Complaint]]] = {
    ("provisions.toml", "provision"): _provision,
    ("decisions.toml", "decision"): _decision,
    ("infractions.toml", "infraction"): _infraction,
    ("verdict.toml", "check"): _check,
}
