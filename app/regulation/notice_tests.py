"""The tests a rule of the form may ask of a field, one small function each.

Each takes the value, the rule's arguments (`value` resolved) and `look`. Twin of
static/js/notice/tests.js.
"""

import re
from collections.abc import Callable, Mapping
from datetime import timedelta
from decimal import Decimal

from app.kernel.civil import civil_time
from app.kernel.errors import Invalid
from app.kernel.identifiers import parse_cnpj, parse_cpf
from app.kernel.names import fold
from app.kernel.plate import Plate
from app.regulation.notice_look import Json, Look, at, filled, instant, rows, same, visible
from app.regulation.notice_signature import due_on
from app.regulation.notice_strokes import is_signature

Test = Callable[[object, Json, Look], bool]

_HEX32 = re.compile(r"[0-9a-f]{32}")
_UFM = re.compile(r"(?:0|[1-9][0-9]{0,3})(?:\.[0-9]{1,4})?")
_NEW_YEAR_GRACE = timedelta(days=7)  # last year's block still serves a phone without signal
_LATITUDE, _LONGITUDE = 900_000_000, 1_800_000_000


def _filled(value: object, args: Json, look: Look) -> bool:
    return filled(value)


def _empty(value: object, args: Json, look: Look) -> bool:
    return not filled(value)


def _all_filled(value: object, args: Json, look: Look) -> bool:
    """Every key of `value` in the object; `cnpj` names a key that must hold a CNPJ."""
    keys = args.get("value")
    whole = isinstance(keys, list) and all(filled(at(value, str(key))) for key in keys)
    number = args.get("cnpj")
    return whole and (not isinstance(number, str) or _is_cnpj(at(value, number)))


def _min_length(value: object, args: Json, look: Look) -> bool:
    least = args.get("value")
    return isinstance(value, str) and isinstance(least, int) and len(visible(value)) >= least


def _one_of(value: object, args: Json, look: Look) -> bool:
    return any(same(value, each) for each in _allowed(args))


def _allowed(args: Json) -> list[object]:
    """The list of `value`, or one key of its rows."""
    listed, key = args.get("value"), args.get("key")
    if isinstance(key, str):
        return [row.get(key) for row in rows(listed)]
    return listed if isinstance(listed, list) else []


def _equals(value: object, args: Json, look: Look) -> bool:
    return same(value, args.get("value"))


def _not_equals(value: object, args: Json, look: Look) -> bool:
    return not same(value, args.get("value"))


def _any_of(value: object, args: Json, look: Look) -> bool:
    return any(
        passes(str(each.get("test")), look(str(each.get("field"))), each.get("args"), look)
        for each in rows(args.get("of"))
    )


def _confirmed(value: object, args: Json, look: Look) -> bool:
    listed = look("confirmed")
    return isinstance(listed, list) and args.get("field") in listed


def _cpf(value: object, args: Json, look: Look) -> bool:
    return _parses(parse_cpf, value)


def _cnpj(value: object, args: Json, look: Look) -> bool:
    return _is_cnpj(value)


def _is_cnpj(value: object) -> bool:
    return _parses(parse_cnpj, value)


def _tax_id(value: object, args: Json, look: Look) -> bool:
    return _parses(parse_cpf, value) or _is_cnpj(value)


def _plate(value: object, args: Json, look: Look) -> bool:
    return _parses(Plate, value)


def _parses(parse: Callable[[str], object], value: object) -> bool:
    if not isinstance(value, str):
        return False
    try:
        parse(value)
    except Invalid:
        return False
    return True


def _hex32(value: object, args: Json, look: Look) -> bool:
    return isinstance(value, str) and bool(_HEX32.fullmatch(value))


def _integer(value: object, args: Json, look: Look) -> bool:
    limits = args.get("value")
    return isinstance(limits, list) and _between(value, *limits)


def _between(value: object, low: int, high: int) -> bool:
    return type(value) is int and low <= value <= high


def _ufm_range(value: object, args: Json, look: Look) -> bool:
    top = args.get("value")
    if not isinstance(value, str) or not isinstance(top, str) or not _UFM.fullmatch(value):
        return False
    return 0 < Decimal(value) <= Decimal(top)


def _instant(value: object, args: Json, look: Look) -> bool:
    return instant(value) is not None


def _not_after(value: object, args: Json, look: Look) -> bool:
    """True also where either is no instant: another rule says so."""
    mine, other = instant(value), instant(args.get("value"))
    return mine is None or other is None or mine <= other


