"""Rows 10 to 13: link to the car, CNH, toxicology, Cartão de Identificação."""

import pytest

from app.regulation.facts import Period
from tests.support.verdicts import PAT, PLA, TODAY, D, app_car, around, car, driver, said, taxi

BOTH = pytest.mark.parametrize("law", [PAT, PLA], ids=["PAT", "PLA"])


def by(**edits):
    return app_car(driver=driver(**edits))


@BOTH
@pytest.mark.parametrize(
    "check", ["driver_linked", "driver_licence", "toxicology_valid", "card_valid"]
)
def test_with_nobody_named_the_car_alone_is_judged(law, check):
    assert said(check, app_car(driver=None), law) == ""


@BOTH
def test_a_driver_is_registered_from_the_day_of_entry(law):
    facts = by(registered_on=D(2026, 11, 2))
    expected = ("red unregistered", "", "")
    assert around("driver_linked", facts, law, D(2026, 11, 2)) == expected


@BOTH
def test_a_driver_serves_on_the_days_of_the_link(law):
    facts = by(link=Period(D(2026, 11, 2), D(2026, 12, 20)))
    assert around("driver_linked", facts, law, D(2026, 11, 2)) == ("red link_not_yet", "", "")
    assert around("driver_linked", facts, law, D(2026, 12, 20)) == ("", "", "red link_expired")


@BOTH
def test_a_stranger_is_neither_registered_nor_linked(law):
    facts = by(registered_on=None, link=None)
    assert said("driver_linked", facts, law) == "red unregistered; red link_missing"


@pytest.mark.parametrize(
    ("law", "drivers", "expected"), [(PAT, 2, ""), (PAT, 3, "red too_many"), (PLA, 9, "")]
)
def test_two_drivers_for_each_car_in_patrocinio(law, drivers, expected):
    assert said("driver_linked", app_car(vehicle=car(active_drivers=drivers)), law) == expected


@pytest.mark.parametrize(
    ("reading", "role", "expected"),
    [
        ("registered_same_documents", "auxiliary", ""),
        ("no_auxiliary", "auxiliary", "red auxiliary"),
        ("no_auxiliary", "holder", ""),
    ],
)
def test_auxiliaries_serve_if_the_city_admits_them(reading, role, expected):
    law = PLA.with_decisions({"CFG-PLA-01": reading})
    assert said("driver_linked", taxi(driver=driver(role=role)), law) == expected


@BOTH
def test_the_cnh_is_good_through_its_last_day(law):
    facts = by(licence_valid_until=TODAY)
    assert around("driver_licence", facts, law, TODAY) == ("", "", "red expired")


LICENCES = [
    ({"licence_valid_until": None}, "red missing"),
    ({"licence_category": "A"}, "red category"),
    ({"licence_category": ""}, "red category"),
    ({"licence_category": "ab"}, ""),
    ({"licence_category": "D"}, ""),
    ({"licence_category": "ACC"}, "red category"),  # mopeds: no category C inside
    ({"paid_activity": False}, "red paid_activity"),
    ({"licence_category": "A", "paid_activity": False}, "red category; red paid_activity"),
]


@BOTH
@pytest.mark.parametrize(("edits", "expected"), LICENCES)
def test_the_cnh_is_of_the_category_and_for_paid_work(law, edits, expected):
    assert said("driver_licence", by(**edits), law) == expected


def test_two_years_since_the_first_cnh_in_patrocinio():
    facts = by(licence_first_on=D(2024, 12, 5), licence_issued_on=D(2010, 1, 1))
    assert around("driver_licence", facts, PAT, D(2026, 12, 5)) == ("red too_recent", "", "")


def test_two_years_since_this_card_when_the_city_reads_so():
    law = PAT.with_decisions({"CFG-PAT-06": "this_card"})
    facts = by(licence_first_on=D(2010, 1, 1), licence_issued_on=D(2024, 12, 5))
    assert around("driver_licence", facts, law, D(2026, 12, 5)) == ("red too_recent", "", "")


@pytest.mark.parametrize(("law", "expected"), [(PAT, "red issue_unknown"), (PLA, "")])
def test_only_patrocinio_asks_how_old_the_cnh_is(law, expected):
    assert said("driver_licence", by(licence_first_on=None), law) == expected


# §4.3 (j): exam 05/10/2020 → 05/10/2021; 29/02/2024 → 28/02/2025
EXAMS = [(D(2020, 10, 5), D(2021, 10, 5)), (D(2024, 2, 29), D(2025, 2, 28))]


@pytest.mark.parametrize(("exam", "last"), EXAMS)
@pytest.mark.parametrize("reading", ["amber", "red"])
def test_the_toxicology_exam_lasts_a_year(exam, last, reading):
    law = PAT.with_decisions({"CFG-PAT-07": reading})
    expected = ("amber ending", "amber ending", f"{reading} expired")
    assert around("toxicology_valid", by(toxicology_on=exam), law, last) == expected


def test_the_toxicology_exam_is_warned_thirty_days_before():
    facts = by(toxicology_on=D(2020, 10, 5))
    expected = ("", "amber ending", "amber ending")
    assert around("toxicology_valid", facts, PAT, D(2021, 9, 5)) == expected


def test_an_exam_not_yet_made_does_not_serve():
    facts = by(toxicology_on=D(2026, 12, 5))
    assert around("toxicology_valid", facts, PAT, D(2026, 12, 5)) == ("amber missing", "", "")


@pytest.mark.parametrize(("law", "expected"), [(PAT, "amber missing"), (PLA, "")])
def test_only_patrocinio_asks_for_toxicology(law, expected):
    assert said("toxicology_valid", by(toxicology_on=None), law) == expected


@pytest.mark.parametrize("sound", [app_car, taxi])
def test_the_card_is_good_through_its_last_day(sound):
    facts = sound(driver=driver(card_valid_until=TODAY))
    assert around("card_valid", facts, PLA, TODAY) == ("", "", "red expired")


@pytest.mark.parametrize(("law", "expected"), [(PLA, "red missing"), (PAT, "")])
def test_only_planura_asks_for_the_card(law, expected):
    assert said("card_valid", by(card_valid_until=None), law) == expected
