"""All that a phone needs to inspect a car, as one JSON value (PAT arts. 10, 12; PLA arts. 16 p.u., 27, 28).

The field pack carries it and the server reads the same value, so both ask for the same things.
"""

from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal

from app.kernel.calendar import Calendar
from app.kernel.errors import RuleRefused
from app.regulation.inspection_age import year_rules
from app.regulation.inspection_form import shared_inspection_form
from app.regulation.inspection_terms import (
    cure,
    cure_reading,
    inspection_law,
    missed_rows,
    validity,
    validity_reading,
)
from app.regulation.ruleset import Ruleset
from app.regulation.tables import ChecklistItem, DateRule, ItemReading, Limit
from app.regulation.tables_inspection import OccasionRow
from app.regulation.vocabulary import (
    AnswerKind,
    Blocking,
    ChecklistName,
    Computed,
    Extra,
    Occasion,
)

Json = dict[str, object]

DAYS_AROUND = range(-1, 8)  # a pack serves a phone without signal for a week
_REFUSES = frozenset({Blocking.ALWAYS, Blocking.ON_INCLUSION, Blocking.IF_ADAPTED})
_INCLUSION = [Occasion.FIRST.value, Occasion.CHANGE.value]


def inspection_catalogue(ruleset: Ruleset, calendar: Calendar, today: date) -> Json:
    """The catalogue of this city on the civil day `today` (on the server: the day of the visit).

    Keys as in docs/ruleset-format.md. `RuleRefused` where the text has no inspections.
    """
    law, form = inspection_law(ruleset), shared_inspection_form()
    return {
        "slug": ruleset.slug,
        "training": ruleset.training,
        "zone": ruleset.instrument.time_zone,
        "word": {"inspection": ruleset.word("inspection"), "seal": law.seal, "report": law.report},
        "occasions": [_occasion(ruleset, row) for row in law.occasion],
        "identity": law.identity,
        "items": list(_items(ruleset)),
        "shots": {
            "min": form.shots,
            "parts": [{"id": row.id.value, "label": row.label} for row in form.part],
        },
        "failure": {"photo": form.failure_photo, "note": form.failure_note},
        "cure": _cure(ruleset, calendar, today),
        "stop": {
            "when": cure_reading(ruleset).stop.value,
            "words": cure_reading(ruleset).words,
            "citation": ruleset.cite_all(law.cure.basis),
        },
        "validity": _validity(ruleset, today),
        "missed": [
            {
                "occasion": row.occasion.value,
                "words": row.words,
                "citation": ruleset.cite_all(row.basis),
                "infraction": row.infraction,
            }
            for row in missed_rows(ruleset)
        ],
        "rules": _rules(ruleset),
    }


def _occasion(ruleset: Ruleset, row: OccasionRow) -> Json:
    return {
        "id": row.id.value,
        "label": row.label,
        "citation": ruleset.cite_all(row.basis),
        "list": row.list_.value,
        "like": row.like.value,
        "fee": _fee(ruleset, row),
        "previous": row.previous,
        "failed_only": row.failed_only,
        "reasons": list(row.reasons),
        "cures": row.cures,
        "modalities": [each.value for each in row.modalities],
    }


def _fee(ruleset: Ruleset, row: OccasionRow) -> Json | None:
    """Whether the visit may not begin without a paid guide, and the words that say so."""
    if not row.fee:
        return {"asked": False, "citation": "", "words": row.fee_words} if row.fee_words else None
    fee = ruleset.fee(row.fee)
    asked = not row.fee_decision or ruleset.decision(row.fee_decision) == row.fee_option
    amount = f"{fee.ufm:f}".replace(".", ",") if fee.ufm is not None else ""
    due = f"{fee.name}: {amount} UFM." if amount else f"{fee.name}."
    words = due if asked else row.fee_words
    return {"asked": asked, "citation": ruleset.cite_all(fee.basis), "words": words}


def _items(ruleset: Ruleset) -> Iterator[Json]:
    """Items and sub-items in the order of the screen; those of the result are left out."""
    groups = inspection_law(ruleset).groups
    lists = (ChecklistName.INSPECTION, ChecklistName.EXIT)
    rows = [
        row for row in ruleset.items if row.list_ in lists and row.blocking is not Blocking.OUTPUT
    ]
    for row in sorted(rows, key=lambda row: (lists.index(row.list_), groups.index(row.group))):
        for number, part in enumerate(row.each, 1):
            safe = row.safety or part in row.safety_each
            yield {
                **_item(ruleset, row),
                "key": f"{row.id}.{number}",
                "of": row.label,
                "label": part,
                "safety": safe,
            }
        if not row.each:
            yield _item(ruleset, row)


