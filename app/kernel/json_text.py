"""JSON from a phone, read strictly: one meaning or none.

`json.loads` alone takes the last of two equal keys, floats, NaN and any depth.
"""

import json
import re
from typing import Final, NoReturn

from app.kernel.errors import Invalid

BODY_MAX: Final = 1_000_000  # bytes of a request
DEPTH_MAX: Final = 8
_DIGITS_MAX: Final = 16  # 2^53 - 1 has sixteen
# A string, or what is left after an open quote: one pass, never a second try from within.
_STRING: Final = re.compile(r'"(?:[^"\\]|\\.)*+(?:"|\\?\Z)', re.DOTALL)


def read_object(text: str, *, field: str = "") -> dict[str, object]:
    """The object written in `text`; `Invalid` for anything else, with a reason a developer can use.

    Refused: duplicate keys, fractions, integers beyond 2^53 - 1, deeper than 8, lone surrogates.
    """
    if _too_deep(text):
        raise _invalid("níveis demais", field)
    try:
        value = json.loads(
            text,
            object_pairs_hook=_once,
            parse_float=_refuse,
            parse_int=_integer,
            parse_constant=_refuse,
        )
    except (ValueError, RecursionError) as error:
        raise _invalid(str(error)[:80], field) from None
    if not isinstance(value, dict):
        raise _invalid("não é um objeto", field)
    # An escaped half ("\\ud800") passes json.loads and would fail only in the database.
    if "\\u" in text and re.search("[\ud800-\udfff]", json.dumps(value, ensure_ascii=False)):
        raise _invalid("texto com meio caractere", field)
    return value


def _too_deep(text: str) -> bool:
    level = 0
    for bracket in re.finditer(r"[\[\]{}]", _STRING.sub("", text)):
        level += 1 if bracket.group() in "[{" else -1
        if level > DEPTH_MAX:
            return True
    return False


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("chave repetida")
    return found


def _integer(text: str) -> int:
    if len(text.lstrip("-")) > _DIGITS_MAX or abs(int(text)) >= 2**53:
        raise ValueError("número grande demais")
    return int(text)


def _refuse(text: str) -> NoReturn:
    raise ValueError(f"número com fração: {text[:20]}")


def _invalid(reason: str, field: str) -> Invalid:
    return Invalid(f"Registro ilegível: {reason}. Atualize o aplicativo.", field=field)
