"""The record that an inspector's phone froze for one visit of the table (contract "inspection" 1)."""

import hashlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Final

from sqlalchemy import select

from app.demo import invented
from app.demo.script_guides import guide_number
from app.demo.stage import Stage
from app.demo.table_visits import DemoVisit
from app.demo.visit_phone import Dated, VisitPhone
from app.demo.visit_pictures import yard_photo
from app.inspections.law import Json, catalogue_on, civil_day, occasion_row
from app.inspections.models import InspectionDefect
from app.kernel.canonical import instant_text
from app.persistence.base import db
from app.registry.models import Vehicle
from app.regulation.inspection_items import blank_answer, items_for, judge, record_answers
from app.regulation.inspection_outcome import outcome

_PER_DEGREE: Final = 10**7
_NEVER_SENT: Final = 180_000  # bytes of a photo that stays on the phone
_MET: Final = timedelta(minutes=25)  # before the start
_NOTES: Final = {
    "LV04": "Gasto além do permitido.",
    "LV05": "Bancos sujos, com restos de comida.",
    "LV06": "Encosto do banco de trás solto.",
    "LA03": "Para-choque preso com arame.",
    "PV05": "Sem ar-condicionado instalado.",
    "PV06": "Ligado há dez minutos, não esfria.",
    "PV10": "Bancos manchados e mau cheiro.",
    "PV11": "Falta ou não funciona.",
    "PV12": "Não acende.",
}


@dataclass(frozen=True)
class Before:
    """The car, the catalogue of the day, and the keys to be seen again on a return."""

    car: Vehicle
    catalogue: Json
    failed: tuple[str, ...]
    items: tuple[Mapping[str, Any], ...]
    on: date


def record_of(phone: VisitPhone, dated: Dated) -> Json:
    """The complete record."""
    visit, before = dated.visit, _before(phone, dated)
    record = _frame(phone, dated, before)
    known = record_answers(before.catalogue, record, list(before.items))
    record["items"] = [_answer(phone.stage, visit, before, item, known) for item in before.items]
    record["photos"] = _photos(phone, dated, record)
    found = outcome(before.catalogue, record, before.failed)
    return record | {
        "result": {
            "result": found.result,
            "failed": list(found.failed),
            "cure_by": found.cure_by,
            "stopped": found.stopped,
        }
    }


def content_of(stage: Stage, visit: DemoVisit, name: str) -> bytes:
    """The bytes of one of its photos; a twin sends those of the other visit, plate and all."""
    assert stage.town.yard is not None
    shown = next((v for v in stage.town.yard.visits if v.key == visit.twin), visit)
    car = db.session.get_one(Vehicle, stage.id("vehicle", shown.car))
    return yard_photo(shown.key, name, car.plate)


def _before(phone: VisitPhone, dated: Dated) -> Before:
    stage, visit = phone.stage, dated.visit
    on = civil_day(stage.law, dated.starts)
    car = db.session.get_one(Vehicle, stage.id("vehicle", visit.car))
    catalogue = catalogue_on(db.session(), stage.city.id, stage.law, on)
    keys = select(InspectionDefect.key).where(
        InspectionDefect.inspection_id == stage.id("visit", visit.previous)
    )
    failed = tuple(sorted(db.session.scalars(keys))) if visit.previous else ()
    items = items_for(catalogue, visit.occasion, car.modality, failed)
    return Before(car, catalogue, failed, tuple(items), on)


def _frame(phone: VisitPhone, dated: Dated, before: Before) -> Json:
    stage, visit, met_at = phone.stage, dated.visit, dated.starts - _MET
    text, car, yard = stage.law.instrument, before.car, stage.town.yard
    row = occasion_row(before.catalogue, visit.occasion, car.modality)
    assert row is not None and yard is not None
    asked = bool(row["fee"] and row["fee"]["asked"])
    number, paid_on = guide_number(stage, visit.key), before.on - timedelta(days=1)
    return {
        "account_id": phone.actor.account_id,
        "device_id": phone.device_id,
        "key_id": phone.key_id,
        "chain": phone.chain(dated),
        "training": stage.law.training,
        "ruleset": {"slug": text.slug, "version": text.version, "hash": stage.law.hash},
        "agent": phone.agent,
        "occasion": visit.occasion,
        "previous": stage.id("visit", visit.previous) if visit.previous else "",
        "booking": stage.id("booking", visit.booking) if visit.booking else "",
        "vehicle": {
            "plate": car.plate,
            "make_model": car.make_model,
            "colour": car.colour,
            "modality": car.modality,
            "seal_index": None,
        },
        "identified": {
            "how": "plate",
            "chassis_tail": car.chassis[-6:],
            "at": instant_text(dated.starts + timedelta(seconds=40)),
        },
        "presented_by": invented.name(len(visit.key) * 7 + len(visit.car)),
        "place": {"text": yard.name, "position": _position(phone, dated.starts)},
        "fee": {"guide": number if asked else "", "paid_on": paid_on.isoformat() if asked else ""},
        "started_at": instant_text(dated.starts),
        "finished_at": instant_text(dated.ends),
        "device_time": instant_text(dated.ends),
        "offset_ms": 0,
        "beacon": phone.beacon(met_at),
        "shots": _shots(phone, dated, before),
    }


