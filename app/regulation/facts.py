"""What is known about a vehicle, its permit and a driver when a verdict is asked.

Plain frozen values; the registry fills them, the checks read them. Dates are
civil dates in the municipality's time zone. A `None` end means "no end known".
"""

from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum


class Modality(StrEnum):
    """How the ride is asked for (PAT art. 1; PLA art. 1, art. 2)."""

    TAXI = "taxi"
    APP = "app"


class SealState(StrEnum):
    """Life of one printed or shown code; a reprint kills the former one."""

    NOT_ISSUED = "not_issued"
    VALID = "valid"
    SUSPENDED = "suspended"
    DEAD = "dead"


class Subject(StrEnum):
    """Whom a restriction or a pause falls on."""

    VEHICLE = "vehicle"
    DRIVER = "driver"
    PLATFORM = "platform"
    AUTHORISATION = "authorisation"


class RestrictionKind(StrEnum):
    """Acts that take away the right to work (PAT arts. 24, 28; PLA arts. 40, 44 to 46)."""

    SUSPENSION = "suspension"
    CASSATION = "cassation"
    REVOCATION = "revocation"
    RESCISSION = "rescission"
    RENUNCIATION = "renunciation"
    IMPEDIMENT = "impediment"
    STOP_ORDER = "stop_order"


@dataclass(frozen=True)
class Period:
    """Inclusive civil days; `end` None means open."""

    start: date
    end: date | None = None


@dataclass(frozen=True)
class Restriction:
    """One act in effect on `period`; `act` names it ("Decreto 12/2026")."""

    kind: RestrictionKind
    subject: Subject
    period: Period
    act: str = ""


@dataclass(frozen=True)
class Inspection:
    """Latest results: the approved one and, if newer, the failed one (vistoria)."""

    approved_on: date | None = None
    failed_on: date | None = None
    cure_by: date | None = None  # last day to come back after a failure
    stopped: bool = False  # a safety item failed: no work meanwhile (CFG-PLA-33)


@dataclass(frozen=True)
class Insurance:
    """One policy; `amount` in centavos per person (PAT art. 3 III, 4 XI, 8 §2 IX)."""

    purpose: str  # "platform", "owner", "app" as in the documents' catalogue
    amount: int
    period: Period


@dataclass(frozen=True)
class Vehicle:
    """The car of the permit. `made_in` is the year of manufacture, never the model year."""

    made_in: int
    registered_on: date | None
    removed_on: date | None = None
    seats: int = 5
    doors: int = 4
    owned_since: date | None = None
    licensing_valid_until: date | None = None  # CRLV
    licensing_city: str = ""
    age_extended_until: date | None = None  # PLA art. 28 §3
    inspection: Inspection = field(default_factory=Inspection)
    insurances: tuple[Insurance, ...] = ()
    reregistered_on: date | None = None  # yearly re-registration, PLA art. 16 p.u.
    active_drivers: int = 0  # linked on the day asked (PAT art. 8 §2 II)


@dataclass(frozen=True)
class Driver:
    """The person at the wheel, as known to the city, and the link to this car."""

    registered_on: date | None
    link: Period | None
    licence_category: str = ""  # CNH: "B", "AB", ...
    licence_valid_until: date | None = None
    licence_first_on: date | None = None
    licence_issued_on: date | None = None
    paid_activity: bool = False  # EAR
    toxicology_on: date | None = None
    card_valid_until: date | None = None  # Cartão de Identificação
    reregistered_on: date | None = None
    role: str = "holder"  # holder, auxiliary or app


@dataclass(frozen=True)
class Platform:
    """The company of an app car (PAT art. 3; PLA art. 7 II)."""

    authorised: Period | None
    renewal_filed_on: date | None = None
    renewal_limit: date | None = None  # by the city's calendar; None: national holidays only
    vehicle_link: Period | None = None
    active_vehicles: int = 0
    active_platforms: int = 0
    insurances: tuple[Insurance, ...] = ()


@dataclass(frozen=True)
class Authorisation:
    """The taxi's Termo (PLA arts. 7 I, 9, 10) or the car's authorisation (PAT art. 14)."""

    number: str
    period: Period
    active_vehicles: int = 1
    licence_issued_on: date | None = None  # alvará, PAT art. 14


@dataclass(frozen=True)
class Seal:
    """The code that was read. `expires_on` is the last good day, written in the code."""

    state: SealState
    expires_on: date
    plate_matches: bool = True


@dataclass(frozen=True)
class City:
    """The figures of the taxi quota: IBGE population and taxis in service (PLA art. 8 p.u.)."""

    population: int
    active_taxis: int


@dataclass(frozen=True)
class Facts:
    """Everything one verdict needs. `driver` None judges the vehicle alone."""

    modality: Modality
    vehicle: Vehicle
    seal: Seal | None = None
    authorisation: Authorisation | None = None
    platform: Platform | None = None
    driver: Driver | None = None
    restrictions: tuple[Restriction, ...] = ()
    pauses: tuple[Period, ...] = ()  # licence of PLA art. 29
    taxi_on_platform: bool = False  # PAT art. 31
    city: City | None = None
    debt: Period | None = None  # due and undisputed (PLA art. 56, CFG-PLA-31)
