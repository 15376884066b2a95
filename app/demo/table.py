"""The shape of the demo's table: towns, companies and scenarios, each a sound car with one fact changed.

Offsets are days from the day of loading (negative: before it). Pure.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from app.accounts.permissions import Role
from app.demo.table_cases import DemoSanction
from app.demo.table_notices import Paper
from app.demo.table_visits import YardData
from app.demo.when import On, tolerated, year_to
from app.regulation.facts import RestrictionKind, Subject

Fields = Mapping[str, Any]
PASSWORD = "confere-treino"  # of every account
ENTERED = -800  # cars and drivers, long enough before for every age rule
COMPANIES_ENTERED = -1510  # and the people of the office
LINKED = -700
_SOUND_EXAM = year_to(200)


@dataclass(frozen=True)
class Visit:
    """A report on paper of an inspection held on a day, from before the car's first one here."""

    held: On
    result: str = "approved"
    stopped: bool = False


@dataclass(frozen=True)
class Act:
    """An act against the car, its authorisation, its platform or (in a `Wheel`) its driver."""

    kind: RestrictionKind
    subject: Subject
    at: int
    days: int = 0
    months: int = 0


@dataclass(frozen=True)
class Company:
    """A platform: when its authorisation starts (None: it has none), and what became of it.

    `policies` maps the purpose of a policy to its last day; an `amount` in centavos.
    """

    key: str
    name: str
    root: str  # of the CNPJ
    starts: On | None = None
    granted: int = 0  # day of the act
    policies: Fields = field(default_factory=dict)
    amount: int = 5_000_000
    acts: tuple[Act, ...] = ()
    renewal_filed: bool = False


@dataclass(frozen=True)
class Wheel:
    """One driver of a car: edits of a sound driver, and the codes it adds (`expects`)."""

    expects: tuple[str, ...] = ()
    fields: Fields = field(default_factory=dict)
    starts: int = LINKED
    ends: int | None = None
    toxicology: On | None = _SOUND_EXAM
    acts: tuple[Act, ...] = ()
    removed: bool = False
    login: str = ""
    says: str = ""  # what was changed, Portuguese


@dataclass(frozen=True)
class Link:
    """The car runs for a company from one day to another."""

    company: str
    starts: int
    ends: int | None = None


@dataclass(frozen=True)
class Scenario:
    """A car whose state comes from one change; `expects` are the codes of the car without driver.

    `by` is the company of the car's authorisation (or whose Termo covers it), `links` whom it runs
    for (default: `by`). `then` is what happens to seal or car in the end: reprint, kill, hold,
    remove or plate. `imported` are fields that only an older registry can have brought.
    """

    key: str
    title: str
    level: str = "green"
    expects: tuple[str, ...] = ()
    modality: str = "app"
    by: str = ""
    links: tuple[Link, ...] | None = None
    car: Fields = field(default_factory=dict)
    visits: tuple[Visit, ...] | None = None
    owner_policy: Fields | None = field(default_factory=dict)  # None: not delivered
    termo: On | None = None  # first day of a taxi's Termo
    granted: int | None = None
    alvara: int | None = None
    entered: int = ENTERED
    sealed: int | None = None
    seal_until: On | None = None
    plate_only: bool = False  # no seal: found by plate alone
    sealed_by_visit: bool = False  # its code comes out of an approved visit in the yard
    acts: tuple[Act, ...] = ()
    pause_at: int | None = None
    then: str = ""
    imported: Fields = field(default_factory=dict)
    wheels: tuple[Wheel, ...] = (Wheel(),)
    in_february: tuple[str, ...] = ()  # codes added in January and February (PLA art. 28 §2)

    def expected_on(self, today: date) -> tuple[str, frozenset[str]]:
        """Level and codes of the car on the day of loading, no driver named."""
        if self.in_february and tolerated(today):
            return "amber", frozenset((*self.expects, *self.in_february))
        return self.level, frozenset(self.expects)


@dataclass(frozen=True)
class Employee:
    """Somebody with an account; the login is `login` and the town's suffix."""

    login: str
    name: str
    role: Role


@dataclass(frozen=True)
class Town:
    """A city with its people, companies and scenarios. `order` keeps invented numbers apart."""

    order: int
    slug: str
    name: str
    ibge: str
    ruleset: str
    phone: str
    suffix: str
    series: tuple[str, ...]  # first letters of plates, the last in the old pattern
    cars_from: Mapping[str, int]  # company → day from which it brings cars
    staff: tuple[Employee, ...]
    companies: tuple[Company, ...]
    scenarios: tuple[Scenario, ...]
    inspected: On  # default day of inspections
    mayor_grants: bool
    population: int = 0
    papers: tuple[Paper, ...] = ()  # of the agent's phone, in the order of writing
    fleet: tuple[Scenario, ...] = ()  # cars of the yard's past, which no list names
    yard: YardData | None = None
    sanctions: tuple[DemoSanction, ...] = ()
