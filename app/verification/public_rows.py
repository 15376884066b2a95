"""What fills a code's page: the car, and rows of label and value, escaped."""

from collections.abc import Mapping
from functools import lru_cache

from app.kernel.civil import civil_time
from app.permits.token import SealPayload
from app.verification.public_code import AUTHORISED
from app.verification.public_page import Kind, safe
from app.verification.public_store import Card, PublicCity
from app.verification.public_texts import Language, catalogue


def car_values(city: PublicCity, card: Card, payload: SealPayload, t: Language) -> dict[str, str]:
    """The holes about the car and, of a live code, its time on the city's clock ("" else)."""
    plate, start = payload.plate, payload.window_start
    return {
        "service": _service(card.modality, city.name, city.uf, t.id),
        "plate": plate.display(),
        "shape": "new" if plate.is_mercosul else "old",
        "car": f"{safe(card.make_model)}, {_colour(card.colour, t.id)}",
        "time": f"{civil_time(start, city.time_zone):%H:%M}" if start else "",
    }


def rows_of(
    kind: Kind, card: Card, payload: SealPayload, rows: Mapping[str, str], t: Language
) -> str:
    """The rows; dates only where the car may work, for elsewhere they would tell the reason."""
    good, html = kind in AUTHORISED, ""
    if card.operator:
        html += rows["rank" if card.modality == "taxi" else "platform"] % safe(card.operator)
    if card.permit_number and good and card.valid_until:
        html += rows["permit_until"] % (safe(card.permit_number), t.date(card.valid_until))
    elif card.permit_number:
        html += rows["permit"] % safe(card.permit_number)
    if good and card.inspection_until:
        html += rows["inspection"] % t.date(card.inspection_until)
    if good or kind is Kind.EXPIRED:
        name = "seal_until" if good else "seal_ended"
        return html + rows[name] % (payload.index, t.date(payload.expiry.isoformat()))
    return html + rows["seal"] % payload.index


@lru_cache(maxsize=256)
def _service(modality: str, city: str, uf: str, language: str) -> str:
    words = catalogue()[language].tables["value"]
    return safe(f"{words.get(modality, modality)} · {city}/{uf}")


@lru_cache(maxsize=512)
def _colour(written: str, language: str) -> str:
    return safe(catalogue()[language].colour(written))
