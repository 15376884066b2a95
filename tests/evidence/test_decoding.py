"""Decoding in a child process: upright copies without metadata, and limits that hold."""

import io
import re
from pathlib import Path

import pytest
from PIL import Image

from app.evidence import decoding
from app.evidence.decoding import Copies, Decoded, Limits, Undecodable, Why, decode
from tests.evidence.pictures import (
    CORNERS,
    heic,
    lying,
    moving,
    photo,
    png_header,
    scan_bomb,
    street,
    turned_with_place,
)

COPIES = Copies(side=1280, thumbnail=320, square=False)
MB = 1024 * 1024


def corners(content: bytes) -> list[tuple[int, ...]]:
    """The four corners, rounded to full and none, from the top left by rows."""
    image = Image.open(io.BytesIO(content))
    x, y = image.width - 4, image.height - 4
    found = [image.getpixel(at) for at in ((3, 3), (x, 3), (3, y), (x, y))]
    return [tuple(255 * (v > 127) for v in pixel) for pixel in found]  # type: ignore[union-attr]


def refused(content: bytes, limits: Limits = decoding.LIMITS) -> Why:
    with pytest.raises(Undecodable) as error:
        decode(content, COPIES, limits)
    return error.value.why


def memory(name: str) -> int:
    """VmRSS or VmHWM of this process, in bytes."""
    said = re.search(rf"{name}:\s+(\d+)", Path("/proc/self/status").read_text(encoding="ascii"))
    assert said
    return int(said[1]) * 1024


@pytest.mark.parametrize("orientation", range(1, 9))
def test_each_orientation_stands_up(orientation: int) -> None:
    made = decode(lying(orientation), COPIES)
    wanted = [Image.new("RGB", (1, 1), name).getpixel((0, 0)) for name in CORNERS]
    assert (corners(made.shown), corners(made.thumbnail)) == (wanted, wanted)
    assert made.orientation == orientation


def test_the_original_is_described_as_it_lies() -> None:
    made = decode(lying(6), COPIES)
    assert (made.format, made.width, made.height) == ("JPEG", 200, 400)


def test_both_copies_keep_the_shape() -> None:
    made = decode(photo(size=(2000, 1000)), COPIES)
    sizes = [Image.open(io.BytesIO(copy)).size for copy in (made.shown, made.thumbnail)]
    assert sizes == [(1280, 640), (320, 160)]


def test_no_metadata_is_left() -> None:
    made = decode(turned_with_place(), COPIES)
    for copy in (made.shown, made.thumbnail):
        assert not Image.open(io.BytesIO(copy)).getexif() and b"casa do agente" not in copy


def test_a_broken_exif_block_does_not_cost_the_picture() -> None:
    content = lying(6).replace(b"Exif\0\0", b"Exif\0\0\xff\xff\xff", 1)
    assert isinstance(decode(content, COPIES), Decoded)


UNSHOWABLE = {
    "0 bytes": (b"", Why.EMPTY),
    "over 8 MB": (b"\xff" * (8 * MB + 1), Why.HEAVY),
    "HEIC": (heic(), Why.HEIC),
    "SVG": (b"<svg xmlns='http://www.w3.org/2000/svg'/>", Why.UNKNOWN),
    "PNG 9000²": (photo("PNG", (9000, 9000), "1"), Why.LARGE),
    "PNG 30000²": (png_header(30_000, 30_000), Why.LARGE),
    "PNG 10⁹ × 1": (png_header(1_000_000_000, 1), Why.LARGE),
    "JPEG 48 MP": (photo("JPEG", (8000, 6000), "L"), Why.LARGE),
    "moving PNG": (moving("PNG", 300), Why.MOVING),
    "moving WebP": (moving("WEBP"), Why.MOVING),
    "JPEG cut short": (street()[:-3000], Why.BROKEN),
    "PNG cut short": (photo("PNG")[:300], Why.BROKEN),
    "WebP 24 MP with alpha": (photo("WEBP", (6000, 4000), "RGBA"), Why.MEMORY),
}


@pytest.mark.parametrize("name", UNSHOWABLE)
def test_what_cannot_be_shown_says_why(name: str) -> None:
    content, why = UNSHOWABLE[name]
    assert refused(content) is why


@pytest.mark.parametrize("format", ["PNG", "WEBP"])
def test_a_png_or_webp_inside_jpg_is_shown(format: str) -> None:
    assert decode(photo(format), COPIES).format == format


def test_endless_work_is_stopped_by_the_processor_clock() -> None:
    assert refused(scan_bomb(), Limits(seconds=1)) is Why.TIME


def test_a_machine_without_time_is_not_the_photos_fault() -> None:
    with pytest.raises(OSError, match="no time"):
        decode(scan_bomb(), COPIES, Limits(wall=0.2))


def test_a_third_picture_at_once_waits_a_little_and_comes_again() -> None:
    with decoding._AT_ONCE, decoding._AT_ONCE, pytest.raises(OSError, match="busy"):
        decode(photo(), COPIES, Limits(patience=0.05))
    assert decode(photo(), COPIES).format == "JPEG"


def test_a_decoder_that_cannot_start_is_not_the_photos_fault(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(decoding, "_CHILD", Path("/nowhere/decode_child.py"))
    with pytest.raises(OSError, match="ended with"):
        decode(photo(), COPIES)


def test_the_child_sees_no_secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    child = tmp_path / "child.py"
    child.write_text("import os, sys; sys.exit(3 if os.environ.get('CONFERE_SECRET_KEY') else 4)")
    monkeypatch.setenv("CONFERE_SECRET_KEY", "x")
    monkeypatch.setattr(decoding, "_CHILD", child)
    with pytest.raises(OSError, match="ended with 4"):
        decode(photo(), COPIES)


def test_24_megapixels_fit_the_child() -> None:
    made = decode(photo("PNG", (6000, 4000), "RGBA"), COPIES)
    assert (made.width, made.height) == (6000, 4000) and made.peak_kb * 1024 < 400 * MB


def test_bombs_do_not_grow_the_server() -> None:
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")  # the peak starts here
    before = memory("VmRSS")
    for name in ("PNG 9000²", "PNG 30000²", "moving PNG", "WebP 24 MP with alpha"):
        content, why = UNSHOWABLE[name]
        assert refused(content) is why
    assert memory("VmHWM") - before < 50 * MB
