"""Rows 1, 2, 4, 16 and 17: the norm, the code that was read, the Termo, the pause, the alvará."""

import pytest

from app.regulation.facts import Authorisation, Modality, Period, Seal, SealState
from app.regulation.ruleset import Suspension
from app.regulation.vocabulary import LegalStatus
from tests.support.verdicts import (
    FAR,
    PAT,
    PLA,
    TODAY,
    D,
    app_car,
    around,
    in_force,
    platform,
    said,
    taxi,
)

FIRST_OF_JULY = D(2026, 7, 1)
BOTH = pytest.mark.parametrize("law", [PAT, PLA], ids=["PAT", "PLA"])


@pytest.mark.parametrize("status", [status for status in LegalStatus if status != "vigente"])
@BOTH
def test_a_norm_not_in_force_says_which_status(law, status):
    law = law.with_legal_state(status, published_on=D(2020, 5, 20))
    assert said("ruleset_in_force", app_car(), law) == f"info {status}"


NORM_DAYS = [
    # published 20/05/2020: PAT 60 days → 19/07/2020, PLA 90 days → 18/08/2020 (§9.2)
    (PAT, D(2020, 7, 19), ("info outside", "", "")),
    (PLA, D(2020, 8, 18), ("info outside", "", "")),
    # a court stops it on [03/03/2025, 10/03/2025), and it ends on 01/01/2028
    (PLA, D(2025, 3, 3), ("", "info outside", "info outside")),
    (PLA, D(2025, 3, 10), ("info outside", "", "")),
    (PLA, D(2028, 1, 1), ("", "info outside", "info outside")),
]


@pytest.mark.parametrize(("law", "day", "expected"), NORM_DAYS)
def test_a_norm_in_force_is_so_only_on_its_days(law, day, expected):
    law = law.with_legal_state(
        LegalStatus.IN_FORCE,
        published_on=D(2020, 5, 20),
        in_force_to=D(2028, 1, 1),
        suspensions=(Suspension(D(2025, 3, 3), D(2025, 3, 10)),),
    )
    assert around("ruleset_in_force", app_car(), law, day) == expected


SEALS = [
    (None, ""),
    (Seal(SealState.VALID, FAR), ""),
    (Seal(SealState.NOT_ISSUED, FAR), "red not_issued"),
    (Seal(SealState.SUSPENDED, FAR), "red suspended"),
    (Seal(SealState.DEAD, FAR), "red dead"),
    (Seal(SealState.VALID, FAR, plate_matches=False), "red plate"),
    (Seal(SealState.DEAD, D(2026, 1, 1), plate_matches=False), "red dead; red plate"),
]


@pytest.mark.parametrize(("seal", "expected"), SEALS)
@BOTH
def test_the_code_is_genuine_alive_and_of_this_car(law, seal, expected):
    assert said("seal_genuine", app_car(seal=seal), law) == expected


@BOTH
def test_the_code_is_good_through_its_last_day(law):
    facts = app_car(seal=Seal(SealState.VALID, TODAY))
    assert around("seal_genuine", facts, law, TODAY) == ("", "", "red expired")


def permit(start=FIRST_OF_JULY, end=None, **edits):
    return Authorisation("12", Period(start, end), **edits)


TERMOS = [
    # §4.3 (h): four years, same-numbered day, inclusive
    (permit(D(2026, 7, 1)), D(2030, 7, 1)),
    (permit(D(2027, 1, 15)), D(2031, 1, 15)),
    (permit(D(2028, 2, 29)), D(2032, 2, 29)),
    # the end written in the act
    (permit(D(2026, 7, 1), D(2027, 3, 9)), D(2027, 3, 9)),
]


@pytest.mark.parametrize(("termo", "last"), TERMOS)
def test_the_termo_of_a_taxi_lasts_four_years(termo, last):
    facts = taxi(authorisation=termo)
    assert around("taxi_authorised", facts, PLA, last) == ("", "", "red expired")


def test_the_termo_of_a_taxi_serves_from_its_first_day():
    facts = taxi(authorisation=permit(D(2026, 7, 1)))
    assert around("taxi_authorised", facts, PLA, D(2026, 7, 1)) == ("red not_yet", "", "")


