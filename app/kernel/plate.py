"""Brazilian vehicle plates, old (ABC1234) and Mercosul (ABC1D23), as one value.

What a person typed is tidied, never guessed: O/0 and I/1 are only suggested.
"""

import re
import string
from dataclasses import dataclass
from itertools import product
from typing import Final, Self

from app.kernel.characters import describe, first_outside
from app.kernel.errors import Invalid

_SHAPE: Final = re.compile(r"[A-Z]{3}[0-9][A-Z0-9][0-9]{2}")
_LETTER, _DIGIT, _EITHER = "uma letra", "um número", "uma letra ou um número"
_SLOTS: Final = (_LETTER, _LETTER, _LETTER, _DIGIT, _EITHER, _DIGIT, _DIGIT)
_SPACES: Final = " \t\r\n"
_TYPED: Final = frozenset(string.ascii_letters + string.digits + "- ")
_TYPED_MAX: Final = 32
_TWIN_LETTERS: Final = "ABCDEFGHIJ"
_LOOK_ALIKE: Final = {"O": "O0", "0": "0O", "I": "I1", "1": "1I"}
_EXAMPLE: Final = "A placa tem 7 letras e números, como ABC1D23 ou ABC-1234."


@dataclass(frozen=True, order=True, slots=True)
class Plate:
    """Seven upper-case ASCII characters, `LLLNXNN`; anything else raises `Invalid`."""

    text: str

    def __post_init__(self) -> None:
        if not _SHAPE.fullmatch(self.text):
            raise Invalid(_shape_message(self.text), field="plate")

    def __str__(self) -> str:
        return self.text

    @classmethod
    def parse(cls, typed: str, *, field: str = "plate") -> Self:
        """The plate a person typed: any case, with or without hyphen and spaces.

        `Invalid` names the offending character or position and, where O/0 or I/1 would help,
        asks "você quis dizer …?".
        """
        try:
            return cls(_tidy(typed))
        except Invalid as error:
            raise Invalid(error.message + _hint(typed), field=field) from None

    @property
    def is_mercosul(self) -> bool:
        """Whether the fifth character is a letter (Resolução Contran 729/2018 and later)."""
        return self.text[4].isalpha()

    def twin(self) -> "Plate | None":
        """The same car's plate in the other pattern (fifth character 0–9 ↔ A–J); None for K–Z."""
        fifth = self.text[4]
        if fifth.isdigit():
            other = _TWIN_LETTERS[int(fifth)]
        elif fifth in _TWIN_LETTERS:
            other = str(_TWIN_LETTERS.index(fifth))
        else:
            return None
        return Plate(self.text[:4] + other + self.text[5:])

    def display(self) -> str:
        """As painted on the car: `ABC-1234` (old), `ABC1D23` (Mercosul)."""
        return self.text if self.is_mercosul else f"{self.text[:3]}-{self.text[3:]}"


def suggestions(typed: str) -> tuple[Plate, ...]:
    """Other plates that differ from `typed` only by O/0 or I/1, nearest first; at most two.

    For a person to choose from after a refusal or a registry miss; nothing is corrected silently.
    """
    try:
        tidy = _tidy(typed)
    except Invalid:
        return ()
    if len(tidy) != len(_SLOTS):
        return ()
    readings = ("".join(chars) for chars in product(*(_LOOK_ALIKE.get(c, c) for c in tidy)))
    found = {text for text in readings if text != tidy and _SHAPE.fullmatch(text)}
    return tuple(Plate(text) for text in sorted(found, key=lambda text: _distance(text, tidy)))


def _distance(text: str, typed: str) -> tuple[int, str]:
    return sum(a != b for a, b in zip(text, typed, strict=True)), text


def _tidy(typed: str) -> str:
    if len(typed) > _TYPED_MAX:
        raise Invalid(_EXAMPLE, field="plate")
    text = typed.strip(_SPACES)
    # Before upper(): "ı".upper() is a plain "I" and "ß".upper() is "SS".
    if strange := first_outside(text, _TYPED):
        raise Invalid(
            f"A placa tem {describe(strange)}, que não vale: use letras A–Z e números 0–9.",
            field="plate",
        )
    return text.upper().replace("-", "").replace(" ", "")


def _shape_message(text: str) -> str:
    if len(text) != len(_SLOTS):
        return f"{_EXAMPLE} Recebemos {len(text)}." if text else f"Digite a placa. {_EXAMPLE}"
    for position, (char, slot) in enumerate(zip(text, _SLOTS, strict=True), start=1):
        if not _fits(char, slot):
            return f"O {position}º caractere da placa é {describe(char)}, mas deve ser {slot}."
    return _EXAMPLE


def _fits(char: str, slot: str) -> bool:
    letter, digit = char in string.ascii_uppercase, char in string.digits
    return (letter and slot != _DIGIT) or (digit and slot != _LETTER)


def _hint(typed: str) -> str:
    found = [plate.display() for plate in suggestions(typed)]
    return f" Você quis dizer {' ou '.join(found)}? Confira no carro." if found else ""
