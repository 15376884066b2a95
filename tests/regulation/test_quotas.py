"""Quotas of PAT arts. 3 §1, 8 §1, 8 §2 II and PLA arts. 8 p.u., 9."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.kernel.errors import RuleRefused
from app.regulation.quotas import (
    Counts,
    Quota,
    authorisation_quota,
    quotas,
    taxi_places,
    taxi_quota,
)
from tests.support.examples import pat, pla


def quota(counts: Counts) -> Quota:
    (found,) = quotas(pat() if counts.taxis is None else pla(), counts)
    return found


@pytest.mark.parametrize(
    ("counts", "maximum"),
    [
        (Counts(platforms=2), 3),
        (Counts(vehicles_of_platform=14), 15),
        (Counts(drivers_of_vehicle=1), 2),
    ],
)
def test_pat_last_place_is_free_and_the_next_is_not(counts: Counts, maximum: int) -> None:
    found = quota(counts)
    assert (found.maximum, found.free) == (maximum, 1)
    found.require_place()
    full = Quota(maximum, maximum, found.what, citation=found.citation)
    with pytest.raises(RuleRefused, match=f"{maximum} de {maximum}") as caught:
        full.require_place()
    assert caught.value.citation.startswith("PAT art.")


@pytest.mark.parametrize(("used", "near"), [(12, False), (13, True), (14, True), (15, True)])
def test_pat_warns_at_13_14_and_15_cars(used: int, near: bool) -> None:
    assert quota(Counts(vehicles_of_platform=used)).near(2) is near


@pytest.mark.parametrize(
    ("population", "places"), [(11999, 11), (12000, 12), (12001, 12), (999, 0), (0, 0)]
)
def test_pla_one_taxi_for_each_whole_thousand(population: int, places: int) -> None:
    assert quota(Counts(taxis=0, population=population)).maximum == places


def test_pla_the_division_is_told_in_words() -> None:
    found = quota(Counts(taxis=9, population=11500))
    assert found.rule == "11500 habitantes ÷ 1000 = 11 vagas, sem fração"
    assert found.words == "9 de 11 táxis"


def test_pla_incumbents_above_the_quota_are_shown_and_no_place_is_free() -> None:
    found = quota(Counts(taxis=14, population=11500))
    assert (found.excess, found.free) == (3, 0)
    with pytest.raises(RuleRefused, match="Não há vaga: 14 de 11 táxis"):
        found.require_place()


def test_pla_has_no_quota_for_app_cars() -> None:
    assert quotas(pla(), Counts(platforms=9, vehicles_of_platform=99)) == ()


def test_pla_one_authorisation_for_each_person() -> None:
    authorisation_quota(0, 1, pla().cite("art. 9")).require_place()
    with pytest.raises(RuleRefused, match="1 de 1 autorizações"):
        authorisation_quota(1, 1, pla().cite("art. 9")).require_place()


@given(st.integers(0, 10**7), st.integers(1, 10**4), st.integers(0, 10**4))
def test_free_and_excess_are_never_both(population: int, ratio: int, active: int) -> None:
    found = taxi_quota(active, population, ratio)
    assert found.free * found.excess == 0
    assert found.free - found.excess == taxi_places(population, ratio) - active
