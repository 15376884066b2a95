"""When did it happen? The phone's clock, corrected, and what makes it doubtful.

The legal clock runs on the fact, so a doubt is flagged and nothing is dropped (design.md §5).
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

SLACK: Final = timedelta(minutes=2)
LATE: Final = timedelta(days=30)  # a notification within 30 days could no longer be met
YEARS: Final = range(1970, 2200)  # the first is where a phone without a clock begins
_ROUNDING: Final = timedelta(seconds=1)


@dataclass(frozen=True, slots=True)
class Times:
    """What the phone said: its clock, the correction it knew, the result, the last contact."""

    device_time: datetime
    offset_ms: int
    happened_at: datetime
    last_server_time: datetime | None


@dataclass(frozen=True, slots=True)
class Moment:
    """The moment of the fact as the server takes it, and a code of doubt ("future", …) or ""."""

    happened_at: datetime
    flag: str = ""


def corrected(times: Times, received_at: datetime) -> Moment:
    """The phone's clock plus its correction, with the first doubt that applies.

    An absurd correction (beyond our centuries) leaves the phone's own result.
    """
    try:
        moment = times.device_time + timedelta(milliseconds=times.offset_ms)
    except OverflowError:
        return Moment(times.happened_at, "mismatch")
    if moment.year not in YEARS:
        return Moment(times.happened_at, "mismatch")
    return Moment(moment, _doubt(moment, times, received_at))


def _doubt(moment: datetime, times: Times, received_at: datetime) -> str:
    contact = times.last_server_time
    if moment > received_at + SLACK:
        return "future"
    if contact is not None and moment < contact - SLACK:
        return "before_contact"
    if abs(moment - times.happened_at) > _ROUNDING:
        return "mismatch"
    if contact is None:
        return "no_contact"
    return "late" if received_at - moment > LATE else ""
