"""Each decision of the city (requirements.md §8) that a verdict reads, under every option.

The same facts on the same day, and the day before and after, answered once per option.
"""

import re
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import pytest

from app.regulation import checks
from app.regulation.facts import Authorisation, City, Facts, Inspection, Period
from app.regulation.ruleset import Ruleset
from tests.support.verdicts import (
    PAT,
    PLA,
    TODAY,
    D,
    app_car,
    around,
    car,
    driver,
    in_force,
    platform,
    taxi,
)

Days = tuple[str, ...]
CHECKS = Path(str(checks.__file__)).parent

FINE: Days = ("", "", "")
ENDING: Days = ("amber ending", "amber ending", "red expired")
EXPIRED: Days = ("red expired", "red expired", "red expired")
OPEN: Days = ("amber open", "amber open", "red overdue")


@dataclass(frozen=True)
class Asked:
    """What `check` says around `day`, by option of `decision`."""

    decision: str
    law: Ruleset
    check: str
    facts: Facts
    day: date
    answers: dict[str, Days]


def inspected(approved_on: date, failed_on: date | None = None) -> Facts:
    return app_car(vehicle=car(inspection=Inspection(approved_on, failed_on)))


# Failed on a Friday; ten days: Monday 26/10, Wednesday 28/10 from Monday on, Friday 30/10.
FAILED = inspected(approved_on=D(2026, 9, 15), failed_on=D(2026, 10, 16))
RENEWING = app_car(
    platform=platform(authorised=Period(D(2020, 8, 10)), renewal_filed_on=D(2021, 3, 31))
)
OWN_PERMIT = app_car(
    authorisation=Authorisation("7", Period(D(2026, 8, 12)), licence_issued_on=D(2026, 8, 12))
)

ASKED = [
    Asked(
        decision="CFG-GEN-01",
        law=PLA,
        check="failed_inspection",
        facts=FAILED,
        day=D(2026, 10, 28),
        answers={
            "calendar_days": ("red overdue",) * 3,
            "business_days": ("amber open",) * 3,
            "start_on_business_day": OPEN,
        },
    ),
    Asked(
        decision="CFG-GEN-02",
        law=PLA,
        check="inspection_valid",
        facts=inspected(approved_on=D(2028, 2, 29)),
        day=D(2029, 2, 28),
        answers={
            "same_day": ENDING,
            "day_before": ("amber ending", "red expired", "red expired"),
            "march_first": ("amber ending",) * 3,
        },
    ),
    Asked(
        decision="CFG-PLA-01",
        law=PLA,
        check="driver_linked",
        facts=taxi(driver=driver(role="auxiliary")),
        day=TODAY,
        answers={"registered_same_documents": FINE, "no_auxiliary": ("red auxiliary",) * 3},
    ),
    Asked(
        decision="CFG-PLA-03",
        law=PLA,
        check="quota_kept",
        facts=taxi(city=City(12_500, 13)),
        day=TODAY,
        answers={
            "floor_latest_ibge": ("info taxis",) * 3,
            "floor_census": ("info taxis",) * 3,
            "round_nearest": FINE,
        },
    ),
    Asked(
        decision="CFG-PLA-08",
        law=PLA,
        check="inspection_valid",
        facts=inspected(approved_on=D(2026, 9, 15)),
        day=D(2027, 9, 15),
        answers={"anniversary": ENDING, "calendar_year": FINE},
    ),
    Asked(
        decision="CFG-PLA-14",
        law=PLA,
        check="vehicle_age",
        facts=app_car(vehicle=car(made_in=2016)),
        day=D(2027, 1, 1),
        answers={
            "year_tolerance": ("", "amber replace", "amber replace"),
            "strict_10_years": ("", "red expired", "red expired"),
        },
    ),
    Asked(
        decision="CFG-PLA-33",
        law=PLA,
        check="failed_inspection",
        facts=FAILED,
        day=D(2026, 10, 26),
        answers={"ten_days": OPEN, "by_norm": ("red no_term",) * 3},
    ),
    Asked(
        decision="CFG-PAT-01",
        law=PAT,
        check="vehicle_age",
        facts=app_car(vehicle=car(made_in=2018)),
        day=D(2023, 12, 31),
        answers={"year": ("", "", "red expired"), "completed_years": FINE},
    ),
    Asked(
        decision="CFG-PAT-02",
        law=in_force(PAT),
        check="vehicle_age",
        facts=app_car(vehicle=car(made_in=2013, owned_since=D(2015, 1, 1))),
        day=D(2021, 7, 19),
        answers={
            "only_six_year_vehicles": EXPIRED,
            "everybody_one_year": ("amber transition", "amber transition", "red expired"),
        },
    ),
    Asked(
        decision="CFG-PAT-04",
        law=PAT,
        check="platform_authorised",
        facts=RENEWING,
        day=D(2021, 8, 10),
        answers={
            "twelve_months_kept_while_renewing": ("", "", "amber renewal_pending"),
            "twelve_months_strict": ENDING,
            "last_business_day_of_march": EXPIRED,
        },
    ),
    Asked(
        decision="CFG-PAT-06",
        law=PAT,
        check="driver_licence",
        facts=app_car(driver=driver(role="app", licence_issued_on=D(2025, 3, 4))),
        day=D(2027, 3, 4),
        answers={"first_licence": FINE, "this_card": ("red too_recent", "", "")},
    ),
    Asked(
        decision="CFG-PAT-07",
        law=PAT,
        check="toxicology_valid",
        facts=app_car(driver=driver(role="app", toxicology_on=D(2026, 9, 15))),
        day=D(2027, 9, 15),
        answers={"amber": ("amber ending", "amber ending", "amber expired"), "red": ENDING},
    ),
    Asked(
        decision="CFG-PAT-20",
        law=PAT,
        check="inspection_valid",
        facts=inspected(approved_on=D(2026, 9, 15)),
        day=D(2027, 8, 10),
        answers={"follows_platform": ENDING, "yearly_own_term": FINE},
    ),
    Asked(
        decision="CFG-PAT-20",
        law=PAT,
        check="licence_issued",
        facts=OWN_PERMIT,
        day=D(2027, 8, 12),
        answers={"follows_platform": FINE, "yearly_own_term": ("", "", "red expired")},
    ),
]

