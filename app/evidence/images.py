"""Photos from strangers' phones made safe: sizes asked before decoding, everything re-encoded."""

import io
from dataclasses import dataclass
from typing import Final

from PIL import Image, ImageOps, UnidentifiedImageError

from app.kernel.errors import Invalid

BYTES_MAX: Final = 8 * 1024 * 1024
PIXELS_MAX: Final = 24_000_000
SIDE_MAX: Final = 12_000
PHOTO_SIDE: Final = 400
THUMB_SIDE: Final = 96
FORMATS: Final = ("JPEG", "PNG", "WEBP")
_HEIF_BRANDS: Final = frozenset(
    {b"heic", b"heix", b"hevc", b"hevx", b"heim", b"heis", b"mif1", b"msf1", b"avif", b"avis"}
)
# What Pillow raises on damaged files, found by feeding it such files.
_BROKEN: Final = (OSError, SyntaxError, ValueError, EOFError, IndexError, OverflowError)
_BOMBS: Final = (Image.DecompressionBombError, Image.DecompressionBombWarning)

EMPTY = "A foto chegou vazia (0 bytes). Tire ou escolha a foto de novo."
TOO_HEAVY = "A foto passa de 8 MB. Escolha uma menor ou tire outra com menos qualidade."
TOO_LARGE = "A foto é grande demais (até 24 milhões de pontos e 12.000 de lado). Reduza e envie."
HEIC = (
    "Esta foto está em HEIC, o formato próprio do iPhone. Escolha JPEG: em Ajustes, Câmera, "
    "Formatos, marque “Mais Compatível” e tire outra."
)
UNKNOWN = "Este arquivo não é uma foto JPEG, PNG ou WebP. Escolha outra."
BROKEN = "A foto chegou incompleta ou com defeito. Envie de novo."


@dataclass(frozen=True)
class SafePhoto:
    """JPEG bytes made here, with no metadata: at most 400 px, and a square of 96 px."""

    photo: bytes
    thumbnail: bytes
    format: str  # of the original


def make_safe(content: bytes) -> SafePhoto:
    """The copies to keep; Invalid (field "photo") says in Portuguese what is wrong."""
    if not content:
        raise Invalid(EMPTY, field="photo")
    if len(content) > BYTES_MAX:
        raise Invalid(TOO_HEAVY, field="photo")
    if content[4:8] == b"ftyp" and content[8:12].lower() in _HEIF_BRANDS:
        raise Invalid(HEIC, field="photo")
    image = _opened(content)
    try:
        return _copies(image, str(image.format))
    except (*_BROKEN, *_BOMBS):
        raise Invalid(BROKEN, field="photo") from None


def _opened(content: bytes) -> Image.Image:
    """Only the header is read here: nothing is decoded before its size is known."""
    try:
        image = Image.open(io.BytesIO(content), formats=FORMATS)
    except UnidentifiedImageError:
        raise Invalid(UNKNOWN, field="photo") from None
    except _BOMBS:
        raise Invalid(TOO_LARGE, field="photo") from None
    except _BROKEN:
        raise Invalid(BROKEN, field="photo") from None
    width, height = image.size
    if width * height > PIXELS_MAX or max(width, height) > SIDE_MAX:
        raise Invalid(TOO_LARGE, field="photo")
    return image


def _copies(image: Image.Image, format: str) -> SafePhoto:
    # A camera's JPEG is decoded at a fraction of its size; others ignore this.
    image.draft("RGB", (PHOTO_SIDE * 2, PHOTO_SIDE * 2))
    upright = _on_white(ImageOps.exif_transpose(image))
    upright.info.clear()  # Pillow would write a comment back
    thumbnail = ImageOps.fit(upright, (THUMB_SIDE, THUMB_SIDE))
    upright.thumbnail((PHOTO_SIDE, PHOTO_SIDE))
    return SafePhoto(_jpeg(upright), _jpeg(thumbnail), format)


def _on_white(image: Image.Image) -> Image.Image:
    """RGB; what is transparent becomes white instead of black."""
    if not image.has_transparency_data:
        return image.convert("RGB")
    with_alpha = image.convert("RGBA")
    paper = Image.new("RGB", with_alpha.size, "white")
    paper.paste(with_alpha, mask=with_alpha.getchannel("A"))
    return paper


def _jpeg(image: Image.Image) -> bytes:
    buffer = io.BytesIO()
    image.save(buffer, "JPEG", quality=82, optimize=True)
    return buffer.getvalue()
