"""The symbol: version 7, level M, numeric digits, full quiet zone, and it reads back."""

import re
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest

from app.permits import qr
from tests.permits.seals import LIVE, PRINTED, url

URLS = [url(PRINTED), url(LIVE), url(PRINTED, host="a" * 30), url(LIVE, host="a" * 27)]
SHORT = url(PRINTED, host="t.br")


def format_level(modules: qr.Matrix) -> int:
    """The two bits of the error-correction level, read from the symbol (row 8), unmasked."""
    return (modules[8][0] << 1 | modules[8][1]) ^ 0b10


def version_bits(modules: qr.Matrix) -> int:
    """The six version bits of the block above the lower left finder (present from V7 on)."""
    bits = [modules[len(modules) - 11 + i % 3][i // 3] for i in range(18)]
    return sum(bit << i for i, bit in enumerate(bits)) >> 12


@pytest.mark.parametrize("text", [*URLS, SHORT])
def test_version_seven_level_m(text: str) -> None:
    modules = qr.matrix(text)
    assert {len(modules), *map(len, modules)} == {45}
    assert version_bits(modules) == 7
    assert format_level(modules) == 0b00  # M


@pytest.mark.parametrize("text", [url(PRINTED, host="a" * 31), url(LIVE, host="a" * 28)])
def test_a_longer_host_is_refused_not_drawn_denser(text: str) -> None:
    with pytest.raises(ValueError, match="too long"):
        qr.matrix(text)


def test_only_addresses_that_end_in_digits() -> None:
    with pytest.raises(ValueError, match="digits"):
        qr.matrix("https://confere.gov.br/v/abc")


def drawn(text: str) -> set[tuple[int, int]]:
    """Dark modules (x, y) of an SVG, from its path."""
    path = ET.fromstring(text)[1].attrib["d"]
    runs = re.findall(r"M(\d+) (\d+)h(\d+)v1h-\3z", path)
    assert "".join(f"M{x} {y}h{n}v1h-{n}z" for x, y, n in runs) == path
    return {(int(x) + i, int(y)) for x, y, n in runs for i in range(int(n))}


def test_the_drawing_is_the_matrix_inside_four_white_modules() -> None:
    modules = qr.matrix(URLS[0])
    dark = {(x + 4, y + 4) for y, row in enumerate(modules) for x, on in enumerate(row) if on}
    assert drawn(qr.svg(URLS[0])) == dark
    assert {min(x for x, _ in dark), max(x for x, _ in dark)} == {4, 48}


def test_black_on_white_whatever_the_page() -> None:
    root = ET.fromstring(qr.svg(URLS[0]))
    assert root.attrib["viewBox"] == "0 0 53 53"
    assert [path.attrib["fill"] for path in root] == ["#fff", "#000"]
    assert root[0].attrib["d"] == "M0 0h53v53H0z"


def test_no_inline_style_or_script() -> None:
    text = qr.svg(URLS[0], title='"><script>')
    assert "style" not in text
    assert ET.fromstring(text).attrib["aria-label"] == '"><script>'


def test_sizes() -> None:
    assert 'width="53.848mm"' in qr.svg(URLS[0], module_mm=qr.PRINTER_MODULE_MM)
    assert 'width="212" height="212"' in qr.svg(URLS[0], module_px=4)
    with pytest.raises(ValueError, match="one unit"):
        qr.svg(URLS[0], module_mm=1, module_px=4)


@pytest.mark.parametrize("text", [*URLS, SHORT, url(replace(PRINTED, index=7))])
def test_a_reader_reads_the_same_text(text: str) -> None:
    zxingcpp = pytest.importorskip("zxingcpp")
    from PIL import Image

    image = Image.new("L", (53 * 4, 53 * 4), 255)
    for x, y in drawn(qr.svg(text)):
        image.paste(0, (x * 4, y * 4, x * 4 + 4, y * 4 + 4))
    assert [found.text for found in zxingcpp.read_barcodes(image)] == [text]
