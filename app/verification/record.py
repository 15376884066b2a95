"""One car with all that hangs on it, as rows; and what of it is a fact on a given civil day.

Pure: rows in, `Facts` out. Links, grants and acts begin and end, so facts differ by day;
`turns` names the days on which they do.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Final, TypeVar

from app.inspections.models import InspectionResult
from app.kernel.civil import civil_today
from app.permits import models as permits
from app.registry import models as registry
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

DAY: Final = timedelta(days=1)
Dated = TypeVar("Dated")


@dataclass(frozen=True, slots=True)
class LinkedDriver:
    """A driver with every tie to this car, past ones too, oldest first."""

    row: registry.Driver
    links: tuple[registry.VehicleDriver, ...]

    def link_on(self, on: date) -> registry.VehicleDriver | None:
        """The tie that counts on that day."""
        return best(self.links, on, link_days)


@dataclass(frozen=True, slots=True)
class LinkedPlatform:
    """A platform with its grants, policies and ties to this car; `vehicles` counts its fleet."""

    row: registry.Platform
    links: tuple[registry.VehiclePlatform, ...]
    grants: tuple[permits.Authorisation, ...] = ()
    insurances: tuple[Insurance, ...] = ()
    vehicles: int = 0

    def link_on(self, on: date) -> registry.VehiclePlatform | None:
        """The tie that counts on that day."""
        return best(self.links, on, link_days)

    def grant_on(self, on: date) -> permits.Authorisation | None:
        """The authorisation that counts on that day; none once the platform left the registry."""
        gone = self.row.removed_on
        return None if gone is not None and gone <= on else best(self.grants, on, _grant_days)


@dataclass(frozen=True)
class Record:
    """Rows about one car. `training` False means that only rows with legal value count.

    `acts` maps the id of a vehicle, driver, platform or authorisation to the acts against it.
    """

    vehicle: registry.Vehicle
    zone: str
    training: bool
    seals: tuple[permits.Seal, ...] = ()
    grants: tuple[permits.Authorisation, ...] = ()
    drivers: tuple[LinkedDriver, ...] = ()
    platforms: tuple[LinkedPlatform, ...] = ()
    pauses: tuple[permits.Pause, ...] = ()
    inspections: tuple[InspectionResult, ...] = ()  # oldest first
    insurances: tuple[Insurance, ...] = ()
    acts: dict[str, tuple[permits.Restriction, ...]] = field(default_factory=dict)
    active_platforms: int = 0
    city: City | None = None  # figures of the taxi quota

    def facts(self, on: date, *, driver_id: str = "", seal: permits.Seal | None = None) -> Facts:
        """What one verdict of that day needs; without a seal no code is judged."""
        driver = self.driver(driver_id)
        grant, platform = self.grant_on(on), self.platform_on(on)
        subjects = [(Subject.VEHICLE, self.vehicle.id)]
        subjects += [(Subject.DRIVER, driver_id)] if driver_id else []
        subjects += [(Subject.AUTHORISATION, grant.id)] if grant else []
        if platform:
            licence = platform.grant_on(on)
            subjects += [(Subject.PLATFORM, platform.row.id)]
            subjects += [(Subject.PLATFORM, licence.id)] if licence else []
        return Facts(
            modality=Modality(self.vehicle.modality),
            vehicle=self._vehicle(on),
            seal=self._seal(seal),
            authorisation=_authorisation(grant),
            platform=self._platform(platform, on),
            driver=_driver(driver, on) if driver_id else None,
            restrictions=tuple(self._acts(subjects)),
            pauses=tuple(Period(row.starts_on, row.ends_on) for row in self.pauses),
            taxi_on_platform=self.vehicle.taxi_on_platform,
            city=self.city,
        )

    def turns(self) -> set[date]:
        """Days from which the facts differ from the day before."""
        found: set[date | None] = set()
        for grant in (*self.grants, *(g for p in self.platforms for g in p.grants)):
            found |= {grant.starts_on, grant.ends_on + DAY}
        found |= {p.row.removed_on for p in self.platforms}
        found |= {d.row.removed_on for d in self.drivers}
        for period in self._ties():
            found |= {period.start, period.end and period.end + DAY}
        for act in (act for acts in self.acts.values() for act in acts):
            if days := self._period(act):
                found |= {days.start, days.end and days.end + DAY}
        return {day for day in found if day is not None}

    def subjects(self) -> set[str]:
        """Ids an act may name to reach this car: itself, its grants, drivers and platforms."""
        found = {self.vehicle.id, *(g.id for g in self.grants), *(d.row.id for d in self.drivers)}
        for platform in self.platforms:
            found |= {platform.row.id, *(grant.id for grant in platform.grants)}
        return found

    def _ties(self) -> Iterator[Period]:
        for platform in self.platforms:
            yield from map(link_days, platform.links)
        for driver in self.drivers:
            yield from map(link_days, driver.links)

    def driver(self, driver_id: str) -> LinkedDriver | None:
        """A driver with a tie to this car, or None."""
        return next((d for d in self.drivers if d.row.id == driver_id), None)

    def grant_on(self, on: date) -> permits.Authorisation | None:
        """The car's own authorisation that counts on that day, one without an act against it first."""
        return best(self.grants, on, _grant_days, lambda grant: self._free(grant.id, on))

    def platform_on(self, on: date) -> LinkedPlatform | None:
        """The platform the car runs for; of several, one that may work on that day."""

        def sound(platform: LinkedPlatform) -> tuple[bool, bool, str]:
            link, grant = platform.link_on(on), platform.grant_on(on)
            tied = link is not None and holds(link_days(link), on)
            granted = grant is not None and holds(_grant_days(grant), on)
            free = self._free(platform.row.id, on) and (not grant or self._free(grant.id, on))
            return tied, granted and free, platform.row.id

        return max(self.platforms, key=sound, default=None)

    def permit_on(self, on: date) -> permits.Authorisation | None:
        """What the page names as the permit: the car's authorisation, else its platform's."""
        platform = self.platform_on(on)
        return self.grant_on(on) or (platform.grant_on(on) if platform else None)

    def _free(self, subject_id: str, on: date) -> bool:
        periods = (self._period(act) for act in self.acts.get(subject_id, ()))
        return not any(period is not None and holds(period, on) for period in periods)

    def _acts(self, subjects: list[tuple[Subject, str]]) -> Iterator[Restriction]:
        for subject, subject_id in subjects:
            for act in self.acts.get(subject_id, ()):
                period = self._period(act)
                if period is not None:
                    yield Restriction(RestrictionKind(act.kind), subject, period, act.act)

    def _period(self, act: permits.Restriction) -> Period | None:
        """Days of an act; a lifted one ends the day before, and counts for nothing that same day."""
        if act.training and not self.training:
            return None
        if act.lifted_at is None:
            return Period(act.starts_on, act.ends_on)
        last = civil_today(act.lifted_at, self.zone) - DAY
        end = last if act.ends_on is None else min(last, act.ends_on)
        return Period(act.starts_on, end) if end >= act.starts_on else None

    def _vehicle(self, on: date) -> Vehicle:
        row = self.vehicle
        ties = (best(driver.links, on, link_days) for driver in self.drivers)
        return Vehicle(
            made_in=row.made_in,
            registered_on=row.registered_on,
            removed_on=row.removed_on,
            seats=row.seats,
            doors=row.doors,
            owned_since=row.owned_since,
            licensing_valid_until=row.licensing_valid_until,
            licensing_city=row.licensing_city,
            age_extended_until=row.age_extended_until,
            inspection=_inspection(self.inspections),
            insurances=self.insurances,
            reregistered_on=row.reregistered_on,
            active_drivers=sum(tie is not None and holds(link_days(tie), on) for tie in ties),
        )

    def _seal(self, seal: permits.Seal | None) -> Seal | None:
        if seal is None:
            return None
        void = seal.training and not self.training  # training never becomes legal
        state = SealState.NOT_ISSUED if void else SealState(seal.state)
        return Seal(state, seal.expires_on, seal.plate == self.vehicle.plate)

    def _platform(self, platform: LinkedPlatform | None, on: date) -> Platform | None:
        if platform is None:
            return None
        grant, link = platform.grant_on(on), platform.link_on(on)
        return Platform(
            authorised=_grant_days(grant) if grant else None,
            renewal_filed_on=grant.renewal_filed_on if grant else None,
            vehicle_link=link_days(link) if link else None,
            active_vehicles=platform.vehicles,
            active_platforms=self.active_platforms,
            insurances=platform.insurances,
        )


