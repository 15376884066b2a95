"""When was a record written? Bounds from the sealed beacon and the receipt, and what is doubtful. Pure.

Doubts are flagged for the chief, never refused: the legal clock runs on the fact (PLA art. 49 §2).
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from app.kernel.phone_clock import SLACK, YEARS

_ROUNDING: Final = timedelta(seconds=1)

CLOCK_FLAGS: Final = {
    "beacon": "O registro traz um selo de contato que não é deste agente e aparelho.",
    "future": "O telefone marcava uma hora que ainda não chegou.",
    "before_contact": "O telefone marcava uma hora anterior ao último contato com o servidor.",
    "mismatch": "A hora da lavratura não bate com a hora do telefone e a correção conhecida.",
    "fact_after": "A hora do fato é posterior à da lavratura.",
    "no_contact": "O telefone nunca tinha acertado a hora com o servidor.",
}


@dataclass(frozen=True, slots=True)
class Written:
    """What the phone said of its times. `beacon`: the sealed instant, None without a good one."""

    happened_at: datetime
    written_at: datetime
    device_time: datetime
    offset_ms: int
    beacon: datetime | None
    beacon_forged: bool = False


def clock_flag(times: Written, received_at: datetime) -> str:
    """The first doubt that applies, a key of CLOCK_FLAGS, or "".

    Without a doubt: beacon − 2 min ≤ the phone's corrected clock ≤ receipt + 2 min, and the
    hour of writing is that clock.
    """
    if times.beacon_forged:
        return "beacon"
    moment = _corrected(times)
    if moment is None:
        return "mismatch"
    if moment > received_at + SLACK or times.happened_at > received_at + SLACK:
        return "future"
    if times.beacon is not None and moment < times.beacon - SLACK:
        return "before_contact"
    if abs(moment - times.written_at) > _ROUNDING:
        return "mismatch"
    if times.happened_at > times.written_at + SLACK:
        return "fact_after"
    return "" if times.beacon is not None else "no_contact"


def _corrected(times: Written) -> datetime | None:
    """None for a correction beyond our centuries."""
    try:
        moment = times.device_time + timedelta(milliseconds=times.offset_ms)
    except OverflowError:
        return None
    return moment if moment.year in YEARS else None
