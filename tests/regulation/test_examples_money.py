"""requirements.md §5.2: fines in UFM and reais, fees of a request, and how each sum is told."""

from datetime import timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.kernel.errors import RuleRefused
from app.kernel.money import Centavos
from app.regulation.fines import (
    UfmAmount,
    UfmValue,
    accumulated,
    by_class,
    doubled,
    fine_amount,
    fixed,
    priced,
    proposed,
)
from app.regulation.recidivism import Offence, PastCase
from app.regulation.repeats import recidivism
from app.regulation.ruleset import Ruleset
from app.regulation.vocabulary import InfractionClass
from tests.support.examples import day, pat, pla

FACT = day("10/07/2026")
FICTITIOUS = {2026: UfmValue(2026, Centavos(12345), "Decreto fictício 1/2026")}
WHY = "risco maior por chuva e ônibus atrás"


def ufm(text: str) -> Decimal:
    return Decimal(text)


def platform_case(code: str, final: str) -> PastCase:
    return PastCase(code, "plt", day(final) - timedelta(days=60), day(final))


@pytest.mark.parametrize(
    ("code", "fine"),
    [
        ("PAT-28-I", "0.5"),
        ("PAT-28-VII", "1.5"),
        ("PAT-28-V", "2.5"),
        ("PAT-29", "5"),
        ("PAT-07-3", "1"),
        ("PAT-14-PU", "1"),
        ("PAT-24-1-A", "6.1"),
    ],
)
def test_pat_fines(code: str, fine: str) -> None:
    assert fine_amount(pat(), code).ufm == ufm(fine)


def test_pat_quota_climbs_to_12_33_and_then_past_fines() -> None:
    offence = Offence("PAT-24-1-A", "plt", day("01/06/2022"))
    first = platform_case("PAT-24-1-A", "01/03/2020")
    second = platform_case("PAT-24-1-B", "01/03/2021")
    once = recidivism(pat(), offence, [first])
    assert fine_amount(pat(), offence.code, repeats=once).ufm == ufm("12.33")
    twice = recidivism(pat(), offence, [first, second])
    with pytest.raises(RuleRefused, match="processo de cassação"):
        fine_amount(pat(), offence.code, repeats=twice)


@pytest.mark.parametrize("code", ["PAT-01-CP", "PAT-02-4", "PAT-15", "PAT-16-IV", "PAT-20"])
def test_pat_breaches_without_penalty_never_yield_a_fine(code: str) -> None:
    with pytest.raises(RuleRefused, match="não leva a multa"):
        fine_amount(pat(), code)


def propose(value: str, code: str = "PLA-43-II-c", reasons: str = WHY) -> UfmAmount:
    return fine_amount(pla(), code, proposal=ufm(value), reasons=reasons)


def test_pla_two_medias_in_one_approach_are_summed() -> None:
    both = accumulated([propose("3"), propose("5", "PLA-43-II-b")], pla().cite("art. 40 §1"))
    assert (both.ufm, both.computation) == (ufm("8"), "3 + 5 = 8 UFM")


@pytest.mark.parametrize(("base", "twice"), [("3", "6"), ("4", "8"), ("10", "20")])
def test_pla_recidivism_doubles(base: str, twice: str) -> None:
    offence = Offence("PLA-43-II-c", "111", day("05/03/2027"))
    earlier = PastCase("PLA-43-II-c", "111", FACT, day("03/08/2026"))
    repeats = recidivism(pla(), offence, [earlier])
    fine = fine_amount(pla(), offence.code, proposal=ufm(base), reasons=WHY, repeats=repeats)
    assert fine.ufm == ufm(twice)
    assert f"{base} × 2 = {twice} UFM" in fine.computation
    assert "PLA art. 42 §2" in fine.citation


def test_pla_second_recidivism_is_never_times_four() -> None:
    offence = Offence("PLA-43-II-c", "111", day("30/06/2027"))
    history = [
        PastCase("PLA-43-II-c", "111", FACT, day("03/08/2026")),
        PastCase("PLA-43-II-c", "111", day("05/03/2027"), day("12/04/2027")),
    ]
    repeats = recidivism(pla(), offence, history)
    fine = fine_amount(pla(), offence.code, proposal=ufm("3"), reasons=WHY, repeats=repeats)
    assert fine.ufm == ufm("6")


def test_pla_private_vehicle_is_exactly_ten_and_twenty_doubled() -> None:
    fine = fine_amount(pla(), "PLA-28-4")
    assert fine.ufm == ufm("10")
    assert doubled(fine, pla().cite("art. 42 §2")).ufm == ufm("20")


