"""What the demo's codes are worth now, asked of the same look-ups that agents and passengers use."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from flask import current_app
from sqlalchemy import select

from app.accounts.queries import City
from app.demo.load import city_id
from app.demo.stage import demo_id
from app.demo.table import Scenario, Town
from app.kernel.civil import civil_today
from app.kernel.names import short_name
from app.permits.models import Seal
from app.permits.service_seals import seal_address
from app.persistence.base import db
from app.registry.models import Vehicle
from app.regulation import wording
from app.regulation.ruleset import Ruleset
from app.regulation.verdict import Audience, Level, Reason, Verdict, citation, judge
from app.verification.facts import records_of
from app.verification.field_card import Days, card_of
from app.verification.gateway import answers_of
from app.verification.models import SealCard
from app.verification.public_texts import catalogue
from app.verification.record import Record

IN_ORDER = "em ordem"


@dataclass(frozen=True)
class Said:
    """One reason as an agent reads it: code, level, two lines and citation."""

    code: str
    level: str
    text: str
    detail: str = ""
    citation: str = ""

    @property
    def line(self) -> str:
        """Both lines in one."""
        return f"{self.text} ({self.detail})" if self.detail else self.text


@dataclass(frozen=True)
class SeenDriver:
    """What a driver adds to the car's verdict; `says` is the one fact that was changed."""

    name: str
    level: str
    reasons: tuple[Said, ...]
    says: str
    login: str = ""


@dataclass(frozen=True)
class Seen:
    """One code (or plate without a code) with its verdict of now.

    `verdict` is green, amber or red, or the token's verdict for what is not genuine; `page` the
    kind of the passenger's page, "" for a plate; `word` what that page says in large.
    """

    key: str
    town: Town
    title: str
    plate: str
    url: str
    verdict: str
    reasons: tuple[Said, ...]
    page: str = ""
    word: str = ""
    car: str = ""
    index: int | None = None
    drivers: tuple[SeenDriver, ...] = ()

    @property
    def reason(self) -> str:
        """All reasons in one line, the drivers' after the car's."""
        parts = [said.line for said in self.reasons]
        for driver in self.drivers:
            parts += [f"com {driver.name}: {said.line}" for said in driver.reasons]
        return "; ".join(parts) or IN_ORDER

    @property
    def codes(self) -> list[str]:
        """Codes of the car's reasons and of its drivers'."""
        own = [said.code for said in self.reasons]
        return own + [said.code for driver in self.drivers for said in driver.reasons]


@dataclass(frozen=True)
class Look:
    """A town looked at in one moment."""

    town: Town
    city: City
    law: Ruleset
    now: datetime

    @property
    def today(self) -> date:
        """The civil day in the city."""
        return civil_today(self.now, self.city.time_zone)


def seals_of(look: Look) -> list[Seen]:
    """Every code that was issued, in the order of the table; a reprinted one before its successor."""
    records = _records(look)
    cards = {card.seal_id: card for card in _cards(look)}
    found: list[Seen] = []
    for scenario in look.town.scenarios:
        record = records.get(demo_id(look.town, "vehicle", scenario.key))
        if record is not None:
            found += [_seen(look, scenario, record, cards[s.id], s) for s in record.seals]
    return found


def plates_of(look: Look) -> list[Seen]:
    """Cars without a code, found by plate alone."""
    records = _records(look)
    wanted = [s for s in look.town.scenarios if s.plate_only]
    pairs = [(s, records.get(demo_id(look.town, "vehicle", s.key))) for s in wanted]
    return [_plate(look, scenario, record) for scenario, record in pairs if record]


def banner_of(look: Look) -> Said | None:
    """Why everything is a demonstration: the legal status of the text."""
    record = next(iter(_records(look).values()), None)
    verdict = judge(record.facts(look.today), look.law, look.today) if record else None
    return _said(verdict.banner, look.today) if verdict and verdict.banner else None


def _records(look: Look) -> dict[str, Record]:
    ids = [demo_id(look.town, "vehicle", s.key) for s in look.town.scenarios]
    found = records_of(db.session(), ids, municipality_id=look.city.id, law=look.law, on=look.today)
    return {record.vehicle.id: record for record in found}


