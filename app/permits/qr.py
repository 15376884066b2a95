"""The symbol of a seal: always QR version 7, level M, 45 × 45, black on white with its quiet zone.

The URL is written as two segments (bytes, then digits): as one it would need version 11.
"""

from html import escape
from typing import Final

import qrcode
from qrcode import util
from qrcode.constants import ERROR_CORRECT_M
from qrcode.exceptions import DataOverflowError

VERSION: Final = 7
MODULES: Final = 45
BORDER: Final = 4  # modules; readers need the standard's full quiet zone
SIDE: Final = MODULES + 2 * BORDER
PRINTER_MODULE_MM: Final = 12 * 25.4 / 300  # twelve whole dots at 300 dpi: 1.016 mm
# longest host that still fits, for 191 digits and for the 198 of a live code
HOST_MAX_PRINTED: Final = 30
HOST_MAX_LIVE: Final = 27

Matrix = tuple[tuple[bool, ...], ...]


def matrix(url: str, *, mask: int | None = None) -> Matrix:
    """45 rows of 45 modules, True is dark, without border; ValueError if the URL is too long.

    A given `mask` (0 to 7) spares the search for the best one: 1 ms instead of 15.
    """
    prefix, slash, digits = url.rpartition("/")
    if not (digits.isascii() and digits.isdecimal()):
        raise ValueError("a seal's URL ends in digits")
    symbol = qrcode.QRCode(
        version=VERSION, error_correction=ERROR_CORRECT_M, border=0, mask_pattern=mask
    )
    symbol.add_data(util.QRData((prefix + slash).encode("ascii"), mode=util.MODE_8BIT_BYTE))
    symbol.add_data(util.QRData(digits.encode("ascii"), mode=util.MODE_NUMBER))
    try:
        symbol.make(fit=False)
    except DataOverflowError:
        raise ValueError(f"URL too long for a version {VERSION} symbol: {prefix}") from None
    return tuple(tuple(bool(module) for module in row) for row in symbol.get_matrix())


def svg(
    url: str,
    *,
    module_mm: float | None = None,
    module_px: int | None = None,
    title: str = "",
) -> str:
    """The symbol as one SVG path on a white square, quiet zone included (53 × 53 modules).

    Size by `module_mm` (print: whole printer dots, see PRINTER_MODULE_MM) or `module_px`
    (screen); neither leaves the size to the page. `title` is read aloud by screen readers.
    """
    name = f'role="img" aria-label="{escape(title)}"' if title else 'aria-hidden="true"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}"'
        f'{_size(module_mm, module_px)} shape-rendering="crispEdges" {name}>'
        f'<path fill="#fff" d="M0 0h{SIDE}v{SIDE}H0z"/>'
        f'<path fill="#000" d="{path(matrix(url))}"/></svg>'
    )


def _size(module_mm: float | None, module_px: int | None) -> str:
    if module_mm is not None and module_px is not None:
        raise ValueError("one unit: millimetres or pixels")
    if module_mm is not None:
        side = f"{SIDE * module_mm:.3f}mm"
    elif module_px is not None:
        side = str(SIDE * module_px)
    else:
        return ""
    return f' width="{side}" height="{side}"'


def path(modules: Matrix) -> str:
    """SVG path inside the quiet zone: each horizontal run of dark modules is one rectangle."""
    runs: list[str] = []
    for y, row in enumerate(modules):
        x = 0
        while x < len(row):
            length = next((i for i, dark in enumerate(row[x:]) if not dark), len(row) - x)
            if length:
                runs.append(f"M{x + BORDER} {y + BORDER}h{length}v1h-{length}z")
            x += length or 1
    return "".join(runs)
