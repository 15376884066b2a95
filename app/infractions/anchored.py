"""What the daily anchor says of notices and numbers, and the check that the events agree with it."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from app.infractions.models import Notice, NumberBlock, NumberOutcome
from app.ledger.anchors import Anchor
from app.ledger.checks import Scope, Told, events_of
from app.ledger.checks_anchors import all_anchors
from app.ledger.faults import Code, Fault

Counts = dict[str, Counter[str]]
_STATES = ("written", "voided", "lost", "returned")
_KINDS = ("block.leased", "notice.received", "number.explained")


def count_notices(session: Session, municipality_id: str) -> int:
    """Frozen records of every kind."""
    query = select(func.count()).select_from(Notice)
    return session.scalar(query.where(Notice.municipality_id == municipality_id)) or 0


def count_numbers(session: Session, municipality_id: str) -> list[dict[str, Any]]:
    """Per series: how many numbers were written, voided, lost, returned, and are open."""
    counts: Counts = {}
    lent = (
        select(NumberBlock.series, func.sum(NumberBlock.last - NumberBlock.first + 1))
        .where(NumberBlock.municipality_id == municipality_id)
        .group_by(NumberBlock.series)
    )
    for series, total in session.execute(lent):
        counts.setdefault(series, Counter())["lent"] = int(total)
    ended = (
        select(NumberOutcome.series, NumberOutcome.outcome, func.count())
        .where(NumberOutcome.municipality_id == municipality_id)
        .group_by(NumberOutcome.series, NumberOutcome.outcome)
    )
    for series, outcome, total in session.execute(ended):
        counts.setdefault(series, Counter())[outcome] = total
    return _table(counts)


def _table(counts: Counts) -> list[dict[str, Any]]:
    rows = []
    for series, of in sorted(counts.items()):
        states = {state: of[state] for state in _STATES}
        rows.append({"series": series, **states, "open": of["lent"] - sum(states.values())})
    return rows


def anchored_counts_check(scope: Scope) -> Iterator[Fault]:
    """The numbers of each anchor against the events up to its place in the chain."""
    waiting = sorted(all_anchors(scope), key=lambda anchor: anchor.main.seq)
    notices, counts = 0, Counts()
    for told in events_of(scope.session, scope.municipality_id, *_KINDS):
        if told.event.chain != "main":
            continue
        while waiting and waiting[0].main.seq < told.event.seq:
            yield from _compare(waiting.pop(0), notices, counts)
        notices += told.event.kind == "notice.received"
        _add(counts, told)
    for anchor in waiting:
        yield from _compare(anchor, notices, counts)


def _add(counts: Counts, told: Told) -> None:
    body = told.read() or {}
    try:
        _add_body(counts, told, body)
    except (KeyError, TypeError):
        return  # no such body: told by the walk along the chain


def _add_body(counts: Counts, told: Told, body: dict[str, Any]) -> None:
    if told.event.kind == "block.leased":
        counts.setdefault(body["series"], Counter())["lent"] += body["last"] - body["first"] + 1
    elif told.event.kind == "number.explained":
        series = told.event.entity_id.rpartition("-")[0]
        counts.setdefault(series, Counter())[body["outcome"]] += 1
    elif body["series"]:
        counts.setdefault(body["series"], Counter())["written"] += 1


def _compare(anchor: Anchor, notices: int, counts: Counts) -> Iterator[Fault]:
    right = {"notices": notices, "numbers": _table(counts)}
    for name, value in right.items():
        found = anchor.contents.get(name)
        if found != value:
            yield Fault(
                Code.ANCHOR,
                "a contagem da âncora difere dos eventos até ela",
                subject=f"âncora {anchor.day.isoformat()}",
                field=name,
                expected=f"{found}",
                found=f"{value}",
            )
