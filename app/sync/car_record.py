"""What the registry, permits and fee guides know of a car, as the facts that answer a checklist."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.inspections.guides_reading import GuideRow, standing_guides
from app.permits.models import Authorisation, Seal
from app.registry.models import RegistryDocument
from app.regulation.facts import Insurance, Modality
from app.regulation.inspection_prefill import RecordFacts
from app.verification.record import Record, best, holds, link_days

_MAINTENANCE: Final = "maintenance"
_CONTRACT: Final = "vehicle_contract"
_FARE: Final = "fare_table"
_PAPERS: Final = (_MAINTENANCE, _CONTRACT, _FARE)


@dataclass(frozen=True)
class Known:
    """What stands beside the records of some cars, by vehicle id; `taxis` counts cars by holder."""

    papers: Mapping[str, Mapping[str, RegistryDocument]]
    guides: Mapping[str, GuideRow]
    taxis: Mapping[str, int]


def known_of(session: Session, city: str, vehicle_ids: Iterable[str], today: date) -> Known:
    """Three queries for however many cars."""
    ids = sorted(vehicle_ids)
    return Known(
        _papers(session, city, ids),
        standing_guides(session, city, ids),
        _taxis(session, city, today),
    )


def record_facts(record: Record, known: Known, today: date) -> RecordFacts:
    """The facts of one car on a civil day; what nobody recorded stays None."""
    car, grant = record.vehicle, record.grant_on(today)
    papers, guide = known.papers.get(car.id, {}), known.guides.get(car.id)
    maintenance, contract = papers.get(_MAINTENANCE), papers.get(_CONTRACT)
    policy, seal = _policy(record, today), living_seal(record.seals)
    fare = papers.get(_FARE)
    return RecordFacts(
        modality=Modality(car.modality),
        made_in=car.made_in,
        owned_since=car.owned_since,
        age_extended_until=car.age_extended_until,
        doors=car.doors,
        seats=car.seats,
        licensing_valid_until=car.licensing_valid_until,
        licensing_city=car.licensing_city,
        maintenance_on=maintenance.issued_on if maintenance else None,
        policy_centavos=policy.amount if policy else None,
        policy_until=policy.period.end if policy else None,
        title=car.title,
        contract_until=contract.valid_until if contract else None,
        platform_linked=_linked(record, today) if car.modality == Modality.APP else None,
        single_vehicle=_single(grant, known),
        rank=grant.rank if grant else "",
        fare_decree=fare.number if fare else "",
        guide=guide.number if guide else "",
        paid_on=guide.paid_on if guide else None,
        living_seal=seal is not None,
        seal_number=str(seal.number) if seal else "",
        seal_until=seal.expires_on if seal else None,
    )


def living_seal(seals: Iterable[Seal]) -> Seal | None:
    """The newest code of the car that is not dead."""
    living = [seal for seal in seals if seal.state != "dead"]
    return max(living, key=lambda seal: seal.number, default=None)


def _policy(record: Record, today: date) -> Insurance | None:
    """The car's own policy that counts today (PAT arts. 3 III, 8 §2 IX)."""
    own = [policy for policy in record.insurances if policy.purpose == "owner"]
    return best(own, today, lambda policy: policy.period)


def _linked(record: Record, today: date) -> bool:
    """Whether a platform with an authorisation in force has the car today (PLA art. 15 VIII)."""
    platform = record.platform_on(today)
    grant = platform.grant_on(today) if platform else None
    if platform is None or grant is None:
        return False
    tied = platform.link_on(today)
    held = grant.starts_on <= today <= grant.ends_on
    return held and tied is not None and holds(link_days(tied), today)


def _single(grant: Authorisation | None, known: Known) -> bool | None:
    """Whether it is the holder's only taxi (PLA arts. 9, 11 I); None without a taxi's Termo."""
    if grant is None or grant.kind != "taxi" or not grant.driver_id:
        return None
    return known.taxis.get(grant.driver_id, 0) <= 1


def _papers(session: Session, city: str, ids: list[str]) -> dict[str, dict[str, RegistryDocument]]:
    """The latest paper of each kind: dates and numbers count as they were delivered last."""
    query = select(RegistryDocument).where(
        RegistryDocument.municipality_id == city,
        RegistryDocument.subject_kind == "vehicle",
        RegistryDocument.subject_id.in_(ids),
        RegistryDocument.kind.in_(_PAPERS),
    )
    found: defaultdict[str, dict[str, RegistryDocument]] = defaultdict(dict)
    for row in session.scalars(query.order_by(RegistryDocument.recorded_at, RegistryDocument.id)):
        found[row.subject_id][row.kind] = row
    return dict(found)


def _taxis(session: Session, city: str, today: date) -> dict[str, int]:
    query = select(Authorisation.driver_id, Authorisation.vehicle_id).where(
        Authorisation.municipality_id == city,
        Authorisation.kind == "taxi",
        Authorisation.starts_on <= today,
        Authorisation.ends_on >= today,
    )
    cars: defaultdict[str, set[str]] = defaultdict(set)
    for driver, vehicle in session.execute(query):
        if driver and vehicle:
            cars[driver].add(vehicle)
    return {driver: len(found) for driver, found in cars.items()}
