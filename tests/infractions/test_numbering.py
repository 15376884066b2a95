"""When a phone gets further numbers, and which numbers are missing on it."""

import pytest

from app.infractions.numbering import Lent, Report, may_lend, number_text, series_code
from app.kernel.errors import Invalid

FULL = ((1, 20),)


def lent(*explained: int, ranges: tuple[tuple[int, int], ...] = FULL, written: int = 0) -> Lent:
    return Lent(ranges, frozenset(explained), written or max(explained, default=0))


def test_series_and_numbers_are_written_as_on_paper() -> None:
    assert series_code("AI", 2026, training=True) == "TREINO-AI-2026"
    assert number_text("AI-2026", 17) == "AI-2026-000017" and number_text(None, None) == ""


@pytest.mark.parametrize(
    ("held", "report", "waiting", "answer"),
    [
        (lent(ranges=()), None, 0, (True, "")),  # the first contact
        (lent(), None, 0, (False, "")),
        (lent(*range(1, 15)), None, 0, (False, "")),  # six are left
        (lent(*range(1, 16)), None, 0, (True, "")),
        (lent(), Report(16), 15, (True, "")),  # fifteen used, all still on the phone
        (lent(), Report(15), 14, (False, "")),
        (lent(*range(1, 8), *range(9, 17)), None, 0, (False, "")),  # 8 is missing, four are left
        (lent(*range(1, 8), *range(9, 17)), None, 1, (True, "")),  # …but waits on the phone
        (lent(*range(1, 8), *range(9, 21)), Report(21), 0, (True, "holes")),  # nothing is left
        (lent(*range(1, 8), *range(9, 21)), Report(21), 1, (True, "")),
        (lent(*range(1, 21)), Report(21), 0, (True, "")),
        (lent(ranges=((1, 20),) * 10), Report(900), 0, (False, "")),  # ten open blocks
    ],
)
def test_when_a_further_block_is_lent(
    held: Lent, report: Report | None, waiting: int, answer: tuple[bool, str]
) -> None:
    assert may_lend(held, report, waiting) == answer


def test_a_number_below_the_highest_written_is_a_hole() -> None:
    assert lent(1, 2, 4).holes(None, 0) == [3]


def test_a_number_of_an_older_block_is_a_hole_too() -> None:
    assert lent(*range(1, 20), written=33).holes(None, 0) == [20]


def test_numbers_the_phone_says_it_used_are_holes_unless_they_wait() -> None:
    assert lent(1, 2).holes(Report(6), 0) == [3, 4, 5]
    assert lent(1, 2).holes(Report(6, frozenset({4, 5})), 0) == [3]


def test_entries_that_wait_excuse_the_newest_numbers() -> None:
    assert lent(1, 2, 4).holes(Report(7), 2) == [3]


@pytest.mark.parametrize(
    "value",
    ["x", [1], [{"series": "AI-2026"}], [{"series": "AI-2026", "next": "2"}], [{}] * 21,
     [{"series": "AI-2026", "next": True}], [{"series": "AI-2026", "next": 1, "waiting": ["2"]}]],
)  # fmt: skip
def test_a_strange_report_is_refused(value: object) -> None:
    with pytest.raises(Invalid):
        Report.all_from_json(value)
