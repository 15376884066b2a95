"""Checks of the ledger's verification on numbers: each in one state, inside its block, explained."""

from collections.abc import Iterator
from datetime import datetime

from sqlalchemy import func, select

from app.infractions.models import (
    Notice,
    NoticeAnnotation,
    NumberBlock,
    NumberOutcome,
    NumberSeries,
)
from app.infractions.numbering import is_training, number_text, year_of
from app.kernel.canonical import canonical, instant_text
from app.ledger.checks import Scope
from app.ledger.faults import Code, Fault
from app.ledger.mirrors import Json, Key, Mirror, Source
from app.ledger.models import LedgerEvent


def _block_key(event: LedgerEvent, body: Json) -> Key:
    return (event.entity_id,)


def _block_columns(event: LedgerEvent, body: Json, row: Json) -> Json:
    return {
        "id": event.entity_id,
        "municipality_id": event.municipality_id,
        "series": body["series"],
        "first": body["first"],
        "last": body["last"],
        "account_id": event.account_id,
        "person_id": event.person_id,
        "device_id": body["device"],
        "training": is_training(body["series"]),
        "flag": body["flag"],
        "leased_at": instant_text(event.recorded_at),
    }


def _who(event: LedgerEvent) -> Json:
    return {
        "municipality_id": event.municipality_id,
        "person_id": event.person_id,
        "account_id": event.account_id,
        "device_id": event.device_id,
        "recorded_at": instant_text(event.recorded_at),
    }


def _written_key(event: LedgerEvent, body: Json) -> Key | None:
    if not body["series"]:
        return None  # a verbal warning takes no number
    return (event.municipality_id, body["series"], body["value"])


def _written_columns(event: LedgerEvent, body: Json, row: Json) -> Json:
    # `at` and `block_id` are those of the notice: compared in `number_check`.
    return {
        **_who(event),
        "series": body["series"],
        "value": body["value"],
        "outcome": "written",
        "notice_id": event.entity_id,
        "reason": "",
        "report": "",
    }


def _explained_key(event: LedgerEvent, body: Json) -> Key:
    series, _, value = event.entity_id.rpartition("-")
    return (event.municipality_id, series, int(value))


def _explained_columns(event: LedgerEvent, body: Json, row: Json) -> Json:
    series, _, value = event.entity_id.rpartition("-")
    return {
        **_who(event),
        "series": series,
        "value": int(value),
        "outcome": body["outcome"],
        "block_id": body["block"],
        "notice_id": None,
        "reason": body["reason"],
        "report": body["report"],
        "at": instant_text(event.occurred_at),
    }


def _annotation_key(event: LedgerEvent, body: Json) -> Key:
    return (body["annotation"],)


def _annotation_columns(event: LedgerEvent, body: Json, row: Json) -> Json:
    return {
        **_who(event),
        "id": body["annotation"],
        "notice_id": event.entity_id,
        "kind": body["kind"],
        "body": canonical(body["text"]).decode(),
    }


block_mirror = Mirror(
    NumberBlock, "bloco", {"block.leased": Source(_block_key, _block_columns)}, Code.NUMBER
)
outcome_mirror = Mirror(
    NumberOutcome,
    "número",
    {
        "notice.received": Source(_written_key, _written_columns),
        "number.explained": Source(_explained_key, _explained_columns),
    },
    Code.NUMBER,
)
annotation_mirror = Mirror(
    NoticeAnnotation,
    "anotação",
    {"notice.annotated": Source(_annotation_key, _annotation_columns)},
)


def number_check(scope: Scope) -> Iterator[Fault]:
    """Outcomes inside their blocks and equal to their notices; series, blocks and open numbers."""
    yield from _outside_blocks(scope)
    yield from _unlike_notices(scope)
    yield from _two_notices(scope)
    yield from _series(scope)
    yield from _open(scope)


def _fault(series: str, value: int, what: str, *, code: Code = Code.NUMBER) -> Fault:
    return Fault(code, what, subject=f"número {number_text(series, value)}")


