"""The printed notice: two copies, every item in order, codes that read back, nothing lost or moved."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pypdfium2
import pytest
import zxingcpp
from pypdfium2 import raw

from app.documents.frozen import REPLACED, Item
from app.documents.notice import render_notice
from tests.support.sheets import (
    ADDRESS,
    LABELS,
    SHA,
    WATERMARK,
    jpeg,
    pages_of,
    photo,
    rows,
    sheet,
)

Opened = pypdfium2.PdfDocument


@pytest.fixture(scope="module")
def pdf() -> bytes:
    """A typical notice."""
    return render_notice(sheet())


@pytest.fixture(scope="module")
def opened(pdf: bytes) -> Iterator[Opened]:
    document = Opened(pdf)
    yield document
    document.close()


def test_one_page_for_each_copy_and_each_copy_named(pdf: bytes) -> None:
    first, second = pages_of(pdf)
    assert ("1ª via – processo" in first, "2ª via – condutor" in first) == (True, False)
    assert ("2ª via – condutor" in second, "1ª via – processo" in second) == (True, False)


def test_the_catalogue_decides_how_many_copies() -> None:
    assert len(pages_of(render_notice(sheet(copies=("a", "b", "c"))))) == 3


@pytest.mark.parametrize("copy", [0, 1])
def test_all_eleven_items_stand_in_the_order_of_the_law(pdf: bytes, copy: int) -> None:
    text = pages_of(pdf)[copy]
    places = [text.find(f"art. 49 {number} · {label}") for number, label in LABELS]
    assert -1 not in places
    assert places == sorted(places)


def test_pages_are_a4(opened: Opened) -> None:
    sizes = {tuple(round(side / 72 * 25.4) for side in page.get_size()) for page in opened}
    assert sizes == {(210, 297)}


@pytest.mark.parametrize("dpi", [150, 203, 300])
def test_the_code_reads_back_on_each_copy(opened: Opened, dpi: int) -> None:
    for page in opened:
        image = page.render(scale=dpi / 72, grayscale=True).to_pil()
        assert [code.text for code in zxingcpp.read_barcodes(image)] == [ADDRESS]


def test_hash_and_anchor_are_whole(pdf: bytes) -> None:
    for page in pages_of(pdf):
        assert SHA in page.replace(" ", "")
        assert SHA[::-1] in page.replace(" ", "")
        assert "ABCD EFGH IJKL MNOP" in page


def test_training_marks_every_page_behind_and_above() -> None:
    extra = (Item("", "Correção", (("Campo", "Local"),)),)
    pages = pages_of(render_notice(sheet(photos=(photo(),), annotations=extra)))
    assert [page.count(WATERMARK) for page in pages] == [4, 4, 4, 4]


def test_a_legal_notice_carries_no_mark() -> None:
    assert not any("TREINAMENTO" in page for page in pages_of(render_notice(sheet(watermark=""))))


def strokes_drawn(page: pypdfium2.PdfPage) -> list[int]:
    """Segments of each drawn path with a stroke and more than one segment."""
    return [
        count
        for thing in page.get_objects(filter=[raw.FPDF_PAGEOBJ_PATH])
        if (count := raw.FPDFPath_CountSegments(thing.raw)) == 8
    ]


def test_the_signature_is_drawn_as_lines_and_not_as_a_picture(opened: Opened) -> None:
    for page in opened:
        assert len(strokes_drawn(page)) == 1  # three strokes in one path: 4 + 2 + 2 points
        assert not list(page.get_objects(filter=[raw.FPDF_PAGEOBJ_IMAGE]))


def test_without_a_signature_a_line_stays_empty() -> None:
    closing = sheet().closing
    assert closing is not None
    document = Opened(render_notice(sheet(closing=replace(closing, signature=None))))
    assert strokes_drawn(document[0]) == []
    document.close()


def test_photos_go_with_the_file_and_not_to_the_driver() -> None:
    pdf = render_notice(sheet(photos=(photo(1), photo(2))))
    document = Opened(pdf)
    images = [len(list(page.get_objects(filter=[raw.FPDF_PAGEOBJ_IMAGE]))) for page in document]
    document.close()
    assert images == [0, 0, 2]
    assert "Fotos – processo" in pages_of(pdf)[2]


def test_a_photo_has_caption_time_and_hash() -> None:
    page = pages_of(render_notice(sheet(photos=(photo(7),))))[2]
    for shown in ("Pneu 7", "30/11/2026 às 10:45", "7" * 64):
        assert shown in page


@pytest.mark.parametrize("content", [None, b"", b"\xff\xd8\xff rest", b"GIF89a"])
def test_a_photo_that_is_not_there_is_said_and_stops_nothing(content: bytes | None) -> None:
    page = pages_of(render_notice(sheet(photos=(replace(photo(1), jpeg=content),))))[2]
    assert "Esta foto não está disponível aqui" in page
    assert "1" * 64 in page


def test_photos_keep_the_very_bytes_of_their_derivative() -> None:
    content = jpeg(640, 480)
    pdf = render_notice(sheet(photos=(replace(photo(), jpeg=content),)))
    assert content[200:4000] in pdf


def test_what_came_later_follows_the_original_which_says_so() -> None:
    told = Item("", "Retificação · 01/12/2026 às 09:00 · Célia Prado", (("Campo", "Local"),))
    banners = ("ANULADO em 02/12/2026 às 10:00.",)
    pages = pages_of(render_notice(sheet(annotations=(told,), banners=banners)))
    assert [banners[0] in page for page in pages] == [True, True, False]
    assert [told.label in page for page in pages] == [False, False, True]
    assert "art. 49 VII · Histórico da infração" in pages[0]


def test_each_part_counts_its_own_sheets() -> None:
    pages = pages_of(render_notice(sheet(rows=rows("palavra " * 900))))
    counts = [re.findall(r"folha (\d) de (\d)", page)[0] for page in pages]
    assert counts == [("1", "2"), ("2", "2")] * 2


def test_a_stranger_sign_is_replaced_visibly_and_the_document_says_so() -> None:
    page = pages_of(render_notice(sheet(rows=rows("o táxi 🚕 parou"))))[0]
    assert "o táxi □ parou" in page
    assert REPLACED in page
    assert REPLACED not in pages_of(render_notice(sheet()))[0]


def test_the_same_values_give_the_same_bytes(pdf: bytes) -> None:
    assert render_notice(sheet()) == pdf
    assert render_notice(sheet(rows=rows("outro histórico do mesmo fato"))) != pdf


def test_tagged_archivable_with_title_and_language(pdf: bytes, opened: Opened) -> None:
    assert raw.FPDFCatalog_IsTagged(opened.raw)
    assert opened.get_metadata_value("Title") == "AUTO DE INFRAÇÃO TREINO-AI-2026-000017"
    for mark in (
        b"<pdfaid:part>2</pdfaid:part>",
        b"<pdfaid:conformance>A</pdfaid:conformance>",
        b"<pdfuaid:part>1</pdfuaid:part>",
        b"pt-BR",
    ):
        assert mark in pdf


def test_every_font_travels_with_the_file(opened: Opened) -> None:
    fonts = [
        raw.FPDFTextObj_GetFont(thing.raw)
        for page in opened
        for thing in page.get_objects(filter=[raw.FPDF_PAGEOBJ_TEXT])
    ]
    assert fonts
    assert all(raw.FPDFFont_GetIsEmbedded(font) == 1 for font in fonts)


def test_a_verbal_warning_has_neither_number_nor_signature() -> None:
    pages = pages_of(render_notice(sheet(closing=None, number="", copies=("Registro do órgão",))))
    assert len(pages) == 1
    assert "Assinatura" not in pages[0]
    assert "Nº" not in pages[0]
