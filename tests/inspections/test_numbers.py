"""What a period of inspections adds up to (pure), and its drawings and files."""

from datetime import date, timedelta

from app.inspections.domain_numbers import DefectFact, VisitFact, months_of, numbers
from app.web.charts import bars, columns

NOVEMBER = (date(2026, 11, 1), date(2026, 11, 30))


def _visit(id: str, day: int, result: str = "approved", **edits: object) -> VisitFact:
    told = {
        "person_id": "ana",
        "make_model": "VW Voyage",
        "took": timedelta(minutes=10),
        "flagged": False,
        **edits,
    }
    return VisitFact(id, date(2026, 11, day), result, **told)  # type: ignore[arg-type]


def _defect(visit: str, key: str) -> DefectFact:
    return DefectFact(visit, key, f"Item {key}", "PLA art. 27 I")


def _counted(*visits: VisitFact, defects: tuple[DefectFact, ...] = ()) -> object:
    return numbers(visits, defects, (), {"ana": "Ana", "davi": "Davi"}, NOVEMBER)


def test_a_month_counts_each_result_and_who_did_not_come() -> None:
    visits = (_visit("a", 2), _visit("b", 3, "failed"), _visit("c", 4, "failed"))
    found = numbers(visits, (), [date(2026, 11, 9)], {}, NOVEMBER)
    assert found.months[0].counts == {"approved": 1, "failed": 2, "pending": 0, "missed": 1}
    assert found.months[0].total == 4


def test_a_month_without_visits_is_a_row_of_zeros() -> None:
    found = numbers((), (), (), {}, (date(2026, 10, 15), date(2026, 12, 1)))
    assert [(row.month.month, row.total) for row in found.months] == [(10, 0), (11, 0), (12, 0)]


def test_months_go_over_the_turn_of_the_year() -> None:
    found = months_of(date(2026, 11, 30), date(2027, 1, 1))
    assert found == [date(2026, 11, 1), date(2026, 12, 1), date(2027, 1, 1)]


def test_the_item_that_failed_most_comes_first() -> None:
    defects = (_defect("a", "LV05"), _defect("a", "LV03"), _defect("b", "LV03"))
    found = _counted(_visit("a", 2, "failed"), _visit("b", 3, "failed"), defects=defects)
    assert [(row.key, row.count) for row in found.items] == [("LV03", 2), ("LV05", 1)]  # type: ignore[attr-defined]


def test_a_model_has_its_share_its_defects_and_its_commonest() -> None:
    visits = (_visit("a", 2), _visit("b", 3, "failed"), _visit("c", 3, make_model="Fiat Argo"))
    found = _counted(*visits, defects=(_defect("b", "LV03"), _defect("b", "LV05")))
    row = found.models[0]  # type: ignore[attr-defined]
    assert (row.name, row.visits, row.share, row.defects_per_visit) == ("VW Voyage", 2, 50, 1.0)
    assert row.commonest == "Item LV03"


def test_inspectors_are_compared_by_the_middle_visit_not_by_the_longest() -> None:
    long = _visit("c", 4, took=timedelta(hours=4))
    found = _counted(_visit("a", 2), _visit("b", 3, flagged=True), long)
    row = found.inspectors[0]  # type: ignore[attr-defined]
    assert (row.name, row.minutes, row.flagged) == ("Ana", 10, 1)


def test_a_share_of_nine_visits_is_said_to_be_of_few() -> None:
    nine = [_visit(str(day), day) for day in range(1, 10)]
    assert _counted(*nine).inspectors[0].few  # type: ignore[attr-defined]
    assert not _counted(*nine, _visit("x", 10)).inspectors[0].few  # type: ignore[attr-defined]


def test_stacked_pieces_touch_and_end_under_their_total() -> None:
    chart = columns(["11/26"], [{"approved": 3, "failed": 1}])
    lower, upper = chart.pieces
    assert lower.y == round(upper.y + upper.height, 1)
    assert lower.height == round(3 * upper.height, 1)
    assert [mark.text for mark in chart.marks] == ["11/26", "4"]


def test_the_longest_bar_is_as_many_times_as_long_as_its_number_says() -> None:
    first, second = bars([("Pneus", 8), ("Faróis", 2)]).pieces
    assert first.width == 4 * second.width


def test_a_label_too_long_for_a_phone_is_cut_at_a_word() -> None:
    name = bars([("Segurança, higiene, conforto e conservação: pneus", 3)]).marks[0].text
    assert name == "Segurança, higiene, conforto e…"


def test_nothing_to_draw_is_an_empty_drawing() -> None:
    assert columns([], []).pieces == ()
    assert bars([]).pieces == ()
