"""Tables beside the visits whose rows repeat events: results, seals given, absences, doubts, reviews."""

from app.inspections.models import InspectionMissed, InspectionResult, InspectionSeal
from app.inspections.models_checks import InspectionDraw, InspectionFlag, InspectionReview
from app.inspections.results import RECORDED
from app.kernel.canonical import instant_text
from app.ledger.mirrors import Json, Key, Mirror, Source
from app.ledger.models import LedgerEvent


def _result_key(event: LedgerEvent, body: Json) -> Key:
    return (body["inspection"],)


def _result(event: LedgerEvent, body: Json, row: Json) -> Json:
    """Events of the first releases say less: a result typed in training."""
    names = ("held_on", "result", "report_number", "stopped", "cure_by")
    return {
        "id": body["inspection"],
        "municipality_id": event.municipality_id,
        "vehicle_id": event.entity_id,
        "recorded_at": body.get("recorded_at", instant_text(event.recorded_at)),
        "source": body.get("source", "earlier"),
        "visit_id": body.get("visit_id"),
        "training": body.get("training", True),
        "inspector_person_id": body.get("inspector_person_id", event.person_id),
        **{name: body[name] for name in names},
    }


def _seal_key(event: LedgerEvent, body: Json) -> Key | None:
    return (body["inspection"],) if "inspection" in body else None


def _seal(event: LedgerEvent, body: Json, row: Json) -> Json:
    return {
        "inspection_id": body["inspection"],
        "municipality_id": event.municipality_id,
        "seal_id": event.entity_id,
        "person_id": event.person_id,
        "at": instant_text(event.recorded_at),
    }


def _missed_key(event: LedgerEvent, body: Json) -> Key:
    return (body["missed"],)


def _missed(event: LedgerEvent, body: Json, row: Json) -> Json:
    return {
        "id": body["missed"],
        "municipality_id": event.municipality_id,
        "vehicle_id": event.entity_id,
        "occasion": body["occasion"],
        "booking_id": body["booking"],
        "previous_id": body["previous"] or None,
        "call_id": body["call"],
        "due_on": body["due_on"],
        "training": body["training"],
        "person_id": event.person_id,
        "recorded_at": instant_text(event.recorded_at),
    }


def _flag_key(event: LedgerEvent, body: Json) -> Key:
    return (body["flag"],)


def _flag(event: LedgerEvent, body: Json, row: Json) -> Json:
    return {
        "id": body["flag"],
        "municipality_id": event.municipality_id,
        "inspection_id": event.entity_id,
        "kind": body["kind"],
        "detail": body["detail"],
        "other_id": body["other"],
        "sha256": body["photo"],
        "holds": body["holds"],
        "at": instant_text(event.recorded_at),
    }


def _review_key(event: LedgerEvent, body: Json) -> Key:
    return (body["review"],)


def _review(event: LedgerEvent, body: Json, row: Json) -> Json:
    return {
        "id": body["review"],
        "municipality_id": event.municipality_id,
        "inspection_id": event.entity_id,
        "kind": body["kind"],
        "reasons": body["reasons"],
        "covers": body["covers"],
        "person_id": event.person_id,
        "at": instant_text(event.recorded_at),
    }


def _draw_key(event: LedgerEvent, body: Json) -> Key:
    return (event.entity_id,)


def _draw(event: LedgerEvent, body: Json, row: Json) -> Json:
    return {
        "municipality_id": event.municipality_id,
        "inspection_id": event.entity_id,
        "why": body["why"],
        "at": instant_text(event.recorded_at),
    }


result_mirror = Mirror(
    InspectionResult, "resultado de vistoria", {RECORDED: Source(_result_key, _result)}
)
given_seal_mirror = Mirror(
    InspectionSeal, "selo da vistoria", {"seal.issued": Source(_seal_key, _seal)}
)
missed_mirror = Mirror(
    InspectionMissed, "falta à vistoria", {"inspection.missed": Source(_missed_key, _missed)}
)
flag_mirror = Mirror(
    InspectionFlag, "alerta de vistoria", {"inspection.flagged": Source(_flag_key, _flag)}
)
review_mirror = Mirror(
    InspectionReview, "análise de vistoria", {"inspection.reviewed": Source(_review_key, _review)}
)
draw_mirror = Mirror(
    InspectionDraw, "sorteio de vistoria", {"inspection.drawn": Source(_draw_key, _draw)}
)
