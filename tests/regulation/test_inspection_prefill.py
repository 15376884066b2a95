"""Items answer themselves from what the city already knows; what it does not know stays open."""

from datetime import date

import pytest

from app.kernel.calendar import national_calendar
from app.regulation.facts import Modality
from app.regulation.inspection_catalogue import inspection_catalogue
from app.regulation.inspection_prefill import RecordFacts, prefilled
from app.regulation.loader import load_all
from app.regulation.ruleset import LegalStatus
from tests.support.inspection_cases import catalogue_for

PAT, PLA = "patrocinio-2020", "planura-2025"
ON = date(2026, 11, 30)
TAXI = RecordFacts(
    Modality.TAXI,
    made_in=2022,
    doors=4,
    seats=5,
    licensing_valid_until=date(2027, 9, 30),
    licensing_city="Planura",
    title="proprio",
    single_vehicle=True,
    rank="Ponto 3, Praça Central",
    fare_decree="Decreto 41/2026",
    guide="2026/0815",
    paid_on=date(2026, 11, 20),
    debt=False,
)


def answers(slug, facts, occasion="yearly", on=ON, law=None, **choices):
    known = catalogue_for(slug, tuple((k.replace("_", "-"), v) for k, v in choices.items()))
    law = law or load_all()[slug].with_decisions(
        {k.replace("_", "-"): v for k, v in choices.items()}
    )
    return prefilled(law, known, facts, on, occasion)


def words(slug, facts, occasion="yearly", **more):
    return {key: each["answer"] for key, each in answers(slug, facts, occasion, **more).items()}


def test_a_taxi_known_in_full_answers_all_it_can():
    found = words(PLA, TAXI)
    assert set(found) == {
        "LV02", "LV07", "LV08", "LV09", "LV10", "LV14", "LV15", "LT01", "LT02", "LT03", "LT07",
        "LT08", "LT09", "LT10", "LT12",
    }  # fmt: skip
    assert {key for key, word in found.items() if word != "ok"} == {"LT01", "LT02", "LT08"}


def test_what_the_record_says_is_marked_as_such():
    assert all(each["from_record"] for each in answers(PLA, TAXI).values())


def test_nothing_known_answers_only_what_the_visit_itself_says():
    assert set(words(PLA, RecordFacts(Modality.TAXI))) == {"LV02", "LT01", "LT02", "LT08"}
    assert words(PAT, RecordFacts(Modality.APP)) == {}


APP = RecordFacts(
    Modality.APP,
    made_in=2023,
    doors=4,
    seats=5,
    licensing_valid_until=date(2027, 9, 30),
    maintenance_on=date(2026, 5, 30),
    policy_centavos=5_000_000,
    policy_until=date(2026, 11, 30),
    title="locado",
    contract_until=date(2026, 11, 30),
    guide="77",
    paid_on=ON,
)


def test_an_app_car_of_patrocinio_answers_all_it_can():
    found = words(PAT, APP, "first")
    assert found == dict.fromkeys(
        ["PV02", "PV03", "PV04", "PV15", "PV16", "PV18", "PV22", "PV23"], "ok"
    )


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"made_in": 2020}, "PV02"),
        ({"doors": 2}, "PV03"),
        ({"seats": 7}, "PV04"),
        ({"maintenance_on": date(2026, 5, 29)}, "PV15"),
        ({"licensing_valid_until": date(2026, 11, 29)}, "PV16"),
        ({"policy_centavos": 4_999_999}, "PV18"),
        ({"policy_until": date(2026, 11, 29)}, "PV18"),
        ({"contract_until": date(2026, 11, 29)}, "PV22"),
    ],
)
def test_what_the_record_shows_to_be_wrong_fails_in_patrocinio(change, key):
    found = words(PAT, RecordFacts(**{**APP.__dict__, **change}), "first")
    assert [name for name, word in found.items() if word == "nc"] == [key]


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"made_in": 2015}, "LV10"),
        ({"doors": 5}, "LT07"),
        ({"licensing_valid_until": date(2026, 11, 29)}, "LV08"),
        ({"licensing_city": "Frutal"}, "LV09"),
        ({"title": "locado"}, "LT09"),
        ({"single_vehicle": False}, "LT10"),
        ({"debt": True}, "LV15"),
    ],
)
def test_what_the_record_shows_to_be_wrong_fails_in_planura(change, key):
    found = words(PLA, RecordFacts(**{**TAXI.__dict__, **change}))
    assert [name for name, word in found.items() if word == "nc"] == [key]


