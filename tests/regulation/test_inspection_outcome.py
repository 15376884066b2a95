"""What a checklist leads to: the items asked, the word of each answer, the result."""

import copy
from datetime import date, timedelta

import pytest

from app.regulation.age import extension_limit, replace_by
from app.regulation.inspection_items import (
    blank_answer,
    items_for,
    judge,
    record_answers,
    well_answer,
)
from app.regulation.inspection_outcome import outcome
from tests.support.inspection_cases import catalogue_for
from tests.support.inspections import NOON, complete_record

PAT, PLA = "patrocinio-2020", "planura-2025"
ONE = timedelta(days=1)


def item(slug, key, occasion="yearly", modality="app", **decisions):
    choices = tuple((name.replace("_", "-"), option) for name, option in decisions.items())
    known = catalogue_for(slug, choices)
    return next(row for row in items_for(known, occasion, modality) if row["key"] == key)


def word(found, on=date(2026, 11, 30), **said):
    return judge(found, {**blank_answer(), **said}, on.isoformat())


def result_of(slug, occasion, modality, failed, **decisions):
    choices = tuple((name.replace("_", "-"), option) for name, option in decisions.items())
    return outcome(*record_of(slug, occasion, modality, failed, choices))


def record_of(slug, occasion, modality, failed, choices=()):
    known = catalogue_for(slug, choices)
    return known, complete_record(known, occasion, modality, failed=failed)


def test_a_failed_blocking_item_fails_the_car():
    found = result_of(PAT, "first", "app", ["PV10"])
    assert (found.result, found.failed, found.cure_by, found.stopped) == (
        "failed",
        ("PV10",),
        "2026-12-07",
        False,
    )


def test_a_failed_item_that_does_not_block_is_listed_and_approved():
    found = result_of(PAT, "first", "app", ["PV20"])
    assert (found.result, found.failed, found.cure_by) == ("approved", ("PV20",), "")


def test_a_safety_item_stops_the_car_in_planura():
    assert result_of(PLA, "yearly", "taxi", ["LV04.2"]).stopped


def test_hygiene_alone_does_not_stop_it():
    found = result_of(PLA, "yearly", "taxi", ["LV05"])
    assert (found.result, found.stopped, found.cure_by) == ("failed", False, "2026-12-10")


def test_of_the_app_block_only_safety_stops():
    assert result_of(PLA, "yearly", "app", ["LA03.1"]).stopped
    assert not result_of(PLA, "yearly", "app", ["LA03.2"]).stopped


def test_by_norm_any_failure_stops_without_a_day_to_return():
    found = result_of(PLA, "yearly", "taxi", ["LV05"], CFG_PLA_33="by_norm")
    assert (found.result, found.stopped, found.cure_by) == ("failed", True, "")


def test_a_failed_exit_has_no_term():
    found = result_of(PLA, "exit", "taxi", ["LX01"])
    assert (found.result, found.failed, found.cure_by, found.stopped) == (
        "failed",
        ("LX01",),
        "",
        False,
    )


def asked_for_a_report(failed=()):
    known, record = record_of(PAT, "first", "app", failed)
    answer = next(row for row in record["items"] if row["key"] == "PV24")
    answer |= {"choice": "Solicitado", "text": "Laudo da suspensão dianteira"}
    return outcome(known, record)


def test_a_report_asked_for_leaves_the_result_pending():
    found = asked_for_a_report()
    assert (found.result, found.failed, found.cure_by) == ("pending", ("PV24",), "")


def test_a_failure_beside_it_fails():
    found = asked_for_a_report(["PV10"])
    assert (found.result, found.failed) == ("failed", ("PV24", "PV10"))


def test_an_unanswered_item_leaves_no_result():
    known, record = record_of(PLA, "yearly", "taxi", [])
    record["items"].pop()
    assert outcome(known, record).result == ""


def test_the_cure_counts_from_the_civil_day_on_which_the_visit_began():
    known = catalogue_for(PAT)
    late = NOON.replace(hour=2, minute=50) + ONE  # 23:50 of the day before, in the city
    record = complete_record(known, "first", "app", failed=["PV10"], now=late)
    assert outcome(known, record).cure_by == "2026-12-07"


