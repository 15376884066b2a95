"""The kinds of entries phones deliver: how each is read, and how it is written beside its receipt."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.evidence.arrival import Arrival
from app.infractions.payload import read_notice
from app.infractions.payload_later import read_annotation, read_number
from app.infractions.service import record_notice
from app.infractions.service_annotations import annotate_from_phone
from app.infractions.service_explain import explain_from_phone
from app.inspections.payload import read_inspection
from app.inspections.service import record_inspection
from app.inspections.told import told_of_visit
from app.kernel.errors import Conflict
from app.verification.models import Stop
from app.verification.stops import Circumstances, write_stop
from app.verification.stops_payload import read_payload

Json = dict[str, Any]
Write = Callable[[Session, Actor, Arrival, Any], object]


@dataclass(frozen=True)
class Kind:
    """`read` gives the payload with its `account_id`, or `Invalid`; `write` is an inner step.

    `told` says what the server gave the record (a number, a seal), as it stands at each delivery.
    """

    read: Callable[[str], Any]
    write: Write
    told: Callable[[Session, Actor, Arrival], Json] | None = None  # beside the receipt


def _stop(session: Session, actor: Actor, arrival: Arrival, payload: Any) -> None:
    if session.get(Stop, arrival.id) is not None:  # of another city: ids are random, so a forgery
        raise Conflict("Este número de registro não pode ser usado.")
    zone, training = arrival.city.time_zone, arrival.law.training
    known = Circumstances(arrival.received_at, zone, training, arrival.sha256)
    write_stop(session, actor, arrival.id, payload, known)


def _number(session: Session, actor: Actor, arrival: Arrival, payload: Any) -> None:
    explain_from_phone(session, actor, payload, now=arrival.received_at)


def _annotation(session: Session, actor: Actor, arrival: Arrival, payload: Any) -> None:
    zone = arrival.city.time_zone
    annotate_from_phone(
        session, actor, arrival.id, payload, time_zone=zone, now=arrival.received_at
    )


# Kind and schema; a newer phone's schema waits in quarantine for a newer server.
KINDS: Final[dict[tuple[str, int], Kind]] = {
    ("stop", 1): Kind(read_payload, _stop),
    ("notice", 1): Kind(read_notice, record_notice),
    ("number", 1): Kind(read_number, _number),
    ("inspection", 1): Kind(read_inspection, record_inspection, told_of_visit),
    ("annotation", 1): Kind(read_annotation, _annotation),
}
