"""People's and streets' names: the key they are searched by, and short forms that reveal less."""

import re
import unicodedata
from typing import Final

_PARTICLES: Final = frozenset({"DA", "DE", "DI", "DO", "DU", "DAS", "DOS", "E", "D", "DEL", "VON"})
_APOSTROPHES: Final = str.maketrans({"’": "'", "‘": "'", "´": "'", "`": "'"})
_ELISION: Final = re.compile(r"^[dD]'(?=\w)")


def fold(name: str) -> str:
    """Search key: no accents, no invisible characters, upper case, single spaces.

    `fold("João  d’Ávila") == "JOAO D'AVILA"`; equal keys mean the same name to a person typing.
    """
    plain = unicodedata.normalize("NFKD", name.translate(_APOSTROPHES))
    kept = "".join(char for char in plain if unicodedata.category(char) not in {"Mn", "Cf"})
    return " ".join(kept.upper().split())


def short_name(name: str) -> str:
    """First name and the initial of the next: `João Pereira d'Ávila` → `João P.`."""
    words = name.split()
    if not words:
        return ""
    initial = next((_initial(word) for word in words[1:] if fold(word) not in _PARTICLES), "")
    return f"{words[0]} {initial}." if initial else words[0]


def initials(name: str) -> str:
    """First letters of the first and of the last word, for a badge: `João Pereira d'Ávila` → `JÁ`."""
    letters = [_initial(word) for word in name.split() if fold(word) not in _PARTICLES]
    return "".join(letters[:1] + letters[1:][-1:])


def _initial(word: str) -> str:
    bare = _ELISION.sub("", unicodedata.normalize("NFC", word.translate(_APOSTROPHES)))
    return next((char.upper() for char in bare if char.isalnum()), "")
