"""Rows of requirements.md §10 that both cities share, in the naive second implementation.

Each function answers a level ("red", "amber", "info") or "" when the row does not fail; a row
that two people or things may fail apart is a set of levels.
Written from the requirements alone; numbers of the law stand here literally.
"""

from datetime import date, timedelta

from app.regulation.facts import Driver, Facts, Inspection, Platform, SealState, Subject, Vehicle
from tests.support.naive_days import next_business_day, within

Found = dict[str, str | set[str]]


def seal_genuine(facts: Facts, on: date) -> str:
    """Row 2: the code read must be alive, in its term and on its own plate."""
    seal = facts.seal
    if seal is None:
        return ""
    if seal.state != SealState.VALID:
        return "red"
    if on > seal.expires_on:
        return "red"
    if not seal.plate_matches:
        return "red"
    return ""


def vehicle_registered(vehicle: Vehicle, on: date) -> str:
    """Row 5, the vehicle's half: in the register that day, with four doors."""
    if vehicle.registered_on is None or on < vehicle.registered_on:
        return "red"
    if vehicle.removed_on is not None and on >= vehicle.removed_on:
        return "red"
    if vehicle.doors < 4:
        return "red"
    return ""


def vehicle_linked(platform: Platform | None, on: date) -> str:
    """Row 5, the platform's half."""
    if platform is None or not within(platform.vehicle_link, on):
        return "red"
    return ""


def licensing_valid(vehicle: Vehicle, on: date) -> str:
    """Row 8: CRLV."""
    if vehicle.licensing_valid_until is None or on > vehicle.licensing_valid_until:
        return "red"
    return ""


def driver_linked(driver: Driver, on: date) -> str:
    """Row 10: registered, and linked to this vehicle."""
    if driver.registered_on is None or on < driver.registered_on:
        return "red"
    if not within(driver.link, on):
        return "red"
    return ""


def driver_licence(driver: Driver, on: date) -> str:
    """Row 11: CNH in term, B or higher, with the paid activity note."""
    if driver.licence_valid_until is None or on > driver.licence_valid_until:
        return "red"
    if driver.licence_category not in {"B", "C", "D", "E", "AB", "AC", "AD", "AE"}:
        return "red"
    if not driver.paid_activity:
        return "red"
    return ""


def no_restriction(facts: Facts, on: date, platform_counts: bool) -> str:
    """Row 15: an act in effect on the driver, the vehicle, the platform or the authorisation."""
    for restriction in facts.restrictions:
        if restriction.subject == Subject.DRIVER and facts.driver is None:
            continue
        if restriction.subject == Subject.PLATFORM and not platform_counts:
            continue
        if within(restriction.period, on):
            return "red"
    return ""


def failed_inspection(inspection: Inspection, on: date, days: int) -> str:
    """Row 19: failed and not approved since; amber while it may be cured, red afterwards."""
    failed, approved = inspection.failed_on, inspection.approved_on
    if failed is None or on < failed:
        return ""
    if approved is not None and failed < approved <= on:
        return ""
    if inspection.stopped:
        return "red"
    cure_by = inspection.cure_by
    if cure_by is None:
        cure_by = next_business_day(failed + timedelta(days=days))
    return "amber" if on <= cure_by else "red"


def levels(*found: str) -> set[str]:
    """What several parts of one row answered, each level once."""
    return {level for level in found if level}
