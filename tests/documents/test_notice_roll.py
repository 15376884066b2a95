"""The copy for thermal printers: whole dots, accents that survive, lines that are not torn."""

import io

import pytest
import zxingcpp
from PIL import Image

from app.documents.notice import PIECE_DOTS, lines_of, render_roll
from tests.support.sheets import ADDRESS, FACTS, LABELS, rows, sheet


def pictures(paper: int, **edits: object) -> list[Image.Image]:
    return [Image.open(io.BytesIO(piece)) for piece in render_roll(sheet(**edits), paper)]


def joined(pieces: list[Image.Image]) -> Image.Image:
    whole = Image.new("1", (pieces[0].width, sum(piece.height for piece in pieces)), 1)
    top = 0
    for piece in pieces:
        whole.paste(piece, (0, top))
        top += piece.height
    return whole


@pytest.mark.parametrize(("paper", "dots"), [(58, 384), (80, 576)])
def test_one_bit_and_exactly_the_dots_of_the_head(paper: int, dots: int) -> None:
    assert {(p.mode, p.width) for p in pictures(paper)} == {("1", dots)}


def test_another_paper_is_a_mistake() -> None:
    with pytest.raises(KeyError):
        render_roll(sheet(), 57)


@pytest.mark.parametrize("paper", [58, 80])
def test_modules_are_whole_dots_and_read_back(paper: int) -> None:
    (code,) = zxingcpp.read_barcodes(joined(pictures(paper)).convert("L"))
    corner = code.position
    assert code.text == ADDRESS
    side = corner.top_right.x - corner.top_left.x + 1
    assert side / 33 == pytest.approx(round(side / 33), abs=0.07)
    assert side / 33 / 8 > 0.9  # millimetres: a phone reads it at arm's length


def test_long_rolls_are_cut_where_nothing_is_printed() -> None:
    pieces = pictures(58, rows=rows("Não parou, e o passageiro desceu à força. " * 90))
    assert len(pieces) > 3
    assert max(piece.height for piece in pieces) <= PIECE_DOTS
    for piece in pieces[:-1]:
        last = piece.crop((0, piece.height - 1, piece.width, piece.height))
        assert last.getextrema() == (255, 255)


def test_nothing_touches_the_edge_of_the_paper() -> None:
    whole = joined(pictures(58, rows=rows("W" * 300 + " " + "guarda-chuva " * 50)))
    text = whole.crop((0, 60, whole.width, whole.height - 60))  # without the strips of training
    for x in (0, 1, 2, whole.width - 2, whole.width - 1):
        assert text.crop((x, 0, x + 1, text.height)).getextrema() == (255, 255)


def test_training_is_said_at_both_ends() -> None:
    whole = joined(pictures(80))
    dark = [whole.crop((0, y, whole.width, y + 20)).convert("L").resize((1, 1)).getpixel((0, 0))
            for y in (12, whole.height - 32)]  # fmt: skip
    assert max(dark) < 128
    plain = joined(pictures(80, watermark=""))
    assert plain.height < whole.height


def test_accents_are_drawn() -> None:
    with_marks = joined(pictures(58, rows=rows("ÁÉÍÓÚ ãõçâê")))
    without = joined(pictures(58, rows=rows("AEIOU aocae")))
    assert with_marks.histogram()[0] > without.histogram()[0]


def test_the_text_beside_it_holds_the_same_items_in_order() -> None:
    lines = lines_of(sheet())
    labels = [label for label, _ in lines if label in {label for _, label in LABELS}]
    assert labels == [label for _, label in LABELS]
    assert FACTS in dict(lines)["Histórico da infração"]
    assert ("Assinado por", "Davi Nunes, condutor") in lines
    assert ("O que vem agora", "A assinatura vale como notificação.") in lines
    assert dict(lines)["Código"] == "ABCD EFGH IJKL MNOP"