def _outside_blocks(scope: Scope) -> Iterator[Fault]:
    query = (
        select(NumberOutcome.series, NumberOutcome.value)
        .outerjoin(
            NumberBlock,
            (NumberBlock.id == NumberOutcome.block_id)
            & (NumberBlock.municipality_id == NumberOutcome.municipality_id)
            & (NumberBlock.series == NumberOutcome.series)
            & NumberOutcome.value.between(NumberBlock.first, NumberBlock.last),
        )
        .where(NumberOutcome.municipality_id == scope.municipality_id, NumberBlock.id.is_(None))
    )
    for series, value in scope.session.execute(query):
        yield _fault(series, value, "destino fora do bloco")


def _unlike_notices(scope: Scope) -> Iterator[Fault]:
    query = select(NumberOutcome, Notice).join(
        Notice, Notice.id == NumberOutcome.notice_id, isouter=True
    )
    query = query.where(
        NumberOutcome.municipality_id == scope.municipality_id, NumberOutcome.outcome == "written"
    ).execution_options(yield_per=500)
    for row, found_notice in scope.session.execute(query):
        notice: Notice | None = found_notice  # an outer join: it may be gone
        if notice is None:
            yield _fault(row.series, row.value, "lavrado sem o documento")
            continue
        told = (row.series, row.value, row.block_id, row.at)
        written = (notice.series, notice.value, notice.block_id, notice.written_at)
        for name, found, right in zip(
            ("series", "value", "block_id", "at"), told, written, strict=True
        ):
            if found != right:
                subject = f"número {number_text(row.series, row.value)}"
                what = "destino difere do documento"
                yield Fault(Code.NUMBER, what, subject, "", 0, name, f"{right}", f"{found}")


def _two_notices(scope: Scope) -> Iterator[Fault]:
    # The unique constraint could have been dropped.
    query = (
        select(Notice.series, Notice.value)
        .where(Notice.municipality_id == scope.municipality_id, Notice.series.is_not(None))
        .group_by(Notice.series, Notice.value)
        .having(func.count() > 1)
    )
    for series, value in scope.session.execute(query):
        yield _fault(series or "", value or 0, "dois documentos com o mesmo número")


def _series(scope: Scope) -> Iterator[Fault]:
    heads = {
        row.code: row
        for row in scope.session.scalars(
            select(NumberSeries).where(NumberSeries.municipality_id == scope.municipality_id)
        )
    }
    following: dict[str, int] = {}
    for block in _blocks(scope):
        if block.first != following.get(block.series, 1):
            what = "bloco não começa onde o anterior termina"
            yield Fault(Code.NUMBER, what, subject=f"bloco {block.id} de {block.series}")
        following[block.series] = block.last + 1
    for code in sorted({*heads, *following}):
        head, right = heads.get(code), following.get(code, 1)
        subject = f"série {code}"
        if head is None:
            yield Fault(Code.NUMBER, "série ausente", subject=subject)
            continue
        wanted = (right, year_of(code), is_training(code))
        found = (head.next_value, head.year, head.training)
        for name, one, other in zip(("next_value", "year", "training"), wanted, found, strict=True):
            if one != other:
                what = "série difere dos seus blocos"
                yield Fault(Code.NUMBER, what, subject, "", 0, name, f"{one}", f"{other}")


def _open(scope: Scope) -> Iterator[Fault]:
    """Numbers skipped long ago: told as open; faults under `strict`."""
    for block in _blocks(scope):
        ended = _ended(scope, block)
        later: datetime | None = None
        for value in range(block.last, block.first - 1, -1):
            if value in ended:
                later = min(later, ended[value]) if later else ended[value]
            elif later is not None and scope.now - later > scope.patience:
                what = f"em aberto desde {instant_text(later)}: sem documento e sem explicação"
                yield _fault(block.series, value, what, code=scope.remark(Code.NUMBER))


def _blocks(scope: Scope) -> list[NumberBlock]:
    query = select(NumberBlock).where(NumberBlock.municipality_id == scope.municipality_id)
    return list(scope.session.scalars(query.order_by(NumberBlock.series, NumberBlock.first)))


def _ended(scope: Scope, block: NumberBlock) -> dict[int, datetime]:
    query = select(NumberOutcome.value, NumberOutcome.recorded_at).where(
        NumberOutcome.block_id == block.id
    )
    return {value: moment for value, moment in scope.session.execute(query)}
