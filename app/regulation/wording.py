"""How a finding is told to agent, driver and office, and what a passenger hears instead (requirements.md §7.2).

`CATALOGUE` gives for each code the Portuguese templates; sentences are made at display,
so "há 3 dias" is true on the day it is read. A phone makes the same ones from
`phone_catalogue()` and `Reason.for_phone()`, with the fields `{date}`, `{days}`, `{when}`.
"""

from collections.abc import Mapping
from datetime import date
from enum import StrEnum
from string import Formatter

from app.kernel.civil import format_date
from app.kernel.money import Centavos, format_brl
from app.regulation.checks.answer import Level, Value
from app.regulation.wording_catalogue import CATALOGUE, Wording

__all__ = ["CATALOGUE", "Audience", "Wording"]


class Audience(StrEnum):
    """Who reads the sentence."""

    AGENT = "agent"
    DRIVER = "driver"
    OFFICE = "office"
    PASSENGER = "passenger"


_PASSENGER: Mapping[Level, str] = {
    Level.GREEN: "Autorizado.",
    Level.AMBER: "Autorizado. Em caso de dúvida, procure a Secretaria.",
    Level.RED: "Não autorizado. Em caso de dúvida, procure a Secretaria.",
    Level.INFO: "",
}
_DEMONSTRATION = "Demonstração: não comprova autorização."


def passenger(level: Level, *, demonstration: bool = False) -> str:
    """The neutral sentence of the public page; a demonstration proves nothing and says so."""
    return _DEMONSTRATION if demonstration else _PASSENGER[level]


def sentence(code: str, audience: Audience, fields: Mapping[str, Value], on: date) -> str:
    """The sentence of `code` as read on `on`; the office gets the agent's two lines unless told more."""
    words = CATALOGUE[code]
    if audience is Audience.DRIVER:
        return _fill(words.driver, fields, on)
    if audience is Audience.OFFICE:
        return _fill(words.office or _two_lines(words), fields, on).rstrip()
    return _fill(words.agent, fields, on)


def detail(code: str, fields: Mapping[str, Value], on: date) -> str:
    """The agent's second line, or ""."""
    return _fill(CATALOGUE[code].detail, fields, on)


def for_phone(code: str, fields: Mapping[str, Value]) -> tuple[str, dict[str, str | int]]:
    """Code and params (ISO dates) that the agent's lines need, and nothing an agent may not see."""
    shown = CATALOGUE[code].agent_as or code
    words = CATALOGUE[shown]
    needed = _field_names(words.agent) | _field_names(words.detail)
    if needed & {"days", "when"}:
        needed |= {"date"}
    return shown, {
        name: value.isoformat() if isinstance(value, date) else value
        for name, value in fields.items()
        if name in needed and value is not None
    }


def phone_catalogue() -> dict[str, tuple[str, str]]:
    """Code → the agent's two templates, for the field pack."""
    return {code: (words.agent, words.detail) for code, words in CATALOGUE.items()}


def _two_lines(words: Wording) -> str:
    return f"{words.agent}: {words.detail}." if words.detail else f"{words.agent}."


def _field_names(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name}


def _fill(template: str, fields: Mapping[str, Value], on: date) -> str:
    return template.format_map(_words(fields, on)) if "{" in template else template


def _words(fields: Mapping[str, Value], on: date) -> dict[str, str]:
    """Dates as dd/mm/aaaa, `amount` in reais, `end` as a phrase, `days` and `when` from `date`."""
    words = {name: _word(name, value) for name, value in fields.items()}
    day = fields.get("date")
    if isinstance(day, date):
        distance = (day - on).days
        words["days"] = _count(abs(distance))
        words["when"] = _ahead(distance)
    return words


def _word(name: str, value: Value) -> str:
    if name == "end":
        return f"até {format_date(value)}" if isinstance(value, date) else "por prazo indeterminado"
    if isinstance(value, date):
        return format_date(value)
    if name == "amount" and isinstance(value, int):
        return format_brl(Centavos(value))
    return "" if value is None else str(value)


def _count(days: int) -> str:
    return "1 dia" if days == 1 else f"{days} dias"


def _ahead(days: int) -> str:
    return {0: "hoje", 1: "amanhã"}.get(days, f"em {_count(days)}")
