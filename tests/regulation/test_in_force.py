"""Entry into force: the worked examples of requirements.md §9.2, both readings."""

from datetime import date

import pytest

from app.regulation.in_force import InForce, entry_into_force, incumbents_term, transition_end
from app.regulation.tables import Suspension


def day(text: str) -> date:
    return date(*map(int, reversed(text.split("/"))))


PAT = [  # published, default, strict "após … após", end of the transition of art. 2 §3
    ("20/05/2020", "19/07/2020", "20/07/2020", "19/07/2021"),
    ("22/05/2020", "21/07/2020", "22/07/2020", "21/07/2021"),
    ("01/06/2020", "31/07/2020", "01/08/2020", "31/07/2021"),
]
PLA = [  # published, in force, art. 14 from publication, art. 14 from entry (default)
    ("10/12/2025", "10/03/2026", "09/01/2026", "09/04/2026"),
    ("02/01/2026", "02/04/2026", "01/02/2026", "02/05/2026"),
    ("16/03/2026", "14/06/2026", "15/04/2026", "14/07/2026"),
    ("30/06/2026", "28/09/2026", "30/07/2026", "28/10/2026"),
    ("15/12/2026", "15/03/2027", "14/01/2027", "14/04/2027"),
]


@pytest.mark.parametrize(("published", "default", "strict", "transition"), PAT)
def test_patrocinio_art_35(published, default, strict, transition):
    entry = entry_into_force(day(published), 60)
    assert entry == day(default)
    assert entry_into_force(day(published), 60, 1) == day(strict)
    assert transition_end(entry, 1) == day(transition)


@pytest.mark.parametrize(("published", "entry", "literal", "default"), PLA)
def test_planura_arts_58_and_14(published, entry, literal, default):
    in_force = entry_into_force(day(published), 90)
    assert in_force == day(entry)
    assert incumbents_term(day(published), 30) == day(literal)
    assert incumbents_term(in_force, 30) == day(default)


def test_a_transition_from_leap_day_ends_on_28_february():
    assert transition_end(date(2024, 2, 29), 1) == date(2025, 2, 28)


def test_a_negative_vacatio_is_refused():
    with pytest.raises(ValueError, match="vacatio"):
        entry_into_force(date(2024, 1, 1), -1)


ORDER = Suspension(date(2022, 1, 10), date(2022, 1, 20))
FORCE = InForce(date(2020, 7, 19), date(2023, 2, 15), (ORDER,))


@pytest.mark.parametrize(
    ("on", "binds"),
    [
        ("18/07/2020", False),
        ("19/07/2020", True),
        ("09/01/2022", True),
        ("10/01/2022", False),
        ("19/01/2022", False),
        ("20/01/2022", True),
        ("14/02/2023", True),
        ("15/02/2023", False),
    ],
)
def test_intervals_are_half_open(on, binds):
    assert FORCE.contains(day(on)) is binds


def test_a_suspension_without_end_lasts():
    force = InForce(date(2020, 7, 19), None, (Suspension(date(2022, 1, 10)),))
    assert not force.contains(date(2050, 1, 1))
