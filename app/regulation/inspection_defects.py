"""What keeps an inspection from closing (requirements.md part 2; threats.md T18).

Pure; twin of static/js/inspection/defects.js. Messages and citations come from the catalogue.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from app.kernel.errors import Invalid
from app.kernel.plate import Plate
from app.regulation.inspection_item_defects import item_defects
from app.regulation.inspection_items import (
    Json,
    answers_of,
    civil_day,
    day_of,
    fee_asked,
    items_for,
    occasion_of,
)
from app.regulation.notice_look import at, filled, instant, rows

_HEX32 = re.compile(r"[0-9a-f]{32}")
_HEX64 = re.compile(r"[0-9a-f]{64}")
_CHASSIS = re.compile(r"[A-Z0-9]{6}")

# Rule, field, and the item or side of the car it speaks of.
Wrong = tuple[str, str, Json | None]


@dataclass(frozen=True)
class Defect:
    """One refusal: the rule, the field ("shots.front"), the item's key or "", what to do, the provision."""

    rule: str
    field: str
    key: str
    message: str
    citation: str


@dataclass(frozen=True)
class Visit:
    """A record with what is read from it once."""

    catalogue: Json
    record: Json
    row: Json | None
    items: list[Json]
    day: str
    started: datetime | None
    finished: datetime | None
    hashes: frozenset[object]
    fee_due: bool
    answers: list[Json]


def defects(
    catalogue: Json,
    record: Json,
    previous_failed: Collection[str] = (),
    *,
    fee_due: bool | None = None,
) -> list[Defect]:
    """Everything that keeps `record` from closing, in the order of the screen; []: complete.

    `catalogue` is `inspection_catalogue` of the city; `items` may be a list or an object by key.
    `previous_failed`: keys that failed before, for a return. `fee_due` where the registry knows
    better than the occasion whether a fee is due (a second return). Any shape is answered.
    """
    visit = _visit(catalogue, record, previous_failed, fee_due)
    found: list[Wrong] = [*_act(visit), *_car(visit), *_times(visit), *_shots(visit)]
    found += [*_photos(visit), *item_defects(visit)]
    return [_told(catalogue, *wrong) for wrong in found]


def _visit(
    catalogue: Json, record: Json, previous_failed: Collection[str], fee_due: bool | None
) -> Visit:
    occasion, modality = record.get("occasion"), at(record, "vehicle.modality")
    row = occasion_of(catalogue, occasion, modality)
    asked = row is not None and fee_asked(row)
    return Visit(
        catalogue,
        record,
        row,
        items_for(catalogue, occasion, modality, previous_failed),
        day_of(catalogue, record),
        instant(record.get("started_at")),
        instant(record.get("finished_at")),
        frozenset(text(photo.get("sha256")) for photo in rows(record.get("photos"))),
        asked if fee_due is None else fee_due,
        answers_of(record),
    )


def _told(catalogue: Json, rule: str, field: str, item: Json | None) -> Defect:
    """A defect with the words of its rule; one of an item cites the item's provisions."""
    message, citation = (
        str(at(catalogue, f"rules.{rule}.{key}")) for key in ("message", "citation")
    )
    if item is None:
        return Defect(rule, field, "", message.replace("{label}", ""), citation)
    message = message.replace("{label}", _name(item))
    return Defect(rule, field, str(item["key"]), message, str(item["citation"] or citation))


def _name(item: Json) -> str:
    return f"{item['of']}: {item['label']}" if item["of"] else str(item["label"])


def _act(visit: Visit) -> Iterator[Wrong]:
    record, row = visit.record, visit.row
    if visit.catalogue["training"] and record.get("training") is not True:
        yield "training", "training", None
    if row is None:
        yield "occasion", "occasion", None
    elif row["previous"] and not _HEX32.fullmatch(text(record.get("previous"))):
        yield "previous", "previous", None
    if row is not None and row["failed_only"] and not visit.items:
        yield "nothing_failed", "previous", None
    if not all(_said(record, f"agent.{key}") for key in ("name", "registration", "act")):
        yield "person", "agent", None


