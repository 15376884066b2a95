from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.kernel.errors import Invalid
from app.kernel.money import (
    Centavos,
    format_brl,
    format_ufm,
    parse_brl,
    parse_ufm,
    ufm_to_centavos,
)


@pytest.mark.parametrize(
    ("centavos", "text"),
    [
        (0, "R$ 0,00"),
        (5, "R$ 0,05"),
        (123456, "R$ 1.234,56"),
        (5_000_000, "R$ 50.000,00"),
        (100_000_000_00, "R$ 100.000.000,00"),
        (-150, "-R$ 1,50"),
    ],
)
def test_reais_are_written_as_in_brazil(centavos: int, text: str) -> None:
    assert format_brl(Centavos(centavos)) == text


@pytest.mark.parametrize(
    ("typed", "centavos"),
    [
        ("1.234,56", 123456),
        ("1234,56", 123456),
        ("R$ 10", 1000),
        ("R$\u00a01.000.000,00", 100000000),
        ("  10,00  ", 1000),
        ("0,05", 5),
        ("10.000,00", 1000000),
    ],
)
def test_reais_are_read(typed: str, centavos: int) -> None:
    assert parse_brl(typed) == centavos


@given(st.integers(0, 10**14))
def test_written_reais_read_back(centavos: int) -> None:
    assert parse_brl(format_brl(Centavos(centavos))) == centavos


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("", "Escreva um valor em reais"),
        ("   ", "Escreva um valor em reais"),
        ("-1", "negativo"),
        ("R$ -1,00", "negativo"),
        ("−1,00", "negativo"),
        ("1e309", "Não entendemos"),
        ("0,001", "Não entendemos"),
        ("10,00,0", "Não entendemos"),
        ("10,5", "Não entendemos"),
        ("10.50", "Não entendemos"),
        ("1.23,45", "Não entendemos"),
        ("1234.567,00", "Não entendemos"),
        ("NaN", "Não entendemos"),
        ("inf", "Não entendemos"),
        ("１０,00", "Não entendemos"),
        ("10 000,00", "Não entendemos"),
        ("1_000", "Não entendemos"),
        ("9" * 20, "alto demais"),
        ("9" * 10_000, "longo demais"),
        ("10,00\x00", "Não entendemos"),
    ],
)
def test_doubtful_reais_are_refused(typed: str, says: str) -> None:
    with pytest.raises(Invalid, match=says) as caught:
        parse_brl(typed, field="value")
    assert caught.value.field == "value"


@pytest.mark.parametrize(
    ("typed", "quantity"),
    [("0,5", "0.5"), ("12,33", "12.33"), ("10", "10"), ("1.5", "1.5"), (" 3 ", "3")],
)
def test_ufm_are_read_exactly(typed: str, quantity: str) -> None:
    assert parse_ufm(typed) == Decimal(quantity)


@pytest.mark.parametrize(
    "typed", ["-1", "1e309", "0,001", "10,00,0", "10.000,00", "NaN", "Infinity", "0", "0,00", ""]
)
def test_hostile_ufm_are_refused(typed: str) -> None:
    with pytest.raises(Invalid):
        parse_ufm(typed, field="fine_ufm")


@pytest.mark.parametrize(
    ("quantity", "text"),
    [("12.33", "12,33 UFM"), ("0.50", "0,5 UFM"), ("10", "10 UFM"), ("1E+1", "10 UFM")],
)
def test_ufm_are_written(quantity: str, text: str) -> None:
    assert format_ufm(Decimal(quantity)) == text


@pytest.mark.parametrize(
    ("quantity", "unit", "centavos"),
    [
        ("0.5", 12345, 6173),  # 6172,5 rounds up
        ("12.33", 12345, 152214),
        ("6.1", 12345, 75305),  # 75304,5 rounds up
        ("1", 12345, 12345),
        ("0.5", 1, 1),
        ("2.5", Decimal("12345.678"), 30864),
    ],
)
def test_ufm_become_centavos_half_up(quantity: str, unit: Decimal | int, centavos: int) -> None:
    value = unit if isinstance(unit, Decimal) else Centavos(unit)
    assert ufm_to_centavos(Decimal(quantity), value) == centavos


@given(st.decimals("0", "999999.99", places=2), st.integers(1, 10**12))
def test_conversion_is_exact_before_the_one_rounding(quantity: Decimal, unit: int) -> None:
    exact = Fraction(quantity) * unit
    result = ufm_to_centavos(quantity, Centavos(unit))
    assert Fraction(-1, 2) < result - exact <= Fraction(1, 2)


def test_a_coarse_decimal_context_does_not_matter() -> None:
    from decimal import localcontext

    with localcontext() as context:
        context.prec = 3
        context.rounding = ROUND_HALF_UP
        assert ufm_to_centavos(Decimal("12.33"), Centavos(12345)) == 152214


@pytest.mark.parametrize(
    ("quantity", "unit"),
    [("NaN", "100"), ("Infinity", "100"), ("-1", "100"), ("1", "0"), ("1", "-5"), ("1", "NaN")],
)
def test_impossible_conversions_are_refused(quantity: str, unit: str) -> None:
    with pytest.raises(Invalid):
        ufm_to_centavos(Decimal(quantity), Decimal(unit))
