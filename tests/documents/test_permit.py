"""The printed permit: every code reads back at its exact size, every word is the one given."""

import math
from collections.abc import Iterator
from dataclasses import replace
from datetime import date

import pypdfium2
import pytest
import zxingcpp
from pypdfium2 import raw

from app.documents.permit import PermitSheet, render_permit
from app.documents.press import printable
from app.permits import qr
from tests.permits.seals import PRINTED, url

URL = url(PRINTED)
SHEET = PermitSheet(
    city="Planura/MG",
    authority="Secretaria Municipal de Administração e Fazenda",
    host="confere.planura.mg.gov.br",
    title="Termo de Autorização",
    number="TREINO-T-2026-0001",
    kind="Táxi",
    plate="ABC1D23",
    car="Fiat Cronos, prata",
    facts=(("Autorizado", "João Pereira d'Ávila"), ("Ponto", "Ponto 2, Rodoviária")),
    seal_number=123456,
    valid_until=date(2027, 1, 1),
    issued_on=date(2026, 11, 30),
    qr=qr.svg(URL),
    watermark="TREINAMENTO – SEM VALOR LEGAL",
)
Pages = list[pypdfium2.PdfPage]


@pytest.fixture(scope="module")
def pages() -> Iterator[Pages]:
    """The pages of the training sheet."""
    document = pypdfium2.PdfDocument(render_permit(SHEET))
    opened = list(document)
    yield opened
    for page in opened:
        page.close()
    document.close()


def codes(page: pypdfium2.PdfPage, dpi: int) -> list[zxingcpp.Barcode]:
    return zxingcpp.read_barcodes(page.render(scale=dpi / 72, grayscale=True).to_pil())


def words(page: pypdfium2.PdfPage) -> str:
    return " ".join(page.get_textpage().get_text_range().split())


@pytest.mark.parametrize("dpi", [96, 150, 203, 300, 600])
def test_each_code_reads_back_at_any_resolution(pages: Pages, dpi: int) -> None:
    read = [[code.text for code in codes(page, dpi)] for page in pages]
    assert read == [[URL, URL], [URL]]


def modules_mm(code: zxingcpp.Barcode, dpi: int) -> float:
    corners = code.position
    width = math.dist(
        (corners.top_left.x, corners.top_left.y), (corners.top_right.x, corners.top_right.y)
    )
    return width / 45 / dpi * 25.4


def test_modules_have_their_millimetres(pages: Pages) -> None:
    found = [modules_mm(code, 600) for page in pages for code in codes(page, 600)]
    assert sorted(found) == pytest.approx([0.8, 1.0, 1.0], rel=0.02)


def test_the_symbol_is_version_seven(pages: Pages) -> None:
    for page in pages:
        for code in codes(page, 300):
            assert (code.ec_level, code.extra["Version"]) == ("M", "7")


def test_four_white_modules_around_each_code(pages: Pages) -> None:
    dpi = 300
    for page in pages:
        image = page.render(scale=dpi / 72, grayscale=True).to_pil()
        for code in codes(page, dpi):
            module = modules_mm(code, dpi) / 25.4 * dpi
            corner, margin = code.position.top_left, 3.8 * module
            x, y = corner.x, corner.y
            above = image.crop((x - margin, y - margin, x + 45 * module, y - 2))
            left = image.crop((x - margin, y - margin, x - 2, y + 45 * module))
            assert (above.getextrema(), left.getextrema()) == ((255, 255), (255, 255))


def test_the_words_are_those_given(pages: Pages) -> None:
    first, board = map(words, pages)
    for text in (SHEET.title, SHEET.number, "João Pereira d'Ávila", "Ponto 2, Rodoviária"):
        assert text in first
    for text in ("ABC1D23", "123456", "01/01/2027", SHEET.host, SHEET.city):
        assert first.count(text) >= 2
        assert text in board


def test_training_marks_every_part(pages: Pages) -> None:
    first, board = (words(page).count(SHEET.watermark) for page in pages)
    assert (first, board) == (12, 4)  # three parts with strip and three lines, and the board


def test_a_legal_permit_carries_no_mark() -> None:
    document = pypdfium2.PdfDocument(render_permit(replace(SHEET, watermark="")))
    assert not any("TREINAMENTO" in words(page) for page in document)
    document.close()


def test_the_dashboard_sheet_is_a5_with_letters_a_hand_high(pages: Pages) -> None:
    size = [round(side / 72 * 25.4) for side in pages[1].get_size()]
    heights = [
        top - bottom
        for left, bottom, right, top in (
            pages[1].get_textpage().get_charbox(i)
            for i in range(pages[1].get_textpage().count_chars())
        )
    ]
    assert size == [210, 148]
    assert max(heights) / 72 * 25.4 > 25


def test_the_same_values_give_the_same_bytes() -> None:
    assert render_permit(SHEET) == render_permit(SHEET)
    assert render_permit(SHEET) != render_permit(replace(SHEET, seal_number=123457))


def test_tagged_archivable_with_title_and_language() -> None:
    content = render_permit(SHEET)
    document = pypdfium2.PdfDocument(content)
    assert raw.FPDFCatalog_IsTagged(document.raw)
    assert document.get_metadata_value("Title") == "Termo de Autorização TREINO-T-2026-0001"
    document.close()
    for mark in (
        b"<pdfaid:part>2</pdfaid:part>",
        b"<pdfaid:conformance>A</pdfaid:conformance>",
        b"<pdfuaid:part>1</pdfuaid:part>",
        b"pt-BR",
    ):
        assert mark in content


def test_every_font_travels_with_the_file(pages: Pages) -> None:
    fonts = [
        raw.FPDFTextObj_GetFont(thing.raw)
        for page in pages
        for thing in page.get_objects(filter=[raw.FPDF_PAGEOBJ_TEXT])
    ]
    assert fonts
    assert all(raw.FPDFFont_GetIsEmbedded(font) == 1 for font in fonts)


@pytest.mark.parametrize(
    ("given", "printed"),
    [("Zé 😀", "Zé ?"), ("漢字", "??"), ("a\u202eb", "a?b"), ("§ 2º – “ção”", "§ 2º – “ção”")],
)
def test_what_no_font_draws_is_replaced(given: str, printed: str) -> None:
    assert printable(given) == printed
    document = pypdfium2.PdfDocument(render_permit(replace(SHEET, facts=(("Nome", given),))))
    assert printed in words(document[0])
    document.close()


def test_markup_in_a_name_stays_text() -> None:
    evil = '#read("/etc/passwd") *x* $y$'
    document = pypdfium2.PdfDocument(render_permit(replace(SHEET, facts=(("Nome", evil),))))
    assert evil.split()[0] in words(document[0])
    document.close()


def test_a_drawing_of_another_size_is_refused() -> None:
    other = SHEET.qr.replace('viewBox="0 0 53 53"', 'viewBox="0 0 69 69"')
    with pytest.raises(ValueError, match="53"):
        render_permit(replace(SHEET, qr=other))


def test_long_names_stay_on_two_pages() -> None:
    facts = tuple((f"Dado {n}", "Associação dos Condutores Autônomos " * 2) for n in range(6))
    document = pypdfium2.PdfDocument(render_permit(replace(SHEET, facts=facts)))
    assert len(document) == 2
    document.close()