def test_the_age_of_an_app_car_answers_both_its_items():
    found = words(PLA, RecordFacts(Modality.APP, made_in=2016), on=date(2027, 3, 1))
    assert (found["LV10"], found["LA01"]) == ("nc", "nc")


def test_the_tolerance_of_february_answers_both_items():
    found = words(PLA, RecordFacts(Modality.APP, made_in=2016), on=date(2027, 2, 28))
    assert (found["LV10"], found["LA01"]) == ("ok", "ok")


def test_by_the_strict_reading_the_app_has_no_february():
    strict = {"CFG_PLA_14": "strict_10_years"}
    car = RecordFacts(Modality.APP, made_in=2016)
    found = words(PLA, car, on=date(2027, 1, 1), **strict)
    assert (found["LV10"], found["LA01"]) == ("nc", "nc")


def test_an_extension_in_the_record_keeps_the_car():
    car = RecordFacts(Modality.TAXI, made_in=2016, age_extended_until=date(2028, 2, 28))
    found = [words(PLA, car, on=day)["LV10"] for day in (date(2028, 2, 28), date(2028, 2, 29))]
    assert found == ["ok", "nc"]


def test_the_extension_does_not_help_to_enter_the_service():
    car = RecordFacts(Modality.TAXI, made_in=2015, age_extended_until=date(2027, 2, 28))
    assert words(PLA, car, "first")["LV10"] == "nc"


def in_force():
    """Patrocínio published on 20/05/2020, in force from 19/07/2020 (requirements.md §4.3 a)."""
    return load_all()[PAT].with_legal_state(LegalStatus.IN_FORCE, published_on=date(2020, 5, 20))


@pytest.mark.parametrize(
    ("made_in", "owned_since", "on", "word"),
    [
        (2014, date(2019, 1, 1), date(2021, 7, 19), "ok"),  # row 4 of the table, its last day
        (2014, date(2019, 1, 1), date(2021, 7, 20), "nc"),
        (2014, None, date(2020, 12, 31), "nc"),  # not known to be owned before the law
        (2013, date(2019, 1, 1), date(2020, 7, 19), "nc"),  # row 5: already six years old
    ],
)
def test_cars_of_before_the_law_have_their_year_in_patrocinio(made_in, owned_since, on, word):
    law = in_force()
    known = inspection_catalogue(law, national_calendar(range(2019, 2024)), on)
    car = RecordFacts(Modality.APP, made_in=made_in, owned_since=owned_since)
    assert prefilled(law, known, car, on, "yearly")["PV02"]["answer"] == word


def test_a_link_that_is_missing_fails():
    found = words(PLA, RecordFacts(Modality.APP, platform_linked=False))
    assert found["LA05"] == "nc"


def test_a_seal_is_known_with_its_last_day():
    car = RecordFacts(Modality.APP, seal_number="12", seal_until=ON)
    assert [words(PLA, car, on=day)["LA04"] for day in (ON, date(2026, 12, 1))] == ["ok", "nc"]


@pytest.mark.parametrize(("living", "word"), [(True, "nc"), (False, "ok")])
def test_the_exit_waits_for_the_dead_seal(living, word):
    car = RecordFacts(Modality.TAXI, living_seal=living)
    assert words(PLA, car, "exit") == {"LX03": word}


def test_an_occasion_the_city_does_not_have_answers_nothing():
    assert answers(PAT, APP, "exit") == {}
