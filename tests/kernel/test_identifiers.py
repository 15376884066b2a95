"""CPF, CNPJ, RENAVAM, CNH, telephone and CEP, with the numbers other projects stumbled over."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.kernel import identifiers as ids
from app.kernel.errors import Invalid

Parser = Callable[..., str]
PARSERS: list[Parser] = [
    ids.parse_cpf,
    ids.parse_cnpj,
    ids.parse_renavam,
    ids.parse_cnh,
    ids.parse_phone,
    ids.parse_cep,
]


@pytest.mark.parametrize(
    ("parse", "typed", "text"),
    [
        (ids.parse_cpf, "001.234.567-97", "00123456797"),
        (ids.parse_cpf, " 529 982 247 25 ", "52998224725"),
        (ids.parse_cnpj, "12.ABC.345/01DE-35", "12ABC34501DE35"),
        (ids.parse_cnpj, "12.abc.345/01de-35", "12ABC34501DE35"),
        (ids.parse_cnpj, "00000000E08G12", "00000000E08G12"),
        (ids.parse_cnpj, "11.222.333/0001-81", "11222333000181"),
        (ids.parse_renavam, "12345678900", "12345678900"),
        (ids.parse_renavam, "639884962", "00639884962"),
        (ids.parse_cnh, "59796888141", "59796888141"),
        (ids.parse_cnh, "00641829409", "00641829409"),
        (ids.parse_cnh, "04463004100", "04463004100"),
        (ids.parse_cnh, "01101314000", "01101314000"),
        (ids.parse_cnh, "12345678901", "12345678901"),
        (ids.parse_phone, "(34) 99999-8888", "34999998888"),
        (ids.parse_phone, "+55 34 3831-1234", "3438311234"),
        (ids.parse_phone, "0800 123 4567", "08001234567"),
        (ids.parse_cep, "38740-000", "38740000"),
        (ids.parse_cep, "01310-100", "01310100"),
    ],
)
def test_typed_numbers_become_canonical_text(parse: Parser, typed: str, text: str) -> None:
    assert parse(typed) == text


@pytest.mark.parametrize(
    ("parse", "typed", "says"),
    [
        (ids.parse_cpf, "111.111.111-11", "não existe"),
        (ids.parse_cpf, "000.000.000-00", "não existe"),
        (ids.parse_cpf, "001.234.567-98", "não existe"),
        (ids.parse_cpf, "1234567890", "recebemos 10"),
        (ids.parse_cpf, "0012345679a", "“a”"),
        (ids.parse_cpf, "５２９98224725", "“５” (de largura dupla, U+FF15)"),
        (ids.parse_cpf, "529\u200b98224725", "U+200B"),
        (ids.parse_cnpj, "12ABC34501DE45", "não existe"),
        (ids.parse_cnpj, "00.000.000/0000-00", "não existe"),
        (ids.parse_cnpj, "12ABC34501DEA5", "são números"),
        (ids.parse_cnpj, "12.АBC.345/01DE-35", "letra cirílica"),
        (ids.parse_cnpj, "1122233300018", "recebemos 13"),
        (ids.parse_renavam, "00000000000", "não existe"),
        (ids.parse_renavam, "12345678901", "não existe"),
        (ids.parse_renavam, "12345678", "recebemos 8"),
        (ids.parse_cnh, "00000000000", "não existe"),
        (ids.parse_cnh, "123", "recebemos 3"),
        (ids.parse_phone, "99999-8888", "DDD"),
        (ids.parse_phone, "(20) 99999-8888", "O DDD 20 não existe"),
        (ids.parse_phone, "(34) 89999-8888", "DDD"),
        (ids.parse_cep, "00000-000", "8 números"),
        (ids.parse_cep, "3874-000", "8 números"),
        (ids.parse_cpf, "1" * 100_000, "mais de 40"),
    ],
)
def test_refusals_say_what_is_wrong(parse: Parser, typed: str, says: str) -> None:
    with pytest.raises(Invalid) as refusal:
        parse(typed, field="numero")
    assert says in refusal.value.message
    assert refusal.value.field == "numero"


@pytest.mark.parametrize("cnh", ["59796888141", "00641829409", "04463004100", "01101314000"])
def test_real_licences_carry_no_warning(cnh: str) -> None:
    assert ids.cnh_warning(cnh) == ""


def test_an_odd_licence_is_warned_about_not_refused() -> None:
    assert "confira no documento e siga" in ids.cnh_warning(ids.parse_cnh("12345678901"))


def test_formats_and_masks() -> None:
    assert ids.format_cpf("00123456797") == "001.234.567-97"
    assert ids.mask_cpf("12345678909") == "***.456.789-**"
    assert ids.format_cnpj("12ABC34501DE35") == "12.ABC.345/01DE-35"
    assert ids.mask_cnpj("12ABC34501DE35") == "**.ABC.345/****-**"
    assert ids.format_phone("34999998888") == "(34) 99999-8888"
    assert ids.format_phone("3438311234") == "(34) 3831-1234"
    assert ids.format_phone("08001234567") == "0800 123 4567"
    assert ids.mask_phone("34999998888") == "(34) *****-8888"
    assert ids.format_cep("01310100") == "01310-100"


@given(st.sampled_from(PARSERS), st.text(max_size=20))
def test_any_text_gives_ascii_or_invalid(parse: Parser, typed: str) -> None:
    try:
        text = parse(typed)
    except Invalid:
        return
    assert text.isascii() and text.isalnum()


@given(st.integers(0, 10**9 - 1))
def test_own_cpf_formula_agrees(base: int) -> None:
    digits = [int(char) for char in f"{base:09}"]
    for _ in range(2):
        weights = range(len(digits) + 1, 1, -1)
        rest = sum(d * w for d, w in zip(digits, weights, strict=True)) * 10 % 11
        digits.append(rest % 10)
    text = "".join(map(str, digits))
    if len(set(text)) > 1:
        assert ids.parse_cpf(ids.format_cpf(text)) == text