def best(
    rows: Iterable[Dated],
    on: date,
    days: Callable[[Dated], Period],
    preferred: Callable[[Dated], bool] = lambda _row: True,
) -> Dated | None:
    """The row that counts on a day: in its days (the latest begun), else the last ended, else the next."""

    def rank(row: Dated) -> tuple[int, bool, int]:
        period = days(row)
        if on < period.start:
            return 0, False, -period.start.toordinal()
        if holds(period, on):
            return 2, preferred(row), period.start.toordinal()
        return 1, False, (period.end or on).toordinal()

    return max(rows, key=rank, default=None)


def holds(period: Period, on: date) -> bool:
    """Whether the day lies in the period, both ends included."""
    return period.start <= on and (period.end is None or on <= period.end)


def link_days(link: registry.VehicleDriver | registry.VehiclePlatform) -> Period:
    """The civil days of a tie."""
    return Period(link.starts_on, link.ends_on)


def _grant_days(grant: permits.Authorisation) -> Period:
    return Period(grant.starts_on, grant.ends_on)


def _authorisation(grant: permits.Authorisation | None) -> Authorisation | None:
    if grant is None:
        return None
    return Authorisation(
        grant.number, _grant_days(grant), licence_issued_on=grant.licence_issued_on
    )


def _driver(driver: LinkedDriver | None, on: date) -> Driver:
    if driver is None:  # somebody named who has no tie to this car
        return Driver(registered_on=None, link=None)
    row, link = driver.row, driver.link_on(on)
    left = row.removed_on is not None and row.removed_on <= on
    return Driver(
        registered_on=None if left else row.registered_on,
        link=link_days(link) if link else None,
        licence_category=row.licence_category,
        licence_valid_until=row.licence_valid_until,
        licence_first_on=row.licence_first_on,
        licence_issued_on=row.licence_issued_on,
        paid_activity=row.paid_activity,
        toxicology_on=row.toxicology_on,
        card_valid_until=row.card_valid_until,
        reregistered_on=row.reregistered_on,
        role=link.role if link else "holder",
    )


def _inspection(results: tuple[InspectionResult, ...]) -> Inspection:
    """The last approval, and the last failure unless it was cured later that day or afterwards."""
    approved = next((row for row in reversed(results) if row.result == "approved"), None)
    last = results[-1] if results else None
    failed = last if last is not None and last.result == "failed" else None
    return Inspection(
        approved_on=approved.held_on if approved else None,
        failed_on=failed.held_on if failed else None,
        cure_by=failed.cure_by if failed else None,
        stopped=bool(failed and failed.stopped),
    )
