"""Which items a visit asks, and what an answer says of one (requirements.md part 2).

Pure; twin of static/js/inspection/items.js. Both are held to tests/regulation/data/inspection_cases.json.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import date
from decimal import Decimal

from app.kernel.civil import civil_time
from app.regulation.documents_age import oldest_issue
from app.regulation.inspection_age import last_day
from app.regulation.notice_look import filled, instant, rows

Json = Mapping[str, object]

WORDS = ("ok", "nc", "na")
_NUMBER = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,2})?")
_DAY = re.compile(r"(?:19|20)[0-9]{2}-[0-9]{2}-[0-9]{2}")
_OLDEST_YEAR = 1950
# Where the value read on the car stands in an answer, by kind of item.
_VALUE = {"number": "number", "date": "date", "text": "text", "choice": "choice"}


def occasion_of(catalogue: Json, occasion: object, modality: object) -> Json | None:
    """The occasion's row where it is offered to that modality."""
    return next(
        (
            row
            for row in rows(catalogue["occasions"])
            if row["id"] == occasion and modality in _list(row["modalities"])
        ),
        None,
    )


def items_for(
    catalogue: Json, occasion: object, modality: object, previous_failed: Collection[str] = ()
) -> list[Json]:
    """Items of that visit in the order of the screen, read for its occasion.

    In them `blocking` and `na` are final and `year_rule` is the one that counts. A return asks
    only what failed before; a fee item stands only where the fee is asked. [] where the
    occasion is not offered.
    """
    row = occasion_of(catalogue, occasion, modality)
    if row is None:
        return []
    found = (item for item in rows(catalogue["items"]) if item["list"] == row["list"])
    asked = (item for item in found if _asks(row, item, modality, previous_failed))
    return [_for_occasion(item, str(row["like"]), modality) for item in asked]


def _asks(row: Json, item: Json, modality: object, previous_failed: Collection[str]) -> bool:
    if modality not in _list(item["modalities"]):
        return False
    if row["failed_only"]:
        return item["key"] in previous_failed
    if row["like"] not in _list(item["occasions"]):
        return False
    if item["source"] == "fee":
        return fee_asked(row)
    return item["source"] != "occasion" or bool(row["reasons"])


def fee_asked(row: Json) -> bool:
    """Whether a visit of that occasion waits for a paid guide."""
    fee = row["fee"]
    return isinstance(fee, Mapping) and fee["asked"] is True


def _for_occasion(item: Json, like: str, modality: object) -> Json:
    only, nas = _list(item["blocking_occasions"]), _list(item["na_occasions"])
    return {
        **item,
        "blocking": item["blocking"] is True and (not only or like in only),
        "na": item["na"] is True and (not nas or like in nas),
        "year_rule": _year_rule(item, like, modality),
    }


def _year_rule(item: Json, like: str, modality: object) -> object:
    return next(
        (
            row["rule"]
            for row in rows(item["year_rules"])
            if like in _list(row["occasions"]) and modality in _list(row["modalities"])
        ),
        None,
    )


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def day_of(catalogue: Json, record: Json) -> str:
    """The civil day of the visit in the city: that on which it started; "" without a start."""
    started = instant(record.get("started_at"))
    if started is None:
        return ""
    return civil_time(started, str(catalogue["zone"])).date().isoformat()


def judge(item: Json, answer: object, day: str) -> str:
    """What the answer says on the civil day "2026-11-30": ok, nc, na, or "" while incomplete.

    `item` comes from `items_for`. Numbers, dates and choices judge themselves; a value that is
    missing is "" unless the inspector says nc, as when a document was not shown.
    """
    if item["fixed"]:
        return str(item["fixed"])
    given: Json = answer if isinstance(answer, Mapping) else {}
    stated = _stated(given)
    if stated == "na":
        return "na" if item["na"] is True else ""
    key = _VALUE.get(str(item["kind"]))
    if key is None:
        return stated
    if not filled(given.get(key)):
        # A paper not shown fails; a choice has its own option for that.
        return "nc" if stated == "nc" and key != "choice" else ""
    word = _JUDGES[key](item, given, stated, day)
    if word != "ok":
        return word
    if not _whole(item, given):
        return ""
    return _by_date(item, given, day)


def _stated(given: Json) -> str:
    word = given.get("answer")
    return word if isinstance(word, str) and word in WORDS else ""


def _number(item: Json, given: Json, stated: str, day: str) -> str:
    text = given["number"]
    if not isinstance(text, str) or not _NUMBER.fullmatch(text):
        return ""
    limit, rule = item["limit"], item["year_rule"]
    if isinstance(limit, Mapping):
        value, bound = Decimal(text), Decimal(str(limit["value"]))
        return "ok" if _COMPARES[str(limit["op"])](value, bound) else "nc"
    return stated if not isinstance(rule, Mapping) else _year(rule, text, given, day)


def _year(rule: Json, text: str, given: Json, day: str) -> str:
    """A car made in that year, on that day; the date of the answer is one granted by an act."""
    on = civil_day(day)
    if on is None or not text.isdecimal() or not _OLDEST_YEAR <= int(text) <= on.year:
        return ""
    granted = civil_day(given.get("date")) if given.get("from_record") is True else None
    return "ok" if on <= last_day(rule, int(text), granted) else "nc"


