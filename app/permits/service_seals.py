"""Seals: the one place that signs a printed code, its reprint and its death (qr-token.md, T05)."""

from dataclasses import dataclass, field
from datetime import date, datetime

from flask import current_app
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.accounts.permissions import Permission
from app.accounts.queries import city
from app.kernel.civil import civil_today
from app.kernel.errors import Conflict, Invalid, NotFound, RuleRefused
from app.kernel.ids import new_id
from app.kernel.plate import Plate
from app.ledger.service import append
from app.permits import steps
from app.permits.conditions import last_day_allowed
from app.permits.domain import GrantKind, require_signable
from app.permits.keys import signing_key
from app.permits.models import Authorisation, Seal
from app.permits.token import SealCategory, SealPayload, SealType, encode
from app.persistence.transaction import changed, transaction
from app.registry.models import Vehicle, VehiclePlatform
from app.regulation.ruleset import Ruleset

_CATEGORIES = {"taxi": SealCategory.TAXI, "app": SealCategory.APP}


REPLACED = "Entrou outro selo no lugar"


@dataclass(frozen=True)
class Order:
    """A code to sign: for which car, under which permit, until when at most, and what else to tell."""

    permit: Authorisation
    vehicle: Vehicle
    expires_on: date | None = None
    id: str = ""
    told: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Issued:
    """The receipt of a seal: its number in the city, and the digits its code carries."""

    id: str
    number: int
    digits: str
    expires_on: date


def seal_address(digits: str) -> str:
    """The text of the symbol: this installation's address and the digits."""
    return f"{current_app.config['SETTINGS'].public_url}/v/{digits}"


def issue_seal(
    actor: Actor,
    ruleset: Ruleset,
    authorisation_id: str,
    vehicle_id: str,
    *,
    now: datetime,
    expires_on: date | None = None,
    id: str = "",
) -> Issued:
    """Sign a new code for a car of a permit in force, as long as permit and inspection allow.

    `RuleRefused` unless the permit is in force today and every seal condition holds; `Conflict`
    where a living seal stands.
    """
    actor.require(Permission.SEAL_ISSUE)
    steps.require_legal(actor, ruleset, now)
    with transaction() as session:
        steps.lock_city(session, actor.municipality_id)
        again = session.get(Seal, id) if id else None
        if again is not None:
            steps.same_receipt(
                again,
                actor.municipality_id,
                authorisation_id=authorisation_id,
                vehicle_id=vehicle_id,
            )
            return receipt(again)
        permit = steps.own(session, actor, Authorisation, authorisation_id)
        vehicle = steps.own(session, actor, Vehicle, vehicle_id)
        _refuse_second(session, permit, vehicle)
        order = Order(permit, vehicle, expires_on, id)
        return issue(session, actor, ruleset, order, now=now)


def issue(
    session: Session,
    actor: Actor,
    ruleset: Ruleset,
    order: Order,
    *,
    now: datetime,
    former: Seal | None = None,
) -> Issued:
    """The inner step of every new code, whoever asked for it; call it under the city's lock.

    `former` is the sticker of the same car that the new one takes the place of: it dies here.
    """
    last = _last_day(order.permit, order.expires_on, steps.today_of(ruleset, now))
    seal = _sign(session, actor, ruleset, order, last, now)
    seal.id = order.id or seal.id
    if former is not None:
        seal.replaces_id = former.id
        kill(session, actor, former, REPLACED, now)
    return _store(session, actor, seal, "seal.issued", order.told, now)


def reprint_seal(
    actor: Actor, ruleset: Ruleset, seal_id: str, reason: str, *, now: datetime, id: str = ""
) -> Issued:
    """A new index and code for the same permit; the former seal is dead from this moment."""
    actor.require(Permission.SEAL_ISSUE)
    steps.require_legal(actor, ruleset, now)
    why = steps.required(reason, "reason", "Escreva por que sai a segunda via.")
    with transaction() as session:
        steps.lock_city(session, actor.municipality_id)
        again = session.get(Seal, id) if id else None
        if again is not None:
            steps.same_receipt(again, actor.municipality_id, replaces_id=seal_id)
            return receipt(again)
        former = _living(session, actor, seal_id)
        permit = steps.own(session, actor, Authorisation, former.authorisation_id)
        vehicle = steps.own(session, actor, Vehicle, former.vehicle_id)
        last = min(former.expires_on, permit.ends_on)
        if last < steps.today_of(ruleset, now):
            raise RuleRefused("Este selo venceu. Emita um novo em vez da segunda via.")
        seal = _sign(session, actor, ruleset, Order(permit, vehicle), last, now)
        seal.id, seal.replaces_id = id or seal.id, former.id
        kill(session, actor, former, why, now)
        return _store(session, actor, seal, "seal.reprinted", {"reason": why}, now)


def kill_seal(actor: Actor, seal_id: str, reason: str, *, now: datetime) -> None:
    """Declare a seal dead: lost, stolen, torn off. Nothing brings it back; a reprint is another."""
    actor.require(Permission.SEAL_ISSUE)
    why = steps.required(reason, "reason", "Escreva por que o selo deixa de valer.")
    with transaction() as session:
        steps.lock_city(session, actor.municipality_id)
        kill(session, actor, _living(session, actor, seal_id), why, now)


def kill(session: Session, actor: Actor, seal: Seal, reason: str, now: datetime) -> None:
    """The inner step of every death; call it inside a transaction."""
    seal.state, seal.dead_at, seal.dead_reason = "dead", now, reason
    body = {"number": seal.number, "reason": reason}
    append(session, actor, "seal.killed", ("seal", seal.id), body, now=now)
    changed(session, f"vehicle:{seal.vehicle_id}")


