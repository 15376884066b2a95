"""Items that answer themselves from the record, for the inspector to confirm (requirements.md part 2).

The caller gathers `RecordFacts` from registry, fees and permits; what is None is not known and
stays for the inspector to read on the car.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date

from app.kernel.civil import add_years
from app.regulation.age import Transition, transition_until
from app.regulation.facts import Modality
from app.regulation.inspection_age import last_day, reading_of
from app.regulation.inspection_items import Json, blank_answer, items_for, judge
from app.regulation.inspection_terms import inspection_law
from app.regulation.notice_look import rows
from app.regulation.ruleset import Ruleset

Answer = dict[str, object]


@dataclass(frozen=True)
class RecordFacts:
    """What the city knows of a car before it enters the yard; None: nothing is known.

    `title` is the registry's word ("arrendado"); `debt`, `single_vehicle`, `platform_linked` and
    `living_seal` say whether there is one today; `policy_centavos` is per person.
    """

    modality: Modality
    made_in: int | None = None
    owned_since: date | None = None
    age_extended_until: date | None = None  # PLA art. 28 §3
    doors: int | None = None
    seats: int | None = None
    licensing_valid_until: date | None = None
    licensing_city: str = ""
    maintenance_on: date | None = None
    policy_centavos: int | None = None
    policy_until: date | None = None
    title: str = ""
    contract_until: date | None = None
    platform_linked: bool | None = None
    single_vehicle: bool | None = None
    rank: str = ""
    fare_decree: str = ""
    guide: str = ""
    paid_on: date | None = None
    debt: bool | None = None
    living_seal: bool | None = None
    seal_number: str = ""
    seal_until: date | None = None


@dataclass(frozen=True)
class _Asked:
    ruleset: Ruleset
    facts: RecordFacts
    occasion: Json
    item: Json
    on: date


def prefilled(
    ruleset: Ruleset, catalogue: Json, facts: RecordFacts, on: date, occasion: str
) -> dict[str, Answer]:
    """Key → answer of every item of the full list that the record can answer on that civil day.

    Each is judged and has `from_record`; a failing one is told too (an expired licensing).
    """
    row = next((each for each in rows(catalogue["occasions"]) if each["id"] == occasion), None)
    if row is None:
        return {}
    found: dict[str, Answer] = {}
    keys = [str(item["key"]) for item in rows(catalogue["items"])]
    for item in items_for(catalogue, occasion, facts.modality.value, keys):
        said = _said(_Asked(ruleset, facts, row, item, on))
        if said is None:
            continue
        answer = {**blank_answer(), **said, "from_record": True}
        word = judge(item, answer, on.isoformat())
        if word:
            found[str(item["key"])] = {**answer, "answer": word}
    return found


def _said(asked: _Asked) -> Answer | None:
    if asked.item["fixed"]:
        return {}
    source = _SOURCES.get(str(asked.item["source"]))
    return source(asked) if source else None


def _age(asked: _Asked) -> Answer | None:
    made_in, rule = asked.facts.made_in, asked.item["year_rule"]
    if made_in is None:
        return None
    granted = _granted(asked, made_in)
    if asked.item["kind"] == "number":
        return {"number": str(made_in), "date": _iso(granted)}
    if not isinstance(rule, Mapping):
        return None
    return _word(asked.on <= last_day(rule, made_in, granted))


def _granted(asked: _Asked, made_in: int) -> date | None:
    """The day that an act (PLA art. 28 §3) or the text itself (PAT art. 2 §§1, 3) gives this car."""
    if asked.facts.age_extended_until is not None:
        return asked.facts.age_extended_until
    entry = asked.ruleset.in_force.start
    params = asked.ruleset.check("vehicle_age").params
    years, oldest = params.get("transition_years"), params.get("transition_max_years")
    if entry is None or not isinstance(years, int) or not isinstance(oldest, int):
        return None
    if reading_of(asked.ruleset, "CFG-PAT-02") == "everybody_one_year":
        return add_years(entry, years)
    return transition_until(made_in, asked.facts.owned_since, Transition(entry, oldest, years))


def _doors(asked: _Asked) -> Answer | None:
    return _count(asked.facts.doors)


def _capacity(asked: _Asked) -> Answer | None:
    """The CRLV's number; where no limit judges it, it agrees with the record it comes from."""
    said = _count(asked.facts.seats)
    return said and {**said, "answer": "ok"}


