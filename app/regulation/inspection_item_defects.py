"""What is missing in the answers of an inspection; second half of inspection_defects.py."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from app.regulation.inspection_items import Json, judge
from app.regulation.notice_look import at, filled

if TYPE_CHECKING:
    from app.regulation.inspection_defects import Visit, Wrong


def item_defects(visit: "Visit") -> Iterator["Wrong"]:
    """Stray and repeated answers first, then what each item lacks in the order of the list."""
    known = {str(item["key"]): item for item in visit.items}
    count: Counter[object] = Counter()
    for answer in visit.answers:
        key = answer.get("key")
        name = key if isinstance(key, str) else ""
        count[name] += 1
        if name not in known:
            yield "item_stray", "items", None
        elif count[name] == 2:
            yield "item_repeated", f"items.{name}", known[name]
    given = {str(answer.get("key")): answer for answer in visit.answers}
    for name, item in known.items():
        for rule in _wrongs(item, given.get(name, {}), visit):
            yield rule, f"items.{name}", item


def _wrongs(item: Json, answer: Json, visit: "Visit") -> Iterator[str]:
    word = judge(item, answer, visit.day)
    stated = answer.get("answer")
    if not word:
        yield "item_na" if stated == "na" and item["na"] is not True else "item_unanswered"
    elif stated != word:
        yield "item_judged"
    else:
        yield from _evidence(item, answer, word, visit)
        asked = item["source"] == "fee" and word == "ok" and visit.fee_due
        if asked and not _same_guide(answer, visit.record):
            yield "item_fee"


def _evidence(item: Json, answer: Json, word: str, visit: "Visit") -> Iterator[str]:
    """Photos and note; what the registry itself says is its own evidence."""
    listed, note = answer.get("photos"), answer.get("note")
    photos: list[object] = listed if isinstance(listed, list) else []
    by_hand = answer.get("from_record") is not True
    failure = visit.catalogue["failure"]
    rules: Json = failure if isinstance(failure, Mapping) else {}
    if word == "nc" and rules.get("photo") and by_hand and not photos:
        yield "item_photo"
    if word == "nc" and rules.get("note") and not (isinstance(note, str) and filled(note)):
        yield "item_note"
    asked = item["photos"]
    if word == "ok" and by_hand and isinstance(asked, int) and len(photos) < asked:
        yield "item_evidence"
    if any(str(photo) not in visit.hashes for photo in photos):
        yield "item_photo_unknown"


def _same_guide(answer: Json, record: Json) -> bool:
    guide = at(record, "fee.guide"), at(record, "fee.paid_on")
    return (answer.get("text"), answer.get("date")) == guide
