"""All that a phone needs to write a complete notice, as one JSON value (art. 49 PLA; arts. 22–25 PAT).

The field pack carries it and the server reads the same value, so both ask for the same things.
"""

from collections.abc import Iterator, Mapping
from datetime import date
from enum import StrEnum
from typing import cast

from app.kernel.calendar import Calendar
from app.kernel.errors import RuleRefused
from app.regulation.notice_deadline import appeal_term, counts_of, due_by_signature, reading_of
from app.regulation.notice_form import shared_form
from app.regulation.notice_types import Json, offered_types
from app.regulation.ruleset import Ruleset
from app.regulation.tables_notice import EndingRow, NoticeLaw, NoticeRule

WITHOUT_PERMIT = "SEM AUTORIZAÇÃO"


def notice_catalogue(ruleset: Ruleset, calendar: Calendar, today: date) -> Json:
    """The catalogue of this city on the civil day `today` (on the server: the day of writing).

    Keys as in the contract: kinds, types, rules, endings, measures, offenders, deadline, hours,
    body, warnings, unauthorised, regularise, training, slug, zone, ufm. `RuleRefused` where the
    text says nothing of notices.
    """
    law = notice_law(ruleset)
    types = offered_types(ruleset, law)
    made = {
        "slug": ruleset.slug,
        "training": ruleset.training,
        "zone": ruleset.instrument.time_zone,
        "body": {"name": ruleset.word("authority"), "city": ruleset.instrument.municipality},
        "kinds": _kinds(ruleset, law),
        "types": types,
        "rules": _rules(ruleset, law),
        "endings": [_ending(ruleset, law, row) for row in law.ending],
        "measures": _measures(ruleset, law, types),
        "offenders": _offenders(types),
        "deadline": _deadline(ruleset, law, calendar, today),
        "hours": _hours(ruleset, law),
        "warnings": _warnings(ruleset, law),
        "unauthorised": _unauthorised(ruleset, law),
        "regularise": {"days": list(law.regularise_days)} if law.regularise_days else None,
        "withoutPermit": WITHOUT_PERMIT,
        "ufm": None,  # neither text has the value, and fines print in UFM until a city records it
    }
    return cast(Json, _plain(made))


def notice_law(ruleset: Ruleset) -> NoticeLaw:
    """notice.toml of the ruleset; `RuleRefused` when it has none."""
    if ruleset.notices is None:
        raise RuleRefused("Esta norma não prevê auto de infração: não há o que lavrar.")
    return ruleset.notices


def _kinds(ruleset: Ruleset, law: NoticeLaw) -> list[Json]:
    return [
        {
            "kind": row.id,
            "name": row.name,
            "letters": row.letters,
            "copies": row.copies,
            "numbered": bool(row.letters),
            "title_on_paper": row.title_on_paper,
            "citation": ruleset.cite_all(row.basis),
        }
        for row in law.kind
    ]


def _rules(ruleset: Ruleset, law: NoticeLaw) -> list[Json]:
    refs = {row.topic: row.refs for row in law.basis}
    return [
        {
            "id": row.id,
            "field": row.field,
            "test": row.test,
            "args": row.args,
            "when": [[each.path, each.op, list(each.values)] for each in row.when],
            "message": row.message,
            "citation": ruleset.cite_all(refs[row.topic]),
        }
        for row in _rule_rows(law)
        if refs[row.topic] and _asked(ruleset, row)
    ]


def _rule_rows(law: NoticeLaw) -> Iterator[NoticeRule]:
    """Shared rules in their order, those of the text in place of the same id, then its own."""
    own = {row.id: row for row in law.rule}
    for row in shared_form().rule:
        yield own.pop(row.id, row)
    yield from own.values()


def _asked(ruleset: Ruleset, row: NoticeRule) -> bool:
    return not row.decision or ruleset.decision(row.decision) == row.option


def _plain(value: object) -> object:
    """Frozen TOML and words of closed lists as plain JSON values."""
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(each) for each in value]
    return value


def _ending(ruleset: Ruleset, law: NoticeLaw, row: EndingRow) -> Json:
    return {
        "kind": row.kind,
        "name": row.name,
        "sentence": row.sentence,
        "citation": ruleset.cite_all(row.basis),
        "needsSignature": row.needs_signature,
        "needsNote": row.needs_note,
        "effect": effect_words(ruleset, law, row),
        "effects": {"warning": row.warning, "regularisation": row.regularisation},
    }


def effect_words(ruleset: Ruleset, law: NoticeLaw, row: EndingRow) -> str:
    """What the ending does for the notification, said before the agent chooses it."""
    reading = reading_of(ruleset, law)
    if reading is None or row.kind not in reading.endings:
        return row.sent
    return f"{row.notified} {row.sent}" if row.needs_signature else row.notified


def _measures(ruleset: Ruleset, law: NoticeLaw, types: list[Json]) -> list[Json]:
    refs = {row.topic: row.refs for row in law.measure_basis}
    used = _used(types, "measures")
    return [
        {
            "kind": row.kind,
            "name": row.name,
            "citation": ruleset.cite_all(refs[row.kind]),
            "needs": list(row.needs),
        }
        for row in shared_form().measure
        if row.kind in used
    ]


def _offenders(types: list[Json]) -> list[Json]:
    used = _used(types, "offenders")
    rows = [row for row in shared_form().offender if row.kind in used]
    return [{"kind": row.kind, "name": row.name} for row in rows]


def _used(types: list[Json], key: str) -> set[object]:
    """What any offered type names: words nobody can meet do not travel."""
    lists = [row[key] for row in types]
    return {each for row in lists if isinstance(row, list) for each in row}


def _deadline(ruleset: Ruleset, law: NoticeLaw, calendar: Calendar, today: date) -> Json:
    appeal = appeal_term(ruleset, law)
    return {
        "days": appeal.days,
        "words": appeal.words,
        "citation": appeal.citation,
        "dueBySignatureOn": due_by_signature(ruleset, law, calendar, today),
        "counts": counts_of(ruleset, law),
    }


def _hours(ruleset: Ruleset, law: NoticeLaw) -> Json | None:
    if not law.forward:
        return None
    row = ruleset.deadline(law.forward)
    return {"hours": row.length, "citation": ruleset.cite_all(row.basis)}


def _warnings(ruleset: Ruleset, law: NoticeLaw) -> Json | None:
    said = law.warnings
    if said is None:
        return None
    validated = ruleset.decision(said.validation_decision) in said.validated_under
    return {
        "involuntary": said.involuntary,
        "minor": said.minor,
        "primary": said.primary,
        "validation": said.validation if validated else "",
        "citation": ruleset.cite_all(said.basis),
    }


def _unauthorised(ruleset: Ruleset, law: NoticeLaw) -> Json | None:
    said = law.unauthorised
    return {"words": said.words, "citation": ruleset.cite_all(said.basis)} if said else None