@pytest.mark.parametrize(
    ("termo", "expected"),
    [
        (None, "red missing"),
        (permit(active_vehicles=0), ""),
        (permit(active_vehicles=1), ""),
        (permit(active_vehicles=2), "red vehicles"),
    ],
)
def test_a_taxi_needs_a_termo_with_one_vehicle(termo, expected):
    assert said("taxi_authorised", taxi(authorisation=termo), PLA) == expected


def test_years_end_the_day_before_when_the_city_counts_so():
    law = PLA.with_decisions({"CFG-GEN-02": "day_before"})
    facts = taxi(authorisation=permit(D(2026, 7, 1)))
    assert around("taxi_authorised", facts, law, D(2030, 6, 30)) == ("", "", "red expired")


def test_an_app_car_is_not_asked_for_a_termo():
    assert said("taxi_authorised", app_car(authorisation=None), PLA) == ""


GUESTS = [
    (app_car(modality=Modality.TAXI), "", "amber outside", ""),
    (app_car(modality=Modality.TAXI, taxi_on_platform=True), "info exempt", "", ""),
    (
        app_car(modality=Modality.TAXI, taxi_on_platform=True, platform=platform(authorised=None)),
        "info exempt",
        "",
        "red missing",
    ),
    (
        app_car(
            modality=Modality.TAXI, taxi_on_platform=True, platform=platform(vehicle_link=None)
        ),
        "info exempt",
        "red link_missing",
        "",
    ),
]


@pytest.mark.parametrize(("facts", "exempt", "registered", "authorised"), GUESTS)
def test_a_taxi_in_patrocinio_is_only_a_guest_of_a_platform(facts, exempt, registered, authorised):
    """PAT art. 31: exempt from authorisation, tied to an authorised platform."""
    assert said("taxi_authorised", facts, PAT) == exempt
    assert said("vehicle_registered", facts, PAT) == registered
    assert said("platform_authorised", facts, PAT) == authorised


PAUSE = Period(D(2026, 8, 3), D(2026, 9, 1))  # 30 days from Monday 03/08/2026, §4.3 (j)


@pytest.mark.parametrize("facts", [taxi(pauses=(PAUSE,)), app_car(pauses=(PAUSE,))])
def test_a_licence_to_pause_stops_the_service_on_its_days(facts):
    assert around("no_pause", facts, PLA, PAUSE.start) == ("", "red paused", "red paused")
    assert around("no_pause", facts, PLA, PAUSE.end) == ("red paused", "red paused", "")


def test_an_open_pause_has_no_end():
    assert said("no_pause", taxi(pauses=(Period(D(2026, 8, 3)),)), PLA, FAR) == "red paused"


def test_patrocinio_has_no_licence_to_pause():
    assert said("no_pause", app_car(pauses=(PAUSE,)), PAT, PAUSE.start) == ""


def test_the_alvara_counts_from_its_issue():
    facts = app_car(authorisation=permit(licence_issued_on=D(2026, 8, 12)))
    assert around("licence_issued", facts, PAT, D(2026, 8, 12)) == ("red no_licence", "", "")


def test_the_car_in_patrocinio_is_authorised_on_the_days_of_the_act():
    act = permit(D(2026, 8, 12), D(2027, 8, 10), licence_issued_on=D(2026, 8, 1))
    facts = app_car(authorisation=act)
    assert around("licence_issued", facts, PAT, D(2026, 8, 12)) == ("red not_yet", "", "")
    assert around("licence_issued", facts, PAT, D(2027, 8, 10)) == ("", "", "red expired")


def test_the_car_has_twelve_months_of_its_own_when_the_city_reads_so():
    law = PAT.with_decisions({"CFG-PAT-20": "yearly_own_term"})
    facts = app_car(authorisation=permit(D(2026, 8, 12), licence_issued_on=D(2026, 8, 12)))
    assert around("licence_issued", facts, law, D(2027, 8, 12)) == ("", "", "red expired")
    assert said("licence_issued", facts, PAT, D(2027, 8, 13)) == ""


@pytest.mark.parametrize(("act", "expected"), [(None, "red missing"), (permit(), "red no_licence")])
def test_no_work_in_patrocinio_without_authorisation_and_alvara(act, expected):
    assert said("licence_issued", app_car(authorisation=act), PAT) == expected


def test_planura_asks_for_no_alvara():
    assert said("licence_issued", app_car(authorisation=None), PLA) == ""


def test_in_force_helper_makes_a_law_of_the_bill():
    assert said("ruleset_in_force", app_car(), in_force(PLA)) == ""
