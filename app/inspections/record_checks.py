"""What is asked of an arriving visit before it is stored: each question refuses or leaves a flag.

A refusal sends the whole record to quarantine; a flag is a doubt for a person, and the record
is stored. Which flags make an approval wait stands in `domain.HOLDING`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from sqlalchemy import select

from app.accounts.models import Person
from app.accounts.permissions import Permission
from app.accounts.service import cpf_mac
from app.evidence import arrival
from app.evidence import record_checks as frozen
from app.evidence.record_checks import Chained
from app.inspections.law import Json, asked_items, first_defect, legal_refusals, occasion_row
from app.inspections.models import Inspection, InspectionDefect
from app.inspections.models_booking import Booking
from app.inspections.payload import SIGNED_CONTEXT, VisitPayload
from app.kernel.errors import Conflict, Invalid, RuleRefused
from app.permits.models import Seal
from app.registry.models import Driver, Owner, Vehicle, VehicleDriver

Questions = arrival.Questions[VisitPayload]
_VISITS: Final = Chained(Inspection, Inspection.finished_at)
_TAIL: Final = 6
# A chassis number has no I, O or Q (ISO 3779): who reads one reads a digit.
_LOOK_ALIKE: Final = str.maketrans("IOQ", "100")


@dataclass(frozen=True)
class Previous:
    """The visit before a return or recheck, with the keys that failed in it."""

    row: Inspection
    failed: tuple[str, ...]


def check_signature(asked: Questions) -> None:
    """`Invalid` unless the phone's key signed exactly this text."""
    frozen.check_signature(asked, SIGNED_CONTEXT)


def clock_doubt(asked: Questions) -> str:
    """The doubt about the times, "" without one (threats.md T11)."""
    return frozen.clock_doubt(asked, asked.payload.started_at, asked.payload.finished_at)


def check_designation(asked: Questions, doubt: str) -> list[str]:
    """`NotDesignated` unless an act held on the day of the visit (PLA art. 16 p.u.)."""
    started_at = asked.payload.started_at
    return frozen.check_designation(asked, Permission.INSPECTION_WRITE, started_at, doubt)


def check_chain(asked: Questions) -> list[str]:
    """`Conflict` when the place in the sequence is taken; flags for a neighbour that does not fit."""
    return frozen.check_chain(asked, _VISITS, asked.payload.finished_at)


def check_own_car(asked: Questions, car: Vehicle | None, held_on: date) -> None:
    """`RuleRefused` where the inspector drives or owns the car (threats.md §4.3, SoD-7)."""
    if car is None:
        return
    person = asked.actor.person_id
    drives = (
        select(VehicleDriver.id)
        .join(Driver, Driver.id == VehicleDriver.driver_id)
        .where(
            VehicleDriver.vehicle_id == car.id,
            Driver.person_id == person,
            VehicleDriver.starts_on <= held_on,
            VehicleDriver.ends_on.is_(None) | (VehicleDriver.ends_on >= held_on),
        )
    )
    owner = asked.session.get(Owner, car.owner_id) if car.owner_id else None
    own_mac = asked.session.get_one(Person, person).cpf_mac
    owns = owner is not None and cpf_mac(owner.tax_id) == own_mac
    if owns or asked.session.scalar(drives.limit(1)) is not None:
        raise RuleRefused(
            "Quem dirige ou é dono do carro não faz a vistoria dele. Outra pessoa deve fazer.",
            field="vehicle.plate",
        )


def previous_of(asked: Questions, car: Vehicle | None) -> Previous | None:
    """The visit that a return or recheck follows; `Conflict` when it is not here or not of this car."""
    wanted = asked.payload.previous
    if not wanted:
        return None
    row = asked.session.get(Inspection, wanted)
    own = row is not None and row.municipality_id == asked.actor.municipality_id
    if row is None or not own or row.vehicle_id != (car.id if car else None):
        raise Conflict(
            "A vistoria anterior deste carro ainda não está aqui. O registro ficou guardado.",
            field="previous",
        )
    if asked.payload.occasion == "recheck" and row.person_id == asked.actor.person_id:
        raise RuleRefused("A reinspeção deve ser feita por outra pessoa.", field="previous")
    keys = select(InspectionDefect.key).where(InspectionDefect.inspection_id == row.id)
    return Previous(row, tuple(sorted(asked.session.scalars(keys))))


