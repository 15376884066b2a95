"""What each city's papers say, and that a value too many or too few is a mistake."""

from dataclasses import replace

import pytest

from app.regulation.case_papers import (
    PaperValueError,
    edital_entry,
    has_paper,
    paper_text,
    timeliness,
)
from app.regulation.loader import load_all
from app.regulation.ruleset import UnknownNameError
from app.regulation.tables_papers import ENTRY, PLACEHOLDERS, PaperKind
from tests.support.case_papers import CPF, values
from tests.support.rulesets import example

PLANURA = load_all()["planura-2025"]
PATROCINIO = load_all()["patrocinio-2020"]
ENTRY_VALUES = {"case": "P-1", "name": "Davi Nunes", "basis": "art. 50 §2", "term": "10 dias"}
PAPERS = [
    (city, kind)
    for city, ruleset in load_all().items()
    for kind in PaperKind
    if has_paper(ruleset, kind)
]


def test_each_city_writes_in_its_own_terms() -> None:
    texts = {
        ruleset.slug: str(
            paper_text(ruleset, PaperKind.NOTIFICATION, values(PaperKind.NOTIFICATION))
        )
        for ruleset in (PLANURA, PATROCINIO)
    }
    assert "impugnação" in texts["planura-2025"]
    assert "impugnação" not in texts["patrocinio-2020"]
    assert "defesa prévia ou recurso administrativo" in texts["patrocinio-2020"]


def test_the_text_without_a_commission_has_no_portaria() -> None:
    assert has_paper(PLANURA, PaperKind.PORTARIA)
    with pytest.raises(UnknownNameError):
        paper_text(PATROCINIO, PaperKind.PORTARIA, values(PaperKind.PORTARIA))


def test_a_ruleset_without_papers_has_none() -> None:
    assert not has_paper(replace(example(), papers=None), PaperKind.DECISION)


@pytest.mark.parametrize(("city", "kind"), PAPERS)
def test_every_value_given_is_read_or_left_out_with_its_sentence(
    city: str, kind: PaperKind
) -> None:
    text = paper_text(load_all()[city], kind, values(kind, least=True))
    assert "{" not in str(text.opening) + "".join(text.paragraphs)
    assert text.citation.startswith(load_all()[city].code)


@pytest.mark.parametrize(("city", "kind"), PAPERS)
def test_what_a_paper_must_have_is_said(city: str, kind: PaperKind) -> None:
    said = str(paper_text(load_all()[city], kind, {k: f"<{k}>" for k in PLACEHOLDERS[kind].all}))
    assert {name for name in PLACEHOLDERS[kind].must if f"<{name}>" not in said} == set()


def test_a_sentence_with_an_empty_value_is_left_out() -> None:
    given = values(PaperKind.MAYOR_ACT, bar_until="")
    assert not any(
        "impedimento" in p for p in paper_text(PLANURA, PaperKind.MAYOR_ACT, given).paragraphs
    )


@pytest.mark.parametrize("change", [{"case": ""}, {"case": " "}, {"casa": "1"}])
def test_a_value_missing_or_unknown_is_a_mistake(change: dict[str, str]) -> None:
    with pytest.raises(PaperValueError, match=r"case|casa"):
        paper_text(PLANURA, PaperKind.DECISION, {**values(PaperKind.DECISION), **change})


def test_an_entry_of_an_edital_says_name_number_basis_and_term() -> None:
    said = edital_entry(PLANURA, ENTRY_VALUES)
    assert all(value in said for value in ENTRY_VALUES.values())


def test_an_entry_has_no_place_for_document_or_address() -> None:
    assert not ENTRY.all & {"document", "address", "plate"}


def test_a_cpf_slipped_into_an_entry_is_refused() -> None:
    with pytest.raises(PaperValueError, match="CPF"):
        edital_entry(PLANURA, {**ENTRY_VALUES, "name": f"Davi Nunes {CPF}"})


@pytest.mark.parametrize(
    ("in_time", "words"), [(True, "TEMPESTIVA"), (False, "INTEMPESTIVA"), (None, "ANTES")]
)
def test_the_term_of_a_defence_in_words(in_time: bool | None, words: str) -> None:
    assert timeliness(in_time).split()[0] == words
