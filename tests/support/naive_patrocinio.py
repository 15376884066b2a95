"""The naive verdict of Patrocínio (Lei 5.174/2020): requirements.md §10, column PAT."""

from datetime import date, timedelta

from app.regulation.facts import Driver, Facts, Modality, Platform
from tests.support import naive_rows as rows
from tests.support.naive_days import in_last_days, last_business_day_of_march, same_day, within


def patrocinio(facts: Facts, on: date) -> rows.Found:
    """Levels by check; an empty one is a check that holds."""
    if facts.modality == Modality.TAXI:
        return _taxi(facts, on)
    found: rows.Found = {
        "ruleset_in_force": "info",
        "seal_genuine": rows.seal_genuine(facts, on),
        "platform_authorised": _platform_authorised(facts.platform, on),
        "vehicle_registered": _vehicle_registered(facts, on),
        "vehicle_age": _vehicle_age(facts, on),
        "inspection_valid": _inspection_valid(facts, on),
        "licensing_valid": rows.licensing_valid(facts.vehicle, on),
        "insurance_valid": _insurance_valid(facts, on),
        "no_restriction": rows.no_restriction(facts, on, platform_counts=True),
        "licence_issued": _licence_issued(facts, on),
        "quota_kept": _quota_kept(facts.platform),
        "failed_inspection": rows.failed_inspection(facts.vehicle.inspection, on, days=5),
    }
    if facts.driver is not None:
        found |= _driver_rows(facts, facts.driver, on)
    return found


def _taxi(facts: Facts, on: date) -> rows.Found:
    """Art. 31: no authorisation of its own, only an authorised platform and the tie to it.

    A taxi on no platform is outside this law: nothing here can call it authorised.
    """
    guest = facts.taxi_on_platform
    return {
        "ruleset_in_force": "info",
        "seal_genuine": rows.seal_genuine(facts, on),
        "platform_authorised": _platform_authorised(facts.platform, on) if guest else "",
        "taxi_authorised": "info" if guest else "",
        "vehicle_registered": rows.vehicle_linked(facts.platform, on) if guest else "amber",
        "no_restriction": rows.no_restriction(facts, on, platform_counts=guest),
    }


def _driver_rows(facts: Facts, driver: Driver, on: date) -> rows.Found:
    too_many = "red" if facts.vehicle.active_drivers > 2 else ""
    return {
        "driver_linked": rows.levels(rows.driver_linked(driver, on), too_many),
        "driver_licence": rows.levels(rows.driver_licence(driver, on), _two_years(driver, on)),
        "toxicology_valid": _toxicology_valid(driver, on),
    }


def _platform_end(platform: Platform) -> date:
    """The end written in the act, or else twelve months (art. 3 §2)."""
    assert platform.authorised is not None
    return platform.authorised.end or same_day(platform.authorised.start, 1)


def _renewal_filed_in_time(platform: Platform, on: date) -> bool:
    """CFG-PAT-04: filed by the last business day of March of the year in which it ends."""
    filed, authorised = platform.renewal_filed_on, platform.authorised
    if filed is None or authorised is None or filed > on or filed < authorised.start:
        return False
    year = _platform_end(platform).year
    limit = platform.renewal_limit
    if limit is None or limit.year != year:
        limit = last_business_day_of_march(year)
    return filed <= limit


def _platform_authorised(platform: Platform | None, on: date) -> str:
    if platform is None or platform.authorised is None or on < platform.authorised.start:
        return "red"
    end = _platform_end(platform)
    if _renewal_filed_in_time(platform, on):
        return "amber" if on > end else ""
    if on > end:
        return "red"
    if in_last_days(end, 30, on):
        return "amber"
    return ""


def _vehicle_registered(facts: Facts, on: date) -> set[str]:
    seats = "red" if facts.vehicle.seats > 5 else ""
    return rows.levels(
        rows.vehicle_registered(facts.vehicle, on),
        rows.vehicle_linked(facts.platform, on),
        seats,
    )


def _vehicle_age(facts: Facts, on: date) -> str:
    """Art. 2 §§1-2. No tolerance of §3: the day of entry into force is not in the text."""
    return "red" if on > date(facts.vehicle.made_in + 5, 12, 31) else ""


def _inspection_valid(facts: Facts, on: date) -> str:
    """CFG-PAT-20: approved in the course of the platform's authorisation, and as long as it.

    The 30 days before an authorisation begins already belong to it: the warning asks for the
    new inspection then. One made in them, or later, never lapses with the old authorisation.
    """
    approved, platform = facts.vehicle.inspection.approved_on, facts.platform
    if approved is None or approved > on:
        return "red"
    if platform is None or platform.authorised is None:
        return ""
    start, end = platform.authorised.start, _platform_end(platform)
    if approved < start - timedelta(days=30):
        return "red" if on >= start else ""
    if _renewal_filed_in_time(platform, on) or approved >= end - timedelta(days=30):
        return ""
    if on > end:
        return "red"
    return "amber" if in_last_days(end, 30, on) else ""


def _insurance_valid(facts: Facts, on: date) -> str:
    policies = list(facts.vehicle.insurances)
    if facts.platform is not None:
        policies += list(facts.platform.insurances)
    for purpose in ("platform", "owner", "app"):
        enough = [p for p in policies if p.purpose == purpose and p.amount >= 50_000_00]
        if not any(within(policy.period, on) for policy in enough):
            return "red"
    return ""


def _licence_issued(facts: Facts, on: date) -> str:
    """Art. 14: the car's authorisation, and its alvará."""
    authorisation = facts.authorisation
    if authorisation is None or not within(authorisation.period, on):
        return "red"
    if authorisation.licence_issued_on is None or on < authorisation.licence_issued_on:
        return "red"
    return ""


def _quota_kept(platform: Platform | None) -> str:
    if platform is None:
        return ""
    return "info" if platform.active_vehicles > 15 or platform.active_platforms > 3 else ""


def _two_years(driver: Driver, on: date) -> str:
    """CFG-PAT-06: of the first licence."""
    if driver.licence_first_on is None or on < same_day(driver.licence_first_on, 2):
        return "red"
    return ""


def _toxicology_valid(driver: Driver, on: date) -> str:
    """CFG-PAT-07: amber from 30 days before, and amber after the year as well."""
    exam = driver.toxicology_on
    if exam is None or exam > on:
        return "amber"
    due = same_day(exam, 1)
    return "amber" if on > due or in_last_days(due, 30, on) else ""
