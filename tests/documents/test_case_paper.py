"""Every paper of both cities prints whole: longest names, least values, hostile text, training mark."""

import re

import pytest

from app.documents.case_paper import (
    Label,
    LabelSheet,
    case_pdf,
    edital_text,
    labels_pdf,
    receipt_pdf,
)
from app.regulation.case_papers import has_paper, paper_text
from app.regulation.loader import load_all
from app.regulation.tables_papers import PaperKind
from tests.support.case_papers import (
    ADDRESS,
    CPF,
    ISSUED,
    LONG,
    NASTY,
    SHA,
    VALUES,
    edital,
    labels,
    receipt,
    sheet,
    values,
)
from tests.support.sheets import WATERMARK, pages_of, tight

APART = {PaperKind.LABELS, PaperKind.RECEIPT, PaperKind.EDITAL}
PAPERS = [
    (city, kind)
    for city, ruleset in load_all().items()
    for kind in PaperKind
    if has_paper(ruleset, kind) and kind not in APART
]
CITIES = list(load_all())
CPF_SHAPE = re.compile(r"\d{3}\.?\d{3}\.?\d{3}-?\d{2}")


@pytest.mark.parametrize(("city", "kind"), PAPERS)
def test_a_paper_says_all_its_text(city: str, kind: PaperKind) -> None:
    made = sheet(load_all()[city], kind)
    pages = pages_of(case_pdf(made))
    # What runs over a page is parted by the marks of the sheet.
    around = rf"{tight(made.title)}{tight(made.number)}SHA-256{SHA[:16]}folha\d+de\d+"
    found = re.sub(around, "", tight("".join(pages)).replace(tight(WATERMARK), ""))
    words = [made.opening, made.citation, made.place_day, *made.paragraphs]
    quotes = [quote.text for quote in made.quotes]
    assert [text for text in [*words, *quotes] if tight(text) not in found] == []


@pytest.mark.parametrize(("city", "kind"), PAPERS)
def test_each_page_has_number_hash_count_and_training(city: str, kind: PaperKind) -> None:
    pages = pages_of(case_pdf(sheet(load_all()[city], kind)))
    for place, page in enumerate(pages, 1):
        assert page.count(WATERMARK) == 4  # the strip above and three behind the text
        assert f"SHA-256 {SHA[:16]}" in page
        assert f"folha {place} de {len(pages)}" in page
        assert VALUES["case"] in page


@pytest.mark.parametrize(("city", "kind"), PAPERS)
def test_a_paper_with_the_least_values_prints_on_one_or_two_sheets(
    city: str, kind: PaperKind
) -> None:
    assert 1 <= len(pages_of(case_pdf(sheet(load_all()[city], kind, least=True)))) <= 2


@pytest.mark.parametrize("city", CITIES)
def test_the_notification_says_the_last_day_and_how_it_is_counted(city: str) -> None:
    found = tight("".join(pages_of(case_pdf(sheet(load_all()[city], PaperKind.NOTIFICATION)))))
    assert tight(VALUES["due"]) in found
    assert tight(VALUES["rule"]) in found


def test_typed_markup_stays_text() -> None:
    pdf = case_pdf(sheet(load_all()["planura-2025"], PaperKind.DECISION))
    assert tight(NASTY) in tight("".join(pages_of(pdf)))
    assert b"root:" not in pdf


def test_the_same_values_give_the_same_bytes() -> None:
    ruleset = load_all()["planura-2025"]
    made = sheet(ruleset, PaperKind.MAYOR_ACT)
    assert case_pdf(made) == case_pdf(made)
    assert receipt_pdf(receipt(ruleset)) == receipt_pdf(receipt(ruleset))
    assert labels_pdf(labels(ruleset)) == labels_pdf(labels(ruleset))


@pytest.mark.parametrize("city", CITIES)
def test_an_edital_has_neither_cpf_nor_address(city: str) -> None:
    made = edital(load_all()[city])
    for text in (edital_text(made), "".join(pages_of(case_pdf(made)))):
        assert tight(LONG) in tight(text)
        assert not CPF_SHAPE.search(text.replace(SHA[:16], ""))
        assert "Rua " not in text


@pytest.mark.parametrize("city", CITIES)
def test_the_text_for_the_gazette_says_training_in_each_entry(city: str) -> None:
    made = edital(load_all()[city], 40)
    text = edital_text(made)
    assert text.startswith(WATERMARK)
    assert text.rstrip().endswith(WATERMARK)
    assert text.count(f"[{WATERMARK}]") == 40
    assert f"Base legal: {made.citation}." in text


@pytest.mark.parametrize("city", CITIES)
def test_both_halves_of_the_receipt_say_the_same_on_one_sheet(city: str) -> None:
    pages = pages_of(receipt_pdf(receipt(load_all()[city])))
    assert len(pages) == 1
    for words in (VALUES["instant"], VALUES["protocol"], "TEMPESTIVA", "00000002" * 2):
        assert tight(pages[0]).count(tight(words)) >= 2
    assert "Via do cidadão" in pages[0]
    assert "Via do Município" in pages[0]


def test_a_long_list_of_files_gives_each_half_its_own_sheets() -> None:
    pages = pages_of(receipt_pdf(receipt(load_all()["planura-2025"], 30, in_time=False)))
    assert len(pages) == 2
    assert all("INTEMPESTIVA — será apreciada pela autoridade" in page for page in pages)
    assert all(f"{29:08x}" in page for page in pages)


@pytest.mark.parametrize("city", CITIES)
def test_labels_hold_the_whole_address_and_code(city: str) -> None:
    made = labels(load_all()[city])
    pages = [tight(page) for page in pages_of(labels_pdf(made))]
    assert len(pages) == 2  # fourteen to a sheet
    for place, label in enumerate(made.labels):
        for words in (label.name, label.address, label.case, label.tracking):
            assert tight(words) in pages[place // 14]


def test_a_label_that_cannot_hold_its_address_is_refused() -> None:
    label = Label("Ana", "a" * 261, "P-1", "")
    with pytest.raises(ValueError, match="too long"):
        labels_pdf(LabelSheet("Etiquetas", "Secretaria", (label,), "", ISSUED))


def test_without_training_no_mark_is_printed() -> None:
    made = LabelSheet("Etiquetas", "Secretaria", (Label("Ana", ADDRESS, "P-1", ""),), "", ISSUED)
    assert WATERMARK not in pages_of(labels_pdf(made))[0]


def test_the_persons_document_stands_only_where_the_paper_asks() -> None:
    ruleset = load_all()["planura-2025"]
    text = paper_text(ruleset, PaperKind.PORTARIA, values(PaperKind.PORTARIA))
    assert CPF not in str(text)
