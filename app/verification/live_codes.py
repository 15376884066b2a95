"""Live and static codes of the driver's phone: which windows, their tokens, their symbols.

Pure: the key and the moment are arguments. A window is two minutes (qr-token.md §3).
"""

import base64
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from app.kernel.plate import Plate
from app.permits import qr
from app.permits.keys import Signer
from app.permits.models import Seal
from app.permits.token import (
    WINDOW,
    WINDOW_EPOCH,
    SealCategory,
    SealPayload,
    SealType,
    encode,
)

WINDOWS: Final = 120  # four hours
CATEGORIES: Final = {"taxi": SealCategory.TAXI, "app": SealCategory.APP}
# Signed digits look random under any mask, so one is as good as the best: 120 symbols in 0.15 s.
_MASK: Final = 3


@dataclass(frozen=True, slots=True)
class LiveWindow:
    """A code good from `start` (UTC) for two minutes, one window of grace on each side."""

    start: datetime
    digits: str


def window_starts(now: datetime, count: int = WINDOWS) -> Iterator[datetime]:
    """Starts of the window that holds `now` and of those after it."""
    first = now - (now - WINDOW_EPOCH) % WINDOW
    return (first + n * WINDOW for n in range(count))


@dataclass(frozen=True, slots=True)
class CodeMaker:
    """Signs the phone's codes of one seal. Whoever calls has checked that the seal may be shown."""

    seal: Seal
    modality: str
    ibge: str
    training: bool

    def static(self, signer: Signer) -> str:
        """Digits of the code without live proof: the printed seal's index, type 2."""
        return encode(self._payload(SealType.PHONE, signer.kid, None), signer.private)

    def live(self, signer: Signer, start: datetime) -> LiveWindow:
        """The code of one window, type 3."""
        payload = self._payload(SealType.LIVE, signer.kid, start)
        return LiveWindow(start, encode(payload, signer.private))

    def _payload(self, type: SealType, kid: int, start: datetime | None) -> SealPayload:
        return SealPayload(
            type=type,
            kid=kid,
            municipality=int(self.ibge),
            category=CATEGORIES[self.modality],
            index=self.seal.number,
            plate=Plate(self.seal.plate),
            expiry=self.seal.expires_on,
            test=self.training,
            window_start=start,
        )


def symbol(url: str) -> str:
    """45 × 45 modules, row by row, one bit each (1 is dark, first module highest), base64."""
    bits = "".join("1" if dark else "0" for row in qr.matrix(url, mask=_MASK) for dark in row)
    size = -(-len(bits) // 8)
    packed = int(bits.ljust(8 * size, "0"), 2).to_bytes(size, "big")
    return base64.b64encode(packed).decode("ascii")