BY_OPTION = [(asked, option) for asked in ASKED for option in asked.answers]
NAMES = [f"{asked.decision}-{asked.check}-{option}" for asked, option in BY_OPTION]


@pytest.mark.parametrize(("asked", "option"), BY_OPTION, ids=NAMES)
def test_the_option_decides(asked: Asked, option: str) -> None:
    law = asked.law.with_decisions({asked.decision: option})
    assert around(asked.check, asked.facts, law, asked.day) == asked.answers[option]


@pytest.mark.parametrize("asked", ASKED, ids=lambda asked: f"{asked.decision}-{asked.check}")
def test_every_option_is_asked_and_they_differ(asked: Asked) -> None:
    options = {option.id for option in asked.law.decision_row(asked.decision).options}
    assert set(asked.answers) == options
    assert len(set(asked.answers.values())) > 1


@pytest.mark.parametrize("asked", ASKED, ids=lambda asked: f"{asked.decision}-{asked.check}")
def test_without_a_choice_the_default_decides(asked: Asked) -> None:
    default = asked.law.decision_row(asked.decision).default
    assert around(asked.check, asked.facts, asked.law, asked.day) == asked.answers[default]


def test_no_check_reads_a_decision_that_is_not_asked_here() -> None:
    sources = "\n".join(path.read_text(encoding="utf-8") for path in CHECKS.glob("*.py"))
    read = set(re.findall(r'reading\(\s*"([A-Z]{3}-[A-Z]{3}-\d\d)"', sources))
    deadlines = {"CFG-GEN-01"}  # read where a term is counted, not by the check
    assert read | deadlines == {asked.decision for asked in ASKED}


def test_the_strict_ten_years_leave_the_taxi_its_february() -> None:
    law = PLA.with_decisions({"CFG-PLA-14": "strict_10_years"})
    old = taxi(vehicle=car(made_in=2016))
    expected = ("amber replace", "amber replace", "red overdue")
    assert around("vehicle_age", old, law, D(2027, 2, 28)) == expected
