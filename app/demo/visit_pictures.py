"""Small photos of a car in the yard: drawn, each with a ground of its own, so that no two look alike."""

import hashlib
import io
import random
from typing import Final

from PIL import Image, ImageDraw, ImageFont

_SIZE: Final = (480, 360)
_GRID: Final = (14, 10)  # patches of light and shade; a difference hash tells them apart
_BLACK, _GLASS, _PLATE = (22, 22, 26), (60, 76, 92), (246, 246, 244)


def yard_photo(seed: str, caption: str, plate: str) -> bytes:
    """A JPEG of 480 × 360 px, always the same for the same words, unlike that of any other seed."""
    dice = random.Random(hashlib.sha256(f"{seed} {caption}".encode()).digest())
    patches = Image.new("RGB", _GRID)
    patches.putdata([_shade(dice) for _ in range(_GRID[0] * _GRID[1])])
    image = patches.resize(_SIZE, Image.Resampling.BICUBIC)
    draw = ImageDraw.Draw(image)
    left, top = dice.randint(60, 130), dice.randint(110, 150)
    body = tuple(dice.randint(60, 220) for _ in range(3))
    draw.rounded_rectangle((left, top + 50, left + 270, top + 140), 26, fill=body)
    draw.polygon([(left + 50, top + 52), (left + 90, top), (left + 185, top), (left + 225, top + 52)], fill=_GLASS)  # fmt: skip
    for middle in (left + 62, left + 208):
        draw.ellipse((middle - 28, top + 108, middle + 28, top + 164), fill=_BLACK)
    draw.rectangle((left + 92, top + 84, left + 182, top + 112), fill=_PLATE)
    draw.text((left + 137, top + 98), plate, fill=_BLACK, font=_font(18), anchor="mm")
    draw.rectangle((0, 330, 480, 360), fill=_BLACK)
    draw.text((8, 336), f"{caption}. Desenho: nada aqui é real", fill=_PLATE, font=_font(15))
    written = io.BytesIO()
    image.save(written, "JPEG", quality=70)
    return written.getvalue()


def _shade(dice: random.Random) -> tuple[int, int, int]:
    light = dice.randint(40, 215)
    return light, min(255, light + dice.randint(0, 25)), max(0, light - dice.randint(0, 25))


def _font(size: int) -> ImageFont.ImageFont | ImageFont.FreeTypeFont:
    return ImageFont.load_default(size)
