"""What happens to pictures on their way in."""

import io

import pytest
from PIL import Image

from app.evidence.images import (
    BROKEN,
    BYTES_MAX,
    EMPTY,
    HEIC,
    TOO_HEAVY,
    TOO_LARGE,
    UNKNOWN,
    make_safe,
)
from app.kernel.errors import Invalid
from tests.evidence.pictures import heic, photo, png_header, turned_with_place


def opened(content: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(content))
    image.load()
    return image


@pytest.mark.parametrize("format", ["JPEG", "PNG", "WEBP"])
def test_each_format_becomes_a_small_jpeg(format: str) -> None:
    made = make_safe(photo(format))
    image = opened(made.photo)
    assert (image.format, image.size, made.format) == ("JPEG", (300, 400), format)


def test_the_thumbnail_is_a_square() -> None:
    assert opened(make_safe(photo()).thumbnail).size == (96, 96)


def test_a_small_photo_is_not_blown_up() -> None:
    assert opened(make_safe(photo(size=(120, 160))).photo).size == (120, 160)


@pytest.mark.parametrize("mode", ["L", "RGBA", "P", "CMYK", "LA"])
def test_every_colour_mode_becomes_rgb(mode: str) -> None:
    content = photo("JPEG" if mode == "CMYK" else "PNG", (50, 50), mode)
    assert opened(make_safe(content).photo).mode == "RGB"


def test_a_turned_photo_stands_up() -> None:
    assert opened(make_safe(turned_with_place()).photo).size == (200, 400)


def test_nothing_hidden_stays() -> None:
    made = make_safe(turned_with_place())
    for content in (made.photo, made.thumbnail):
        assert not opened(content).getexif() and b"script" not in content
        assert b"casa do agente" not in content


def test_what_hangs_after_the_picture_is_gone() -> None:
    made = make_safe(photo() + b"<html><script>alert(1)</script>PK\x03\x04")
    assert b"<script>" not in made.photo


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", EMPTY),
        (heic(), HEIC),
        (b"<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>", UNKNOWN),
        (b"<html></html>", UNKNOWN),
        (b"GIF89a" + b"\0" * 100, UNKNOWN),
        (b"%PDF-1.7", UNKNOWN),
        (b"\xff\xd8\xff", UNKNOWN),
        (photo()[:-4000], BROKEN),
        (photo("PNG")[:300], BROKEN),
        (png_header(400, 400), BROKEN),
        (png_header(6000, 4001), TOO_LARGE),
        (png_header(12_001, 10), TOO_LARGE),
        (png_header(14_000, 14_000), TOO_LARGE),
        (png_header(30_000, 30_000), TOO_LARGE),
        (png_header(1_000_000_000, 1), TOO_LARGE),
        (b"\xff" * (BYTES_MAX + 1), TOO_HEAVY),
    ],
)
def test_what_is_no_photo_is_said_in_words(content: bytes, sentence: str) -> None:
    with pytest.raises(Invalid) as refused:
        make_safe(content)
    assert (refused.value.message, refused.value.field) == (sentence, "photo")
