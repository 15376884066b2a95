"""Pictures for tests, made on the spot: sound ones, and the ones people really send."""

import io
import struct
import zlib

from PIL import Image

CORNERS = ("red", "lime", "blue", "white")  # of `lying`, upright: from the top left, by rows
# Exif 2.32, tag 274: which visual side the first row and the first column of the file are.
_SIDES = {
    1: ("top", "left"), 2: ("top", "right"), 3: ("bottom", "right"), 4: ("bottom", "left"),
    5: ("left", "top"), 6: ("right", "top"), 7: ("right", "bottom"), 8: ("left", "bottom"),
}  # fmt: skip


def photo(format: str = "JPEG", size: tuple[int, int] = (900, 1200), mode: str = "RGB") -> bytes:
    """A plain picture in the given format."""
    buffer = io.BytesIO()
    Image.new(mode, size, 90 if mode in ("L", "P") else None).save(buffer, format)
    return buffer.getvalue()


def turned_with_place() -> bytes:
    """A JPEG lying on its side (Exif orientation 6), with a place, a comment and a script in it."""
    image = Image.new("RGB", (1200, 600), "red")
    exif = Image.Exif()
    exif[0x0112] = 6
    exif[0x010E] = "<script>alert(1)</script>"
    exif.get_ifd(0x8825)[2] = (19.0, 55.0, 0.0)
    buffer = io.BytesIO()
    image.save(buffer, "JPEG", exif=exif, comment=b"casa do agente")
    return buffer.getvalue()


def png_header(width: int, height: int) -> bytes:
    """A PNG that only claims its size: the whole point is that nothing reads on."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return (
            struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        )

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = zlib.compress(b"\0" * 1000)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def heic() -> bytes:
    """The first bytes of an iPhone's own format."""
    return struct.pack(">I", 24) + b"ftypheic" + b"\0" * 400


def lying(orientation: int) -> bytes:
    """A JPEG whose upright form is 400 × 200 with `CORNERS`, stored as that orientation says."""
    row, column = _SIDES[orientation]
    across, down = (4, 2) if row in ("top", "bottom") else (2, 4)
    stored = Image.new("RGB", (across, down))
    for r in range(down):
        for c in range(across):
            at = {row: r, column: c}
            x = at["left"] if "left" in at else 3 - at["right"]
            y = at["top"] if "top" in at else 1 - at["bottom"]
            stored.putpixel(
                (c, r), Image.new("RGB", (1, 1), CORNERS[x // 2 + 2 * y]).getpixel((0, 0))
            )
    exif = Image.Exif()
    exif[0x0112] = orientation
    buffer = io.BytesIO()
    big = stored.resize((across * 100, down * 100), Image.Resampling.NEAREST)
    big.save(buffer, "JPEG", exif=exif, quality=95)
    return buffer.getvalue()


def street(number: int = 0, size: tuple[int, int] = (640, 480)) -> bytes:
    """A grainy JPEG, some tens of kB, another one for each number."""
    grain = Image.effect_noise(size, 60).convert("RGB")
    grain.putpixel((0, 0), (number % 256, number // 256, 0))
    buffer = io.BytesIO()
    grain.save(buffer, "JPEG", quality=70, comment=f"{number}")
    return buffer.getvalue()


def moving(format: str, frames: int = 12) -> bytes:
    """An animated PNG or WebP."""
    pictures = [Image.new("RGB", (20, 20), (i % 256, 0, 0)) for i in range(frames)]
    buffer = io.BytesIO()
    pictures[0].save(buffer, format, save_all=True, append_images=pictures[1:])
    return buffer.getvalue()


def scan_bomb(scans: int = 2000) -> bytes:
    """A progressive JPEG that asks for the same refinement over and over."""
    buffer = io.BytesIO()
    Image.new("L", (4000, 4000), 128).save(buffer, "JPEG", progressive=True)
    content = buffer.getvalue()
    last = content.rindex(b"\xff\xda")
    return content[:last] + content[last:-2] * scans + content[-2:]
