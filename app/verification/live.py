"""The driver's phone: enrolling it, setting it free, and signing its live windows (qr-token.md §3)."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.accounts.permissions import Permission
from app.accounts.queries import city
from app.accounts.service import TooManyAttempts
from app.kernel.civil import civil_today
from app.kernel.errors import Conflict, Invalid, NotFound
from app.kernel.ids import new_id
from app.ledger.service import append
from app.permits.keys import signing_key
from app.permits.models import LiveDevice
from app.persistence.transaction import transaction
from app.registry.models import Vehicle
from app.regulation.ruleset import Ruleset
from app.verification.live_cars import OwnCar, car_of, live_refusal
from app.verification.live_codes import CodeMaker, LiveWindow, window_starts
from app.verification.live_keys import has_signed, read_public_key

CLOCK_TOLERANCE: Final = timedelta(minutes=5)
BETWEEN_FETCHES: Final = timedelta(seconds=30)
LABEL_MAX: Final = 40


@dataclass(frozen=True)
class Enrolled:
    """The receipt of an enrolment."""

    id: str
    vehicle_id: str
    label: str
    enrolled_at: datetime


@dataclass(frozen=True)
class WindowRequest:
    """What the phone signs: itself and its moment, as the text it put under the signature."""

    device_id: str
    asked_at: str
    signature: str


def enrol(
    actor: Actor,
    ruleset: Ruleset,
    vehicle_id: str,
    *,
    public_key: object,
    label: str,
    now: datetime,
) -> Enrolled:
    """Make this phone the car's one phone. The same key again is the same receipt.

    NotFound for a car that is not the driver's; Conflict while another phone is enrolled.
    """
    actor.require(Permission.OWN_PERMIT_SHOW)
    key = read_public_key(public_key)
    name = _label(label)
    with transaction() as session:
        car = car_of(session, actor, ruleset, vehicle_id, _today(ruleset, now))
        session.get_one(Vehicle, vehicle_id, with_for_update=True)  # orders two phones
        present = living_device(session, actor.municipality_id, vehicle_id)
        if present is not None:
            return _same_phone(present, actor, key)
        device = LiveDevice(
            id=new_id(),
            municipality_id=actor.municipality_id,
            vehicle_id=vehicle_id,
            driver_id=car.driver.id,
            account_id=actor.account_id,
            public_key=key,
            label=name,
            enrolled_at=now,
        )
        session.add(device)
        body = {"vehicle": vehicle_id, "driver": car.driver.id, "label": name, "public_key": key}
        append(session, actor, "live.enrolled", ("live_device", device.id), body, now=now)
        return _receipt(device)


def revoke_device(actor: Actor, device_id: str, *, now: datetime) -> None:
    """Set a car free for another phone. What was prefetched dies within four hours."""
    actor.require(Permission.SEAL_ISSUE)
    with transaction() as session:
        device = session.get(LiveDevice, device_id, with_for_update=True)
        if device is None or device.municipality_id != actor.municipality_id:
            raise NotFound
        if device.revoked_at is not None:
            raise Conflict("Este celular já foi liberado.")
        device.revoked_at = now
        body = {"vehicle": device.vehicle_id, "driver": device.driver_id}
        append(session, actor, "live.revoked", ("live_device", device.id), body, now=now)


def issue_windows(
    actor: Actor, ruleset: Ruleset, asked: WindowRequest, *, now: datetime
) -> list[LiveWindow]:
    """Windows of the next four hours, fewer where the permit is not good on the next day.

    Never one for a red or suspended day: RuleRefused with the driver's words (threats.md T05).
    NotFound for a phone that is not the actor's; Invalid for a wrong clock or signature.
    """
    actor.require(Permission.OWN_PERMIT_SHOW)
    with transaction() as session:
        device = _device(session, actor, asked.device_id)
        _check_request(device, asked, now)
        car = car_of(session, actor, ruleset, device.vehicle_id, _today(ruleset, now))
        windows = _sign(session, car, ruleset, now)
        device.last_fetch_at, device.last_asked_at = now, _instant(asked.asked_at)
        body = {
            "first": windows[0].start,
            "count": len(windows),
            "seal": car.seal.number if car.seal else 0,
        }
        # Many a day per car: the chain of consultations, not that of decisions.
        entity = ("live_device", device.id)
        append(session, actor, "live.windows", entity, body, now=now, chain="access")
        return windows


def living_device(session: Session, municipality_id: str, vehicle_id: str) -> LiveDevice | None:
    """The phone enrolled for a car, or None."""
    query = select(LiveDevice).where(
        LiveDevice.municipality_id == municipality_id,
        LiveDevice.vehicle_id == vehicle_id,
        LiveDevice.revoked_at.is_(None),
    )
    return session.scalars(query).one_or_none()


def code_maker(car: OwnCar, ruleset: Ruleset) -> CodeMaker:
    """Who signs for this car; call it only after `seal_refusal` or `live_refusal` said None."""
    if car.seal is None:
        raise ValueError("a car without a seal has no code")
    vehicle = car.record.vehicle
    home = city(vehicle.municipality_id)
    training = car.seal.training or ruleset.training
    return CodeMaker(car.seal, vehicle.modality, home.ibge, training)


def _sign(session: Session, car: OwnCar, ruleset: Ruleset, now: datetime) -> list[LiveWindow]:
    refusal = live_refusal(session, car, _today(ruleset, now))
    if refusal is not None:
        raise refusal
    signer = signing_key(session, city(car.record.vehicle.municipality_id), "live", now)
    maker = code_maker(car, ruleset)
    windows: list[LiveWindow] = []
    good: dict[date, bool] = {}
    for start in window_starts(now):
        day = _today(ruleset, start)
        if day not in good:
            good[day] = live_refusal(session, car, day) is None
        if not good[day]:
            break
        windows.append(maker.live(signer, start))
    return windows


def _device(session: Session, actor: Actor, device_id: str) -> LiveDevice:
    device = session.get(LiveDevice, device_id, with_for_update=True)
    if (
        device is None
        or device.municipality_id != actor.municipality_id
        or device.account_id != actor.account_id
    ):
        raise NotFound
    if device.revoked_at is not None:
        raise Conflict("A Secretaria liberou este carro para outro celular. Cadastre este de novo.")
    return device


def _check_request(device: LiveDevice, asked: WindowRequest, now: datetime) -> None:
    moment = _instant(asked.asked_at)
    if not has_signed(device.public_key, device.id, asked.asked_at, asked.signature):
        raise Invalid(
            "A chave deste celular não confere com a cadastrada. Peça à Secretaria para liberar.",
            field="signature",
        )
    if abs(moment - now) > CLOCK_TOLERANCE:
        raise Invalid("O relógio deste celular está errado. Acerte a hora.", field="asked_at")
    last = device.last_asked_at
    if last is not None and moment <= last:
        raise Invalid("Este pedido já foi atendido. Atualize a página.", field="asked_at")
    if device.last_fetch_at is not None and now - device.last_fetch_at < BETWEEN_FETCHES:
        raise TooManyAttempts(int(BETWEEN_FETCHES.total_seconds()))


def _instant(text: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None:
        raise Invalid("Falta a hora do pedido. Atualize a página.", field="asked_at")
    return moment.astimezone(UTC)


def _label(label: str) -> str:
    tidy = " ".join(label.split())
    if len(tidy) > LABEL_MAX:
        raise Invalid(f"Use até {LABEL_MAX} letras no nome do celular.", field="label")
    return tidy


def _same_phone(present: LiveDevice, actor: Actor, key: str) -> Enrolled:
    if (present.account_id, present.public_key) != (actor.account_id, key):
        raise Conflict(
            "Já há um celular cadastrado para este carro. Peça à Secretaria para liberar."
        )
    return _receipt(present)


def _receipt(device: LiveDevice) -> Enrolled:
    return Enrolled(device.id, device.vehicle_id, device.label, device.enrolled_at)


def _today(ruleset: Ruleset, moment: datetime) -> date:
    return civil_today(moment, ruleset.instrument.time_zone)
