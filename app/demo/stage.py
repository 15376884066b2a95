"""The stage on which a town's script is played: its city, law, day of loading, people and ids."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from sqlalchemy.orm import Session

from app.accounts.city_calendar import why_no_counter
from app.accounts.domain import Actor
from app.accounts.permissions import Role
from app.accounts.queries import City
from app.demo.table import Scenario, Town
from app.inspections.booking_domain import instant_of
from app.kernel.calendar import national_calendar
from app.kernel.civil import civil_today
from app.regulation.ruleset import Ruleset

_MINUTES_A_DAY = 24 * 60
_FRIDAY = 4


def demo_id(town: Town, *parts: str) -> str:
    """The id of one thing of the demo: always the same, so that loading twice finds it again."""
    text = "|".join(("confere-demo", town.slug, *parts))
    return hashlib.sha256(text.encode()).hexdigest()[:32]


@dataclass(frozen=True)
class Step:
    """One write, `at` days from loading and `minutes` later; `done`: it was already made."""

    at: int
    run: Callable[[], object]
    done: Callable[[Session], bool]
    minutes: float = 0

    @property
    def place(self) -> float:
        """Where it stands among the others: minutes from loading."""
        return self.at * _MINUTES_A_DAY + self.minutes


@dataclass(frozen=True)
class Stage:
    """A town on the day of loading; `loaded_at` is the instant to which all offsets refer."""

    town: Town
    city: City
    law: Ruleset
    loaded_at: datetime
    people: dict[str, Actor]  # by the table's login

    @property
    def today(self) -> date:
        """The civil day of loading."""
        return civil_today(self.loaded_at, self.city.time_zone)

    def now(self, at: int, minutes: int = 0) -> datetime:
        """The instant of a step, `at` days from loading (never after it) and minutes later."""
        return self.loaded_at + timedelta(days=min(at, 0), minutes=minutes)

    def day(self, at: int) -> date:
        """The civil day `at` days from the day of loading."""
        return self.today + timedelta(days=at)

    def offset(self, day: date) -> int:
        """Days from the day of loading to a civil day."""
        return (day - self.today).days

    def working(self, at: int) -> date:
        """The day at that offset, or the nearest that serves people before it (after it: ahead)."""
        day, step = self.day(at), timedelta(days=1 if at > 0 else -1)
        calendar = national_calendar(range(day.year - 1, day.year + 2))
        while day.weekday() > _FRIDAY or why_no_counter(calendar, day):
            day += step
        return day

    def at_clock(self, day: date, minute: int) -> datetime:
        """The instant of that minute of the city's clock, never after the loading."""
        return min(instant_of(day, minute, self.city.time_zone), self.loaded_at)

    def step_at(
        self, moment: datetime, run: Callable[[], object], done: Callable[[Session], bool]
    ) -> Step:
        """A step of that very instant."""
        return Step(0, run, done, (moment - self.loaded_at) / timedelta(minutes=1))

    def id(self, *parts: str) -> str:
        """`demo_id` of this town."""
        return demo_id(self.town, *parts)

    def holder(self, role: Role) -> Actor:
        """The first person of the town with that role."""
        return next(self.people[e.login] for e in self.town.staff if e.role is role)

    @property
    def clerk(self) -> Actor:
        """Who writes the registry."""
        return self.holder(Role.CLERK)

    @property
    def inspector(self) -> Actor:
        """Who inspects."""
        return self.holder(Role.INSPECTOR)

    @property
    def mayor(self) -> Actor:
        """Who grants and takes away under Planura's bill."""
        return self.holder(Role.MAYOR)

    @property
    def secretary(self) -> Actor:
        """Who issues seals; grants and takes away under Patrocínio's law."""
        return self.holder(Role.SECRETARY)

    @property
    def granter(self) -> Actor:
        """The authority that grants in this town."""
        return self.mayor if self.town.mayor_grants else self.secretary

    def number(self, scenario: Scenario) -> int:
        """The scenario's place in the table: what plates and numbers are counted from."""
        return (*self.town.scenarios, *self.town.fleet).index(scenario)


def made(model: type, id: str) -> Callable[[Session], bool]:
    """`done` of a step that makes the row with this id."""
    return lambda session: session.get(model, id) is not None
