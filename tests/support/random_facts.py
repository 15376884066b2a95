"""A seeded generator of plausible facts, crowded where a day more or less changes the answer.

Every case has its own wildness: most fields of a tame case are sound, so that green and
amber verdicts come up; in a wild one anything may be missing, late or early.
"""

from collections.abc import Iterator
from datetime import date, timedelta
from random import Random

from app.regulation.facts import (
    Authorisation,
    City,
    Driver,
    Facts,
    Inspection,
    Insurance,
    Modality,
    Period,
    Platform,
    Restriction,
    RestrictionKind,
    Seal,
    SealState,
    Subject,
    Vehicle,
)

_EDGES = ((1, 1), (2, 28), (2, 29), (3, 1), (3, 31), (12, 30), (12, 31))
_ANNIVERSARIES = (0, 0, 0, 365, 366, 730, 731, 1461)
_WARNED = (333, 334, 335, 336, 337, 350, 364, 365, 366)  # a year, and 30 days before it ends
_TWO_YEARS = (729, 730, 731)
_NEAR = (-31, -30, -29, -1, 0, 1, 5, 10, 29, 30, 31)


def random_cases(city: str, count: int, seed: int) -> Iterator[tuple[Facts, date]]:
    """`count` pairs of facts and judged day; the same seed gives the same pairs."""
    for number in range(count):
        random = Random(f"{city} {seed} {number}")
        on = _judged_day(random)
        yield _Maker(random, on).facts(city), on


def _judged_day(random: Random) -> date:
    year = random.randint(2021, 2031)
    if random.random() < 0.3:
        month, day = random.choice(_EDGES)
        if (month, day) == (2, 29) and year % 4:
            day = 28
        return date(year, month, day)
    return date(year, 1, 1) + timedelta(days=random.randrange(365))


