"""What is wrong in a ruleset's files, said so that the person who edits them can fix it."""

from collections.abc import Iterable
from dataclasses import dataclass

from app.kernel.errors import DomainError


@dataclass(frozen=True)
class Problem:
    """One mistake: `file`, `key` ("infraction[3] PLA-43-II-c: basis") and Portuguese reason."""

    file: str
    key: str
    reason: str

    def __str__(self) -> str:
        return ": ".join(part for part in (self.file, self.key, self.reason) if part)


class RulesetError(DomainError):
    """The files of a ruleset cannot be used; `problems` holds all mistakes found."""

    def __init__(self, problems: Iterable[Problem], *, folder: str = "") -> None:
        self.problems = tuple(problems)
        self.file = self.problems[0].file
        self.key = self.problems[0].key
        self.reason = self.problems[0].reason
        count = len(self.problems)
        head = f"A norma em “{folder}” tem {count} erro{'s' if count > 1 else ''}. Corrija:"
        super().__init__("\n".join([head, *map(str, self.problems)]))
