"""The age of a car as an inspection judges it, by occasion (PAT art. 2; PLA arts. 27 §2 I, 28).

A rule travels as JSON and is read alike here and in static/js/inspection/year_rule.js:
`last` (how the base day is found), `years`, `more_years` and `until` (how far a granted day may
reach), `extended` (the visit itself is for the granted time).
"""

from collections.abc import Mapping
from datetime import date

from app.kernel.civil import add_years
from app.regulation.age import AgeReading, closing_of_year, replace_by
from app.regulation.facts import Modality
from app.regulation.ruleset import Ruleset
from app.regulation.vocabulary import Occasion

Json = Mapping[str, object]

_ENTERS = ("first", "change")


def reading_of(ruleset: Ruleset, decision: str) -> str:
    """The city's option; "" where this text has no such decision."""
    known = any(row.id == decision for row in ruleset.decisions)
    return ruleset.decision(decision) if known else ""


def year_rules(ruleset: Ruleset) -> list[Json]:
    """Rows {occasions, modalities, rule}, the first that fits wins; [] where age is not limited."""
    params = ruleset.check("vehicle_age").params
    years = _whole(params.get("max_years"))
    if not years:
        return []
    if params.get("rule") != "end_of_february":
        return [_row(_all_but(()), list(Modality), _closing(ruleset, years))]
    enters = _rule("closing_of_year", years)
    stays = _rule("end_of_february", years, more=_whole(params.get("extension_years")))
    strict = reading_of(ruleset, "CFG-PLA-14") == "strict_10_years"
    rows = [_row(list(_ENTERS), list(Modality), enters)]
    if strict:  # the app stops on 31 December whatever the occasion
        rows.append(_row(_all_but(_ENTERS), [Modality.APP], enters))
    rows.append(_row([Occasion.EXTENSION], list(Modality), {**stays, "extended": True}))
    rows.append(_row(_all_but((*_ENTERS, "extension")), list(Modality), stays))
    return rows


def _closing(ruleset: Ruleset, years: int) -> Json:
    """PAT: 31 December of the fifth year or the eve of the sixth (CFG-PAT-01), with art. 2 §§1, 3."""
    completed = reading_of(ruleset, "CFG-PAT-01") == AgeReading.COMPLETED_YEARS
    entry = ruleset.in_force.start
    more = _whole(ruleset.check("vehicle_age").params.get("transition_years"))
    until = add_years(entry, more).isoformat() if entry and more else ""
    return _rule("completed_years" if completed else "closing_of_year", years, until=until)


def _rule(last: str, years: int, *, more: int = 0, until: str = "") -> Json:
    return {"last": last, "years": years, "more_years": more, "until": until, "extended": False}


def _row(occasions: list[str] | list[Occasion], modalities: list[Modality], rule: Json) -> Json:
    return {
        "occasions": [str(each) for each in occasions],
        "modalities": [str(each) for each in modalities],
        "rule": rule,
    }


def _all_but(left_out: tuple[str, ...]) -> list[str]:
    return [word.value for word in Occasion if word.value not in left_out]


def _whole(value: object) -> int:
    return value if isinstance(value, int) else 0


def last_day(rule: Json, made_in: int, granted: date | None) -> date:
    """Last day on which a car of that year passes; `granted` is the day an act or the text gives it."""
    years, more = _whole(rule["years"]), _whole(rule["more_years"])
    base = _base(str(rule["last"]), made_in, years)
    ceiling = add_years(base, more) if more else _day(rule["until"])
    if ceiling is None:
        return base
    if rule["extended"]:
        return max(base, ceiling)
    return base if granted is None else max(base, min(granted, ceiling))


def _base(last: str, made_in: int, years: int) -> date:
    if last == "end_of_february":
        return replace_by(made_in, years)
    reading = AgeReading.COMPLETED_YEARS if last == "completed_years" else AgeReading.YEAR
    return closing_of_year(made_in, years, reading).last_ok


def _day(text: object) -> date | None:
    return date.fromisoformat(str(text)) if text else None
