"""One permit with all that hangs on it: car, acts, licences, seals, history."""

from dataclasses import dataclass
from datetime import date

from sqlalchemy import or_, select

from app.accounts.domain import Actor
from app.accounts.permissions import Permission
from app.kernel.plate import Plate
from app.permits import steps
from app.permits.domain import KIND_NAMES, STATE_NAMES, GrantKind, PermitState, code_state, covers
from app.permits.domain_acts import ACT_NAMES, PAUSE_REASONS, SUBJECT_NAMES
from app.permits.models import Authorisation, Pause, Restriction, Seal
from app.permits.queries import holder
from app.persistence.base import db
from app.registry.models import Driver, Platform, Vehicle, VehiclePlatform
from app.registry.queries import holds_on
from app.regulation.facts import Period, RestrictionKind, SealState, Subject


@dataclass(frozen=True)
class CarOfPermit:
    """The car as the permit's page and sheet show it."""

    id: str
    plate: str  # as painted
    make_model: str
    colour: str
    made_in: int
    modality: str

    @property
    def words(self) -> str:
        """'Fiat Cronos, prata'."""
        return f"{self.make_model}, {self.colour.lower()}"


@dataclass(frozen=True)
class SealRow:
    """A seal and what its code says today."""

    id: str
    number: int
    plate: str
    vehicle_id: str
    expires_on: date
    state: SealState
    living: bool
    issued_on: date
    dead_reason: str
    digits: str
    training: bool


@dataclass(frozen=True)
class ActRow:
    """An act; `in_effect` on the day asked, `lift_act` when it was lifted."""

    id: str
    name: str
    subject: str
    starts_on: date
    ends_on: date | None
    act: str
    process: str
    reasons: str
    lift_act: str
    in_effect: bool
    follows: bool  # born of another act and lifted with it


@dataclass(frozen=True)
class PauseRow:
    """A licence to pause."""

    id: str
    reason: str
    starts_on: date
    ends_on: date
    act: str
    extended: bool
    open: bool


@dataclass(frozen=True)
class PermitDetail:
    """Everything the page shows. `cars` are a platform's linked cars that may get its seal."""

    id: str
    number: str
    kind: GrantKind
    kind_name: str
    state: PermitState
    state_name: str
    holder: str
    driver_id: str
    driver: str
    platform_id: str
    platform: str
    car: CarOfPermit | None
    cars: tuple[CarOfPermit, ...]
    rank: str
    act: str
    process: str
    starts_on: date
    ends_on: date
    licence_issued_on: date | None
    training: bool
    seals: tuple[SealRow, ...]
    acts: tuple[ActRow, ...]
    pauses: tuple[PauseRow, ...]

    @property
    def living_seals(self) -> tuple[SealRow, ...]:
        """Seals that were not killed."""
        return tuple(seal for seal in self.seals if seal.living)

    def seal(self, id: str) -> SealRow | None:
        """One of its seals."""
        return next((seal for seal in self.seals if seal.id == id), None)


def permit_for(actor: Actor, id: str, *, on: date) -> PermitDetail:
    """A permit of the actor's city; `NotFound` otherwise."""
    actor.require(Permission.PERMIT_READ)
    return permit_detail(actor, id, on=on)


def permit_detail(actor: Actor, id: str, *, on: date) -> PermitDetail:
    """The same for who has another right to it: whoever calls has asked."""
    session = db.session()
    row = steps.own(session, actor, Authorisation, id)
    driver = session.get(Driver, row.driver_id) if row.driver_id else None
    platform = session.get(Platform, row.platform_id) if row.platform_id else None
    vehicle = session.get(Vehicle, row.vehicle_id) if row.vehicle_id else None
    state = steps.state_of(session, row, row.vehicle_id, on)
    kind = GrantKind(row.kind)
    return PermitDetail(
        id=row.id,
        number=row.number,
        kind=kind,
        kind_name=KIND_NAMES[kind],
        state=state,
        state_name=STATE_NAMES[state],
        holder=holder(row, driver.name if driver else "", platform.name if platform else ""),
        driver_id=row.driver_id or "",
        driver=driver.name if driver else "",
        platform_id=row.platform_id or "",
        platform=platform.name if platform else "",
        car=_car(vehicle) if vehicle else None,
        cars=_linked_cars(row, on) if kind is GrantKind.PLATFORM else (),
        rank=row.rank,
        act=row.act,
        process=row.process,
        starts_on=row.starts_on,
        ends_on=row.ends_on,
        licence_issued_on=row.licence_issued_on,
        training=row.training,
        seals=_seals(row, on),
        acts=_acts(row, on),
        pauses=_pauses(row, on),
    )