def test_a_return_asks_only_what_failed():
    found = items_for(catalogue_for(PLA), "return", "taxi", ["LV05", "LV04.2"])
    assert [row["key"] for row in found] == ["LV04.2", "LV05"]


def test_a_return_never_opens_an_item_of_the_exit():
    assert items_for(catalogue_for(PLA), "return", "taxi", ["LX01"]) == []


def test_perfect_condition_is_asked_only_to_enter():
    known = catalogue_for(PLA)
    asked = [
        row["id"]
        for row in known["occasions"]
        if not row["failed_only"]
        and "LV11" in {each["key"] for each in items_for(known, row["id"], "taxi")}
    ]
    assert asked == ["first", "change"]


def test_an_item_that_blocks_on_inclusion_only_notes_afterwards():
    known = copy.deepcopy(catalogue_for(PLA))
    next(row for row in known["items"] if row["key"] == "LV05")["blocking_occasions"] = [
        "first",
        "change",
    ]
    blocking = {
        occasion: next(row for row in items_for(known, occasion, "taxi") if row["key"] == "LV05")[
            "blocking"
        ]
        for occasion in ("first", "change", "yearly", "notice")
    }
    assert blocking == {"first": True, "change": True, "yearly": False, "notice": False}


def test_the_seal_is_asked_only_of_a_car_that_has_one():
    known = catalogue_for(PLA)
    asked = {
        row["id"]
        for row in known["occasions"]
        if not row["failed_only"]
        and "LA04" in {each["key"] for each in items_for(known, row["id"], "app")}
    }
    assert asked == {"yearly", "extension", "notice", "recheck"}


def test_what_waits_for_a_decree_is_answered_by_nobody():
    known = catalogue_for(PLA)
    items = items_for(known, "yearly", "taxi")
    told = record_answers(known, complete_record(known, "yearly", "taxi"), items)
    assert {key: told[key]["answer"] for key in ("LT01", "LT02", "LT08")} == dict.fromkeys(
        ("LT01", "LT02", "LT08"), "na"
    )


@pytest.mark.parametrize(
    ("occasion", "choice"),
    [
        ("first", "Inclusão"),
        ("yearly", "Anual"),
        ("change", "Substituição"),
        ("extension", "Prorrogação (art. 28 §3)"),
    ],
)
def test_the_reason_follows_from_the_occasion(occasion, choice):
    known = catalogue_for(PLA)
    record = complete_record(known, occasion, "taxi")
    answer = next(row for row in record["items"] if row["key"] == "LV02")
    assert (answer["choice"], answer["from_record"]) == (choice, True)


MAINTENANCE = [  # day of the visit, oldest paper: requirements.md §4.3 (j)
    (date(2021, 3, 10), date(2020, 9, 10)),
    (date(2021, 8, 31), date(2021, 2, 28)),
    (date(2026, 11, 30), date(2026, 5, 30)),
]


@pytest.mark.parametrize(("on", "oldest"), MAINTENANCE)
def test_maintenance_is_of_the_last_six_months(on, oldest):
    found = item(PAT, "PV15")
    days = (oldest - ONE, oldest, oldest + ONE, on, on + ONE)
    words = [word(found, on, date=day.isoformat(), answer="ok", from_record=True) for day in days]
    assert words == ["nc", "ok", "ok", "ok", "nc"]


@pytest.mark.parametrize(("slug", "key"), [(PAT, "PV16"), (PLA, "LV08")])
def test_a_licensing_is_good_through_its_last_day(slug, key):
    on, found = date(2026, 11, 30), item(slug, key)
    days = [(on + n * ONE).isoformat() for n in (-1, 0, 1)]
    assert [word(found, on, date=day, from_record=True) for day in days] == ["nc", "ok", "ok"]


