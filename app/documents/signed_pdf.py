"""A paper that was signed outside and came back: is it ours, and does it hold a signature?"""

import hashlib
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from pypdf import PdfReader
from pypdf.errors import PyPdfError
from pypdf.generic import ArrayObject, DictionaryObject, IndirectObject, StreamObject

_NOT_PDF: Final = "O arquivo não é um PDF que se possa ler. Envie o PDF assinado."
_CHANGED: Final = (
    "O texto não é o que o sistema gerou. Baixe o documento de novo, assine-o sem imprimir "
    "nem salvar por outro programa, e envie-o."
)
_UNSIGNED: Final = "Não há assinatura digital no arquivo. Assine-o e envie-o de novo."
_OTHER: Final = "A assinatura não é deste arquivo. Assine o documento que o sistema gerou."
_PARTIAL: Final = "A assinatura não cobre o arquivo inteiro: algo foi mudado depois de assinar."
_RANGE: Final = re.compile(rb"/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]")
_HEX: Final = re.compile(rb"<[0-9A-Fa-f\s]+>")
# What a signing program writes beside the page: where the field stands, and links back to the tree.
_BESIDE: Final = frozenset({"/Annots", "/Parent", "/StructParents", "/Tabs"})
_DIGESTS: Final = ("sha256", "sha384", "sha512")
_DEPTH: Final = 40  # nesting of a page of ours is far below


@dataclass(frozen=True)
class SignedCheck:
    """`reason` "" and `ok`: the returned file may be kept; else why not, in Portuguese."""

    ok: bool
    reason: str
    signatures: int = 0


def check_signed(original: bytes, returned: bytes) -> SignedCheck:
    """Whether `returned` is `original` with a digital signature (PAdES) added after its last byte.

    Checked: it begins with the exact bytes of the original; its pages draw the same, so that no
    content added later changes the text; what was added holds a signature whose ByteRange reaches
    to the end of the file and leaves out only the signature, which names the digest of those bytes.

    NOT checked: the mathematics of the signature, who signed, the chain of certificates, whether
    it was revoked, the time stamp, and what a stamp of the signer draws (it may lie over the text).
    Whoever imports the act looks at it in the validator of ICP-Brasil or of gov.br and says so.
    """
    if not returned.startswith(original):
        changed = returned.lstrip().startswith(b"%PDF-")
        return SignedCheck(False, _CHANGED if changed else _NOT_PDF)
    ranges = list(_ranges(returned, len(original)))
    if not ranges:
        return SignedCheck(False, _UNSIGNED)
    whole = [each for each in ranges if each[1] + each[2] == len(returned)]
    if not whole:
        return SignedCheck(False, _PARTIAL)
    if not any(_names_digest(returned, *each) for each in whole):
        return SignedCheck(False, _OTHER)
    try:
        same = _drawn(original) == _drawn(returned)
    except (PyPdfError, ValueError, KeyError, TypeError, RecursionError):
        return SignedCheck(False, _NOT_PDF)
    return SignedCheck(same, "" if same else _CHANGED, len(ranges))


def _ranges(pdf: bytes, first: int) -> Iterator[tuple[int, int, int]]:
    """Of each signature added after `first`: where it begins and ends, and the length after it."""
    for found in _RANGE.finditer(pdf, first):
        zero, until, start, length = map(int, found.groups())
        left_out = pdf[until:start]
        if zero == 0 and first <= until < start <= len(pdf) and _HEX.fullmatch(left_out):
            yield until, start, length


def _names_digest(pdf: bytes, until: int, start: int, length: int) -> bool:
    """Whether the signature (CMS) holds the digest of the bytes around it, as PAdES demands."""
    try:
        cms = bytes.fromhex(pdf[until + 1 : start - 1].decode("ascii"))
    except ValueError:
        return False
    covered = pdf[:until] + pdf[start : start + length]
    return any(hashlib.new(name, covered).digest() in cms for name in _DIGESTS)


def _drawn(pdf: bytes) -> list[Any]:
    """What each page draws, as plain values: two files with equal ones look the same, stamps aside."""
    reader = PdfReader(io.BytesIO(pdf), strict=False)
    return [_plain(page, 0) for page in reader.pages]


def _plain(value: Any, depth: int) -> Any:
    if depth > _DEPTH:
        raise ValueError("a page is nested too deep")
    if isinstance(value, IndirectObject):
        return _plain(value.get_object(), depth)
    if isinstance(value, DictionaryObject):
        pairs = {
            str(key): _plain(value.raw_get(key), depth + 1)
            for key in sorted(value)
            if key not in _BESIDE
        }
        return (pairs, value.get_data()) if isinstance(value, StreamObject) else pairs
    if isinstance(value, ArrayObject):
        return [_plain(value[place], depth + 1) for place in range(len(value))]
    return str(value)
