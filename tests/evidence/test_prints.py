"""Near images: what the difference hash finds again, and what it keeps apart.

Measured on made-up scenes (tests/evidence/scenes.py: one wall behind every car, white, silver or
black cars, a hand that moves 3 %, sensor grain), 128 bits for the search and 512 to decide:

| pair | 128 bits, median / most | 512 bits, median / most |
|---|---|---|
| JPEG 30 … 60, a third of the size, blur, grey, a stamp | 2 / 6 | 15 / 37 |
| 30 % darker or brighter | 3 / 11 | 22 / 52 |
| cropped by 1 % each side | 3 / 9 | 32 / 44 |
| cropped by 2 %, turned by 1° | 8 / 14 | 57 / 78 |
| another car, same yard, same side (1,320 pairs) | 38, least 5 | 189, least 62 |
| the same car on another day (240 pairs) | 32, least 10 | 182, least 75 |

128 bits alone do not do: at 13 of 128, 15 of 1,584 pairs of honest photos would be called the
same, and a city has thousands of pairs. With 55 of 512 beside it none is, and every copy up to a
crop of 1 % is found. A crop of 2 % or more is mostly missed: the other checks (time, place,
device, the draw) stand beside this one.
"""

from itertools import combinations
from random import Random

import pytest
from PIL import Image

from app.evidence.decoding import Copies, Look, decode
from app.evidence.prints import NEAR, bands, distance, is_same_picture
from tests.evidence import scenes
from tests.evidence.scenes import jpeg

SMALL = Copies(side=320, thumbnail=96, square=False)


def look(image: Image.Image, **more: object) -> Look:
    """As the server sees it: through the child process."""
    return decode(jpeg(image, **more), SMALL).look  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def photographs() -> list[Image.Image]:
    """Six white cars photographed from the front in one yard."""
    rng = Random(11)
    place = scenes.yard(rng)
    return [scenes.shot(place, rng, scenes.COLOURS[0], "front") for _ in range(6)]


def test_every_copy_of_a_photo_is_the_same_picture(photographs: list[Image.Image]) -> None:
    original = look(photographs[0])
    found = {name: is_same_picture(original, look(c)) for name, c in scenes.copies(photographs[0])}
    assert found == dict.fromkeys(found, True)


def test_white_cars_before_one_wall_are_different_pictures(photographs: list[Image.Image]) -> None:
    looks = [look(image) for image in photographs]
    assert not any(is_same_picture(one, other) for one, other in combinations(looks, 2))


def test_a_covered_lens_is_a_copy_of_nothing() -> None:
    dark = [look(Image.effect_noise((640, 480), 12).point(lambda v: v // 8)) for _ in range(2)]
    assert [one.plain for one in dark] == [True, True]
    assert not is_same_picture(*dark)


def test_a_print_is_taken_of_the_upright_picture(photographs: list[Image.Image]) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # lies on its side
    lying = photographs[0].transpose(Image.Transpose.ROTATE_90)
    assert is_same_picture(look(lying, exif=exif), look(photographs[0]))


def test_the_exif_of_a_camera_app_is_noticed(photographs: list[Image.Image]) -> None:
    exif = Image.Exif()
    exif[0x010F] = "Motorola"
    assert look(photographs[0], exif=exif).tagged
    assert not look(photographs[0]).tagged


def test_two_near_prints_share_a_band_but_for_one_bit() -> None:
    rng = Random(3)
    for _ in range(2000):
        one = rng.getrandbits(128)
        other = one
        for bit in rng.sample(range(128), NEAR):
            other ^= 1 << bit
        pair = [f"{print:032x}" for print in (one, other)]
        assert distance(*pair) == NEAR
        assert any(
            (a ^ b).bit_count() <= 1 for a, b in zip(bands(pair[0]), bands(pair[1]), strict=True)
        )