def _count(number: int | None) -> Answer | None:
    return None if number is None else {"number": str(number)}


def _licensing(asked: _Asked) -> Answer | None:
    return _dated(asked.facts.licensing_valid_until)


def _maintenance(asked: _Asked) -> Answer | None:
    return _dated(asked.facts.maintenance_on)


def _dated(day: date | None) -> Answer | None:
    return None if day is None else {"date": day.isoformat()}


def _licensing_city(asked: _Asked) -> Answer | None:
    """The choice of "all well" is the city of the text; any other city fails."""
    city = asked.facts.licensing_city
    if not city:
        return None
    own = city.casefold() == asked.ruleset.instrument.municipality.casefold()
    fails = asked.item["fails"]
    other = fails[0] if isinstance(fails, list) and fails else ""
    return {"choice": asked.item["well"] if own else other}


def _insurance(asked: _Asked) -> Answer | None:
    amount, until = asked.facts.policy_centavos, asked.facts.policy_until
    if amount is None or until is None:
        return None
    reais, centavos = divmod(amount, 100)
    number = f"{reais}.{centavos:02d}" if centavos else str(reais)
    return {"number": number, "date": until.isoformat()}


def _title(asked: _Asked) -> Answer | None:
    choice = inspection_law(asked.ruleset).titles.get(asked.facts.title)
    return {"choice": choice, "date": _iso(asked.facts.contract_until)} if choice else None


def _fee(asked: _Asked) -> Answer | None:
    guide, paid_on = asked.facts.guide, asked.facts.paid_on
    return {"text": guide, "date": _iso(paid_on)} if guide and paid_on else None


def _occasion(asked: _Asked) -> Answer | None:
    reasons = asked.occasion["reasons"]
    return {"choice": reasons[0]} if isinstance(reasons, list) and reasons else None


def _rank(asked: _Asked) -> Answer | None:
    return {"text": asked.facts.rank} if asked.facts.rank else None


def _fare_decree(asked: _Asked) -> Answer | None:
    return {"text": asked.facts.fare_decree} if asked.facts.fare_decree else None


def _living_seal(asked: _Asked) -> Answer | None:
    number, until = asked.facts.seal_number, asked.facts.seal_until
    return {"text": number, "date": _iso(until)} if number and until else None


def _dead_seal(asked: _Asked) -> Answer | None:
    living = asked.facts.living_seal
    return None if living is None else _word(not living)


def _debts(asked: _Asked) -> Answer | None:
    return None if asked.facts.debt is None else _word(not asked.facts.debt)


def _single_vehicle(asked: _Asked) -> Answer | None:
    return None if asked.facts.single_vehicle is None else _word(asked.facts.single_vehicle)


def _platform_link(asked: _Asked) -> Answer | None:
    linked = asked.facts.platform_linked
    return None if linked is None else _word(linked)


def _word(good: bool) -> Answer:
    return {"answer": "ok" if good else "nc"}


def _iso(day: date | None) -> str:
    return day.isoformat() if day else ""


_SOURCES: dict[str, Callable[[_Asked], Answer | None]] = {
    "age": _age,
    "doors": _doors,
    "capacity": _capacity,
    "licensing": _licensing,
    "licensing_city": _licensing_city,
    "maintenance": _maintenance,
    "insurance": _insurance,
    "title": _title,
    "platform_link": _platform_link,
    "single_vehicle": _single_vehicle,
    "rank": _rank,
    "fare_decree": _fare_decree,
    "fee": _fee,
    "debts": _debts,
    "living_seal": _living_seal,
    "dead_seal": _dead_seal,
    "occasion": _occasion,
}
