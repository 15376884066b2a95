"""From tables to facts: a handful of queries for one car or for hundreds, never one per car."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any, TypeVar

from sqlalchemy import Select, func, or_, select
from sqlalchemy.orm import Session

from app.inspections.holding import still_counts
from app.inspections.models import InspectionResult
from app.kernel.errors import NotFound
from app.permits.counting import active_taxis, latest_population
from app.permits.models import Authorisation, Pause, Restriction, Seal
from app.registry.models import (
    Driver,
    Platform,
    RegistryDocument,
    Vehicle,
    VehicleDriver,
    VehiclePlatform,
)
from app.regulation.facts import City, Facts, Insurance, Period
from app.regulation.ruleset import Ruleset
from app.verification.record import LinkedDriver, LinkedPlatform, Record

CHUNK = 400  # ids in one IN list; both databases take far more
Row = TypeVar("Row")


def facts_of(
    session: Session,
    vehicle_id: str,
    *,
    municipality_id: str,
    law: Ruleset,
    on: date,
    driver_id: str = "",
    seal_index: int | None = None,
) -> Facts:
    """Facts of one car on a civil day; with a driver, of the pair; with a seal, of that code.

    A driver without a tie to the car, or a code of another car, is a fact too (a red one).
    NotFound for a car of another city.
    """
    record = record_of(session, vehicle_id, municipality_id=municipality_id, law=law, on=on)
    return facts_from(record, on, driver_id=driver_id, seal_index=seal_index)


def facts_from(
    record: Record, on: date, *, driver_id: str = "", seal_index: int | None = None
) -> Facts:
    """The same from a record already loaded; raises NotFound for a code this car never had."""
    if seal_index is None:
        return record.facts(on, driver_id=driver_id)
    seal = next((seal for seal in record.seals if seal.number == seal_index), None)
    if seal is None:
        raise NotFound
    return record.facts(on, driver_id=driver_id, seal=seal)


def record_of(
    session: Session, vehicle_id: str, *, municipality_id: str, law: Ruleset, on: date
) -> Record:
    """The rows of one car; NotFound for a car of another city."""
    found = records_of(session, [vehicle_id], municipality_id=municipality_id, law=law, on=on)
    record = next(found, None)
    if record is None:
        raise NotFound
    return record


def records_of(
    session: Session,
    vehicle_ids: Iterable[str],
    *,
    municipality_id: str,
    law: Ruleset,
    on: date,
) -> Iterator[Record]:
    """Records of many cars, in order of id, some ten queries for each 400 of them.

    `on` is the day for which fleets are counted (notes for the office, PAT art. 8 §1).
    """
    ids = sorted(set(vehicle_ids))
    for start in range(0, len(ids), CHUNK):
        loader = _Loader(session, municipality_id, law, on)
        yield from loader.load(ids[start : start + CHUNK])


@dataclass(frozen=True)
class _Loader:
    session: Session
    city: str
    law: Ruleset
    on: date

    def load(self, ids: list[str]) -> Iterator[Record]:
        cars = self._rows(select(Vehicle).where(Vehicle.id.in_(ids)).order_by(Vehicle.id))
        own = self._grants(Authorisation.vehicle_id.in_(ids), Authorisation.kind != "platform")
        grants = _grouped(own, "vehicle_id")
        drivers = self._drivers(ids)
        platforms = self._platforms(ids)
        subjects = {*ids, *(grant.id for grant in own)}
        subjects |= {d.row.id for found in drivers.values() for d in found}
        for linked in (p for found in platforms.values() for p in found):
            subjects |= {linked.row.id, *(grant.id for grant in linked.grants)}
        acts = self._acts(sorted(subjects))
        seals = self._of_cars(Seal, ids, Seal.number)
        pauses = self._of_cars(Pause, ids, Pause.starts_on)
        results = self._results(ids)
        policies = self._policies("vehicle", ids)
        active = self._active_platforms() if platforms else 0
        figures = self._city()
        for car in cars:
            kind = "taxi" if car.modality == "taxi" else "vehicle"
            record = Record(
                vehicle=car,
                zone=self.law.instrument.time_zone,
                training=self.law.training,
                seals=seals.get(car.id, ()),
                grants=tuple(g for g in grants.get(car.id, ()) if g.kind == kind),
                drivers=drivers.get(car.id, ()),
                platforms=platforms.get(car.id, ()),
                pauses=pauses.get(car.id, ()),
                inspections=results.get(car.id, ()),
                insurances=policies.get(car.id, ()),
                active_platforms=active,
                city=figures,
            )
            record.acts.update({id: acts[id] for id in record.subjects() if id in acts})
            yield record

    def _rows(self, query: Select[Row]) -> list[Row]:
        # Rows already in the session are read anew: another writer may have been faster.
        return list(self.session.scalars(query, execution_options={"populate_existing": True}))

    def _of_cars(self, model: Any, ids: list[str], *order: Any) -> dict[str, tuple[Any, ...]]:
        query = select(model).where(model.municipality_id == self.city, model.vehicle_id.in_(ids))
        return _grouped(self._rows(query.order_by(*order)), "vehicle_id")

    def _results(self, ids: list[str]) -> dict[str, tuple[InspectionResult, ...]]:
        """Oldest first; what a person confirmed to be irregular lets no car work."""
        result = InspectionResult
        query = select(result).where(
            result.municipality_id == self.city,
            result.vehicle_id.in_(ids),
            still_counts(result.visit_id),
        )
        if not self.law.training:
            query = query.where(result.training.is_(False))  # training never becomes legal
        return _grouped(
            self._rows(query.order_by(result.held_on, result.recorded_at)), "vehicle_id"
        )

    def _grants(self, *where: Any) -> list[Authorisation]:
        query = select(Authorisation).where(Authorisation.municipality_id == self.city, *where)
        if not self.law.training:
            query = query.where(Authorisation.training.is_(False))  # training never becomes legal
        return self._rows(query.order_by(Authorisation.starts_on))

    def _drivers(self, ids: list[str]) -> dict[str, tuple[LinkedDriver, ...]]:
        links = self._of_cars(VehicleDriver, ids, VehicleDriver.starts_on)
        wanted = sorted({link.driver_id for found in links.values() for link in found})
        query = select(Driver).where(Driver.municipality_id == self.city, Driver.id.in_(wanted))
        people = {row.id: row for row in self._rows(query)} if wanted else {}
        return {
            car: tuple(
                LinkedDriver(people[driver], tied)
                for driver, tied in _grouped(found, "driver_id").items()
                if driver in people
            )
            for car, found in links.items()
        }

    def _platforms(self, ids: list[str]) -> dict[str, tuple[LinkedPlatform, ...]]:
        links = self._of_cars(VehiclePlatform, ids, VehiclePlatform.starts_on)
        wanted = sorted({link.platform_id for found in links.values() for link in found})
        if not wanted:
            return {}
        query = select(Platform).where(Platform.municipality_id == self.city)
        rows = {row.id: row for row in self._rows(query.where(Platform.id.in_(wanted)))}
        of_platforms = Authorisation.platform_id.in_(wanted), Authorisation.kind == "platform"
        grants = _grouped(self._grants(*of_platforms), "platform_id")
        policies, fleets = self._policies("platform", wanted), self._fleets(wanted)
        return {
            car: tuple(
                LinkedPlatform(
                    rows[platform],
                    tied,
                    grants.get(platform, ()),
                    policies.get(platform, ()),
                    fleets.get(platform, 0),
                )
                for platform, tied in _grouped(found, "platform_id").items()
                if platform in rows
            )
            for car, found in links.items()
        }

    def _fleets(self, platforms: list[str]) -> dict[str, int]:
        link = VehiclePlatform
        query = (
            select(link.platform_id, func.count(link.vehicle_id.distinct()))
            .where(link.platform_id.in_(platforms), link.starts_on <= self.on)
            .where(or_(link.ends_on.is_(None), link.ends_on >= self.on))
            .group_by(link.platform_id)
        )
        return {platform: count for platform, count in self.session.execute(query)}

    def _active_platforms(self) -> int:
        query = select(func.count(Authorisation.platform_id.distinct())).where(
            Authorisation.municipality_id == self.city,
            Authorisation.kind == "platform",
            Authorisation.starts_on <= self.on,
            Authorisation.ends_on >= self.on,
        )
        return self.session.scalar(query) or 0

    def _city(self) -> City | None:
        """Figures of the taxi quota, where the text has one (PLA art. 8 p.u.)."""
        if "inhabitants_per_taxi" not in self.law.check("quota_kept").params:
            return None
        census = latest_population(self.session, self.city)
        taxis = active_taxis(self.session, self.city, self.law, self.on)
        return City(census.inhabitants, taxis) if census else None

    def _acts(self, subjects: list[str]) -> dict[str, tuple[Restriction, ...]]:
        found: list[Restriction] = []
        for start in range(0, len(subjects), CHUNK):
            query = select(Restriction).where(Restriction.municipality_id == self.city)
            some = Restriction.subject_id.in_(subjects[start : start + CHUNK])
            found += self._rows(query.where(some).order_by(Restriction.starts_on))
        return _grouped(found, "subject_id")

    def _policies(self, subject: str, ids: list[str]) -> dict[str, tuple[Insurance, ...]]:
        paper = RegistryDocument
        query = select(paper).where(
            paper.municipality_id == self.city,
            paper.subject_kind == subject,
            paper.subject_id.in_(ids),
            paper.purpose != "",
        )
        found = _grouped(self._rows(query.order_by(paper.issued_on)), "subject_id")
        return {
            id: tuple(
                Insurance(p.purpose, p.amount or 0, Period(p.issued_on or date.min, p.valid_until))
                for p in rows
            )
            for id, rows in found.items()
        }


def _grouped(rows: Iterable[Row], column: str) -> dict[str, tuple[Row, ...]]:
    found: defaultdict[str, list[Row]] = defaultdict(list)
    for row in rows:
        found[getattr(row, column)].append(row)
    return {key: tuple(group) for key, group in found.items()}
