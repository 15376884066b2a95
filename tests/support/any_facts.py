"""Any car, person, platform and law that could stand in the registry, as hypothesis strategies.

Dates crowd into five years so that many of them fall inside the days a timeline covers.
"""

from dataclasses import dataclass
from datetime import date

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from app.regulation.facts import (
    Authorisation,
    City,
    Driver,
    Facts,
    Inspection,
    Insurance,
    Modality,
    Period,
    Platform,
    Restriction,
    RestrictionKind,
    Seal,
    SealState,
    Subject,
    Vehicle,
)
from app.regulation.ruleset import Ruleset, Suspension
from app.regulation.vocabulary import LegalStatus
from tests.support.verdicts import PAT, PLA

days = st.dates(date(2025, 1, 1), date(2029, 12, 31))
maybe_day = st.none() | days
periods = st.builds(Period, days) | st.tuples(days, days).map(lambda two: Period(*sorted(two)))
maybe_period = st.none() | periods

insurances = st.lists(
    st.builds(
        Insurance,
        st.sampled_from(["platform", "owner", "app"]),
        st.sampled_from([4_999_999, 5_000_000]),
        periods,
    ),
    max_size=3,
).map(tuple)

vehicles = st.builds(
    Vehicle,
    made_in=st.integers(2014, 2024),
    registered_on=maybe_day,
    removed_on=maybe_day,
    seats=st.integers(5, 6),
    doors=st.integers(3, 4),
    owned_since=maybe_day,
    licensing_valid_until=maybe_day,
    licensing_city=st.sampled_from(["Planura", "Frutal", ""]),
    age_extended_until=maybe_day,
    inspection=st.builds(Inspection, maybe_day, maybe_day, maybe_day, st.booleans()),
    insurances=insurances,
    reregistered_on=maybe_day,
    active_drivers=st.integers(0, 3),
)

drivers = st.builds(
    Driver,
    registered_on=maybe_day,
    link=maybe_period,
    licence_category=st.sampled_from(["A", "B", "AB"]),
    licence_valid_until=maybe_day,
    licence_first_on=maybe_day,
    licence_issued_on=maybe_day,
    paid_activity=st.booleans(),
    toxicology_on=maybe_day,
    card_valid_until=maybe_day,
    reregistered_on=maybe_day,
    role=st.sampled_from(["holder", "auxiliary", "app"]),
)

platforms = st.builds(
    Platform,
    authorised=maybe_period,
    renewal_filed_on=maybe_day,
    renewal_limit=maybe_day,
    vehicle_link=maybe_period,
    active_vehicles=st.integers(14, 16),
    active_platforms=st.integers(2, 4),
    insurances=insurances,
)

restrictions = st.lists(
    st.builds(
        Restriction,
        st.sampled_from(RestrictionKind),
        st.sampled_from(Subject),
        periods,
        st.sampled_from(["", "Decreto 12/2026"]),
    ),
    max_size=3,
).map(tuple)

facts: SearchStrategy[Facts] = st.builds(
    Facts,
    modality=st.sampled_from(Modality),
    vehicle=vehicles,
    seal=st.none() | st.builds(Seal, st.sampled_from(SealState), days, st.booleans()),
    authorisation=st.none()
    | st.builds(Authorisation, st.just("7"), periods, st.integers(1, 2), maybe_day),
    platform=st.none() | platforms,
    driver=st.none() | drivers,
    restrictions=restrictions,
    pauses=st.lists(periods, max_size=2).map(tuple),
    taxi_on_platform=st.booleans(),
    city=st.none() | st.builds(City, st.integers(11_000, 13_000), st.integers(11, 13)),
    debt=maybe_period,
)

suspensions = st.lists(st.builds(Suspension, days, maybe_day), max_size=2).map(tuple)

# The decisions that a check reads (requirements.md §8).
_READ = {
    PAT.slug: "GEN-02 PAT-01 PAT-02 PAT-04 PAT-06 PAT-07 PAT-20",
    PLA.slug: "GEN-02 PLA-01 PLA-03 PLA-08 PLA-14 PLA-33",
}


@dataclass(frozen=True)
class AnyLaw:
    """A recipe, because a failing test prints it: a whole ruleset would fill the screen."""

    slug: str
    choices: tuple[tuple[str, str], ...]
    status: LegalStatus
    published_on: date | None
    in_force_to: date | None
    suspensions: tuple[Suspension, ...]

    def build(self) -> Ruleset:
        """The ruleset itself."""
        law = {PAT.slug: PAT, PLA.slug: PLA}[self.slug].with_decisions(dict(self.choices))
        return law.with_legal_state(
            self.status,
            published_on=self.published_on,
            in_force_to=self.in_force_to,
            suspensions=self.suspensions,
        )


@st.composite
def laws(draw: st.DrawFn) -> AnyLaw:
    """One of the two texts in any legal state, with any reading of the defects checks meet."""
    law = draw(st.sampled_from([PAT, PLA]))
    choices = []
    for name in _READ[law.slug].split():
        row = law.decision_row(f"CFG-{name}")
        choices.append((row.id, draw(st.sampled_from([option.id for option in row.options]))))
    status = draw(st.sampled_from(LegalStatus))
    states = (draw(maybe_day), draw(maybe_day), draw(suspensions))
    return AnyLaw(law.slug, tuple(choices), status, *states)
