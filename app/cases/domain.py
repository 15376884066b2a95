"""What a case is made of, beside its law: numbers, hashes, functions, hours, ceilings. Pure."""

import hashlib
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from types import MappingProxyType
from typing import Final

from app.accounts.permissions import Role
from app.kernel.errors import Conflict, DomainError, Invalid
from app.regulation.case_facts import Doer, Value

SERIES_LETTERS: Final = "PA"  # processo administrativo
_TRAINING: Final = "TREINO-"
_PROCESS_MAX: Final = 60
_RUNS: Final = re.compile(r"[0-9]+|[A-Z]+")

# Threats.md T14: a wave of cancellations stops by itself. The database holds the same figures.
PER_PERSON: Final = 3
PER_CITY: Final = 10
# Steps that end a case without a penalty (`StepRow.cancels`), as the database knows them.
CANCELLING: Final = frozenset({"archive", "annul", "declare_void", "judge_grant"})

DOER_OF: Final[Mapping[Role, Doer]] = MappingProxyType(
    {
        Role.AGENT: Doer.AUTHOR,
        Role.CHIEF: Doer.CHIEF,
        Role.CLERK: Doer.OFFICE,
        Role.COMMISSION: Doer.COMMISSION,
        Role.DRIVER: Doer.OFFENDER,
        Role.MAYOR: Doer.MAYOR,
        Role.PLATFORM: Doer.OFFENDER,
        Role.SECRETARY: Doer.SECRETARY,
    }
)


@dataclass(frozen=True)
class FileData:
    """A file handed in with a step: its name as it came, its type and its bytes."""

    name: str
    media_type: str
    content: bytes


@dataclass(frozen=True)
class StepData:
    """What a form brings. `on`: the civil day from which the step has effect.

    `seen_seq`: how many steps the person had before the eyes; `password`: again, where hours or
    weight ask for it; `files`: by the name of the answer that asks for a file.
    """

    step: str
    on: date
    id: str
    seen_seq: int
    values: Mapping[str, Value] = field(default_factory=lambda: MappingProxyType({}))
    password: str = ""
    files: Mapping[str, FileData] = field(default_factory=lambda: MappingProxyType({}))


class AlreadyDecided(Conflict):
    """The case moved on since the form was opened."""

    message = "Outra pessoa já decidiu enquanto você escrevia. Abra o processo de novo e confira."


class CeilingReached(DomainError):
    """No seat is left for a cancellation today (threats.md T14)."""

    message = (
        f"Hoje não é possível cancelar mais nenhum processo (arquivar, anular, declarar nulo ou deferir): o limite é "
        f"de {PER_PERSON} por pessoa e {PER_CITY} por dia na cidade. Continue amanhã; o controle "
        "interno foi avisado."
    )


class ProcessUsed(Conflict):
    """One process number cancels one case (threats.md T14)."""

    message = "Este número de processo já cancelou outro processo. Abra um processo para cada caso."


def series_code(year: int, *, training: bool) -> str:
    """The series of a year's cases: "TREINO-PA-2026", "PA-2026"."""
    return f"{_TRAINING if training else ''}{SERIES_LETTERS}-{year}"


def step_hash(prev: str, body: str) -> str:
    """SHA-256 (hex) of the hash of the step before ("" for none), a line feed and the answers."""
    return hashlib.sha256(f"{prev}\n{body}".encode()).hexdigest()


def process_key(typed: str) -> str:
    """What of a process number tells it from others: "2026/001-a" and "2026.1 A" are one process.

    `Invalid` (field "process_number") without a letter or digit, or when too long.
    """
    plain = unicodedata.normalize("NFKD", typed).upper()
    key = "-".join(run.lstrip("0") or "0" for run in _RUNS.findall(plain))
    if not key or len(key) > _PROCESS_MAX:
        raise Invalid("Escreva o número do processo, com até 60 sinais.", field="process_number")
    return key
