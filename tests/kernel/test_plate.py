"""Plates as people type them: accepted, refused by name, suggested, paired with their twin."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.kernel.errors import Invalid
from app.kernel.plate import Plate, suggestions

PLATES = st.from_regex(r"[A-Z]{3}[0-9][A-Z0-9][0-9]{2}", fullmatch=True).map(Plate)


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("FUM0B05", "FUM0B05"),
        ("fum-0b05", "FUM0B05"),
        ("FUM 0105", "FUM0105"),
        ("ABC-1234", "ABC1234"),
        ("ABC1D23", "ABC1D23"),
        ("abc1d23", "ABC1D23"),
        ("ABC 1D23", "ABC1D23"),
        ("  ABC1D23\n", "ABC1D23"),
        ("ABC1O23", "ABC1O23"),
    ],
)
def test_what_people_type_becomes_one_key(typed: str, text: str) -> None:
    assert Plate.parse(typed).text == text


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("АВС1D23", "“А” (letra cirílica, U+0410), que não vale: use letras A–Z"),
        ("ABC1D23\u202e", "inverte a direção do texto (U+202E)"),
        ("ABC\u200b1D23", "largura zero (U+200B)"),
        ("ABC1D2\uff13", "“３” (de largura dupla, U+FF13)"),
        ("ABC1D2٣", "“٣” (número arábico-índico, U+0663)"),
        ("ıBC1D23", "“ı” (letra com sinal, U+0131)"),
        ("ABC1D23\x00", "U+0000"),
        ("\ud800BC1D23", "U+D800"),
        ("ABC.1D23", "“.”, que não vale"),
        ("AB1C234", "O 3º caractere da placa é “1”, mas deve ser uma letra"),
        ("ABC12D3", "O 6º caractere da placa é “D”, mas deve ser um número"),
        ("ABCD123", "O 4º caractere da placa é “D”, mas deve ser um número"),
        ("ABC123", "Recebemos 6"),
        ("ABC1D234", "Recebemos 8"),
        ("", "Digite a placa"),
        ("A" * 100_000, "7 letras e números"),
    ],
)
def test_a_refusal_names_the_character_or_the_place(typed: str, says: str) -> None:
    with pytest.raises(Invalid) as refusal:
        Plate.parse(typed, field="placa")
    assert says in refusal.value.message
    assert refusal.value.field == "placa"


def test_a_refusal_with_a_look_alike_asks_but_does_not_correct() -> None:
    with pytest.raises(Invalid, match="Você quis dizer FUM0B05"):
        Plate.parse("FUMOB05")


@pytest.mark.parametrize(
    ("typed", "plates"),
    [
        ("ABC1O23", ["ABC1023"]),
        ("ABC1023", ["ABC1O23"]),
        ("FUMOB05", ["FUM0B05"]),
        ("0RB-1I34", ["ORB1I34", "ORB1134"]),
        ("OIO1I11", ["OIO1111"]),
        ("AB1C234", []),
        ("ABC2D34", []),
        ("АВС1D23", []),
        ("AB", []),
    ],
)
def test_suggestions_differ_only_by_look_alikes_nearest_first(
    typed: str, plates: list[str]
) -> None:
    assert [plate.text for plate in suggestions(typed)] == plates


@pytest.mark.parametrize(
    ("text", "twin"),
    [
        ("ABC1234", "ABC1C34"),
        ("ABC1C34", "ABC1234"),
        ("FUM0105", "FUM0B05"),
        ("ABC1J00", "ABC1900"),
    ],
)
def test_twin_is_the_same_car_in_the_other_pattern(text: str, twin: str) -> None:
    assert Plate(text).twin() == Plate(twin)


@pytest.mark.parametrize("fifth", "KLMNOPQRSTUVWXYZ")
def test_letters_after_j_have_no_twin(fifth: str) -> None:
    assert Plate(f"ABC1{fifth}23").twin() is None


@given(PLATES)
def test_twin_of_twin_and_typing_the_display_come_back(plate: Plate) -> None:
    twin = plate.twin()
    assert twin is None or (twin.twin() == plate and twin.is_mercosul is not plate.is_mercosul)
    assert Plate.parse(plate.display().lower()) == plate


def test_display_and_order() -> None:
    assert [p.display() for p in sorted([Plate("ABC1D23"), Plate("ABC1234")])] == [
        "ABC-1234",
        "ABC1D23",
    ]


@pytest.mark.parametrize("text", ["abc1d23", "ABC1D23\n", " ABC1D23", "ABC-1234", "АВС1D23", ""])
def test_the_value_itself_accepts_only_the_canonical_text(text: str) -> None:
    with pytest.raises(Invalid):
        Plate(text)


@given(st.text(max_size=12))
def test_nothing_typed_escapes_as_another_error(typed: str) -> None:
    try:
        text = Plate.parse(typed).text
    except Invalid as refusal:
        assert refusal.message.endswith((".", "?"))
    else:
        assert text.isascii() and len(text) == 7
