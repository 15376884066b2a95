"""A driver's own cars: who he is in this city, what each car is worth today, which code it may show."""

from dataclasses import dataclass
from datetime import date

from sqlalchemy import Select, or_, select
from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.kernel.errors import NotFound, RuleRefused
from app.permits import steps
from app.permits.domain import code_state
from app.permits.models import Authorisation, Seal
from app.registry.models import Driver, VehicleDriver
from app.regulation.facts import SealState
from app.regulation.ruleset import Ruleset
from app.regulation.verdict import Audience, Level, Verdict, judge
from app.verification.facts import record_of, records_of
from app.verification.record import Record


@dataclass(frozen=True)
class OwnCar:
    """A car with its driver under the city's law; `seal` is the newest code that is not dead."""

    record: Record
    driver: Driver
    law: Ruleset
    seal: Seal | None

    def verdict(self, on: date) -> Verdict:
        """The verdict of the pair on that day, the code included."""
        return judge(self.record.facts(on, driver_id=self.driver.id, seal=self.seal), self.law, on)


def driver_of(session: Session, actor: Actor) -> Driver | None:
    """The registered driver who is this person in this city, or None."""
    query = select(Driver).where(
        Driver.municipality_id == actor.municipality_id,
        Driver.person_id == actor.person_id,
        Driver.removed_on.is_(None),
    )
    return session.scalars(query.order_by(Driver.registered_on.desc())).first()


def cars_of(session: Session, driver: Driver, law: Ruleset, on: date) -> list[OwnCar]:
    """Cars with a tie to the driver on that day, by plate."""
    ids = session.scalars(_tied(driver, on)).all()
    city = driver.municipality_id
    records = records_of(session, ids, municipality_id=city, law=law, on=on)
    cars = [OwnCar(record, driver, law, _seal(record)) for record in records]
    living = (car for car in cars if car.record.vehicle.removed_on is None)
    return sorted(living, key=lambda car: car.record.vehicle.plate)


def car_of(session: Session, actor: Actor, law: Ruleset, vehicle_id: str, on: date) -> OwnCar:
    """One of the actor's cars; NotFound for anybody else's, of this city or another."""
    driver = driver_of(session, actor)
    if driver is None:
        raise NotFound
    tie = _tied(driver, on).where(VehicleDriver.vehicle_id == vehicle_id)
    if session.scalars(tie).first() is None:
        raise NotFound
    city = actor.municipality_id
    record = record_of(session, vehicle_id, municipality_id=city, law=law, on=on)
    if record.vehicle.removed_on is not None:
        raise NotFound
    return OwnCar(record, driver, law, _seal(record))


def seal_refusal(session: Session, car: OwnCar, on: date) -> RuleRefused | None:
    """Why no code at all may be made on that day (threats.md T05), or None."""
    seal, law = car.seal, car.law
    citation = law.cite_all(law.check("seal_genuine").basis)
    if seal is None or (seal.training and not law.training):
        return RuleRefused(
            "Este carro não tem selo em vigor. Peça o selo à Secretaria.", citation=citation
        )
    permit = session.get_one(Authorisation, seal.authorisation_id)
    state = steps.state_of(session, permit, seal.vehicle_id, on)
    if code_state(seal.state, seal.expires_on, state, on) is SealState.VALID:
        return None
    return RuleRefused(
        "O selo deste carro não vale hoje. Procure a Secretaria antes de trabalhar.",
        citation=citation,
    )


def live_refusal(session: Session, car: OwnCar, on: date) -> RuleRefused | None:
    """Why no live window may be signed for that day: the pair is red or the seal is not valid."""
    verdict = car.verdict(on)
    if verdict.level is Level.RED:
        first = verdict.reasons[0]
        return RuleRefused(first.text(Audience.DRIVER, on), citation=first.citation)
    return seal_refusal(session, car, on)


def _tied(driver: Driver, on: date) -> Select[str]:
    return (
        select(VehicleDriver.vehicle_id)
        .where(
            VehicleDriver.municipality_id == driver.municipality_id,
            VehicleDriver.driver_id == driver.id,
            VehicleDriver.starts_on <= on,
            or_(VehicleDriver.ends_on.is_(None), VehicleDriver.ends_on >= on),
        )
        .order_by(VehicleDriver.vehicle_id)
    )


def _seal(record: Record) -> Seal | None:
    living = (seal for seal in record.seals if seal.state != "dead")
    return max(living, key=lambda seal: seal.number, default=None)
