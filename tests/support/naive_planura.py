"""The naive verdict of Planura (PL 28/2025): requirements.md §10, column PLA."""

from datetime import date

from app.regulation.facts import Driver, Facts, Modality
from tests.support import naive_rows as rows
from tests.support.naive_days import end_of_february, in_last_days, same_day, within


def planura(facts: Facts, on: date) -> rows.Found:
    """Levels by check; an empty one is a check that holds."""
    vehicle = facts.vehicle
    is_app = facts.modality == Modality.APP
    driver = facts.driver
    found: rows.Found = {
        "ruleset_in_force": "info",
        "seal_genuine": rows.seal_genuine(facts, on),
        "platform_authorised": _platform_authorised(facts, on) if is_app else "",
        "taxi_authorised": "" if is_app else _taxi_authorised(facts, on),
        "vehicle_registered": _vehicle_registered(facts, on),
        "vehicle_age": _vehicle_age(facts, on),
        "inspection_valid": _yearly(vehicle.inspection.approved_on, on),
        "licensing_valid": rows.licensing_valid(vehicle, on),
        "reregistration_valid": rows.levels(
            _reregistered(vehicle.reregistered_on, vehicle.registered_on, on),
            _reregistered(driver.reregistered_on, driver.registered_on, on) if driver else "",
        ),
        "no_restriction": rows.no_restriction(facts, on, platform_counts=is_app),
        "no_pause": _no_pause(facts, on),
        "quota_kept": "" if is_app else _quota_kept(facts),
        "failed_inspection": rows.failed_inspection(vehicle.inspection, on, days=10),
        "municipal_debt": "info" if within(facts.debt, on) else "",
    }
    return found if driver is None else found | _driver_rows(driver, on)


def _driver_rows(driver: Driver, on: date) -> rows.Found:
    card = driver.card_valid_until
    return {
        "driver_linked": rows.driver_linked(driver, on),
        "driver_licence": rows.driver_licence(driver, on),
        "card_valid": "red" if card is None or on > card else "",
    }


def _four_years(start: date, written_end: date | None, on: date) -> str:
    """Art. 10: the end written in the Termo (which may be an extension), or else four years."""
    end = written_end or same_day(start, 4)
    return "" if start <= on <= end else "red"


def _platform_authorised(facts: Facts, on: date) -> str:
    if facts.platform is None or facts.platform.authorised is None:
        return "red"
    return _four_years(facts.platform.authorised.start, facts.platform.authorised.end, on)


def _taxi_authorised(facts: Facts, on: date) -> str:
    """Arts. 7 I, 10 and 11 I: a Termo in its four years, with one vehicle."""
    termo = facts.authorisation
    if termo is None or termo.active_vehicles > 1:
        return "red"
    return _four_years(termo.period.start, termo.period.end, on)


def _vehicle_registered(facts: Facts, on: date) -> set[str]:
    is_app = facts.modality == Modality.APP
    return rows.levels(
        rows.vehicle_registered(facts.vehicle, on),
        rows.vehicle_linked(facts.platform, on) if is_app else "",
        _city(facts),
    )


def _city(facts: Facts) -> str:
    """Art. 27 IV: licensed and registered in Planura; nobody wrote it down: a pendency."""
    if facts.vehicle.licensing_city == "":
        return "amber"
    return "" if facts.vehicle.licensing_city == "Planura" else "red"


def _vehicle_age(facts: Facts, on: date) -> str:
    """Arts. 27 §2 I and 28; CFG-PLA-14: the months of grace are for vehicles already in."""
    vehicle = facts.vehicle
    ten_years = date(vehicle.made_in + 10, 12, 31)
    if on <= ten_years:
        return ""
    if vehicle.registered_on is None or vehicle.registered_on > ten_years:
        return "red"
    replace_by = end_of_february(vehicle.made_in + 11)
    if on <= replace_by:
        return "amber"
    extended = vehicle.age_extended_until
    if extended is None:
        return "red"
    return "amber" if on <= min(extended, same_day(replace_by, 1)) else "red"


def _yearly(last: date | None, on: date) -> str:
    """CFG-PLA-08: one year from the last; amber in the 30 days before, red after."""
    if last is None or last > on:
        return "red"
    due = same_day(last, 1)
    if on > due:
        return "red"
    return "amber" if in_last_days(due, 30, on) else ""


def _reregistered(last: date | None, registered: date | None, on: date) -> str:
    """Art. 16 p.u.; the first year runs from the registration itself."""
    if last is None or last > on:
        last = registered
    if last is None or last > on:
        return ""
    return _yearly(last, on)


def _no_pause(facts: Facts, on: date) -> str:
    return "red" if any(within(pause, on) for pause in facts.pauses) else ""


def _quota_kept(facts: Facts) -> str:
    """Art. 8 p.u.: one taxi for each full thousand inhabitants."""
    if facts.city is None:
        return ""
    return "info" if facts.city.active_taxis > facts.city.population // 1000 else ""
