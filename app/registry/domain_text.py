"""Typed text made storable: one line, no invisible characters, within its length. Pure."""

import re
import unicodedata
from typing import Final

from app.kernel.characters import describe
from app.kernel.errors import Invalid
from app.kernel.names import fold

_EMAIL: Final = re.compile(r"[^@\s]{1,64}@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+")
_KEY_MAX: Final = 120
# Joins letters of a name; a person typing "davila" or "d avila" means "d'Ávila".
_JOINERS: Final = str.maketrans({"'": None, "-": " ", ".": " "})


def one_line(typed: str, *, field: str, what: str, longest: int, required: bool = False) -> str:
    """`typed` in NFC with single spaces; `Invalid` names an invisible character or the limit.

    `what` opens the sentence, with its article: "O nome".
    """
    text = " ".join(unicodedata.normalize("NFC", typed).split())
    if strange := next((char for char in text if _invisible(char)), ""):
        raise Invalid(f"{what} tem {describe(strange)}: apague e digite de novo.", field=field)
    if len(text) > longest:
        raise Invalid(f"{what} pode ter até {longest} caracteres.", field=field)
    if required and not text:
        raise Invalid(f"{what} não pode ficar em branco.", field=field)
    return text


def paragraph(typed: str, *, field: str, what: str, longest: int) -> str:
    """Like `one_line` but line breaks stay."""
    lines = [one_line(line, field=field, what=what, longest=longest) for line in typed.split("\n")]
    text = "\n".join(lines).strip()
    if len(text) > longest:
        raise Invalid(f"{what} pode ter até {longest} caracteres.", field=field)
    return text


def _invisible(char: str) -> bool:
    return unicodedata.category(char) in {"Cc", "Cf", "Cs", "Co", "Cn"}


def person_name(typed: str, *, field: str = "name", what: str = "O nome") -> str:
    """A name with at least one letter, 120 characters at most."""
    text = one_line(typed, field=field, what=what, longest=120, required=True)
    if not any(char.isalpha() for char in text):
        raise Invalid(f"{what} precisa de letras.", field=field)
    return text


def email_address(typed: str, *, field: str = "email") -> str:
    """An address in form, or empty."""
    text = one_line(typed, field=field, what="O e-mail", longest=120)
    if text and not _EMAIL.fullmatch(text):
        raise Invalid("Digite o e-mail completo, como nome@exemplo.com.br.", field=field)
    return text


def name_key(name: str) -> str:
    """What names are searched by: folded, without apostrophes and hyphens, 120 at most."""
    return " ".join(fold(name).translate(_JOINERS).split())[:_KEY_MAX]


def like_pattern(word: str) -> str:
    """`word` anywhere, its own % and _ taken literally (escape character: backslash)."""
    return "%" + _escaped(word) + "%"


def like_prefix(word: str) -> str:
    """`word` at the beginning, its own % and _ taken literally (escape character: backslash)."""
    return _escaped(word) + "%"


def _escaped(word: str) -> str:
    return word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