def _cards(look: Look) -> Iterable[SealCard]:
    return db.session.scalars(
        select(SealCard).where(SealCard.municipality_id == city_id(look.town))
    )


def _seen(look: Look, scenario: Scenario, record: Record, card: SealCard, seal: Seal) -> Seen:
    told = card_of(card, Days.told_on(look.today))
    level, findings = told["segments"][0][1:]
    page = answers_of(current_app).find(seal.digits, "", look.now).kind
    former = any(other.replaces_id == seal.id for other in record.seals)
    return Seen(
        key=f"{scenario.key}-antigo" if former else scenario.key,
        town=look.town,
        title="Primeira via: o código antigo não vale mais" if former else scenario.title,
        plate=seal.plate,
        url=seal_address(seal.digits),
        verdict=level,
        reasons=tuple(_told(look, *finding) for finding in findings),
        page=page.value,
        word=str(catalogue()["pt"].kind[page.value]["word"]),
        car=_car(record.vehicle),
        index=seal.number,
        drivers=() if former else tuple(_drivers(look, scenario, record)),
    )


def _plate(look: Look, scenario: Scenario, record: Record) -> Seen:
    verdict = judge(record.facts(look.today), look.law, look.today)
    base = current_app.config["SETTINGS"].public_url
    return Seen(
        key=scenario.key,
        town=look.town,
        title=scenario.title,
        plate=record.vehicle.plate,
        url=f"{base}/consulta?placa={record.vehicle.plate}&cidade={look.city.slug}",
        verdict=verdict.level.value,
        reasons=tuple(_said(reason, look.today) for reason in verdict.told_to_agent),
        car=_car(record.vehicle),
        drivers=tuple(_drivers(look, scenario, record)),
    )


def _car(row: Vehicle) -> str:
    service = "Táxi" if row.modality == "taxi" else "Aplicativo"
    return f"{service} · {row.make_model}, {row.colour.lower()}"


def _drivers(look: Look, scenario: Scenario, record: Record) -> Iterator[SeenDriver]:
    for place, wheel in enumerate(scenario.wheels):
        id = demo_id(look.town, "driver", scenario.key, str(place))
        driver = record.driver(id)
        if driver is None:
            continue
        verdict = judge(record.facts(look.today, driver_id=id), look.law, look.today)
        reasons = tuple(_said(r, look.today) for r in _about_driver(verdict))
        level = min((_WEIGHT[r.level] for r in reasons), default=_GREEN)
        login = wheel.login + look.town.suffix if wheel.login else ""
        name = driver.row.name if wheel.login else short_name(driver.row.name)
        yield SeenDriver(name, _LEVELS[level], reasons, wheel.says, login)


_LEVELS = (Level.RED.value, Level.AMBER.value, Level.GREEN.value)
_WEIGHT = {level: place for place, level in enumerate(_LEVELS)} | {Level.INFO.value: 2}
_GREEN = 2


def _about_driver(verdict: Verdict) -> tuple[Reason, ...]:
    return tuple(r for r in verdict.reasons if r.scope == "driver" or r.check == "driver_linked")


def _said(reason: Reason, on: date) -> Said:
    """The agent's words; the code is the registry's own, also where a phone gets a vaguer one."""
    code, params = reason.for_phone()
    fields = _fields(params)
    return Said(
        reason.code,
        reason.level.value,
        wording.sentence(code, Audience.AGENT, fields, on),
        wording.detail(code, fields, on),
        reason.citation,
    )


def _told(look: Look, code: str, params: dict[str, Any], level: str) -> Said:
    fields, rule = _fields(params), look.law.check(code.split(".", 1)[0])
    return Said(
        code,
        level,
        wording.sentence(code, Audience.AGENT, fields, look.today),
        wording.detail(code, fields, look.today),
        citation(look.law.code, rule.basis),
    )


def _fields(params: dict[str, Any]) -> dict[str, Any]:
    """The phone's params with their ISO days as dates."""
    return {n: date.fromisoformat(v) if isinstance(v, str) else v for n, v in params.items()}
