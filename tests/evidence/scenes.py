"""Made-up photos of cars in a yard: the same wall, another car or another hand each time.

Only for measuring near images: a yard gives the same background to every photo, the hand that
holds the phone moves a little, and the sensor has grain.
"""

import io
from collections.abc import Iterator
from random import Random

from PIL import Image, ImageDraw, ImageEnhance, ImageFilter

WIDTH, HEIGHT = 1280, 960
PARTS = ("front", "rear", "left", "right")
# Half of a city's fleet is white, silver or black.
COLOURS = ((235, 235, 235), (30, 30, 32), (150, 152, 155))
_ROOM = 200
_GROUND = (110, 108, 104)
Colour = tuple[int, int, int]


def yard(rng: Random) -> Image.Image:
    """Sky, houses with windows, and a marked floor; larger than a photo, for the hand to move."""
    image = Image.new("RGB", (WIDTH + _ROOM, HEIGHT + _ROOM))
    draw, sky = ImageDraw.Draw(image), rng.randint(150, 230)
    for y in range(520):
        draw.line(
            [(0, y), (WIDTH + _ROOM, y)], fill=(sky - y // 10, sky - y // 12, min(255, sky + 20))
        )
    draw.rectangle([0, 520, WIDTH + _ROOM, HEIGHT + _ROOM], fill=_GROUND)
    x = 0
    while x < WIDTH + _ROOM:
        wide, high = rng.randint(60, 260), rng.randint(80, 330)
        wall = (rng.randint(60, 210), rng.randint(60, 210), rng.randint(60, 210))
        draw.rectangle([x, 520 - high, x + wide, 520], fill=wall)
        for _ in range(rng.randint(0, 5)):
            at = (x + rng.randint(5, max(6, wide - 30)), 520 - high + rng.randint(5, high - 30))
            draw.rectangle([*at, at[0] + 22, at[1] + 26], fill=(40, 50, 60))
        x += wide
    for i in range(6):
        draw.line([(i * 260, HEIGHT + _ROOM), (500 + i * 80, 520)], fill=(200, 200, 190), width=6)
    return image


def shot(place: Image.Image, rng: Random, colour: Colour, part: str) -> Image.Image:
    """One photo of one side of a car, as a person standing there takes it."""
    image = place.copy()
    across = 360 if part in ("front", "rear") else 260
    at = (across + rng.randint(-60, 60), 470 + rng.randint(-40, 40))
    _car(ImageDraw.Draw(image), rng, colour, part, at, rng.uniform(0.9, 1.15))
    x, y, zoom = 100 + rng.randint(-40, 40), 100 + rng.randint(-40, 40), rng.uniform(0.94, 1.06)
    image = image.rotate(rng.uniform(-2, 2), Image.Resampling.BILINEAR, fillcolor=_GROUND)
    image = image.crop((x, y, x + int(WIDTH * zoom), y + int(HEIGHT * zoom)))
    image = ImageEnhance.Brightness(image.resize((WIDTH, HEIGHT))).enhance(rng.uniform(0.85, 1.15))
    return Image.blend(image, Image.effect_noise((WIDTH, HEIGHT), 14).convert("RGB"), 0.12)


def copies(image: Image.Image) -> Iterator[tuple[str, Image.Image]]:
    """The same photo as somebody hands it in again."""
    yield "jpeg 30", _again(image, 30)
    yield "half", image.resize((image.width // 2, image.height // 2))
    yield "third, jpeg 50", _again(image.resize((image.width // 3, image.height // 3)), 50)
    yield "darker", ImageEnhance.Brightness(image).enhance(0.7)
    yield "contrast", ImageEnhance.Contrast(image).enhance(1.3)
    yield "blurred", image.filter(ImageFilter.GaussianBlur(3))
    yield "grey", image.convert("L").convert("RGB")
    yield "crop 1 %", _cut(image, 0.01)
    stamped = image.copy()
    wide, high = image.width // 3, image.height // 12
    ImageDraw.Draw(stamped).rectangle([20, 20, wide, high], fill="white")
    yield "stamped", stamped


def jpeg(image: Image.Image, quality: int = 80, **more: object) -> bytes:
    """As the phone keeps it."""
    buffer = io.BytesIO()
    image.save(buffer, "JPEG", quality=quality, **more)
    return buffer.getvalue()


def _again(image: Image.Image, quality: int) -> Image.Image:
    return Image.open(io.BytesIO(jpeg(image, quality))).convert("RGB")


def _cut(image: Image.Image, part: float) -> Image.Image:
    x, y = round(image.width * part), round(image.height * part)
    return image.crop((x, y, image.width - x, image.height - y)).resize(image.size)


def _car(
    draw: ImageDraw.ImageDraw,
    rng: Random,
    colour: Colour,
    part: str,
    at: tuple[int, int],
    scale: float,
) -> None:
    def on(*points: tuple[float, float]) -> list[tuple[float, float]]:
        return [(at[0] + x * scale, at[1] + y * scale) for x, y in points]

    roof = rng.randint(180, 300)
    if part in ("left", "right"):
        draw.rectangle(on((0, 220), (860, 420)), fill=colour)
        draw.polygon(on((150, 220), (roof + 20, 60), (600, 60), (740, 220)), fill=colour)
        draw.polygon(on((190, 215), (roof + 40, 80), (420, 80), (420, 215)), fill=(35, 45, 55))
        draw.polygon(on((440, 80), (590, 80), (690, 215), (440, 215)), fill=(35, 45, 55))
        for x in (90, 620):
            draw.ellipse(on((x, 340), (x + 150, 490)), fill=(20, 20, 20))
        lamp = 0 if part == "left" else 810
        draw.rectangle(on((lamp, 250), (lamp + 50, 290)), fill=(250, 240, 200))
        return
    draw.rectangle(on((0, 180), (600, 420)), fill=colour)
    draw.polygon(on((50, 180), (110, 20), (490, 20), (550, 180)), fill=colour)
    draw.polygon(on((80, 175), (130, 40), (470, 40), (520, 175)), fill=(40, 50, 60))
    lamp_colour = (250, 245, 210) if part == "front" else (190, 20, 20)
    draw.rectangle(on((20, 220), (130, 280)), fill=lamp_colour)
    draw.rectangle(on((470, 220), (580, 280)), fill=lamp_colour)
    draw.rectangle(on((210, 330), (390, 390)), fill=(240, 240, 240))
    for i in range(7):
        draw.rectangle(
            on((222 + i * 23, 345), (228 + i * 23 + rng.randint(0, 10), 375)), fill=(20, 20, 20)
        )
