"""The shape of the demo's yard: visits on the inspectors' phones, calls and bookings. Pure.

`at` is in days from loading (before it); a visit falls on the working day at or before it.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class DemoVisit:
    """One visit. `car` is a scenario's key; `title` says what it shows ("": only history).

    `guide`: "confirmed" by the office beforehand or only "typed" in the yard, where one is asked.
    `twin`: the visit whose photos it shows again. `pasted`: days later at which the inspector
    pastes the new seal (-1: never).
    """

    key: str
    car: str
    at: int
    occasion: str = "first"
    title: str = ""
    failed: tuple[str, ...] = ()
    pending: tuple[str, str] = ("", "")  # key of the item that waits, and what is asked for
    previous: str = ""  # key of the visit before
    by: str = "hugo"
    guide: str = "confirmed"
    photos: bool = False  # real pictures, all arrived
    twin: str = ""
    pasted: int = -1
    booking: str = ""
    minute: int = 0  # of the city's clock; 0: the next free one of the afternoon


@dataclass(frozen=True)
class DemoCall:
    """A car called to the yard, and whom the call reached: `due` in days from loading."""

    key: str
    car: str
    reasons: str
    at: int
    due: int


@dataclass(frozen=True)
class DemoBooking:
    """A booking made by `by` on the day `made`. What became of it: booked, arrived, missed or done."""

    key: str
    car: str
    occasion: str
    at: int
    minute: int
    by: str = "bruno"
    made: int = -12
    state: str = "booked"


@dataclass(frozen=True)
class YardData:
    """The town's place of inspection."""

    name: str
    address: str
    latitude: float
    longitude: float
    busy: tuple[str, ...]  # cars of the agenda of the day of loading, by hour
    visits: tuple[DemoVisit, ...]
    calls: tuple[DemoCall, ...]
    bookings: tuple[DemoBooking, ...]