def met_at(dated: Dated) -> datetime:
    """When the phone last met the city before the visit."""
    return dated.starts - _MET


def _position(phone: VisitPhone, at: datetime) -> Json:
    yard = phone.stage.town.yard
    assert yard is not None
    return {
        "lat": round(yard.latitude * _PER_DEGREE) + at.minute * 7,
        "lon": round(yard.longitude * _PER_DEGREE) - at.minute * 5,
        "accuracy_m": 6 + at.minute % 9,
        "at": instant_text(at),
    }


def _shots(phone: VisitPhone, dated: Dated, before: Before) -> list[Json]:
    found = []
    for n, part in enumerate(before.catalogue["shots"]["parts"]):
        at = dated.starts + timedelta(minutes=1, seconds=14 * n)
        sha256 = _named(phone.stage, dated.visit, part["label"])
        found.append(
            {
                "part": part["id"],
                "sha256": sha256,
                "taken_at": instant_text(at),
                "position": _position(phone, at),
            }
        )
    return found


def _named(stage: Stage, visit: DemoVisit, name: str) -> str:
    """The hash of a photo; of one that is never sent, a hash that no bytes have."""
    if visit.photos:
        return hashlib.sha256(content_of(stage, visit, name)).hexdigest()
    return hashlib.sha256(f"confere demo: {visit.key} {name}".encode()).hexdigest()


def _photos(phone: VisitPhone, dated: Dated, record: Json) -> list[Json]:
    """Every photo of the record, once, with its name as caption."""
    visit = dated.visit
    labels = {part["id"]: part["label"] for part in _parts(phone, dated)}
    taken = [(labels[shot["part"]], shot["sha256"], shot["taken_at"]) for shot in record["shots"]]
    later = instant_text(dated.starts + timedelta(minutes=6))
    for answer in record["items"]:
        named = [_item_photo(answer["key"], n) for n in range(len(answer["photos"]))]
        taken += [(name, sha, later) for name, sha in zip(named, answer["photos"], strict=True)]
    return [
        {
            "sha256": sha,
            "size": len(content_of(phone.stage, visit, name)) if visit.photos else _NEVER_SENT,
            "taken_at": at,
            "caption": name,
        }
        for name, sha, at in taken
    ]


def _parts(phone: VisitPhone, dated: Dated) -> list[Mapping[str, Any]]:
    found: list[Mapping[str, Any]] = _before(phone, dated).catalogue["shots"]["parts"]
    return found


def _item_photo(key: str, n: int) -> str:
    return f"Item {key}" + (f" ({n + 1})" if n else "")


def _answer(
    stage: Stage,
    visit: DemoVisit,
    before: Before,
    item: Mapping[str, Any],
    known: Mapping[str, Json],
) -> Json:
    key, day = item["key"], before.on.isoformat()
    if key in visit.failed:
        photo = _named(stage, visit, _item_photo(key, 0))
        choice = item["fails"][0] if item["fails"] else ""
        note = _NOTES.get(item["id"], "Precisa de conserto.")
        return blank_answer() | {
            "key": key, "answer": "nc", "choice": choice, "note": note, "photos": [photo],
        }  # fmt: skip
    if key in known:
        return {**known[key], "key": key}
    computed = bool(item["computed"])
    names = [] if computed else [_item_photo(key, n) for n in range(item["photos"])]
    said = blank_answer() | _good(before, item) | {"answer": "ok"}
    if visit.pending[0] == key:
        said |= {"choice": item["pends"][0], "text": visit.pending[1]}
    said |= {"photos": [_named(stage, visit, name) for name in names], "from_record": computed}
    return {**said, "key": key, "answer": judge(item, said, day) or "ok"}


def _good(before: Before, item: Mapping[str, Any]) -> Json:
    """What a sound car shows: the registry's numbers, days that are good, the choice that passes."""
    car, kind, said = before.car, item["kind"], dict[str, Any]()
    if kind == "choice":
        said["choice"] = item["well"] or item["choices"][0]
    if kind == "text":
        said["text"] = "Conferido"
    if kind == "number" or "number" in item["also"]:
        own = {"age": car.made_in, "doors": car.doors, "capacity": car.seats}
        limit = item["limit"]["value"] if item["limit"] else before.on.year
        said["number"] = str(own.get(item["source"]) or limit)
    if kind == "date" or ("date" in item["also"] and not _excused(item, said.get("choice"))):
        recent = (item["date_rule"] or {}).get("kind") == "not_before_months"
        day = before.on - timedelta(days=30) if recent else before.on + timedelta(days=200)
        said["date"] = day.isoformat()
    return said


def _excused(item: Mapping[str, Any], choice: str | None) -> bool:
    unless: Collection[str] = item["date_unless"]
    return choice in unless
