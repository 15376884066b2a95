"""Names as search keys and in short forms."""

import pytest

from app.kernel.names import fold, initials, short_name


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("joao", "JOAO"),
        ("JOÃO", "JOAO"),
        ("João  d’Ávila ", "JOAO D'AVILA"),
        ("Conceição", "CONCEICAO"),
        ("Joa\u0303o", "JOAO"),
        ("Jo\u200bão", "JOAO"),
        ("Rua\tSão\u00a0José", "RUA SAO JOSE"),
        ("Weiß", "WEISS"),
        ("", ""),
    ],
)
def test_fold_ignores_accents_case_and_spaces(name: str, key: str) -> None:
    assert fold(name) == key
    assert fold(key) == key


@pytest.mark.parametrize(
    ("name", "short", "badge"),
    [
        ("João Pereira d'Ávila", "João P.", "JÁ"),
        ("Maria da Silva", "Maria S.", "MS"),
        ("João d’Ávila", "João Á.", "JÁ"),
        ("Ng", "Ng", "N"),
        ("Ana  de  Souza e Lima", "Ana S.", "AL"),
        ("O'Neil D'Ávila", "O'Neil Á.", "OÁ"),
        ("A\u0301lvaro Gomes", "A\u0301lvaro G.", "ÁG"),
        ("", "", ""),
    ],
)
def test_short_forms(name: str, short: str, badge: str) -> None:
    assert short_name(name) == short
    assert initials(name) == badge
