"""The QR of a paper: the public address of its frozen record, in the densest alphabet (level M)."""

from typing import Final

import qrcode
from qrcode import util
from qrcode.constants import ERROR_CORRECT_M

from app.documents.frozen import Proof
from app.kernel.content_code import content_code, readable_code
from app.permits.qr import BORDER, Matrix, path

VERSION_MAX: Final = 7  # what printed seals use; a longer address would be hard to read


def public_address(public_url: str, door: str, sha256: str) -> str:
    """`HTTPS://<HOST>/A/<52 characters>`: upper case, so that it takes 5.5 bits a character.

    `door` is the letter of the page that answers: "a" for notices, "l" for reports of inspections.
    """
    return f"{public_url}/{door}/{content_code(sha256)}".upper()


def proof_of(public_url: str, door: str, sha256: str, facts: tuple[tuple[str, str], ...]) -> Proof:
    """What the foot of the paper shows: symbol, address to type, readable code; `facts` with a value."""
    return Proof(
        qr=svg(public_address(public_url, door, sha256)),
        address=f"{public_url.split('://', 1)[1]}/{door}/",
        code=readable_code(sha256),
        facts=tuple(pair for pair in facts if pair[1]),
    )


def matrix(address: str) -> Matrix:
    """Rows of modules, True is dark, without border; ValueError for lower case or too long."""
    if set(address.encode()) - set(util.ALPHA_NUM):
        raise ValueError("the address must be written in QR's alphanumeric characters")
    symbol = qrcode.QRCode(error_correction=ERROR_CORRECT_M, border=0)
    symbol.add_data(util.QRData(address.encode("ascii"), mode=util.MODE_ALPHA_NUM))
    symbol.make(fit=True)
    if (symbol.version or 0) > VERSION_MAX:
        raise ValueError(f"address too long: {address}")
    return tuple(tuple(bool(module) for module in row) for row in symbol.get_matrix())


def svg(address: str) -> str:
    """The symbol with its quiet zone as one SVG path on white; the page gives it its size."""
    modules = matrix(address)
    side = len(modules) + 2 * BORDER
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" '
        f'shape-rendering="crispEdges"><path fill="#fff" d="M0 0h{side}v{side}H0z"/>'
        f'<path fill="#000" d="{path(modules)}"/></svg>'
    )
