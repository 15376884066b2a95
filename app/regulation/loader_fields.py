"""One validator for all ruleset files: reads a TOML table into the dataclass that describes it.

The dataclass is the rule: field name (or `key`) = TOML key, type = what is accepted,
no default = the key must stand there. `X | None` accepts "" as None.
"""

import dataclasses
import difflib
import types
import typing
from collections.abc import Mapping
from datetime import date, datetime
from decimal import Decimal, InvalidOperation
from enum import StrEnum
from functools import cache
from types import MappingProxyType
from typing import Any, TypeVar

from app.regulation.loader_problems import Problem

Row = TypeVar("Row")

_NAMING_KEYS = ("id", "code", "ref", "name", "flag")


class _Bad(Exception):
    """A value that its type refuses; the text is the Portuguese reason."""


def row_id(raw: object) -> str:
    """What a row calls itself, for messages: its id, code, ref or name; "" without one."""
    if isinstance(raw, Mapping):
        for key in _NAMING_KEYS:
            if isinstance(raw.get(key), str):
                return str(raw[key])
    return ""


def toml_key(field: "dataclasses.Field[Any]") -> str:
    """Name of a dataclass field in TOML."""
    return str(field.metadata.get("key", field.name.rstrip("_")))


@cache
def _hints(cls: Any) -> Mapping[str, Any]:
    return typing.get_type_hints(cls)


class Reader:
    """Reads one file and gathers its `problems`."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.problems: list[Problem] = []
        self.places: dict[int, str] = {}  # by identity of the row, for later messages

    def row(self, cls: type[Row], raw: object, where: str = "") -> Row | None:
        """A table as `cls`; None, with problems noted, when one of its own keys is wrong.

        A mistake inside a row of a list leaves out that row alone, so that the others
        can still be checked.
        """
        if not isinstance(raw, Mapping):
            self._note(where, "aqui se espera uma tabela")
            return None
        fields: Mapping[str, dataclasses.Field[Any]] = {
            toml_key(field): field
            for field in dataclasses.fields(cls)  # type: ignore[arg-type]
        }
        wrong = {key: _unknown(key, fields) for key in raw if key not in fields}
        values: dict[str, Any] = {}
        hints = _hints(typing.cast(Any, cls))
        for key, field in fields.items():
            try:
                if key in raw:
                    values[field.name] = self._value(hints[field.name], raw[key], _join(where, key))
                elif not _has_default(field):
                    wrong[key] = "falta esta chave"
            except _Bad as bad:
                wrong[key] = str(bad)
        for key, reason in wrong.items():
            self._note(_join(where, key), reason)
        return None if wrong else self._placed(cls(**values), where)

    def _placed(self, row: Row, where: str) -> Row:
        self.places[id(row)] = where
        return row

    def _value(self, kind: Any, raw: object, where: str) -> Any:
        origin = typing.get_origin(kind)
        if origin in (types.UnionType, typing.Union):
            return self._optional(kind, raw, where)
        if origin is tuple:
            return self._list(typing.get_args(kind)[0], raw, where)
        if origin is not None:
            return self._mapping(typing.get_args(kind)[1], raw)
        if dataclasses.is_dataclass(kind) and not hasattr(kind, "parse"):
            return self.row(typing.cast(type, kind), raw, where)
        return _scalar(kind, raw)

    def _optional(self, kind: Any, raw: object, where: str) -> Any:
        if raw == "":
            return None
        return self._value(typing.get_args(kind)[0], raw, where)

    def _list(self, kind: Any, raw: object, where: str) -> tuple[Any, ...]:
        if not isinstance(raw, list):
            raise _Bad(f"aqui se espera uma lista, veio {_portuguese(raw)}")
        values = []
        for number, each in enumerate(raw, 1):
            spot = f"{where}[{number}] {row_id(each)}".rstrip()
            try:
                values.append(self._value(kind, each, spot))
            except _Bad as bad:
                self._note(spot, str(bad))
        return tuple(value for value in values if value is not None)

    def _mapping(self, kind: Any, raw: object) -> Mapping[str, Any]:
        if not isinstance(raw, Mapping):
            raise _Bad(f"aqui se espera uma tabela, veio {_portuguese(raw)}")
        wrong = [key for key, value in raw.items() if kind is str and not isinstance(value, str)]
        if wrong:
            raise _Bad(f"aqui só cabem textos: {', '.join(wrong)}")
        return MappingProxyType({key: _frozen(value) for key, value in raw.items()})

    def _note(self, key: str, reason: str) -> None:
        self.problems.append(Problem(self.file, key, reason))


def _scalar(kind: Any, raw: object) -> Any:
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return _word(kind, raw)
    if kind is Decimal:
        return _decimal(raw)
    if kind is date:
        if isinstance(raw, date) and not isinstance(raw, datetime):
            return raw
        raise _Bad("escreva a data sem aspas: AAAA-MM-DD")
    if hasattr(kind, "parse"):
        return _parsed(kind, raw)
    if type(raw) is not kind:  # bool is an int for isinstance, not for the law
        raise _Bad(f"aqui se espera {_NAMES[kind]}, veio {_portuguese(raw)}")
    return raw


def _word(kind: type[StrEnum], raw: object) -> StrEnum:
    words = [str(member) for member in kind]
    if raw not in words:
        raise _Bad(f"valor desconhecido “{raw}”; use um de: {', '.join(words)}")
    return kind(str(raw))


def _decimal(raw: object) -> Decimal:
    if type(raw) is int:
        return Decimal(raw)
    if not isinstance(raw, str):
        raise _Bad('número decimal vai entre aspas e com ponto: "1.5"')
    try:
        value = Decimal(raw)
    except InvalidOperation:
        raise _Bad(f"“{raw}” não é um número decimal com ponto") from None
    if not value.is_finite():
        raise _Bad(f"“{raw}” não é um número finito")
    return value


def _parsed(kind: Any, raw: object) -> Any:
    if not isinstance(raw, str):
        raise _Bad(f"aqui se espera um texto, veio {_portuguese(raw)}")
    try:
        return kind.parse(raw)
    except ValueError as error:
        raise _Bad(f"“{raw}”: {error}") from None


_NAMES: Mapping[Any, str] = {
    str: "um texto",
    int: "um número inteiro",
    bool: "true ou false",
    float: "um número com vírgula",
    list: "uma lista",
    dict: "uma tabela",
    date: "uma data",
}


def _portuguese(raw: object) -> str:
    return _NAMES.get(type(raw), "outra coisa")


def _frozen(value: object) -> object:
    if isinstance(value, list):
        return tuple(map(_frozen, value))
    if isinstance(value, dict):
        return MappingProxyType({key: _frozen(each) for key, each in value.items()})
    return value


def _has_default(field: "dataclasses.Field[Any]") -> bool:
    missing = dataclasses.MISSING
    return field.default is not missing or field.default_factory is not missing


def _unknown(key: str, known: Mapping[str, object]) -> str:
    near = difflib.get_close_matches(key, known, n=1)
    return "chave desconhecida" + (f"; não seria “{near[0]}”?" if near else "")


def _join(where: str, key: str) -> str:
    return f"{where}: {key}" if where else key
