"""The words of the passenger's page in three languages, and which one a browser asks for."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

_FILE: Final = Path(__file__).parent / "public_texts.toml"
_HEADER_MAX: Final = 200
DEFAULT: Final = "pt"
LANGUAGES: Final = ("pt", "en", "es")
_MONTHS: Final = [
    "Jan",
    "Feb",
    "Mar",
    "Apr",
    "May",
    "Jun",
    "Jul",
    "Aug",
    "Sep",
    "Oct",
    "Nov",
    "Dec",
]


@dataclass(frozen=True)
class Language:
    """The words of one language; `tables` holds label, value, kind, norm and report by key."""

    id: str
    words: Mapping[str, str]
    tables: Mapping[str, Mapping[str, Any]]
    colours: Mapping[str, str]

    def __getattr__(self, name: str) -> Any:
        """Templates write `t.strip` and `t.label.car`."""
        if name in self.words:
            return self.words[name]
        if name in self.tables:
            return self.tables[name]
        raise AttributeError(name)

    def date(self, iso: str) -> str:
        """A day from `YYYY-MM-DD`, as people of this language read it without doubt."""
        return _written(self.words["date"], iso)

    def colour(self, written: str) -> str:
        """The colour as registered and, where it is another word, what it means."""
        stem = written.strip().casefold().removesuffix("a").removesuffix("o")
        stem = stem.removesuffix("m") if stem.endswith("rrom") else stem
        known = self.colours.get(_plain(stem), "")
        return f"{written} ({known})" if known and known != written.casefold() else written


@lru_cache(maxsize=4096)
def _written(pattern: str, iso: str) -> str:
    day = date.fromisoformat(iso)
    return pattern.format(d=day.day, m=day.month, month=_MONTHS[day.month - 1], y=day.year)


def _plain(stem: str) -> str:
    return stem.replace("ã", "a").replace("á", "a")


@lru_cache(maxsize=1)
def catalogue() -> Mapping[str, Language]:
    """All languages, by id."""
    content = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    return {id: _language(id, content) for id in LANGUAGES}


def _language(id: str, content: Mapping[str, Any]) -> Language:
    table = content[id]
    colours = {stem: names.get(id, "") for stem, names in content["colours"].items()}
    return Language(
        id,
        {key: value for key, value in table.items() if isinstance(value, str)},
        {key: value for key, value in table.items() if isinstance(value, dict)},
        colours,
    )


def chosen(query: str, header: str) -> str:
    """The language of an answer: the switch (`l=en`) first, then what the browser prefers."""
    for part in query.split("&"):
        if part[:2] == "l=" and part[2:] in LANGUAGES:
            return part[2:]
    return _preferred(header[:_HEADER_MAX])


@lru_cache(maxsize=256)
def _preferred(header: str) -> str:
    """First of our languages in the order of the header's weights (RFC 9110 §12.5.4)."""
    asked: list[tuple[float, str]] = []
    for part in header.lower().split(","):
        tag, _, weight = part.strip().partition(";q=")
        try:
            asked.append((float(weight or 1), tag.partition("-")[0]))
        except ValueError:
            continue
    for wish, tag in sorted(asked, key=lambda pair: -pair[0]):
        if wish > 0 and tag in LANGUAGES:
            return tag
    return DEFAULT
