"""A driver's photo made safe, and the words for what cannot be: all decoding is the child's."""

from dataclasses import dataclass
from typing import Final

from app.evidence.decoding import BYTES_MAX, Copies, Undecodable, Why, decode
from app.kernel.errors import Invalid

__all__ = ["BYTES_MAX", "SafePhoto", "make_safe"]

PHOTO: Final = Copies(side=400, thumbnail=96, square=True)

EMPTY = "A foto chegou vazia (0 bytes). Tire ou escolha a foto de novo."
TOO_HEAVY = "A foto passa de 8 MB. Escolha uma menor ou tire outra com menos qualidade."
TOO_LARGE = "A foto é grande demais (até 24 milhões de pontos e 12.000 de lado). Reduza e envie."
HEIC = (
    "Esta foto está em HEIC, o formato próprio do iPhone. Escolha JPEG: em Ajustes, Câmera, "
    "Formatos, marque “Mais Compatível” e tire outra."
)
UNKNOWN = "Este arquivo não é uma foto JPEG, PNG ou WebP. Escolha outra."
MOVING = "Este arquivo é uma animação. Envie uma foto parada, em JPEG."
BROKEN = "A foto chegou incompleta ou com defeito. Envie de novo."
HARD = "A foto é pesada demais para abrir. Reduza ou tire outra com menos qualidade."
BUSY = "O sistema está ocupado e não abriu a foto. Espere um minuto e envie de novo."

_ADVICE: Final = {
    Why.EMPTY: EMPTY,
    Why.HEAVY: TOO_HEAVY,
    Why.HEIC: HEIC,
    Why.UNKNOWN: UNKNOWN,
    Why.LARGE: TOO_LARGE,
    Why.MOVING: MOVING,
    Why.BROKEN: BROKEN,
    Why.MEMORY: HARD,
    Why.TIME: HARD,
}


@dataclass(frozen=True)
class SafePhoto:
    """JPEG bytes made here, with no metadata: at most 400 px, and a square of 96 px."""

    photo: bytes
    thumbnail: bytes
    format: str  # of the original


def make_safe(content: bytes) -> SafePhoto:
    """The copies to keep; Invalid (field "photo") says in Portuguese what is wrong."""
    try:
        made = decode(content, PHOTO)
    except Undecodable as error:
        raise Invalid(_ADVICE[error.why], field="photo") from None
    except OSError:
        raise Invalid(BUSY, field="photo") from None
    return SafePhoto(made.shown, made.thumbnail, made.format)
