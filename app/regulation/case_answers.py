"""The answers of a step's form: what is missing, too long, or of the wrong kind; all named."""

from collections.abc import Callable, Mapping
from datetime import date

from app.kernel.errors import DomainError, Invalid
from app.kernel.ids import parse_id
from app.kernel.money import parse_ufm
from app.regulation.case_facts import Value
from app.regulation.tables_case import AskRow
from app.regulation.vocabulary_case import AskKind

LINE_MAX = 120  # characters
TEXT_MAX = 8000
_SHA256 = 64
_HEX = frozenset("0123456789abcdef")


def check_answers(asks: tuple[AskRow, ...], values: Mapping[str, Value]) -> None:
    """`Invalid` naming the first field that is missing, unknown or wrong."""
    known = {ask.id: ask for ask in asks}
    for name in values:
        if name not in known:
            raise Invalid("Este campo não é deste ato.", field=name)
    for ask in asks:
        _check(ask, values.get(ask.id))


def _check(ask: AskRow, value: Value) -> None:
    if value is None or (isinstance(value, str) and not value.strip()):
        if ask.required:
            raise Invalid(f"Falta: {ask.label}.", field=ask.id)
        return
    if not isinstance(value, str):
        raise Invalid(f"{ask.label}: escreva um texto.", field=ask.id)
    _KINDS[ask.kind](ask, value)


def _line(ask: AskRow, value: str) -> None:
    if "\n" in value:
        raise Invalid(f"{ask.label}: escreva em uma linha.", field=ask.id)
    _short(ask, value, ask.longest or LINE_MAX)


def _text(ask: AskRow, value: str) -> None:
    _short(ask, value, ask.longest or TEXT_MAX)


def _short(ask: AskRow, value: str, longest: int) -> None:
    if len(value) > longest:
        raise Invalid(f"{ask.label}: no máximo {longest} caracteres.", field=ask.id)


def _date(ask: AskRow, value: str) -> None:
    try:
        date.fromisoformat(value)
    except ValueError:
        raise Invalid(f"{ask.label}: escolha o dia.", field=ask.id) from None


def _choice(ask: AskRow, value: str) -> None:
    if value not in {choice.id for choice in ask.choices}:
        raise Invalid(f"{ask.label}: escolha uma das opções.", field=ask.id)


def _persons(ask: AskRow, value: str) -> None:
    try:
        for person in value.split():
            parse_id(person)
    except DomainError:
        raise Invalid(f"{ask.label}: escolha pessoas da lista.", field=ask.id) from None


def _file(ask: AskRow, value: str) -> None:
    if len(value) != _SHA256 or not _HEX.issuperset(value):
        raise Invalid(f"{ask.label}: anexe o arquivo.", field=ask.id)


def _ufm(ask: AskRow, value: str) -> None:
    parse_ufm(value.replace(".", ","), field=ask.id)


def _days(ask: AskRow, value: str) -> None:
    number = int(value) if value.isascii() and value.isdecimal() and len(value) <= 4 else 0
    if not 1 <= number <= ask.longest:
        raise Invalid(f"{ask.label}: um número de 1 a {ask.longest}.", field=ask.id)


_KINDS: Mapping[AskKind, Callable[[AskRow, str], None]] = {
    AskKind.LINE: _line,
    AskKind.TEXT: _text,
    AskKind.DATE: _date,
    AskKind.CHOICE: _choice,
    AskKind.PERSONS: _persons,
    AskKind.FILE: _file,
    AskKind.UFM: _ufm,
    AskKind.DAYS: _days,
}
