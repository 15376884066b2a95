"""Pictures for tests, made on the spot: sound ones, and the ones people really send."""

import io
import struct
import zlib

from PIL import Image


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