class _Maker:
    """Builds one `Facts` around the judged day."""

    def __init__(self, random: Random, on: date) -> None:
        self.random = random
        self.on = on
        self.wildness = random.choice((0.005, 0.02, 0.02, 0.03, 0.05, 0.4))

    def facts(self, city: str) -> Facts:
        taxi = self.random.random() < (0.5 if city == "planura-2025" else 0.1)
        platform = None if self._wild() else self._platform()
        return Facts(
            modality=Modality.TAXI if taxi else Modality.APP,
            vehicle=self._vehicle(city, platform),
            seal=self._seal() if self.random.random() < 0.7 else None,
            authorisation=None if self._wild() else self._authorisation(),
            platform=platform,
            driver=self._driver(taxi) if self.random.random() < 0.8 else None,
            restrictions=self._restrictions(),
            pauses=(self._period(),) if self._wild() else (),
            taxi_on_platform=taxi and city == "patrocinio-2020" and not self._wild(),
            city=City(26_000, self.random.choice((25, 26, 27))) if self._wild() else None,
            debt=self._period() if self._wild() else None,
        )

    def _wild(self) -> bool:
        return self.random.random() < self.wildness

    def _near(self, centre: date) -> date:
        """A day at, just beside or up to 400 days around `centre`."""
        if self.random.random() < 0.75:
            return centre + timedelta(days=self.random.choice(_NEAR))
        return centre + timedelta(days=self.random.randint(-400, 400))

    def _future(self) -> date | None:
        """An end of validity: sound, or near the judged day, or missing."""
        if self._wild():
            return None if self.random.random() < 0.2 else self._near(self.on)
        return self.on + timedelta(days=self.random.randint(40, 300))

    def _past(self, youngest: int = 20, oldest: int = 300) -> date | None:
        """An act of the past: sound, or near today or an anniversary, or missing."""
        if self._wild():
            if self.random.random() < 0.2:
                return None
            return self._near(self.on - timedelta(days=self.random.choice(_ANNIVERSARIES)))
        if self.random.random() < 0.03:
            turns = _WARNED if oldest < 365 else _TWO_YEARS
            return self.on - timedelta(days=self.random.choice(turns))
        return self.on - timedelta(days=self.random.randint(youngest, oldest))

    def _period(self) -> Period:
        """Any period near the judged day, open or closed."""
        start = self._near(self.on - timedelta(days=self.random.choice((0, 0, 200))))
        if self.random.random() < 0.3:
            return Period(start)
        return Period(start, max(start, self._near(self.on)))

    def _current(self, oldest: int = 300) -> Period:
        """A period that covers the judged day, unless wild."""
        if self._wild():
            return self._period()
        start = self.on - timedelta(days=self.random.randint(1, oldest))
        return Period(start, None if self.random.random() < 0.5 else self._future())

    def _restrictions(self) -> tuple[Restriction, ...]:
        if not self._wild():
            return ()
        kind = self.random.choice(list(RestrictionKind))
        subject = self.random.choice(list(Subject))
        return (Restriction(kind, subject, self._period(), "Decreto 12/2026"),)

    def _seal(self) -> Seal:
        state = self.random.choice(list(SealState)) if self._wild() else SealState.VALID
        return Seal(state, self._future() or self.on, plate_matches=not self._wild())

    def _authorisation(self) -> Authorisation:
        return Authorisation(
            number="TA-7",
            period=self._term(4),
            active_vehicles=self.random.choice((0, 1, 2)) if self._wild() else 1,
            licence_issued_on=self._near(self.on) if self._wild() else self._past(),
        )

    def _term(self, years: int) -> Period:
        """A period of law: often `years` long and ending near the judged day."""
        if self._wild():
            ends = self._near(self.on)
            start = ends - timedelta(days=years * 365 + self.random.choice((-1, 0, 1)))
            choice = self.random.random()
            return Period(start, ends if choice < 0.4 else None)
        return self._current()

    def _platform(self) -> Platform:
        authorised = None if self._wild() and self._wild() else self._term(1)
        filed = self._renewal() if self.random.random() < 0.3 else None
        if self.random.random() < 0.08:
            authorised, filed = self._renewing()
        return Platform(
            authorised=authorised,
            renewal_filed_on=filed,
            renewal_limit=self._near(date(self.on.year, 3, 31)) if self._wild() else None,
            vehicle_link=None if self._wild() and self._wild() else self._current(),
            active_vehicles=self.random.choice((14, 15, 16)) if self._wild() else 9,
            active_platforms=self.random.choice((2, 3, 4)) if self._wild() else 2,
            insurances=self._insurances(("platform", "app")),
        )

    def _renewal(self) -> date:
        """Near the end of March of this year or the last, or near the judged day."""
        march = date(self.on.year - self.random.randint(0, 1), 3, 31)
        return self._near(march) if self.random.random() < 0.7 else self._near(self.on)

    def _renewing(self) -> tuple[Period, date]:
        """Twelve months that end about now, and a request about March or about their start."""
        end = self.on - timedelta(days=self.random.choice((-30, -1, 0, 1, 40, 90)))
        start = end - timedelta(days=365)
        about = (start, self.on, *(date(end.year, 3, day) for day in (28, 29, 30, 31)))
        filed = self.random.choice(about) + timedelta(days=self.random.choice((-1, 0, 0, 1)))
        return Period(start, end), filed

    def _insurances(self, purposes: tuple[str, ...]) -> tuple[Insurance, ...]:
        found = []
        for purpose in purposes:
            if not (self._wild() and self.random.random() < 0.3):
                amount = self.random.choice((4_999_999, 5_000_000)) if self._wild() else 6_000_000
                found.append(Insurance(purpose, amount, self._current()))
        if self._wild():
            purpose = self.random.choice(("platform", "owner", "app"))
            found.append(Insurance(purpose, 5_000_000, self._period()))
        return tuple(found)

    def _vehicle(self, city: str, platform: Platform | None) -> Vehicle:
        oldest = 5 if city == "patrocinio-2020" else 10
        age = self.random.randint(oldest - 1, oldest + 3) if self._wild() else 3
        if self.random.random() < 0.15:
            age = self.random.choice((oldest, oldest + 1, oldest + 2))
        made_in = self.on.year - age
        registered = self._past()
        if self._wild() and age > oldest:  # in time, or when it was already too old
            registered = self._near(date(made_in + oldest, 12, 31))
        extended = self._extended(made_in + oldest + 2) if age > oldest else None
        return Vehicle(
            made_in=made_in,
            registered_on=registered,
            removed_on=self._near(self.on) if self._wild() else None,
            seats=self.random.choice((4, 5, 6, 7)) if self._wild() else 5,
            doors=self.random.choice((2, 3, 4, 5)) if self._wild() else 4,
            owned_since=self._past(),
            licensing_valid_until=self._future(),
            licensing_city=self._licensing_city(city),
            age_extended_until=extended,
            inspection=self._inspection(city, platform),
            insurances=self._insurances(("owner",)),
            reregistered_on=self._past() if self.random.random() < 0.7 else None,
            active_drivers=self.random.choice((0, 1, 2, 3)) if self._wild() else 1,
        )

    def _extended(self, year: int) -> date | None:
        """Granted under PLA art. 28 §3: about the latest day it may reach, or about today."""
        if self.random.random() < 0.4:
            return None
        return self._near(self.random.choice((date(year, 2, 28), self.on)))

    def _licensing_city(self, city: str) -> str:
        if self._wild():
            return self.random.choice(("", "Uberaba", "Planura", "Patrocínio"))
        return "Planura" if city == "planura-2025" else "Patrocínio"

    def _inspection(self, city: str, platform: Platform | None) -> Inspection:
        """In Patrocínio a sound one falls into the platform's authorisation (CFG-PAT-20)."""
        approved = self._past()
        if city == "patrocinio-2020" and platform and platform.authorised and not self._wild():
            start = platform.authorised.start
            approved = min(
                self.on, start + timedelta(days=self.random.choice((-31, -30, -30, 0, 0, 3)))
            )
        if not (self._wild() or self.random.random() < 0.05):
            return Inspection(approved)
        failed = self.on - timedelta(days=self.random.randint(-1, 15))
        if self.random.random() < 0.2:
            approved = self.random.choice((failed, self.on, self.on + timedelta(days=1)))
        return Inspection(
            approved_on=approved,
            failed_on=failed,
            cure_by=self._near(self.on) if self.random.random() < 0.3 else None,
            stopped=self.random.random() < 0.2,
        )

    def _driver(self, taxi: bool) -> Driver:
        roles: tuple[str, ...] = ("holder", "auxiliary") if taxi else ("app",)
        if self._wild():
            roles = ("holder", "auxiliary", "app")
        return Driver(
            registered_on=self._past(),
            link=None if self._wild() and self._wild() else self._current(),
            licence_category=self.random.choice(("", "A", "ACC", "B", "AC", "E", "AD"))
            if self._wild()
            else "AB",
            licence_valid_until=self._future(),
            licence_first_on=self._past(800, 4000),
            licence_issued_on=self._past(800, 1500),
            paid_activity=not self._wild(),
            toxicology_on=self._past(),
            card_valid_until=self._future(),
            reregistered_on=self._past() if self.random.random() < 0.7 else None,
            role=self.random.choice(roles),
        )