_COMPARES: dict[str, Callable[[Decimal, Decimal], bool]] = {
    "eq": lambda value, bound: value == bound,
    "le": lambda value, bound: value <= bound,
    "ge": lambda value, bound: value >= bound,
    "lt": lambda value, bound: value < bound,
    "gt": lambda value, bound: value > bound,
}


def _date(item: Json, given: Json, stated: str, day: str) -> str:
    if civil_day(given["date"]) is None:
        return ""
    return "ok" if item["date_rule"] else stated


def _text(item: Json, given: Json, stated: str, day: str) -> str:
    return "nc" if stated == "nc" else "ok"


def _choice(item: Json, given: Json, stated: str, day: str) -> str:
    choice = given["choice"]
    if choice not in _list(item["choices"]):
        return ""
    return "nc" if choice in _list(item["fails"]) else "ok"


_JUDGES: dict[str, Callable[[Json, Json, str, str], str]] = {
    "number": _number,
    "date": _date,
    "text": _text,
    "choice": _choice,
}


def _whole(item: Json, given: Json) -> bool:
    """Whether the rest that is asked beside the value is there; of the record, only a date that judges."""
    for extra in _list(item["also"]):
        if not _needs(item, given, extra):
            continue
        if extra == "date" and civil_day(given.get("date")) is None:
            return False
        if not filled(given.get(str(extra))):
            return False
    return True


def _needs(item: Json, given: Json, extra: object) -> bool:
    choice = given.get("choice")
    if extra == "date" and choice in _list(item["date_unless"]):
        return False
    if extra == "text" and item["pends"]:
        return choice in _list(item["pends"])  # what was asked for (PAT art. 12 II)
    judges = extra == "date" and item["date_rule"] is not None
    return judges or given.get("from_record") is not True


def _by_date(item: Json, given: Json, day: str) -> str:
    rule, read, on = item["date_rule"], civil_day(given.get("date")), civil_day(day)
    if not isinstance(rule, Mapping) or given.get("choice") in _list(item["date_unless"]):
        return "ok"
    if read is None or on is None:
        return ""
    if rule["kind"] == "not_past":
        return "ok" if read >= on else "nc"
    months = rule["months"]
    oldest = oldest_issue(on, months) if isinstance(months, int) else on
    return "ok" if oldest <= read <= on else "nc"


def civil_day(value: object) -> date | None:
    """`2026-11-30` as a date; None for anything else."""
    if not isinstance(value, str) or not _DAY.fullmatch(value):
        return None
    try:
        return date.fromisoformat(value)
    except ValueError:
        return None


def pends(item: Json, answer: object) -> bool:
    """Whether the answer leaves the result pending (PAT art. 12 II)."""
    choice = answer.get("choice") if isinstance(answer, Mapping) else None
    return choice in _list(item["pends"])


def blank_answer() -> dict[str, object]:
    """An item before anybody looked."""
    empty = dict.fromkeys(("answer", "number", "date", "choice", "text", "note"), "")
    return {**empty, "photos": [], "from_record": False}


def well_answer(item: Json) -> dict[str, object] | None:
    """What "all conform" says of the item; None where a value must be read on the car."""
    blank = blank_answer()
    if item["fixed"]:
        return {**blank, "answer": item["fixed"], "from_record": True}
    if item["well"]:
        return {**blank, "answer": "ok", "choice": item["well"]}
    limit = item["limit"]
    if isinstance(limit, Mapping) and limit["op"] == "eq":
        return {**blank, "answer": "ok", "number": str(limit["value"])}
    return None if item["kind"] in _VALUE else {**blank, "answer": "ok"}


def record_answers(
    catalogue: Json, record: Json, items: Iterable[Json]
) -> dict[str, dict[str, object]]:
    """Answers that the record itself gives: the guide of its fee, its occasion, what no act asks yet."""
    row = occasion_of(catalogue, record.get("occasion"), _modality(record))
    reasons = _list(row["reasons"]) if row else []
    given = record.get("fee")
    fee: Json = given if isinstance(given, Mapping) else {}
    found: dict[str, dict[str, object]] = {}
    for item in items:
        said: dict[str, object] = {}
        if item["fixed"]:
            said = {"answer": item["fixed"]}
        elif item["source"] == "fee" and fee.get("guide") and fee.get("paid_on"):
            said = {"answer": "ok", "text": fee["guide"], "date": fee["paid_on"]}
        elif item["source"] == "occasion" and reasons:
            said = {"answer": "ok", "choice": reasons[0]}
        if said:
            found[str(item["key"])] = {**blank_answer(), **said, "from_record": True}
    return found


def _modality(record: Json) -> object:
    vehicle = record.get("vehicle")
    return vehicle.get("modality") if isinstance(vehicle, Mapping) else None


def answers_of(record: Json) -> list[Json]:
    """The answers as a list with their `key`, whether the record holds a list or an object by key."""
    held = record.get("items")
    if isinstance(held, Mapping):
        return [{**row, "key": key} for key, row in held.items() if isinstance(row, Mapping)]
    return rows(held)
