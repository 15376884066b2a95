"""The answers of a visit as the office reads them: by group, with photos, and beside a second visit. Pure."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from app.inspections.paper_items import ANSWERS, read_words

Json = Mapping[str, Any]
_GONE = "Itens de versão anterior da norma"


@dataclass(frozen=True)
class Answered:
    """One item as it was answered; `word` is ok, nc or na, `said` the same for people."""

    key: str
    label: str
    citation: str
    group: str
    word: str
    read: str
    photos: tuple[str, ...]  # hashes

    @property
    def said(self) -> str:
        """'Conforme', 'Não conforme', 'Não se aplica'."""
        return ANSWERS[self.word]


@dataclass(frozen=True)
class Compared:
    """One item in two visits; None where a visit does not have it."""

    first: Answered | None
    second: Answered | None

    @property
    def item(self) -> Answered:
        """Whichever is there, for its label."""
        found = self.first or self.second
        assert found is not None
        return found

    @property
    def differs(self) -> bool:
        """Whether the second person found something else; what only one visit asks says nothing."""
        if self.first is None or self.second is None:
            return False
        return self.first.word != self.second.word


def answered(record: Json, catalogue: Json) -> Iterator[Answered]:
    """Every answer of the frozen record, in its order, with the words of the day's catalogue."""
    items = {item["key"]: item for item in catalogue["items"]}
    for answer in record["items"]:
        item = items.get(answer["key"])
        label = ": ".join(filter(None, (item["of"], item["label"]))) if item else answer["key"]
        yield Answered(
            answer["key"],
            label,
            item["citation"] if item else "",
            item["group"] if item else _GONE,
            answer["answer"],
            read_words(answer),
            tuple(answer["photos"]),
        )


def grouped(answers: Iterator[Answered]) -> dict[str, list[Answered]]:
    """By group, in order."""
    found: dict[str, list[Answered]] = {}
    for answer in answers:
        found.setdefault(answer.group, []).append(answer)
    return found


def compared(first: Iterator[Answered], second: Iterator[Answered]) -> list[Compared]:
    """Item by item, in the order of the first visit; those that differ come first."""
    one, other = {a.key: a for a in first}, {a.key: a for a in second}
    rows = [Compared(one.get(key), other.get(key)) for key in dict.fromkeys([*one, *other])]
    return sorted(rows, key=lambda row: not row.differs)
