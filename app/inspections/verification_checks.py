"""Checks of the ledger's verification on visits: every column against the frozen text and its event.

As for notices: the text is bound to the chain by its SHA-256; what it does not hold (the report's
number, the result as the server judged it, the doubts of arrival) stands in the event itself.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from sqlalchemy import func, select

from app.evidence.verification_records import at_path, signature_faults
from app.inspections.models import Inspection, InspectionDefect, ReportSeries, report_text
from app.inspections.payload import SIGNED_CONTEXT
from app.inspections.visit_rows import PER_DEGREE, RECEIVED, TOLD
from app.kernel.canonical import instant_text
from app.kernel.plate import Plate
from app.ledger.checks import Scope, events_of
from app.ledger.export import plain
from app.ledger.faults import Code, Fault
from app.ledger.mirrors import Json, Key, Mirror, Source
from app.ledger.models import LedgerEvent

# Column → where it stands in the text.
FROM_TEXT: Final[Mapping[str, str]] = {
    "modality": "vehicle.modality",
    "occasion": "occasion",
    "booking_id": "booking",
    "training": "training",
    "account_id": "account_id",
    "device_id": "device_id",
    "key_id": "key_id",
    "chain_seq": "chain.seq",
    "chain_prev": "chain.prev",
    "started_at": "started_at",
    "finished_at": "finished_at",
    "device_time": "device_time",
    "guide": "fee.guide",
    "place_text": "place.text",
    "ruleset_slug": "ruleset.slug",
    "ruleset_version": "ruleset.version",
    "ruleset_hash": "ruleset.hash",
}
FROM_BODY: Final = (
    "sha256",
    "signature",
    "result",
    "stopped",
    "clock_flag",
    "vehicle_id",
    "call_id",
    "held_on",
    "cure_by",
    "valid_until",
)


def _visit_key(event: LedgerEvent, body: Json) -> Key:
    return (event.entity_id,)


def _visit_columns(event: LedgerEvent, body: Json, row: Json) -> Json:
    record = json.loads(row["payload"])
    digest = hashlib.sha256(row["payload"].encode()).hexdigest()
    position = record["place"]["position"]
    return {
        "id": event.entity_id,
        "municipality_id": event.municipality_id,
        "payload": row["payload"] if digest == body["sha256"] else f"sha256 {body['sha256']}",
        "person_id": event.person_id,
        "received_at": instant_text(event.recorded_at),
        "flags": " ".join(body["flags"]),
        "plate": Plate(record["vehicle"]["plate"]).text,
        "previous_id": record["previous"] or None,
        "report_series": body["series"],
        "report_value": body["value"],
        "latitude": position["lat"] / PER_DEGREE if position else None,
        "longitude": position["lon"] / PER_DEGREE if position else None,
        **{column: body[column] for column in FROM_BODY},
        **{column: at_path(record, path) for column, path in FROM_TEXT.items()},
    }


visit_mirror = Mirror(Inspection, "vistoria", {RECEIVED: Source(_visit_key, _visit_columns)})


def defect_check(scope: Scope) -> Iterator[Fault]:
    """The failed items of each visit against its event and its text, each way."""
    expected: dict[tuple[str, str], Json] = {}
    for told in events_of(scope.session, scope.municipality_id, RECEIVED):
        try:
            rows = list(_defects(scope, told.event, told.read() or {}))
        except (KeyError, TypeError):
            event = told.event
            what = "evento sem itens que se leiam"
            yield Fault(Code.ORPHAN, what, f"vistoria {event.entity_id}", event.chain, event.seq)
            continue
        expected |= {(row["inspection_id"], row["key"]): row for row in rows}
    query = select(InspectionDefect.__table__).where(
        InspectionDefect.municipality_id == scope.municipality_id
    )
    for found in scope.session.connection().execute(query):
        row = plain(found._mapping)
        right = expected.pop((row["inspection_id"], row["key"]), None)
        if row != right:
            yield _unlike(row, right)
    for visit, key in expected:
        yield Fault(Code.ORPHAN, "item reprovado sem registro", f"item {key} da vistoria {visit}")


def _unlike(row: Json, right: Json | None) -> Fault:
    subject = f"item {row['key']} da vistoria {row['inspection_id']}"
    if right is None:
        return Fault(Code.ORPHAN, "item reprovado que nenhuma vistoria conta", subject)
    name = next(column for column in row if row[column] != right[column])
    what = "coluna difere do que foi registrado"
    return Fault(Code.ORPHAN, what, subject, "", 0, name, f"{right[name]}", f"{row[name]}")


def _defects(scope: Scope, event: LedgerEvent, body: Json) -> Iterator[dict[str, Any]]:
    query = select(Inspection.payload).where(Inspection.id == event.entity_id)
    notes = _notes(scope.session.scalar(query) or "")
    for told in body.get("defects", ()):
        yield {
            "inspection_id": event.entity_id,
            "municipality_id": event.municipality_id,
            "note": notes.get(told["key"], ""),
            "due_on": body["cure_by"],
            **{name: told[name] for name in TOLD},
        }


def _notes(payload: str) -> dict[str, str]:
    """What was written of each item; a text that cannot be read is told by the mirror."""
    try:
        return {item["key"]: item["note"] for item in json.loads(payload)["items"]}
    except (ValueError, KeyError, TypeError):
        return {}


def report_check(scope: Scope) -> Iterator[Fault]:
    """Reports are numbered 1, 2, 3 … without a gap in each series, and no series says more."""
    query = (
        select(Inspection.report_series, func.count(), func.max(Inspection.report_value))
        .where(Inspection.municipality_id == scope.municipality_id)
        .group_by(Inspection.report_series)
    )
    found: dict[str, tuple[int, int]] = {
        series: (count, last) for series, count, last in scope.session.execute(query)
    }
    heads = select(ReportSeries).where(ReportSeries.municipality_id == scope.municipality_id)
    for head in scope.session.scalars(heads):
        count, last = found.pop(head.series, (0, 0))
        if not count == last == head.next_value - 1:
            said = report_text(head.series, head.next_value - 1)
            what = f"a série vai até {said}, com {count} laudos e o último de número {last}"
            yield Fault(Code.NUMBER, what, f"laudos {head.series}")
        if head.training != head.series.startswith("TREINO-"):
            yield Fault(
                Code.NUMBER, "a série e o treinamento não combinam", f"laudos {head.series}"
            )
    for series in found:
        yield Fault(Code.NUMBER, "laudos sem a sua série", f"laudos {series}")


def visit_signature_check(scope: Scope) -> Iterator[Fault]:
    """Each text is signed by the key of its account and phone."""
    return signature_faults(scope, Inspection, SIGNED_CONTEXT, "vistoria")