def _car(visit: Visit) -> Iterator[Wrong]:
    record = visit.record
    if not _is_plate(text(at(record, "vehicle.plate"))):
        yield "plate", "vehicle.plate", None
    how, seen = at(record, "identified.how"), instant(at(record, "identified.at"))
    if how not in ("seal", "plate") or seen is None:
        yield "identified", "identified", None
    if not _CHASSIS.fullmatch(text(at(record, "identified.chassis_tail"))):
        yield "chassis", "identified.chassis_tail", None
    paid = civil_day(at(record, "fee.paid_on"))
    if visit.fee_due and not (_said(record, "fee.guide") and paid is not None):
        yield "fee", "fee", None
    if paid is not None and visit.day and paid.isoformat() > visit.day:
        yield "fee_day", "fee.paid_on", None


def _times(visit: Visit) -> Iterator[Wrong]:
    started, finished = visit.started, visit.finished
    if started is None:
        yield "started", "started_at", None
    if started is not None and finished is not None and finished < started:
        yield "finished", "finished_at", None
    position = at(visit.record, "place.position")
    if not _said(visit.record, "place.text") and not isinstance(position, Mapping):
        yield "place", "place", None


def _shots(visit: Visit) -> Iterator[Wrong]:
    parts = rows(at(visit.catalogue, "shots.parts"))
    least, shots = at(visit.catalogue, "shots.min"), rows(visit.record.get("shots"))
    shown = [shot.get("part") for shot in shots]
    missing = [part for part in parts if part["id"] not in shown]
    for part in missing:
        yield "shot_missing", f"shots.{part['id']}", _side(part)
    if not missing and isinstance(least, int) and len(shots) < least:
        yield "shots_few", "shots", None
    seen: set[str] = set()
    for shot in shots:
        found = next((part for part in parts if part["id"] == shot.get("part")), None)
        if found is None:
            yield "shot_part", "shots", None
            continue
        for rule in _shot(visit, shot, seen):
            yield rule, f"shots.{found['id']}", _side(found)
        seen.add(text(shot.get("sha256")))


def _side(part: Json) -> Json:
    """A side of the car told as items are: its label, without key or provisions."""
    return {"key": "", "of": "", "label": part["label"], "citation": ""}


def _shot(visit: Visit, shot: Json, seen: set[str]) -> Iterator[str]:
    taken, known = instant(shot.get("taken_at")), instant(at(visit.record, "identified.at"))
    digest = text(shot.get("sha256"))
    if digest in seen:
        yield "shot_twice"
    if taken is None or (visit.started is not None and taken < visit.started):
        yield "shot_early"
    if taken is not None and known is not None and taken < known:
        yield "shot_before_identification"
    if taken is not None and visit.finished is not None and taken > visit.finished:
        yield "shot_late"
    if digest not in visit.hashes:
        yield "shot_unknown"


def _photos(visit: Visit) -> Iterator[Wrong]:
    for photo in rows(visit.record.get("photos")):
        taken, size = instant(photo.get("taken_at")), photo.get("size")
        whole = _HEX64.fullmatch(text(photo.get("sha256"))) and type(size) is int and size > 0
        if not whole or taken is None:
            yield "photo", "photos", None
        elif (visit.started is not None and taken < visit.started) or (
            visit.finished is not None and taken > visit.finished
        ):
            yield "photo_time", "photos", None


def text(value: object) -> str:
    """A text as it is; "" for anything else."""
    return value if isinstance(value, str) else ""


def _said(record: Json, path: str) -> bool:
    return filled(text(at(record, path)))


def _is_plate(typed: str) -> bool:
    try:
        return Plate(typed).text == typed
    except Invalid:
        return False
