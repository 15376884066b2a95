"""The permit on paper: one sheet with windscreen seal and card to cut out, one for the dashboard."""

from dataclasses import dataclass
from datetime import date

from app.documents.press import print_pdf
from app.kernel.civil import format_date

CARD_MODULE_MM = 0.8
SEAL_MODULE_MM = 1.0
MODULES = 53  # version 7 with its quiet zone; the drawing given must have this viewBox


@dataclass(frozen=True)
class PermitSheet:
    """Plain values of one permit and its living seal.

    `qr` is an SVG of 53 × 53 modules; `facts` are (label, value) pairs in reading order;
    `watermark` is the training sentence, "" where the permit has legal value.
    """

    city: str  # "Planura/MG"
    authority: str
    host: str
    title: str  # what this city calls a permit
    number: str
    kind: str  # "Táxi"
    plate: str
    car: str  # "Fiat Cronos, prata"
    facts: tuple[tuple[str, str], ...]
    seal_number: int
    valid_until: date
    issued_on: date
    qr: str
    watermark: str


def render_permit(sheet: PermitSheet) -> bytes:
    """The PDF (tagged, archivable, two pages): A4 with the parts to cut out, A5 for the dashboard.

    ValueError for a drawing of other than 53 modules: its size in millimetres would be wrong.
    """
    if f'viewBox="0 0 {MODULES} {MODULES}"' not in sheet.qr:
        raise ValueError(f"the code must be drawn on {MODULES} × {MODULES} modules")
    values = {
        "city": sheet.city,
        "authority": sheet.authority,
        "host": sheet.host,
        "title": sheet.title,
        "number": sheet.number,
        "kind": sheet.kind,
        "plate": sheet.plate,
        "car": sheet.car,
        "facts": [{"label": label, "value": value} for label, value in sheet.facts],
        "seal": str(sheet.seal_number),
        "valid": format_date(sheet.valid_until),
        "issued": format_date(sheet.issued_on),
        "qr": sheet.qr,
        "modules": MODULES,
        "watermark": sheet.watermark,
    }
    return print_pdf("permit", values, issued_on=sheet.issued_on)
