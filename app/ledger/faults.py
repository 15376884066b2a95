"""What a verification can find, by class, and the exit code that says the worst. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum


class Code(IntEnum):
    """Classes of faults (threats.md §3.4), the worst first. REMARK is told and is no fault."""

    REMARK = 0
    LINK = 2
    ANCHOR = 3
    ORPHAN = 4
    PROTECTION = 5
    NUMBER = 6
    KEY = 7


CODE_NAMES: dict[Code, str] = {
    Code.REMARK: "aviso",
    Code.LINK: "elo quebrado",
    Code.ANCHOR: "diferente da âncora",
    Code.ORPHAN: "registro sem par",
    Code.PROTECTION: "proteção ausente",
    Code.NUMBER: "numeração sem explicação",
    Code.KEY: "chave ou assinatura errada",
}


@dataclass(frozen=True)
class Fault:
    """One thing that does not hold. `what` in Portuguese; `seq` 0 when it is about no event."""

    code: Code
    what: str
    subject: str = ""  # "auto 3f…", "número TREINO-AI-2026-000017"
    chain: str = ""
    seq: int = 0
    field: str = ""
    expected: str = ""
    found: str = ""

    def line(self) -> str:
        """The fault as one printed line: class, place, what, field, expected, found."""
        place = f"{self.chain} {self.seq}" if self.seq else self.chain
        parts = [f"[{int(self.code)} {CODE_NAMES[self.code]}]", place, self.subject]
        text = " ".join(p for p in parts if p) + f": {self.what}"
        if self.field:
            text += f" · campo {self.field}: esperado {self.expected!r}, encontrado {self.found!r}"
        return text


def exit_code(found: Iterable[Fault]) -> int:
    """0 when nothing is wrong, else the smallest code found: the worst class."""
    return min((int(f.code) for f in found if f.code is not Code.REMARK), default=0)
