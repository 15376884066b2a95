"""The QR of a paper: densest alphabet, smallest symbol, level M, and it reads back."""

import re

import pytest
import zxingcpp
from PIL import Image

from app.evidence import record_qr

SHA = "ab" * 32
LONGEST = "https://" + "a" * 27
ADDRESSES = [
    record_qr.public_address(url, "a", SHA)
    for url in ("https://confere.test", LONGEST, "http://192.168.100.200:8000")
]


def test_the_address_is_upper_case_with_all_of_the_hash() -> None:
    assert re.fullmatch(r"HTTPS://CONFERE\.TEST/A/[A-Z2-7]{52}", ADDRESSES[0])


@pytest.mark.parametrize("address", ADDRESSES)
def test_version_four_is_enough_for_every_host(address: str) -> None:
    assert {len(record_qr.matrix(address)), *map(len, record_qr.matrix(address))} == {33}


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_reader_reads_the_same_text_at_level_m(address: str) -> None:
    modules = record_qr.matrix(address)
    side = len(modules) + 8
    image = Image.new("L", (side * 4, side * 4), 255)
    for x, y, n in re.findall(r"M(\d+) (\d+)h(\d+)v1", record_qr.svg(address)):
        box = (int(x) * 4, int(y) * 4, (int(x) + int(n)) * 4, int(y) * 4 + 4)
        image.paste(0, box)
    (found,) = zxingcpp.read_barcodes(image)
    assert (found.text, found.ec_level) == (address, "M")


def test_lower_case_would_need_bytes_and_is_refused() -> None:
    with pytest.raises(ValueError, match="alphanumeric"):
        record_qr.matrix("https://confere.test/a/abc")


def test_a_monstrous_address_is_refused() -> None:
    with pytest.raises(ValueError, match="too long"):
        record_qr.matrix("HTTPS://" + "A" * 400)