def restriction_for(actor: Actor, id: str) -> Restriction:
    """An act of the actor's city; `NotFound` otherwise."""
    return steps.own(db.session(), actor, Restriction, id)


def pause_for(actor: Actor, id: str) -> Pause:
    """A licence of the actor's city; `NotFound` otherwise."""
    return steps.own(db.session(), actor, Pause, id)


def permit_of(actor: Actor, subject_id: str, on: date) -> str:
    """The page to go back to after an act on any subject: its permit, or "" when there is none."""
    query = (
        select(Authorisation.id)
        .where(
            Authorisation.municipality_id == actor.municipality_id,
            or_(
                Authorisation.id == subject_id,
                Authorisation.vehicle_id == subject_id,
                Authorisation.driver_id == subject_id,
                Authorisation.platform_id == subject_id,
            ),
        )
        .order_by((Authorisation.ends_on >= on).desc(), Authorisation.starts_on.desc())
        .limit(1)
    )
    return db.session.scalar(query) or ""


def _car(row: Vehicle) -> CarOfPermit:
    plate = Plate(row.plate).display()
    return CarOfPermit(row.id, plate, row.make_model, row.colour, row.made_in, row.modality)


def _linked_cars(permit: Authorisation, on: date) -> tuple[CarOfPermit, ...]:
    query = (
        select(Vehicle)
        .join(VehiclePlatform, VehiclePlatform.vehicle_id == Vehicle.id)
        .where(
            VehiclePlatform.municipality_id == permit.municipality_id,
            VehiclePlatform.platform_id == permit.platform_id,
            Vehicle.removed_on.is_(None),
            holds_on(VehiclePlatform, on),
        )
        .order_by(Vehicle.plate)
    )
    return tuple(_car(row) for row in db.session.scalars(query))


def _seals(permit: Authorisation, on: date) -> tuple[SealRow, ...]:
    query = (
        select(Seal)
        .where(Seal.municipality_id == permit.municipality_id, Seal.authorisation_id == permit.id)
        .order_by(Seal.number.desc())
    )
    rows = list(db.session.scalars(query))
    states = steps.states_of(db.session(), [(permit, row.vehicle_id) for row in rows], on)
    return tuple(
        SealRow(
            row.id,
            row.number,
            Plate(row.plate).display(),
            row.vehicle_id,
            row.expires_on,
            code_state(row.state, row.expires_on, state, on),
            row.state != "dead",
            row.issued_at.date(),
            row.dead_reason,
            row.digits,
            row.training,
        )
        for row, state in zip(rows, states, strict=True)
    )


def _acts(permit: Authorisation, on: date) -> tuple[ActRow, ...]:
    subjects = steps.subjects_of(db.session(), permit, permit.vehicle_id)
    query = (
        select(Restriction)
        .where(
            Restriction.municipality_id == permit.municipality_id,
            Restriction.subject_id.in_(subjects),
        )
        .order_by(Restriction.decided_at.desc(), Restriction.id)
    )
    return tuple(
        ActRow(
            row.id,
            ACT_NAMES[RestrictionKind(row.kind)],
            SUBJECT_NAMES[Subject(row.subject_kind)],
            row.starts_on,
            row.ends_on,
            row.act,
            row.process,
            row.reasons,
            row.lift_act,
            row.lifted_at is None and covers(Period(row.starts_on, row.ends_on), on),
            row.origin_id is not None,
        )
        for row in db.session.scalars(query)
    )


def _pauses(permit: Authorisation, on: date) -> tuple[PauseRow, ...]:
    if permit.vehicle_id is None:
        return ()
    rows = steps.pauses_of(db.session(), permit.municipality_id, permit.vehicle_id)
    return tuple(
        PauseRow(
            row.id,
            PAUSE_REASONS.get(row.reason, row.reason),
            row.starts_on,
            row.ends_on,
            row.extension_act or row.act,
            row.first_ends_on is not None,
            on <= row.ends_on,
        )
        for row in reversed(rows)
    )
