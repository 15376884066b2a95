"""Reads the TOML files of one ruleset folder, each as one dataclass, and hashes them."""

import hashlib
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from app.regulation.loader_fields import Reader
from app.regulation.loader_problems import Problem
from app.regulation.tables import (
    ChecklistItem,
    CheckRule,
    Deadline,
    Decision,
    Document,
    Infraction,
    Instrument,
    Provision,
    Reading,
    Recidivism,
)
from app.regulation.tables_case import CaseLaw
from app.regulation.tables_inspection import InspectionLaw
from app.regulation.tables_money import Amount, Fares, Fee
from app.regulation.tables_notice import NoticeLaw
from app.regulation.tables_papers import PaperLaw


@dataclass(frozen=True)
class ProvisionsFile:
    """provisions.toml"""

    provision: tuple[Provision, ...]


@dataclass(frozen=True)
class VerdictFile:
    """verdict.toml"""

    check: tuple[CheckRule, ...]


@dataclass(frozen=True)
class DecisionsFile:
    """decisions.toml"""

    decision: tuple[Decision, ...] = ()


@dataclass(frozen=True)
class InfractionsFile:
    """infractions.toml"""

    infraction: tuple[Infraction, ...] = ()
    recidivism: tuple[Recidivism, ...] = ()
    reading: tuple[Reading, ...] = ()


@dataclass(frozen=True)
class ChecklistsFile:
    """checklists.toml"""

    item: tuple[ChecklistItem, ...] = ()


@dataclass(frozen=True)
class DocumentsFile:
    """documents.toml"""

    document: tuple[Document, ...] = ()


@dataclass(frozen=True)
class DeadlinesFile:
    """deadlines.toml"""

    deadline: tuple[Deadline, ...] = ()


@dataclass(frozen=True)
class FeesFile:
    """fees.toml"""

    fee: tuple[Fee, ...] = ()
    amount: tuple[Amount, ...] = ()


FILES: Mapping[str, type] = {
    "instrument.toml": Instrument,
    "provisions.toml": ProvisionsFile,
    "verdict.toml": VerdictFile,
    "decisions.toml": DecisionsFile,
    "infractions.toml": InfractionsFile,
    "checklists.toml": ChecklistsFile,
    "documents.toml": DocumentsFile,
    "deadlines.toml": DeadlinesFile,
    "fees.toml": FeesFile,
    "fares.toml": Fares,
    "notice.toml": NoticeLaw,
    "inspection.toml": InspectionLaw,
    "case.toml": CaseLaw,
    "papers.toml": PaperLaw,
}
OPTIONAL = frozenset({"fares.toml", "notice.toml", "inspection.toml", "case.toml", "papers.toml"})


@dataclass
class Folder:
    """What was read: TOML and typed value per file, place of each row by identity, problems."""

    path: Path
    raw: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    typed: dict[str, Any] = field(default_factory=dict)
    places: dict[int, str] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    def note(self, file: str, key: str, reason: str) -> None:
        """Add one problem."""
        self.problems.append(Problem(file, key, reason))

    def raw_rows(self, file: str, table: str) -> list[Mapping[str, Any]]:
        """Rows of a table as TOML gave them, also those with mistakes."""
        rows = self.raw.get(file, {}).get(table, [])
        return [row for row in rows if isinstance(row, Mapping)] if isinstance(rows, list) else []

    def rows(self, file: str, table: str) -> Iterator[tuple[str, Any]]:
        """Typed rows without mistakes of form, each with its place for messages."""
        for row in getattr(self.typed.get(file), table, ()):
            yield self.places[id(row)], row


def read_toml(path: Path) -> Mapping[str, Any]:
    """A TOML file; ValueError with a Portuguese reason when it cannot be read."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ValueError("falta este arquivo") from None
    except UnicodeDecodeError:
        raise ValueError("o arquivo não está em UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        spot = re.search(r"line (\d+), column (\d+)", str(error))
        place = f"na linha {spot[1]}, coluna {spot[2]}" if spot else "no fim do arquivo"
        raise ValueError(f"erro de sintaxe TOML {place}") from None


def read_folder(path: Path) -> Folder:
    """All files of one ruleset, with the mistakes of form noted."""
    folder = Folder(path)
    for name, kind in FILES.items():
        if name in OPTIONAL and not (path / name).exists():
            continue
        try:
            folder.raw[name] = read_toml(path / name)
        except ValueError as error:
            folder.note(name, "", str(error))
            continue
        reader = Reader(name)
        folder.typed[name] = reader.row(kind, folder.raw[name])
        folder.problems += reader.problems
        folder.places |= reader.places
    for stray in sorted({file.name for file in path.glob("*.toml")} - FILES.keys()):
        folder.note(stray, "", "arquivo que o formato não conhece")
    return folder


def folder_hash(path: Path, source_file: str) -> str:
    """SHA-256 (hex) over the bytes of the TOML files and the source, in order of name.

    The same as `cat` of those files in C order piped to sha256sum, so that anyone can check it.
    """
    names = sorted({*(file.name for file in path.glob("*.toml")), source_file})
    digest = hashlib.sha256()
    for name in names:
        digest.update((path / name).read_bytes())
    return digest.hexdigest()