def _living(session: Session, actor: Actor, seal_id: str) -> Seal:
    seal = session.get(Seal, seal_id, with_for_update=True)
    if seal is None or seal.municipality_id != actor.municipality_id:
        raise NotFound
    if seal.state == "dead":
        raise Conflict(f"O selo {seal.number} já não vale ({seal.dead_reason}).")
    return seal


def _refuse_second(session: Session, permit: Authorisation, vehicle: Vehicle) -> None:
    query = select(Seal.number).where(
        Seal.municipality_id == permit.municipality_id,
        Seal.authorisation_id == permit.id,
        Seal.state != "dead",
    )
    if permit.kind == GrantKind.PLATFORM:  # its Termo carries many cars
        query = query.where(Seal.vehicle_id == vehicle.id)
    number = session.scalar(query)
    if number is not None:
        raise Conflict(f"O selo {number} ainda vale. Peça a segunda via dele ou dê baixa antes.")


def _last_day(permit: Authorisation, wanted: date | None, today: date) -> date:
    if wanted is None:
        return permit.ends_on
    if not today <= wanted <= permit.ends_on:
        raise Invalid(
            f"O selo vai de hoje até {permit.ends_on:%d/%m/%Y}, o fim da autorização.",
            field="expires_on",
        )
    return wanted


def _sign(
    session: Session,
    actor: Actor,
    ruleset: Ruleset,
    order: Order,
    expires_on: date,
    now: datetime,
) -> Seal:
    """Check, take the next index under the city's lock, sign. Nothing else makes a valid code.

    `expires_on` is cut to the last day that the conditions allow.
    """
    home, permit, vehicle = city(actor.municipality_id), order.permit, order.vehicle
    today = civil_today(now, home.time_zone)
    require_car(session, permit, vehicle, today, ruleset)
    state = steps.state_of(session, permit, vehicle.id, today)
    require_signable(state, ruleset.cite_all(ruleset.check("seal_genuine").basis))
    allowed = last_day_allowed(session, actor, vehicle.id, ruleset, today)
    last = expires_on if allowed is None else min(expires_on, allowed)
    signer = signing_key(session, home, "printed", now)
    counter = steps.lock_city(session, actor.municipality_id)
    counter.last_index += 1
    training = permit.training or ruleset.training
    payload = SealPayload(
        type=SealType.PRINTED,
        kid=signer.kid,
        municipality=int(home.ibge),
        category=_CATEGORIES[vehicle.modality],
        index=counter.last_index,
        plate=Plate(vehicle.plate),
        expiry=last,
        test=training,
    )
    return Seal(
        id=new_id(),
        municipality_id=actor.municipality_id,
        number=counter.last_index,
        authorisation_id=permit.id,
        vehicle_id=vehicle.id,
        plate=vehicle.plate,
        kid=signer.kid,
        digits=encode(payload, signer.private),
        expires_on=last,
        state="valid",
        issued_at=now,
        training=training,
    )


def require_car(
    session: Session, permit: Authorisation, vehicle: Vehicle, today: date, ruleset: Ruleset
) -> None:
    """`DomainError` unless this permit covers this very car today."""
    if vehicle.removed_on is not None:
        raise Invalid("Este carro saiu do cadastro.", field="vehicle_id")
    if permit.kind == GrantKind.PLATFORM:
        _require_platform_car(session, permit, vehicle, today, ruleset)
    elif permit.vehicle_id != vehicle.id:
        raise Invalid("Este carro não é o desta autorização.", field="vehicle_id")
    licence = ruleset.check("licence_issued")
    if licence.applies and permit.licence_issued_on is None:
        raise RuleRefused(
            "Falta o alvará: sem ele o carro não pode operar. Registre o dia da expedição.",
            citation=ruleset.cite_all(licence.basis),
        )


def _require_platform_car(
    session: Session, permit: Authorisation, vehicle: Vehicle, today: date, ruleset: Ruleset
) -> None:
    """A platform's own permit covers its linked cars only where cars get none (PLA art. 11 II)."""
    if ruleset.check("licence_issued").applies:
        raise RuleRefused(
            "Nesta norma o selo sai da autorização do carro, não da plataforma.",
            citation=ruleset.cite_all(ruleset.check("licence_issued").basis),
        )
    link = select(VehiclePlatform.id).where(
        VehiclePlatform.municipality_id == permit.municipality_id,
        VehiclePlatform.vehicle_id == vehicle.id,
        VehiclePlatform.platform_id == permit.platform_id,
        VehiclePlatform.starts_on <= today,
        VehiclePlatform.ends_on.is_(None) | (VehiclePlatform.ends_on >= today),
    )
    if session.scalar(link) is None:
        raise Invalid("Este carro não está vinculado à plataforma.", field="vehicle_id")


def _store(
    session: Session, actor: Actor, seal: Seal, kind: str, more: dict[str, str], now: datetime
) -> Issued:
    session.add(seal)
    session.flush()
    body = {
        "number": seal.number,
        "authorisation_id": seal.authorisation_id,
        "vehicle_id": seal.vehicle_id,
        "plate": seal.plate,
        "kid": seal.kid,
        "expires_on": seal.expires_on,
        "replaces_id": seal.replaces_id,
        "training": seal.training,
        **more,
    }
    append(session, actor, kind, ("seal", seal.id), body, now=now)
    changed(session, f"vehicle:{seal.vehicle_id}")
    return receipt(seal)


def receipt(seal: Seal) -> Issued:
    """What is told of an issued code."""
    return Issued(seal.id, seal.number, seal.digits, seal.expires_on)