def check_return(asked: Questions, previous: Previous | None, held_on: date) -> list[str]:
    """Flags of a return after its term, or not of the car's latest visit (PAT art. 12 §2)."""
    if previous is None or asked.payload.occasion != "return":
        return []
    flags = []
    if previous.row.cure_by is not None and held_on > previous.row.cure_by:
        flags.append("return_late")
    later = select(Inspection.id).where(
        Inspection.municipality_id == asked.actor.municipality_id,
        Inspection.vehicle_id == previous.row.vehicle_id,
        Inspection.plate == previous.row.plate,
        Inspection.started_at > previous.row.started_at,
        Inspection.started_at < asked.payload.started_at,
    )
    if asked.session.scalar(later.limit(1)) is not None:
        flags.append("previous_older")
    return flags


def check_car(asked: Questions, car: Vehicle | None) -> list[str]:
    """Flags of a car that is not quite the registry's: unknown, another chassis, service or code."""
    if car is None:
        return ["vehicle_unknown"]
    payload, flags = asked.payload, []
    known = _tail(car.chassis)
    if len(known) == _TAIL and _tail(payload.identified.chassis_tail) != known:
        flags.append("chassis_mismatch")
    if payload.vehicle.modality != car.modality:
        flags.append("modality_differs")
    if payload.vehicle.seal_index is not None and not _own_code(asked, car):
        flags.append("seal_differs")
    return flags


def _tail(text: str) -> str:
    letters = "".join(filter(str.isalnum, text.upper()))
    return letters.translate(_LOOK_ALIKE)[-_TAIL:]


def _own_code(asked: Questions, car: Vehicle) -> bool:
    query = select(Seal.id).where(
        Seal.municipality_id == asked.actor.municipality_id,
        Seal.vehicle_id == car.id,
        Seal.number == asked.payload.vehicle.seal_index,
    )
    return asked.session.scalar(query) is not None


def booking_of(asked: Questions, car: Vehicle | None) -> Booking | None:
    """The booking of this car that the record names; None when there is none such."""
    row = asked.session.get(Booking, asked.payload.booking) if asked.payload.booking else None
    own = row is not None and row.municipality_id == asked.actor.municipality_id
    return row if row is not None and own and car and row.vehicle_id == car.id else None


def check_law(asked: Questions, catalogue: Json, failed_before: Sequence[str]) -> list[str]:
    """Own ruleset, offered occasion, complete by its rules, and allowed to have legal value.

    Under an older version of the text its rules are no longer at hand: flagged, not refused.
    """
    law, payload = asked.arrival.law, asked.payload
    if payload.ruleset.slug != law.slug:
        raise Invalid("O registro foi escrito sob a norma de outro município.", field="ruleset")
    if not payload.training:
        refusals = legal_refusals(law, payload.started_at, payload.finished_at)
        if refusals:
            raise RuleRefused(refusals[0], field="training")
    if payload.ruleset.hash != law.hash:
        return ["older_ruleset"]
    row = occasion_row(catalogue, payload.occasion, payload.vehicle.modality)
    if row is None or bool(row["previous"]) != bool(payload.previous):
        raise Invalid("Esta norma não prevê essa vistoria para este carro.", field="occasion")
    defect = first_defect(catalogue, asked.arrival.text, failed_before)
    if defect is not None:
        raise Invalid(defect.message, field=defect.field, citation=defect.citation)
    _check_keys(asked, catalogue, failed_before)
    return []


def _check_keys(asked: Questions, catalogue: Json, failed_before: Sequence[str]) -> None:
    """Each item once, and none that this visit does not ask: the printed list is the law's."""
    payload = asked.payload
    known = asked_items(catalogue, payload.occasion, payload.vehicle.modality, failed_before)
    keys = [item.key for item in payload.items]
    if len(set(keys)) != len(keys) or not set(keys) <= set(known):
        raise Invalid(
            "A lista de itens não é a desta vistoria. Atualize o aplicativo.", field="items"
        )