def _not_before(value: object, args: Json, look: Look) -> bool:
    mine, other = instant(value), instant(args.get("value"))
    return mine is None or other is None or mine >= other


def _position(value: object, args: Json, look: Look) -> bool:
    """A position of the globe (degrees × 10^7) known to within `value` metres."""
    metres = args.get("value")
    return (
        isinstance(metres, int)
        and _between(at(value, "lat"), -_LATITUDE, _LATITUDE)
        and _between(at(value, "lon"), -_LONGITUDE, _LONGITUDE)
        and _between(at(value, "accuracy_m"), 0, metres)
    )


def _series(value: object, args: Json, look: Look) -> bool:
    """`TREINO-AI-2026`: of training or not, letters of the kind, civil year of writing."""
    written = instant(look("written_at"))
    if written is None:
        return True  # another rule says so
    zone = str(look("$catalogue.zone"))
    start = "TREINO-" if look("training") is True else ""
    years = {civil_time(day, zone).year for day in (written, written - _NEW_YEAR_GRACE)}
    return value in [f"{start}{look('$kind.letters')}-{year}" for year in years]


def _due_on(value: object, args: Json, look: Look) -> bool:
    """The day the catalogue gives for this ending, and only where the ending notifies."""
    return value == due_on(look) != ""


def _signature(value: object, args: Json, look: Look) -> bool:
    return is_signature(value)


def _min_items(value: object, args: Json, look: Look) -> bool:
    """At least `value` items named, not counting the person named at `other_than`."""
    least, key = args.get("value"), str(args.get("key"))
    self_name = _name(look(str(args.get("other_than"))))
    named = [_name(row.get(key)) for row in rows(value)]
    others = {name for name in named if name and name != self_name}
    return isinstance(least, int) and len(others) >= least


def _name(value: object) -> str:
    return fold(value) if isinstance(value, str) and filled(value) else ""


def _each_filled(value: object, args: Json, look: Look) -> bool:
    keys, listed = args.get("value"), rows(value)
    whole = isinstance(value, list) and len(listed) == len(value)
    return whole and isinstance(keys, list) and _all_keys(listed, keys)


def _all_keys(listed: list[Json], keys: list[object]) -> bool:
    return all(filled(row.get(str(key))) for row in listed for key in keys)


def _each_one_of(value: object, args: Json, look: Look) -> bool:
    """Every item's `key` is among the allowed ones, and none comes twice."""
    allowed, key = args.get("value"), str(args.get("key"))
    if not isinstance(value, list) or not isinstance(allowed, list):
        return False
    names = [at(row, key) for row in value]
    known = all(any(same(name, each) for each in allowed) for name in names)
    return known and len({str(name) for name in names}) == len(names)


def _each_needs(value: object, args: Json, look: Look) -> bool:
    """Every item has what the row of its kind needs, and its time."""
    table, key = rows(args.get("value")), str(args.get("key"))
    for row in rows(value):
        needs = next((each.get("needs") for each in table if each.get(key) == row.get(key)), [])
        if not isinstance(needs, list) or not _all_keys([row], needs):
            return False
        if instant(row.get("at")) is None:
            return False
    return True


TESTS: Mapping[str, Test] = {
    "filled": _filled,
    "empty": _empty,
    "all_filled": _all_filled,
    "min_length": _min_length,
    "one_of": _one_of,
    "equals": _equals,
    "not_equals": _not_equals,
    "any_of": _any_of,
    "confirmed": _confirmed,
    "cpf": _cpf,
    "cnpj": _cnpj,
    "tax_id": _tax_id,
    "plate": _plate,
    "hex32": _hex32,
    "integer": _integer,
    "ufm_range": _ufm_range,
    "instant": _instant,
    "not_after": _not_after,
    "not_before": _not_before,
    "position": _position,
    "series": _series,
    "due_on": _due_on,
    "signature": _signature,
    "min_items": _min_items,
    "each_filled": _each_filled,
    "each_one_of": _each_one_of,
    "each_needs": _each_needs,
}


def passes(test: str, value: object, args: object, look: Look) -> bool:
    """Whether the value passes; `args.from` is looked up into `args.value` first."""
    known = dict(args) if isinstance(args, Mapping) else {}
    if "from" in known:
        known["value"] = look(str(known["from"]))
    return TESTS[test](value, known, look)
