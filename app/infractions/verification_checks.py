"""Checks of the ledger's verification on notices: every column against the frozen text and its event.

The text is bound to the chain by its SHA-256 in the event; what it does not hold (the car found in
the registry, the doubts of arrival) stands in the event itself.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import Final

from app.evidence.verification_records import at_path, signature_faults
from app.infractions.models import Notice
from app.infractions.payload import SIGNED_CONTEXT
from app.kernel.canonical import instant_text
from app.kernel.plate import Plate
from app.ledger.checks import Scope
from app.ledger.faults import Fault
from app.ledger.mirrors import Json, Key, Mirror, Source
from app.ledger.models import LedgerEvent

RECEIVED: Final = "notice.received"

# Column → where it stands in the text. A missing object gives None, as its column does.
FROM_TEXT: Final[Mapping[str, str]] = {
    "kind": "kind",
    "series": "number.series",
    "value": "number.value",
    "block_id": "number.block",
    "training": "training",
    "account_id": "account_id",
    "device_id": "device_id",
    "key_id": "key_id",
    "chain_seq": "chain.seq",
    "chain_prev": "chain.prev",
    "stop_id": "stop_id",
    "group_id": "group",
    "code": "infraction.code",
    "title": "infraction.title",
    "class_": "infraction.class",
    "fine_ufm": "fine.ufm",
    "offender_kind": "offender.kind",
    "offender_name": "offender.name",
    "happened_at": "happened_at",
    "written_at": "written_at",
    "device_time": "device_time",
    "ruleset_slug": "ruleset.slug",
    "ruleset_version": "ruleset.version",
    "ruleset_hash": "ruleset.hash",
}
FROM_BODY: Final = (
    "sha256",
    "signature",
    "late",
    "clock_flag",
    "vehicle_id",
    "driver_id",
    "notified_on",
    "due_on",
)


def _notice_key(event: LedgerEvent, body: Json) -> Key:
    return (event.entity_id,)


def _notice_columns(event: LedgerEvent, body: Json, row: Json) -> Json:
    record = json.loads(row["payload"])
    digest = hashlib.sha256(row["payload"].encode()).hexdigest()
    plate = str(record["vehicle"]["plate"])
    return {
        "id": event.entity_id,
        "municipality_id": event.municipality_id,
        "payload": row["payload"] if digest == body["sha256"] else f"sha256 {body['sha256']}",
        "person_id": event.person_id,
        "received_at": instant_text(event.recorded_at),
        "flags": " ".join(body["flags"]),
        "citation": "; ".join(record["infraction"]["basis"]),
        "plate": Plate(plate).text if plate else "",
        "ending": record["ending"]["kind"] if record["ending"] else "",
        **{column: body[column] for column in FROM_BODY},
        **{column: at_path(record, path) for column, path in FROM_TEXT.items()},
    }


notice_mirror = Mirror(Notice, "auto", {RECEIVED: Source(_notice_key, _notice_columns)})


def signature_check(scope: Scope) -> Iterator[Fault]:
    """Each text is signed by the key of its account and phone."""
    return signature_faults(scope, Notice, SIGNED_CONTEXT, "auto")
