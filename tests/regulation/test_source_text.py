"""Provisions are the received text, word for word and in order, and leave no law unclaimed."""

import pytest

from app.regulation.loader import RULESETS, load_ruleset
from app.regulation.ruleset import Ruleset
from app.regulation.source_text import (
    SourceMatch,
    match_in_order,
    normalise,
    unclaimed_law,
)
from tests.support.rulesets import EXAMPLE, example

REAL = ["patrocinio-2020", "planura-2025"]
LETTERHEAD = (
    "PREFEITURA MUNICIPAL DE PLANURA \nESTADO DE MINAS GERAIS\n"
    "Rua Monte Carmelo, n° 448, Centro – Planura/MG – CEP 38.220-000\n"
    "Telefone: 34 34277000 – Site: planura.mg.gov.br\n"
)


def source_of(ruleset: Ruleset) -> str:
    folder = EXAMPLE if ruleset.slug == "exemplo" else RULESETS / ruleset.slug
    return normalise((folder / ruleset.instrument.source_file).read_text(encoding="utf-8"))


def matched(ruleset: Ruleset) -> SourceMatch:
    return match_in_order([row.text for row in ruleset.provisions], source_of(ruleset))


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        ("para cada \n3\nindivíduo", "para cada indivíduo"),
        ("norma nº 5174/2020\n\n1\nLEI", "LEI"),
        ("materia nº 28/2025\nPROJETO", "PROJETO"),
        (f"desta\n{LETTERHEAD}Lei.", "desta Lei."),
        ("comprometendo\ufffese o", "comprometendo-se o"),
        ("prazo  de\r\n\t10 dias", "prazo de 10 dias"),
        ("O PREFEITO\nESTADO DE MINAS GERAIS", "O PREFEITO ESTADO DE MINAS GERAIS"),
        ("multa de\n6,1 UFM", "multa de 6,1 UFM"),
    ],
)
def test_artefacts_go_and_the_law_stays(raw, clean):
    assert normalise(raw) == clean


def test_texts_are_found_in_order():
    found = match_in_order(["um", "dois"], "título um CAPÍTULO II dois fim")
    assert found == SourceMatch((), "título", ("CAPÍTULO II",), "fim")


def test_a_text_out_of_order_is_missing():
    assert match_in_order(["dois", "um"], "um dois").missing == (1,)


def test_overlapping_texts_are_missing():
    assert match_in_order(["um dois", "dois três"], "um dois três").missing == (1,)


def test_a_repeated_text_is_found_at_its_second_place():
    assert match_in_order(["multa", "art.", "multa"], "multa art. multa").missing == ()


def test_a_missing_text_does_not_hide_the_others():
    assert match_in_order(["um", "x", "dois"], "um dois").missing == (1,)


@pytest.mark.parametrize(
    ("gap", "claimed"),
    [
        ("CAPÍTULO II: Das Disposições Gerais SEÇÃO I: Da Autorização e Operação", True),
        ("DO CAPÍTULO I: Das Disposições Preliminares", True),
        ("CAPÍTULO IV - DAS TARIFAS TAXIMÉTRICAS", True),
        ("CAPÍTULO X DAS PROIBIÇÕES E PENALIDADES Art. 40. A violação", False),
        ("IV – possuir regulamento operacional;", False),
        ("e terceiros", False),
    ],
)
def test_only_headings_may_stand_between_provisions(gap, claimed):
    assert (unclaimed_law(SourceMatch((), "", (gap,), "")) == ()) is claimed


def test_law_before_the_first_or_after_the_last_provision_is_unclaimed():
    match = SourceMatch((), "LEI Nº 7 Art. 1º Fica", (), "Exemplo/MG, 2 de janeiro de 2024.")
    assert unclaimed_law(match) == ("LEI Nº 7 Art. 1º Fica",)


def test_the_example_is_covered():
    match = matched(example())
    assert (match.missing, unclaimed_law(match)) == ((), ())
    assert match.between == ("CAPÍTULO II - DAS PENALIDADES",)


@pytest.mark.parametrize("slug", REAL)
def test_every_provision_stands_in_the_source_in_order(slug):
    ruleset = load_ruleset(RULESETS / slug)
    match = matched(ruleset)
    assert [ruleset.provisions[index].ref for index in match.missing] == []


@pytest.mark.parametrize("slug", REAL)
def test_nothing_but_headings_preamble_and_signature_is_left(slug):
    match = matched(load_ruleset(RULESETS / slug))
    assert unclaimed_law(match) == ()
    assert match.after.endswith("Prefeito Municipal")


@pytest.mark.parametrize(("slug", "headings"), [("patrocinio-2020", 9), ("planura-2025", 12)])
def test_every_heading_but_the_first_stands_between_provisions(slug, headings):
    assert len(matched(load_ruleset(RULESETS / slug)).between) == headings


@pytest.mark.parametrize("slug", REAL)
def test_infractions_quote_the_source(slug):
    ruleset = load_ruleset(RULESETS / slug)
    source = source_of(ruleset)
    assert [row.code for row in ruleset.infractions if row.text not in source] == []
