"""Hours, open slots, seats and waiting of a place of inspection. Pure: minutes of the city's clock."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum

from app.kernel.civil import civil_time, zone
from app.kernel.errors import Invalid

DAY_MINUTES = 24 * 60
_CLOCK = re.compile(r"([01][0-9]|2[0-3]):([0-5][0-9])|24:00")


class State(StrEnum):
    """Where a booking stands."""

    BOOKED = "booked"
    ARRIVED = "arrived"
    DONE = "done"
    MISSED = "missed"
    CANCELLED = "cancelled"


STATE_NAMES = {
    State.BOOKED: "Marcada",
    State.ARRIVED: "Chegou",
    State.DONE: "Feita",
    State.MISSED: "Não compareceu",
    State.CANCELLED: "Cancelada",
}
TAKING = frozenset({State.BOOKED, State.ARRIVED, State.DONE})
WAITING = frozenset({State.BOOKED, State.ARRIVED})


class Channel(StrEnum):
    """Who booked."""

    OFFICE = "office"
    DRIVER = "driver"
    PLATFORM = "platform"


CHANNEL_NAMES = {
    Channel.OFFICE: "pela Prefeitura",
    Channel.DRIVER: "pelo motorista",
    Channel.PLATFORM: "pela plataforma",
}


@dataclass(frozen=True)
class Stretch:
    """Hours of one weekday (0 = Monday): from, to, minutes per car, cars at once."""

    weekday: int
    starts_at: int
    ends_at: int
    minutes: int
    capacity: int

    def starts(self) -> range:
        """The minutes at which a car may begin and still end inside."""
        return range(self.starts_at, self.ends_at - self.minutes + 1, self.minutes)


@dataclass(frozen=True)
class Taken:
    """A seat that is not free."""

    starts_at: int
    minutes: int
    seat: int

    def meets(self, starts_at: int, minutes: int) -> bool:
        """Whether the two stand at the same place at the same time."""
        return self.starts_at < starts_at + minutes and starts_at < self.starts_at + self.minutes


@dataclass(frozen=True)
class Slot:
    """A time with the seats still free at it."""

    starts_at: int
    minutes: int
    seats: tuple[int, ...]

    @property
    def clock(self) -> str:
        """'08:30'."""
        return clock_text(self.starts_at)


def clock_text(minutes: int) -> str:
    """'08:30' of 510."""
    return f"{minutes // 60:02d}:{minutes % 60:02d}"


def read_clock(text: str, *, field: str) -> int:
    """510 of '08:30' ('8:30' too); Invalid with the field otherwise."""
    typed = text.strip().zfill(5)
    match = _CLOCK.fullmatch(typed)
    if match is None:
        raise Invalid("Escreva a hora como 08:30.", field=field)
    return int(typed[:2]) * 60 + int(typed[3:])


def check_hours(stretches: Iterable[Stretch]) -> None:
    """Refuse hours that no car fits in, or that overlap on one weekday (Invalid on `hours`)."""
    end_of: dict[int, int] = {}
    for item in sorted(stretches, key=lambda s: (s.weekday, s.starts_at)):
        if not 0 <= item.starts_at < item.ends_at <= DAY_MINUTES:
            raise Invalid("O fim precisa vir depois do começo.", field="hours")
        if not 5 <= item.minutes <= 240 or not item.starts():
            raise Invalid(
                "O tempo por carro vai de 5 a 240 minutos e cabe no horário.", field="hours"
            )
        if not 1 <= item.capacity <= 20:
            raise Invalid("Carros ao mesmo tempo: de 1 a 20.", field="hours")
        if item.starts_at < end_of.get(item.weekday, 0):
            raise Invalid("Dois horários do mesmo dia se sobrepõem.", field="hours")
        end_of[item.weekday] = item.ends_at


def open_slots(
    day: date, stretches: Iterable[Stretch], taken: Iterable[Taken], *, after: int = -1
) -> tuple[Slot, ...]:
    """The times of `day` later than minute `after` with at least one free seat, in order.

    The caller has seen that the day is not closed. A booking made under older hours takes a
    seat wherever it overlaps.
    """
    standing = tuple(taken)
    found = [
        Slot(start, item.minutes, _free(item, start, standing))
        for item in stretches
        if item.weekday == day.weekday()
        for start in item.starts()
        if start > after
    ]
    return tuple(sorted((slot for slot in found if slot.seats), key=lambda slot: slot.starts_at))


def _free(item: Stretch, start: int, taken: tuple[Taken, ...]) -> tuple[int, ...]:
    met = [other for other in taken if other.meets(start, item.minutes)]
    left = item.capacity - len(met)
    used = {other.seat for other in met}
    return tuple(seat for seat in range(1, item.capacity + 1) if seat not in used)[: max(left, 0)]


def instant_of(day: date, minutes: int, zone_name: str) -> datetime:
    """The moment (UTC) at which that minute of the city's clock falls."""
    midnight = datetime.combine(day, datetime.min.time())
    return (midnight + timedelta(minutes=minutes)).replace(tzinfo=zone(zone_name)).astimezone(UTC)


def minute_of(moment: datetime, zone_name: str) -> int:
    """Minutes since midnight on the city's clock."""
    local = civil_time(moment, zone_name)
    return local.hour * 60 + local.minute


def waiting_minutes(
    booked_for: datetime, arrived_at: datetime | None, until: datetime | None
) -> int | None:
    """Whole minutes from the booked time, or the arrival when later, to the start of the visit.

    None before the arrival; who comes early chose to, so those minutes are not the office's.
    """
    if arrived_at is None or until is None:
        return None
    return max(0, int((until - max(booked_for, arrived_at)).total_seconds() // 60))


@dataclass(frozen=True)
class Totals:
    """The day in numbers; waits in minutes, None when nobody waited yet."""

    booked: int
    arrived: int
    done: int
    missed: int
    mean_wait: int | None
    longest_wait: int | None


def totals(rows: Iterable[tuple[str, int | None]]) -> Totals:
    """Of (state, waiting minutes) of a day; cancelled ones are left out."""
    living = [(state, wait) for state, wait in rows if state != State.CANCELLED]
    waits = [wait for _, wait in living if wait is not None]
    count = [state for state, _ in living].count
    return Totals(
        booked=len(living),
        arrived=count(State.ARRIVED),
        done=count(State.DONE),
        missed=count(State.MISSED),
        mean_wait=round(sum(waits) / len(waits)) if waits else None,
        longest_wait=max(waits, default=None),
    )