@pytest.mark.parametrize("value", ["0", "-1", "10.01", "11", "NaN", "Infinity"])
def test_pla_proposal_outside_the_law_is_refused_with_the_article(value: str) -> None:
    with pytest.raises(RuleRefused, match="no máximo 10 UFM") as caught:
        propose(value)
    assert caught.value.field == "fine_ufm"
    assert caught.value.citation.startswith("PLA art. 43 II c")


@pytest.mark.parametrize("reasons", ["", "   "])
def test_pla_proposal_needs_reasons(reasons: str) -> None:
    with pytest.raises(RuleRefused, match="gravidade") as caught:
        propose("3", reasons=reasons)
    assert caught.value.field == "reasons"


def test_pla_media_without_a_proposal_asks_for_it() -> None:
    with pytest.raises(RuleRefused, match="Proponha o valor da multa, até 10 UFM"):
        fine_amount(pla(), "PLA-43-II-c")


@pytest.mark.parametrize("code", ["PLA-43-I-a", "PLA-43-I-b", "PLA-43-I-c", "PLA-43-III-a"])
def test_pla_leve_and_grave_have_no_fine(code: str) -> None:
    with pytest.raises(RuleRefused, match=r"(leve|grave) não leva a multa"):
        propose("1", code)


@pytest.mark.parametrize(
    ("quantity", "centavos"), [("0.5", 6173), ("12.33", 152214), ("1", 12345), ("8", 98760)]
)
def test_ufm_become_reais_half_up(quantity: str, centavos: int) -> None:
    assert priced(fixed(ufm(quantity), ""), FACT, FICTITIOUS).centavos == centavos


def test_the_computation_is_told_in_words() -> None:
    fine = priced(fine_amount(pat(), "PAT-28-I"), FACT, FICTITIOUS)
    assert fine.computation == (
        "0,5 UFM (infração leve); 0,5 × R$ 123,45 = R$ 61,73 (UFM de 2026, fato em 10/07/2026)"
    )


def test_a_unit_below_the_centavo_is_written_whole() -> None:
    values = {2026: UfmValue(2026, Decimal("12345.67"))}
    fine = priced(fixed(ufm("2.5"), ""), FACT, values)
    assert fine.centavos == 30864
    assert "2,5 × R$ 123,4567 = R$ 308,64" in fine.computation


def test_no_fine_while_the_year_has_no_ufm() -> None:
    with pytest.raises(RuleRefused, match="Falta o valor da UFM de 2027") as caught:
        priced(fine_amount(pat(), "PAT-29"), day("01/01/2027"), FICTITIOUS)
    assert caught.value.citation


PAT_CLASSES = {
    InfractionClass.LEVE: "fine_leve",
    InfractionClass.MEDIA: "fine_media",
    InfractionClass.GRAVE: "fine_grave",
    InfractionClass.GRAVISSIMA: "fine_gravissima",
}


@pytest.mark.parametrize("gravity", list(InfractionClass))
def test_pat_catalogue_agrees_with_the_classes_of_art_25(gravity: InfractionClass) -> None:
    amounts = {one: pat().amount(name).ufm or ufm("0") for one, name in PAT_CLASSES.items()}
    expected = by_class(amounts, gravity, pat().cite("art. 25")).ufm
    rows = [row for row in pat().infractions if row.class_ is gravity]
    assert rows and {row.fine_ufm for row in rows} == {expected}


def test_a_class_without_value_has_no_fine() -> None:
    with pytest.raises(RuleRefused, match="média não leva a multa"):
        by_class({}, InfractionClass.MEDIA, "X")


def fees(ruleset: Ruleset, *names: str) -> UfmAmount:
    rows = [ruleset.fee(name) for name in names]
    return accumulated(fixed(row.ufm or ufm("0"), "", row.name) for row in rows)


@pytest.mark.parametrize(
    ("names", "total"),
    [
        (["grant", "inspection"], "4"),
        (["inspection", "reregistration"], "3"),
        (["change_vehicle", "inspection"], "3"),
        (["grant", "inspection", *["inspection", "reregistration"] * 3], "13"),
    ],
)
def test_pla_fees_of_a_request(names: list[str], total: str) -> None:
    assert fees(pla(), *names).ufm == ufm(total)


def test_pat_inspection_fee() -> None:
    assert fees(pat(), "inspection").ufm == ufm("0.5")


QUANTITIES = st.decimals("0.01", "10", places=2)


@given(st.lists(QUANTITIES, min_size=1, max_size=8))
def test_the_sum_is_exact(quantities: list[Decimal]) -> None:
    total = accumulated(fixed(quantity, "") for quantity in quantities)
    assert int(total.ufm * 100) == sum(int(quantity * 100) for quantity in quantities)


@given(QUANTITIES)
def test_every_proposal_within_the_law_is_kept_exactly(value: Decimal) -> None:
    assert proposed(value, Decimal(10), WHY, "").ufm == value
