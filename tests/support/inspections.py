"""Complete inspections of both cities: what every part of issue 4 tests with.

`complete_record(catalogue, occasion, modality)` has no defect and is approved.
"""

import hashlib
from collections.abc import Callable, Collection, Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any

from app.kernel.calendar import national_calendar
from app.kernel.canonical import instant_text
from app.kernel.civil import civil_today
from app.regulation.inspection_catalogue import inspection_catalogue
from app.regulation.inspection_items import blank_answer, items_for, record_answers
from app.regulation.inspection_outcome import outcome
from app.regulation.ruleset import Ruleset

NOON = datetime(2026, 11, 30, 13, 0, tzinfo=UTC)  # 10:00 in both cities
PREVIOUS = "c" * 32
Json = dict[str, Any]


def catalogue_of(ruleset: Ruleset, now: datetime = NOON) -> Json:
    """The catalogue on the civil day of `now`."""
    today = civil_today(now, ruleset.instrument.time_zone)
    return inspection_catalogue(
        ruleset, national_calendar(range(today.year - 1, today.year + 3)), today
    )


def digest(name: str) -> str:
    """An invented hash, the same for the same name."""
    return hashlib.sha256(name.encode()).hexdigest()


def complete_record(
    catalogue: Mapping[str, Any],
    occasion: str,
    modality: str,
    *,
    failed: Collection[str] = (),
    previous_failed: Collection[str] = (),
    now: datetime = NOON,
    tag: str = "",
    **edits: Any,
) -> Json:
    """A record "inspection" 1 without defects, finished at `now`; `edits` replace top-level keys.

    Approved unless `failed` names keys, which then fail with note and photo. `previous_failed`:
    the keys of a return. `tag` makes other photo hashes. The values of `ruleset` and of the
    account are invented: give `ruleset=`, `account_id=` … to make them yours.
    """
    items = items_for(catalogue, occasion, modality, previous_failed)
    start, day = now - timedelta(minutes=20), civil_today(now, catalogue["zone"])
    row = next(each for each in catalogue["occasions"] if each["id"] == occasion)
    asked = bool(row["fee"] and row["fee"]["asked"])
    record = _frame(catalogue, now, start) | {
        "occasion": occasion,
        "previous": PREVIOUS if row["previous"] else "",
        "vehicle": {
            "plate": "QRS1D23",
            "make_model": "FIAT CRONOS",
            "colour": "PRATA",
            "modality": modality,
            "seal_index": None,
        },
        "fee": {"guide": "2026/0815" if asked else "", "paid_on": day.isoformat() if asked else ""},
        "shots": _shots(catalogue, start, tag),
    }
    told = record_answers(catalogue, record, items)
    record["items"] = [_answer(item, told, day, failed, tag) for item in items]
    record["photos"] = _photos(record, start)
    record |= edits
    found = outcome(catalogue, record, previous_failed)
    result = {"result": found.result, "failed": list(found.failed)}
    return {
        "result": {**result, "cure_by": found.cure_by, "stopped": found.stopped},
    } | record


def with_failures(
    catalogue: Mapping[str, Any], occasion: str, modality: str, keys: Collection[str], **edits: Any
) -> Json:
    """A complete record in which these keys failed."""
    return complete_record(catalogue, occasion, modality, failed=keys, **edits)


def _frame(catalogue: Mapping[str, Any], now: datetime, start: datetime) -> Json:
    return {
        "account_id": "a" * 32,
        "device_id": "d" * 32,
        "key_id": "e" * 16,
        "chain": {"seq": 1, "prev": "0" * 64},
        "training": catalogue["training"],
        "ruleset": {"slug": catalogue["slug"], "version": "1", "hash": "0" * 64},
        "agent": {"name": "Vera Vistoriadora", "registration": "5501", "act": "Portaria 31/2026"},
        "booking": "",
        "identified": {
            "how": "plate",
            "chassis_tail": "004251",
            "at": instant_text(start + timedelta(seconds=30)),
        },
        "presented_by": "Ana Lúcia Prado",
        "place": {"text": "Pátio da Secretaria", "position": None},
        "started_at": instant_text(start),
        "finished_at": instant_text(now),
        "device_time": instant_text(now),
        "offset_ms": 0,
        "beacon": "",
    }


def _shots(catalogue: Mapping[str, Any], start: datetime, tag: str) -> list[Json]:
    return [
        {
            "part": part["id"],
            "sha256": digest(f"{tag}shot {part['id']}"),
            "taken_at": instant_text(start + timedelta(minutes=1, seconds=10 * number)),
            "position": None,
        }
        for number, part in enumerate(catalogue["shots"]["parts"])
    ]


def _photos(record: Json, start: datetime) -> list[Json]:
    taken = {shot["sha256"]: shot["taken_at"] for shot in record["shots"]}
    later = instant_text(start + timedelta(minutes=5))
    named = [*taken, *(photo for answer in record["items"] for photo in answer["photos"])]
    return [
        {"sha256": each, "size": 180_000, "taken_at": taken.get(each, later), "caption": ""}
        for each in dict.fromkeys(named)
    ]


def _answer(
    item: Mapping[str, Any], told: Mapping[str, Json], day: date, failed: Collection[str], tag: str
) -> Json:
    key = item["key"]
    if key in failed:
        photo = [digest(f"{tag}defect {key}")]
        return {
            **blank_answer(),
            **_failing(item),
            "key": key,
            "note": "Reprovado na conferência do pátio.",
            "photos": photo,
        }
    if key in told:
        return {**told[key], "key": key}
    photos = [digest(f"{tag}{key} {number}") for number in range(item["photos"])]
    return {**blank_answer(), **_good(item, day), "answer": "ok", "key": key, "photos": photos}


def _failing(item: Mapping[str, Any]) -> Json:
    """A stated nc fails every kind but a choice, which has one that fails."""
    return {"answer": "nc", "choice": item["fails"][0] if item["fails"] else ""}


def _good(item: Mapping[str, Any], day: date) -> Json:
    said = _READ[item["kind"]](item, day) if item["kind"] in _READ else {}
    if "number" in item["also"]:
        said["number"] = str(day.year)
    if "date" in item["also"] and said.get("choice") not in item["date_unless"]:
        said["date"] = _day(item, day)
    return said


def _day(item: Mapping[str, Any], day: date) -> str:
    recent = (item["date_rule"] or {}).get("kind") == "not_before_months"
    return (day - timedelta(days=30) if recent else day + timedelta(days=120)).isoformat()


def _number(item: Mapping[str, Any], day: date) -> Json:
    value = item["limit"]["value"] if item["limit"] else day.year - 1 if item["year_rule"] else 5
    return {"number": str(value)}


_READ: dict[str, Callable[[Mapping[str, Any], date], Json]] = {
    "number": _number,
    "date": lambda item, day: {"date": _day(item, day)},
    "text": lambda _item, _day: {"text": "A-17"},
    "choice": lambda item, _day: {"choice": item["well"] or item["choices"][0]},
}
