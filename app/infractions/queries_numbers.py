"""Numbers as the office watches them: how far each series is, what is missing, blocks running out.

A hole is a number below the highest written one of its phone that has no end (threats.md T12).
It may be waiting on the phone; the chief explains it when it is not.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, select

from app.accounts.domain import Actor
from app.accounts.models import Person
from app.accounts.permissions import Permission
from app.infractions.models import NumberBlock, NumberOutcome, NumberSeries
from app.infractions.numbering import REFILL_BELOW, number_text
from app.persistence.base import db
from app.registry.write import own


@dataclass(frozen=True)
class SeriesRow:
    """One series: numbers lent so far, the last one used, and how they ended."""

    code: str
    lent: int
    last_used: str  # "" before the first
    ended: Mapping[str, int]  # outcome → how many
    open: int
    holes: tuple[str, ...]  # as written


@dataclass(frozen=True)
class BlockRow:
    """One block on one phone. `running_out`: no newer block of the phone has room."""

    id: str
    series: str
    first: int
    last: int
    agent: str
    device_id: str
    leased_at: datetime
    last_used: str
    free: int
    holes: tuple[str, ...]
    running_out: bool
    lent_with_holes: bool


@dataclass(frozen=True)
class NumberRow:
    """One number of a block: its end, or that it is open; `notice_id` where it was written."""

    value: int
    text: str
    outcome: str  # "" while open
    hole: bool
    notice_id: str
    reason: str
    report: str
    at: datetime | None


@dataclass(frozen=True)
class _Block:
    row: NumberBlock
    agent: str
    ended: Mapping[int, NumberOutcome]
    reach: int  # highest written number of this phone in the series

    @property
    def values(self) -> range:
        return range(self.row.first, self.row.last + 1)

    def open(self) -> list[int]:
        return [value for value in self.values if value not in self.ended]

    def holes(self) -> tuple[int, ...]:
        return tuple(value for value in self.open() if value < self.reach)

    def free(self) -> int:
        return sum(value > self.reach for value in self.open())

    def last_used(self) -> int:
        return max((value for value in self.ended if self._used(value)), default=0)

    def _used(self, value: int) -> bool:
        return self.ended[value].outcome != "returned"

    def said(self, values: Iterable[int]) -> tuple[str, ...]:
        return tuple(number_text(self.row.series, value) for value in values)


def series(actor: Actor) -> list[SeriesRow]:
    """Each series of the city, newest year first."""
    actor.require(Permission.NOTICE_READ)
    blocks = _blocks(actor)
    query = (
        select(NumberSeries)
        .where(NumberSeries.municipality_id == actor.municipality_id)
        .order_by(NumberSeries.year.desc(), NumberSeries.code)
    )
    return [_series(head, blocks) for head in db.session.scalars(query)]


def blocks(actor: Actor) -> list[BlockRow]:
    """Blocks that still have open numbers: those with holes first, then by agent."""
    actor.require(Permission.NOTICE_READ)
    found = [block for block in _blocks(actor) if block.open()]
    left: dict[tuple[str, str, str], int] = {}
    for block in found:
        left[_phone(block)] = left.get(_phone(block), 0) + block.free()
    rows = [_block(block, left[_phone(block)]) for block in found]
    return sorted(rows, key=lambda row: (not row.holes, row.agent, row.series, row.first))


def running_low(actor: Actor) -> dict[str, list[BlockRow]]:
    """Blocks that run out or have holes, by phone; empty for who does not read notices."""
    found: dict[str, list[BlockRow]] = {}
    if not actor.can(Permission.NOTICE_READ):
        return found
    for row in blocks(actor):
        if row.running_out or row.holes:
            found.setdefault(row.device_id, []).append(row)
    return found


def numbers_of(actor: Actor, block_id: str) -> tuple[BlockRow, list[NumberRow]]:
    """One block, number by number. NotFound for strangers."""
    actor.require(Permission.NOTICE_READ)
    wanted = own(db.session(), actor, NumberBlock, block_id)
    phone = (
        NumberBlock.series == wanted.series,
        NumberBlock.account_id == wanted.account_id,
        NumberBlock.device_id == wanted.device_id,
    )
    block = next(block for block in _blocks(actor, *phone) if block.row.id == wanted.id)
    holes = set(block.holes())
    return _block(block, block.free()), [_number(block, value, holes) for value in block.values]


def _blocks(actor: Actor, *only: ColumnElement[bool]) -> list[_Block]:
    """Blocks of the city, or `only` some: whole phones, since a hole is seen from its highest."""
    wanted = (NumberBlock.municipality_id == actor.municipality_id, *only)
    ended: dict[str, dict[int, NumberOutcome]] = {}
    of_blocks = select(NumberOutcome).join(NumberBlock, NumberBlock.id == NumberOutcome.block_id)
    for outcome in db.session.scalars(of_blocks.where(*wanted)):
        ended.setdefault(outcome.block_id, {})[outcome.value] = outcome
    query = (
        select(NumberBlock, Person.name)
        .join(Person, Person.id == NumberBlock.person_id)
        .where(*wanted)
        .order_by(NumberBlock.series, NumberBlock.first)
    )
    rows = db.session.execute(query).all()
    reach: dict[tuple[str, str, str], int] = {}
    for row, _ in rows:
        key = (row.series, row.account_id, row.device_id)
        written = [v for v, o in ended.get(row.id, {}).items() if o.outcome == "written"]
        reach[key] = max([reach.get(key, 0), *written])
    return [
        _Block(row, name, ended.get(row.id, {}), reach[row.series, row.account_id, row.device_id])
        for row, name in rows
    ]


def _phone(block: _Block) -> tuple[str, str, str]:
    return block.row.series, block.row.account_id, block.row.device_id


def _series(head: NumberSeries, blocks: list[_Block]) -> SeriesRow:
    own_blocks = [block for block in blocks if block.row.series == head.code]
    ended: dict[str, int] = {}
    for block in own_blocks:
        for outcome in block.ended.values():
            ended[outcome.outcome] = ended.get(outcome.outcome, 0) + 1
    last = max((block.last_used() for block in own_blocks), default=0)
    return SeriesRow(
        head.code,
        head.next_value - 1,
        number_text(head.code, last) if last else "",
        ended,
        sum(len(block.open()) for block in own_blocks),
        tuple(text for block in own_blocks for text in block.said(block.holes())),
    )


def _block(block: _Block, left: int) -> BlockRow:
    row, last = block.row, block.last_used()
    return BlockRow(
        row.id,
        row.series,
        row.first,
        row.last,
        block.agent,
        row.device_id,
        row.leased_at,
        number_text(row.series, last) if last else "",
        block.free(),
        block.said(block.holes()),
        left < REFILL_BELOW,
        row.flag == "holes",
    )


def _number(block: _Block, value: int, holes: set[int]) -> NumberRow:
    outcome = block.ended.get(value)
    return NumberRow(
        value,
        number_text(block.row.series, value),
        outcome.outcome if outcome else "",
        value in holes,
        (outcome.notice_id or "") if outcome else "",
        outcome.reason if outcome else "",
        outcome.report if outcome else "",
        outcome.at if outcome else None,
    )
