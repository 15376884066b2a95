"""Values of a frozen record as they are read on paper: instants, days, places, plates. Pure."""

from collections.abc import Iterable, Mapping
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Final

from app.kernel.civil import format_date, format_instant
from app.kernel.money import format_ufm
from app.kernel.plate import Plate

Record = Mapping[str, Any]
Pairs = tuple[tuple[str, str], ...]

MODALITIES: Final = {"taxi": "táxi", "app": "aplicativo", "none": "sem serviço autorizado"}
_PER_DEGREE: Final = 10**7


def filled(*pairs: tuple[str, str]) -> Pairs:
    """Those that say something."""
    return tuple((label, value) for label, value in pairs if value)


def joined(parts: Iterable[str], between: str = ", ") -> str:
    """Parts that are there, one after another."""
    return between.join(part for part in parts if part)


def moment(text: str, zone: str) -> str:
    """'30/11/2026 às 10:05' on the city's clock, from an instant of the record; "" from ""."""
    return format_instant(datetime.fromisoformat(text), zone) if text else ""


def day(text: str) -> str:
    """'30/11/2026' from a civil day of the record; "" from ""."""
    return format_date(date.fromisoformat(text)) if text else ""


def position(found: Record | None) -> str:
    """'-20,138600; -48,700300 (±12 m)': six decimals are a hand's breadth."""
    if not found:
        return ""
    lat, lon = (f"{found[name] / _PER_DEGREE:.6f}".replace(".", ",") for name in ("lat", "lon"))
    return f"{lat}; {lon} (±{found['accuracy_m']} m)"


def plate(text: str) -> str:
    """As the plate shows it."""
    return Plate(text).display() if text else ""


def ufm(text: str) -> str:
    """'1,5 UFM' from decimal text."""
    return format_ufm(Decimal(text)) if text else ""
