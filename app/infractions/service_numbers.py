"""Lending numbers to phones: blocks per series, account and device, in order, never twice.

The head row of the series is locked, so two phones never get one number (threats.md T15).
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, func, select
from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.accounts.permissions import Permission
from app.infractions.law import Numbered, legal_refusals, numbered_kinds
from app.infractions.models import NumberBlock, NumberOutcome, NumberSeries
from app.infractions.numbering import BLOCK_SIZE, Lent, Report, may_lend, series_code
from app.kernel.civil import civil_today
from app.kernel.ids import new_id
from app.ledger.service import append
from app.regulation.ruleset import Ruleset


@dataclass(frozen=True)
class Holder:
    """A phone in an agent's hand, as it reported itself."""

    actor: Actor
    device_id: str
    waiting: int  # entries not yet delivered
    reports: Mapping[str, Report]


@dataclass(frozen=True)
class OpenBlock:
    """A block with at least one number that has not ended; `used`: those that have."""

    id: str
    series: str
    kind: str
    first: int
    last: int
    used: tuple[int, ...]

    def as_json(self) -> dict[str, object]:
        """As the phone is told (contract of POST /campo/ola)."""
        return {**asdict(self), "used": list(self.used)}


def lend_missing(session: Session, holder: Holder, law: Ruleset, *, now: datetime) -> None:
    """Lend what each numbered kind of this year lacks; an inner step. Nothing to who may not write."""
    if not holder.actor.can(Permission.NOTICE_WRITE):
        return
    today = civil_today(now, law.instrument.time_zone)
    training = bool(legal_refusals(law, now, now))
    for kind in numbered_kinds(law, today):
        code = series_code(kind.letters, today.year, training=training)
        _lend(session, holder, kind, code, now)


def _lend(session: Session, holder: Holder, kind: Numbered, code: str, now: datetime) -> None:
    report = holder.reports.get(code)
    if not may_lend(lent_to(session, holder, code), report, holder.waiting)[0]:
        return  # the usual contact takes no lock on the series
    head = _locked_head(session, holder.actor.municipality_id, kind, code)
    # Read again behind the lock: two tabs of one phone meet here.
    wanted, flag = may_lend(lent_to(session, holder, code), report, holder.waiting)
    if not wanted:
        return
    block = NumberBlock(
        id=new_id(),
        municipality_id=holder.actor.municipality_id,
        series=code,
        first=head.next_value,
        last=head.next_value + BLOCK_SIZE - 1,
        account_id=holder.actor.account_id,
        person_id=holder.actor.person_id,
        device_id=holder.device_id,
        training=head.training,
        flag=flag,
        leased_at=now,
    )
    head.next_value = block.last + 1
    session.flush()  # the head first: the block must lie below it
    session.add(block)
    session.flush()
    body = {
        "series": code,
        "first": block.first,
        "last": block.last,
        "device": holder.device_id,
        "flag": flag,
    }
    append(session, holder.actor, "block.leased", ("block", block.id), body, now=now)


def _locked_head(session: Session, municipality_id: str, kind: Numbered, code: str) -> NumberSeries:
    key = (municipality_id, code)
    head = session.get(NumberSeries, key, with_for_update=True, populate_existing=True)
    if head is None:
        head = NumberSeries(
            municipality_id=municipality_id,
            code=code,
            kind=kind.kind,
            year=int(code.rpartition("-")[2]),
            training=code.startswith("TREINO-"),
            next_value=1,
        )
        session.add(head)
        session.flush()  # a second lender of the very first block meets the primary key here
    return head


def lent_to(session: Session, holder: Holder, code: str) -> Lent:
    """Open blocks of a series on this phone, which of their numbers ended, and how far it wrote."""
    blocks = _open(session, holder, code)
    ended = _ended(session, blocks)
    highest = select(func.max(NumberOutcome.value)).join(
        NumberBlock, NumberBlock.id == NumberOutcome.block_id
    )
    written = session.scalar(
        highest.where(
            *_held_by(holder), NumberBlock.series == code, NumberOutcome.outcome == "written"
        )
    )
    return Lent(
        tuple((block.first, block.last) for block in blocks),
        frozenset(value for values in ended.values() for value in values),
        written or 0,
    )


def open_blocks(session: Session, holder: Holder) -> list[OpenBlock]:
    """All open blocks of the phone, of any year and series, in the order they were lent."""
    blocks = _open(session, holder)
    ended, kinds = _ended(session, blocks), _kinds(session, holder.actor.municipality_id)
    return [
        OpenBlock(
            block.id,
            block.series,
            kinds[block.series],
            block.first,
            block.last,
            tuple(sorted(ended[block.id])),
        )
        for block in blocks
    ]


def _held_by(holder: Holder) -> tuple[ColumnElement[bool], ...]:
    return (
        NumberBlock.municipality_id == holder.actor.municipality_id,
        NumberBlock.account_id == holder.actor.account_id,
        NumberBlock.device_id == holder.device_id,
    )


def _open(session: Session, holder: Holder, code: str = "") -> list[NumberBlock]:
    query = (
        select(NumberBlock)
        .outerjoin(NumberOutcome, NumberOutcome.block_id == NumberBlock.id)
        .where(*_held_by(holder))
        .group_by(NumberBlock.id)
        .having(func.count(NumberOutcome.value) <= NumberBlock.last - NumberBlock.first)
        .order_by(NumberBlock.series, NumberBlock.first)
    )
    if code:
        query = query.where(NumberBlock.series == code)
    return list(session.scalars(query))


def _ended(session: Session, blocks: list[NumberBlock]) -> dict[str, set[int]]:
    """Block → its numbers that have ended."""
    found: dict[str, set[int]] = {block.id: set() for block in blocks}
    query = select(NumberOutcome.block_id, NumberOutcome.value)
    for block_id, value in session.execute(query.where(NumberOutcome.block_id.in_(found))):
        found[block_id].add(value)
    return found


def _kinds(session: Session, municipality_id: str) -> dict[str, str]:
    query = select(NumberSeries.code, NumberSeries.kind).where(
        NumberSeries.municipality_id == municipality_id
    )
    return {code: kind for code, kind in session.execute(query)}
