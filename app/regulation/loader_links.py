"""Names that point from one table to another: every reference and every `does` must resolve."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from app.regulation import effects
from app.regulation.loader_fields import row_id
from app.regulation.loader_files import Folder
from app.regulation.tables import Effect, Provision
from app.regulation.vocabulary import EffectKind


class Table(NamedTuple):
    """Where the rows of a kind stand and what a person calls one."""

    file: str
    table: str
    noun: str


TABLES: dict[str, Table] = {
    "provision": Table("provisions.toml", "provision", "o dispositivo"),
    "check": Table("verdict.toml", "check", "a verificação"),
    "decision": Table("decisions.toml", "decision", "a decisão"),
    "infraction": Table("infractions.toml", "infraction", "a infração"),
    "recidivism": Table("infractions.toml", "recidivism", "a regra de reincidência"),
    "reading": Table("infractions.toml", "reading", "a leitura"),
    "item": Table("checklists.toml", "item", "o item de lista"),
    "document": Table("documents.toml", "document", "o documento"),
    "deadline": Table("deadlines.toml", "deadline", "o prazo"),
    "fee": Table("fees.toml", "fee", "a taxa"),
    "amount": Table("fees.toml", "amount", "o valor"),
    "flag": Table("fares.toml", "flag", "a bandeira"),
    "fare_rule": Table("fares.toml", "rule", "a regra de bandeira"),
}

_UNIQUE = tuple(kind for kind in TABLES if kind not in {"fare_rule", "reading"})

# (table that points, key, table pointed at)
REFERENCES: tuple[tuple[str, str, str], ...] = (
    ("provision", "decisions", "decision"),
    ("check", "basis", "provision"),
    ("decision", "where", "provision"),
    ("infraction", "basis", "provision"),
    ("infraction", "recidivism", "recidivism"),
    ("infraction", "checks", "check"),
    ("infraction", "decisions", "decision"),
    ("infraction", "not_together", "infraction"),
    ("reading", "decision", "decision"),
    ("reading", "codes", "infraction"),
    ("recidivism", "basis", "provision"),
    ("item", "basis", "provision"),
    ("item", "suggests", "infraction"),
    ("item", "decisions", "decision"),
    ("document", "basis", "provision"),
    ("document", "decisions", "decision"),
    ("deadline", "basis", "provision"),
    ("deadline", "decisions", "decision"),
    ("fee", "basis", "provision"),
    ("fee", "decisions", "decision"),
    ("amount", "basis", "provision"),
    ("fare_rule", "flag", "flag"),
    ("fare_rule", "basis", "provision"),
    ("fare_rule", "decision", "decision"),
)


def check_links(folder: Folder) -> None:
    """Note duplicate ids, references to nothing and effects that nothing carries out."""
    ids = {kind: _ids(folder, kind) for kind in TABLES}
    for kind in _UNIQUE:
        _note_duplicates(folder, kind)
    for source, key, target in REFERENCES:
        for place, row in folder.rows(TABLES[source].file, TABLES[source].table):
            for name in _names(getattr(row, key)):
                if not _known(ids[target], name):
                    reason = f"{TABLES[target].noun} “{name}” não existe"
                    folder.note(TABLES[source].file, f"{place}: {key}", reason)
    for place, row in folder.rows("provisions.toml", "provision"):
        for reason in _unresolved(row, ids):
            folder.note("provisions.toml", f"{place}: does", reason)


def _ids(folder: Folder, kind: str) -> frozenset[str] | None:
    """Ids of a table as written; None when its file could not be read at all."""
    table = TABLES[kind]
    if table.file not in folder.raw and (folder.path / table.file).exists():
        return None
    return frozenset(row_id(row) for row in folder.raw_rows(table.file, table.table))


def _known(ids: frozenset[str] | None, name: str) -> bool:
    return ids is None or name in ids


def _names(value: Any) -> tuple[str, ...]:
    if isinstance(value, str):
        return (value,) if value else ()
    return tuple(value)


def _note_duplicates(folder: Folder, kind: str) -> None:
    table = TABLES[kind]
    counts = Counter(row_id(row) for row in folder.raw_rows(table.file, table.table))
    for name, count in counts.items():
        if count > 1 and name:
            key = f"{table.table} {name}"
            folder.note(table.file, key, f"este nome aparece {count} vezes; deve ser único")


def _unresolved(row: Provision, ids: dict[str, frozenset[str] | None]) -> Iterator[str]:
    for effect in row.does:
        if not _resolves(effect, ids):
            yield f"o efeito “{effect}” não existe"
    for effect, count in Counter(row.does).items():
        if count > 1:
            yield f"o efeito “{effect}” está repetido"


def _resolves(effect: Effect, ids: dict[str, frozenset[str] | None]) -> bool:
    if effects.is_code_effect(effect):
        return effect.name in effects.CODE_NAMES[effect.kind]
    if effect.kind is EffectKind.FEE and _known(ids["amount"], effect.name):
        return True  # a value in reais is cited as a fee
    return _known(ids[effect.kind.value], effect.name)
