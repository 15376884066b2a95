"""Which cars a change touches, and bringing their cards up to date in the same transaction."""

from collections import defaultdict
from datetime import datetime

from sqlalchemy import ColumnElement, or_, select
from sqlalchemy.orm import Session

from app.accounts import queries
from app.accounts.queries import City
from app.permits.models import Authorisation, Seal
from app.persistence.transaction import transaction
from app.registry.models import Vehicle, VehicleDriver, VehiclePlatform
from app.regulation.ruleset import Ruleset
from app.verification import cards
from app.verification.facts import CHUNK
from app.web.clock import now
from app.web.rulesets import ruleset_of


def refresh_changed(session: Session, subjects: set[str]) -> None:
    """The projector: rebuild the cards of every car that one of the subjects touches.

    Subjects are "vehicle:<id>", "driver:<id>", "platform:<id>", "authorisation:<id>",
    "seal:<id>" or "city:<id>"; others are none of ours.
    """
    conditions = _touched(subjects)
    if not conditions:
        return
    query = (
        select(Vehicle.municipality_id, Vehicle.id)
        .where(or_(*conditions), Vehicle.id.in_(select(Seal.vehicle_id)))
        .order_by(Vehicle.id)
        # Two changes about one car wait for each other, so that the later card knows both.
        .with_for_update(key_share=True)
    )
    by_city: defaultdict[str, list[str]] = defaultdict(list)
    for city_id, vehicle_id in session.execute(query):
        by_city[city_id].append(vehicle_id)
    for city_id, vehicle_ids in by_city.items():
        city = queries.city(city_id)
        cards.rebuild(session, city, ruleset_of(city), vehicle_ids, now())


def _touched(subjects: set[str]) -> list[ColumnElement[bool]]:
    ids: defaultdict[str, list[str]] = defaultdict(list)
    for subject in sorted(subjects):
        kind, _, id = subject.partition(":")
        ids[kind].append(id)
    found: list[ColumnElement[bool]] = []
    if ids["vehicle"]:
        found.append(Vehicle.id.in_(ids["vehicle"]))
    if ids["city"]:
        found.append(Vehicle.municipality_id.in_(ids["city"]))
    if ids["seal"]:
        found.append(Vehicle.id.in_(select(Seal.vehicle_id).where(Seal.id.in_(ids["seal"]))))
    if ids["driver"]:
        found += _of_drivers(ids["driver"])
    if ids["authorisation"]:
        found += _of_grants(ids["authorisation"])
    if ids["platform"]:
        link = VehiclePlatform
        cars = select(link.vehicle_id).where(link.platform_id.in_(ids["platform"]))
        found.append(Vehicle.id.in_(cars))
    return found


def _of_drivers(ids: list[str]) -> list[ColumnElement[bool]]:
    tied = select(VehicleDriver.vehicle_id).where(VehicleDriver.driver_id.in_(ids))
    held = select(Authorisation.vehicle_id).where(
        Authorisation.driver_id.in_(ids), Authorisation.vehicle_id.is_not(None)
    )
    return [Vehicle.id.in_(tied), Vehicle.id.in_(held)]


def _of_grants(ids: list[str]) -> list[ColumnElement[bool]]:
    grants = Authorisation.id.in_(ids)
    own = select(Authorisation.vehicle_id).where(grants, Authorisation.vehicle_id.is_not(None))
    platforms = select(Authorisation.platform_id).where(grants, Authorisation.kind == "platform")
    link = VehiclePlatform
    fleet = select(link.vehicle_id).where(link.platform_id.in_(platforms))
    return [Vehicle.id.in_(own), Vehicle.id.in_(fleet)]


def rebuild_city(city: City, law: Ruleset, moment: datetime) -> int:
    """All cards of a city, some hundred cars per transaction; harmless to repeat or to stop."""
    count, last = 0, ""
    while True:
        with transaction() as session:
            query = (
                select(Vehicle.id)
                .where(Vehicle.municipality_id == city.id, Vehicle.id > last)
                .where(Vehicle.id.in_(select(Seal.vehicle_id)))
                .order_by(Vehicle.id)
                .limit(CHUNK)
                .with_for_update(key_share=True)
            )
            ids = list(session.scalars(query))
            count += cards.rebuild(session, city, law, ids, moment)
        if len(ids) < CHUNK:
            return count
        last = ids[-1]
