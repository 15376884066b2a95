"""Cars, taxis and drivers in order on 30 November 2026, and what one check says of them."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from app.regulation.facts import (
    Authorisation,
    Driver,
    Facts,
    Inspection,
    Insurance,
    Modality,
    Period,
    Platform,
    Seal,
    SealState,
    Vehicle,
)
from app.regulation.loader import load_all
from app.regulation.ruleset import Ruleset
from app.regulation.verdict import Audience, Reason, Verdict, judge
from app.regulation.vocabulary import LegalStatus

D = date
DAY = timedelta(days=1)
TODAY = D(2026, 11, 30)
FAR = D(2030, 6, 30)

PAT = load_all()["patrocinio-2020"]
PLA = load_all()["planura-2025"]


def in_force(law: Ruleset) -> Ruleset:
    """The same text as if it were a law published on 20 May 2020 and still in force."""
    return law.with_legal_state(LegalStatus.IN_FORCE, published_on=D(2020, 5, 20))


def car(**edits: Any) -> Vehicle:
    """A car of 2024, inspected on 15 September 2026."""
    sound = Vehicle(
        made_in=2024,
        registered_on=D(2026, 2, 10),
        owned_since=D(2024, 5, 2),
        licensing_valid_until=FAR,
        licensing_city="Planura",
        inspection=Inspection(approved_on=D(2026, 9, 15)),
        insurances=(Insurance("owner", 5_000_000, Period(D(2026, 1, 1), FAR)),),
        reregistered_on=D(2026, 9, 15),
    )
    return replace(sound, **edits)


def driver(**edits: Any) -> Driver:
    """A driver linked to the car, with everything in date."""
    sound = Driver(
        registered_on=D(2026, 2, 10),
        link=Period(D(2026, 2, 10)),
        licence_category="B",
        licence_valid_until=FAR,
        licence_first_on=D(2015, 3, 4),
        licence_issued_on=D(2025, 3, 4),
        paid_activity=True,
        toxicology_on=D(2026, 9, 15),
        card_valid_until=FAR,
        reregistered_on=D(2026, 9, 15),
    )
    return replace(sound, **edits)


def platform(**edits: Any) -> Platform:
    """A platform authorised from 10 August 2026 to 10 August 2027."""
    sound = Platform(
        authorised=Period(D(2026, 8, 10), D(2027, 8, 10)),
        vehicle_link=Period(D(2026, 8, 12)),
        active_vehicles=15,
        active_platforms=3,
        insurances=(
            Insurance("platform", 5_000_000, Period(D(2026, 1, 1), FAR)),
            Insurance("app", 5_000_000, Period(D(2026, 1, 1), FAR)),
        ),
    )
    return replace(sound, **edits)


def app_car(**edits: Any) -> Facts:
    """An app car in order in both cities."""
    permit = Authorisation("7", Period(D(2026, 8, 12)), licence_issued_on=D(2026, 8, 12))
    sound = Facts(
        modality=Modality.APP,
        vehicle=car(),
        seal=Seal(SealState.VALID, FAR),
        authorisation=permit,
        platform=platform(),
        driver=driver(role="app"),
    )
    return replace(sound, **edits)


def taxi(**edits: Any) -> Facts:
    """A taxi of Planura in order."""
    sound = Facts(
        modality=Modality.TAXI,
        vehicle=car(),
        seal=Seal(SealState.VALID, FAR),
        authorisation=Authorisation("12", Period(D(2026, 7, 1), D(2030, 7, 1))),
        driver=driver(),
    )
    return replace(sound, **edits)


def everything(verdict: Verdict) -> Iterator[Reason]:
    """Reasons, notes and banner in one row."""
    yield from verdict.reasons
    yield from verdict.notes
    if verdict.banner:
        yield verdict.banner


def readable(reason: Reason, on: date) -> bool:
    """True when every reader's sentence can be made, with no field left open."""
    lines = [reason.text(audience, on) for audience in Audience]
    return not any("{" in line or "None" in line for line in (*lines, reason.detail(on)))


def said(check: str, facts: Facts, law: Ruleset, on: date = TODAY) -> str:
    """What one check says: "red expired", two findings joined by "; ", "" when it passes."""
    found = [reason for reason in everything(judge(facts, law, on)) if reason.check == check]
    assert all(readable(reason, on) for reason in found)
    return "; ".join(f"{reason.level} {reason.code.partition('.')[2]}" for reason in found)


def about(day: date) -> tuple[date, date, date]:
    """The day before, the day, the day after."""
    return day - DAY, day, day + DAY


def around(check: str, facts: Facts, law: Ruleset, day: date) -> tuple[str, ...]:
    """What the check says the day before, on the day, and the day after."""
    return tuple(said(check, facts, law, on) for on in about(day))