AGE = [  # slug, key, occasion, modality, year, first refused day: requirements.md §4.3 (a), (b)
    (PAT, "PV02", "first", "app", 2018, date(2024, 1, 1), {}),
    (PAT, "PV02", "yearly", "app", 2020, date(2026, 1, 1), {}),
    (PAT, "PV02", "yearly", "app", 2020, date(2026, 12, 31), {"CFG_PAT_01": "completed_years"}),
    (PLA, "LV10", "first", "taxi", 2016, date(2027, 1, 1), {}),
    (PLA, "LV10", "change", "app", 2016, date(2027, 1, 1), {}),
    (PLA, "LV10", "yearly", "taxi", 2016, date(2027, 3, 1), {}),
    (PLA, "LV10", "yearly", "taxi", 2017, date(2028, 3, 1), {}),
    (PLA, "LV10", "notice", "app", 2018, date(2029, 3, 1), {}),
    (PLA, "LV10", "yearly", "app", 2016, date(2027, 1, 1), {"CFG_PLA_14": "strict_10_years"}),
    (PLA, "LV10", "yearly", "taxi", 2016, date(2027, 3, 1), {"CFG_PLA_14": "strict_10_years"}),
    (PLA, "LV10", "extension", "taxi", 2016, date(2028, 2, 29), {}),
    (PLA, "LV10", "extension", "taxi", 2017, date(2029, 3, 1), {}),
]


@pytest.mark.parametrize(("slug", "key", "occasion", "modality", "year", "refused", "choices"), AGE)
def test_a_car_is_too_old_from_that_day(slug, key, occasion, modality, year, refused, choices):
    found = item(slug, key, occasion, modality, **choices)
    days = (refused - ONE, refused, refused + ONE)
    assert [word(found, day, number=str(year)) for day in days] == ["ok", "nc", "nc"]


def test_a_granted_extension_counts_only_from_the_record():
    found, granted = item(PLA, "LV10", "yearly", "taxi"), extension_limit(2016, 10, 1)
    after = replace_by(2016, 10) + ONE
    said = {"number": "2016", "date": granted.isoformat()}
    assert word(found, after, **said) == "nc"
    assert word(found, after, **said, from_record=True) == "ok"
    assert word(found, granted + ONE, **said, from_record=True) == "nc"


def test_a_grant_beyond_the_law_does_not_count():
    found, limit = item(PLA, "LV10", "yearly", "taxi"), extension_limit(2016, 10, 1)
    said = {"number": "2016", "date": "2035-01-01", "from_record": True}
    assert [word(found, day, **said) for day in (limit, limit + ONE)] == ["ok", "nc"]


@pytest.mark.parametrize(
    ("slug", "key", "said", "wanted"),
    [
        (PAT, "PV03", {"number": "4"}, "ok"),
        (PAT, "PV03", {"number": "3"}, "nc"),
        (PAT, "PV03", {"number": "5"}, "nc"),
        (PAT, "PV04", {"number": "5"}, "ok"),
        (PAT, "PV04", {"number": "6"}, "nc"),
        (PLA, "LA02", {"number": "5"}, "ok"),
        (PLA, "LA02", {"number": "3"}, "nc"),
        (PAT, "PV18", {"number": "50000", "date": "2026-11-30"}, "ok"),
        (PAT, "PV18", {"number": "49999.99", "date": "2026-11-30"}, "nc"),
        (PAT, "PV18", {"answer": "nc"}, "nc"),  # no policy shown
        (PAT, "PV18", {"number": "50000"}, ""),
        (PAT, "PV22", {"choice": "Sem título que o texto admita"}, "nc"),
        (PAT, "PV22", {"choice": "Próprio"}, "ok"),
        (PLA, "LV09", {"choice": "Planura/MG"}, "ok"),
        (PLA, "LV09", {"choice": "Outro município"}, "nc"),
        (PLA, "LV09", {"answer": "nc"}, ""),
        (PLA, "LV07", {"number": "5"}, ""),  # compared by the inspector's eyes
        (PLA, "LV07", {"number": "5", "answer": "ok"}, "ok"),
        (PLA, "LV07", {"number": "7", "answer": "nc"}, "nc"),
        (PLA, "LV10", {"number": "16"}, ""),
        (PLA, "LV10", {"number": "2016.5"}, ""),
    ],
)
def test_a_value_judges_itself(slug, key, said, wanted):
    assert word(item(slug, key), **said) == wanted


def test_all_conform_never_fails_anything():
    for slug in (PAT, PLA):
        known = catalogue_for(slug)
        for row in known["occasions"]:
            for modality in row["modalities"]:
                for each in items_for(known, row["id"], modality, ["LV03", "PV08"]):
                    answer = well_answer(each)
                    assert answer is None or judge(each, answer, "2026-11-30") in ("ok", "na")
