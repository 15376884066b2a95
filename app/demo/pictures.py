"""Small photos of nothing real: a drawn car, its plate or a tyre, as an agent would take them."""

import io
from typing import Final

from PIL import Image, ImageDraw, ImageFont

_SIZE: Final = (960, 720)
_SKY, _ROAD, _BODY, _GLASS = (176, 199, 214), (92, 94, 97), (214, 214, 208), (58, 74, 88)
_BLUE, _BLACK, _WHITE, _GREY = (28, 63, 148), (24, 24, 26), (248, 248, 246), (140, 142, 146)
_NOTE: Final = "Desenho da demonstração: nada aqui é real"


def photo(caption: str, plate: str) -> bytes:
    """A JPEG of 960 × 720 drawn from its caption ("Pneu …", "Placa …", or the whole car)."""
    image = Image.new("RGB", _SIZE, _SKY)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 430, 960, 720), fill=_ROAD)
    scene = {"Pneu": _tyre, "Placa": _rear}.get(caption.split()[0], _car)
    scene(draw, plate)
    draw.rectangle((0, 672, 960, 720), fill=_BLACK)
    draw.text((16, 680), f"{caption}. {_NOTE}", fill=_WHITE, font=_font(26))
    written = io.BytesIO()
    image.save(written, "JPEG", quality=82)
    return written.getvalue()


def _car(draw: ImageDraw.ImageDraw, plate: str) -> None:
    draw.polygon([(250, 330), (350, 190), (640, 190), (740, 330)], fill=_BODY)
    draw.polygon([(290, 325), (365, 210), (485, 210), (485, 325)], fill=_GLASS)
    draw.polygon([(505, 325), (505, 210), (625, 210), (700, 325)], fill=_GLASS)
    draw.rounded_rectangle((130, 325, 850, 500), 40, fill=_BODY)
    for middle in (290, 690):
        draw.ellipse((middle - 75, 425, middle + 75, 575), fill=_BLACK)
        draw.ellipse((middle - 38, 462, middle + 38, 538), fill=_GREY)
    _plate(draw, (400, 430), 160, plate)


def _rear(draw: ImageDraw.ImageDraw, plate: str) -> None:
    draw.rounded_rectangle((90, 120, 870, 640), 60, fill=_BODY)
    draw.rounded_rectangle((190, 150, 770, 300), 40, fill=_GLASS)
    for left in (120, 720):
        draw.rounded_rectangle((left, 320, left + 120, 390), 16, fill=(170, 32, 38))
    _plate(draw, (260, 430), 440, plate)


def _tyre(draw: ImageDraw.ImageDraw, plate: str) -> None:
    draw.rectangle((0, 0, 960, 190), fill=_BODY)
    draw.ellipse((210, 60, 770, 620), fill=_BLACK)
    draw.ellipse((340, 190, 640, 490), fill=_GREY)
    for turn in range(0, 360, 30):  # what is left of the tread, on one side only
        draw.arc((224, 74, 756, 606), turn, turn + (16 if turn < 180 else 4), _GREY, 10)


def _plate(draw: ImageDraw.ImageDraw, at: tuple[int, int], width: int, plate: str) -> None:
    (x, y), height = at, width * 2 // 5
    draw.rounded_rectangle((x, y, x + width, y + height), 8, fill=_WHITE, outline=_BLACK, width=3)
    draw.rectangle((x + 4, y + 4, x + width - 4, y + height // 4), fill=_BLUE)
    middle = (x + width // 2, y + height * 5 // 8)
    draw.text(middle, plate, fill=_BLACK, font=_font(width // 5), anchor="mm")


def _font(size: int) -> ImageFont.ImageFont | ImageFont.FreeTypeFont:
    return ImageFont.load_default(size)