def _item(ruleset: Ruleset, row: ChecklistItem) -> Json:
    read = _read(ruleset, row)
    na = row.answer is AnswerKind.CONFORMITY_NA
    occasions = [each.value for each in row.occasions] or [Occasion.EXIT.value]
    return {
        "key": row.id,
        "id": row.id,
        "of": "",
        "list": row.list_.value,
        "group": row.group,
        "label": row.label,
        "citation": ruleset.cite_all(row.basis),
        "kind": row.answer.value,
        "also": [each.value for each in row.also if each is not Extra.PHOTO],
        "photos": 0 if row.shots else row.photos,
        "shots": [each.value for each in row.shots],
        "blocking": row.blocking in _REFUSES if read.blocking is None else read.blocking,
        "blocking_occasions": _INCLUSION if row.blocking is Blocking.ON_INCLUSION else [],
        "na": na if read.na is None else read.na,
        "na_occasions": [each.value for each in row.na_occasions],
        "fixed": "na" if read.fixed else "",
        "choices": list(row.choices),
        "fails": list(row.fails),
        "pends": list(row.pends),
        "well": row.well,
        "limit": _limit(row.limit),
        "date_rule": _date_rule(ruleset, row.date_rule),
        "date_unless": list(row.date_unless),
        "year_rules": _years(ruleset, row),
        "safety": row.safety,
        "computed": row.computed is not None,
        "source": row.computed.value if row.computed else "",
        "general_knowledge": row.general_knowledge,
        "modalities": [each.value for each in row.modalities],
        "occasions": occasions,
        "suggests": list(row.suggests),
    }


def _read(ruleset: Ruleset, row: ChecklistItem) -> ItemReading:
    """What the city's decision makes of the item; a kind that needs one and has none never blocks."""
    found = (each for each in row.reading if ruleset.decision(each.decision) == each.option)
    return next(found, ItemReading("", ""))


def _limit(limit: Limit | None) -> Json | None:
    if limit is None:
        return None
    whole = limit.value == limit.value.to_integral_value()
    value: int | float = int(limit.value) if whole else float(limit.value.quantize(Decimal("0.01")))
    return {"op": limit.op.value, "value": value}


def _date_rule(ruleset: Ruleset, rule: DateRule | None) -> Json | None:
    if rule is None:
        return None
    if not rule.deadline:
        return {"kind": rule.kind.value}
    return {"kind": rule.kind.value, "months": ruleset.deadline(rule.deadline).length}


def _years(ruleset: Ruleset, row: ChecklistItem) -> list[object]:
    return list(year_rules(ruleset)) if row.computed is Computed.AGE else []


def _cure(ruleset: Ruleset, calendar: Calendar, today: date) -> Json | None:
    """Null where nobody has set the days; a day whose year the calendar lacks is left out."""
    reading, law = cure_reading(ruleset), inspection_law(ruleset).cure
    if not reading.term:
        return None
    dates = {}
    for day in _days(today):
        try:
            last = cure(ruleset, day, calendar)
        except RuleRefused:
            continue
        dates[day.isoformat()] = last.isoformat() if last else ""
    return {
        "days": ruleset.deadline(law.deadline).length,
        "words": reading.words,
        "citation": ruleset.cite_all(law.basis),
        "dates": dates,
    }


def _validity(ruleset: Ruleset, today: date) -> Json:
    """`dates` is empty where the approval follows the platform's authorisation."""
    last = {day.isoformat(): validity(ruleset, day) for day in _days(today)}
    return {
        "words": validity_reading(ruleset).words,
        "citation": ruleset.cite_all(inspection_law(ruleset).validity.basis),
        "dates": {day: end.isoformat() for day, end in last.items() if end},
    }


def _days(today: date) -> list[date]:
    return [today + timedelta(days=apart) for apart in DAYS_AROUND]


def _rules(ruleset: Ruleset) -> Json:
    refs = {row.topic: row.refs for row in inspection_law(ruleset).basis}
    return {
        row.code: {"message": row.message, "citation": ruleset.cite_all(refs[row.topic])}
        for row in shared_inspection_form().rule
    }
