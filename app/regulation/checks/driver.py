"""Rows 10 to 13: the person at the wheel. With nobody named, the car alone is judged."""

from app.kernel.civil import add_years
from app.regulation.checks.answer import (
    DAY,
    Answer,
    Level,
    Question,
    Scope,
    entered,
    fails,
    passes,
    term,
    together,
    within,
)
from app.regulation.effects import effect
from app.regulation.facts import Driver


@effect("check", "driver_linked")
def driver_linked(q: Question) -> Answer:
    """Registered and tied to this car (PAT arts. 8 §2 II, 11; PLA arts. 15, 23 X, XX).

    Holder, app driver and registered auxiliary alike, unless the city admits no auxiliary (CFG-PLA-01).
    """
    driver = q.facts.driver
    if driver is None:
        return passes()
    registered = entered(q.on, Scope.DRIVER, driver.registered_on, "unregistered")
    link = within(q.on, Scope.DRIVER, driver.link, prefix="link_")
    return together(registered, link, _auxiliary(q, driver), _crowd(q))


def _auxiliary(q: Question, driver: Driver) -> Answer:
    barred = q.reading("CFG-PLA-01") == "no_auxiliary" and driver.role == "auxiliary"
    return fails("auxiliary", Scope.DRIVER) if barred else passes()


def _crowd(q: Question) -> Answer:
    limit, count = q.number("max_drivers"), q.facts.vehicle.active_drivers
    if limit is None or count <= limit:
        return passes()
    return fails("too_many", Scope.VEHICLE, count=count, limit=limit)


@effect("check", "driver_licence")
def driver_licence(q: Question) -> Answer:
    """CNH valid, of the category, for paid work, old enough (PAT art. 8 §2 II; PLA arts. 15 III, 23 XIII)."""
    driver = q.facts.driver
    if driver is None:
        return passes()
    last = driver.licence_valid_until
    valid = term(q.on, Scope.DRIVER, last)
    if last is None:
        return valid
    return together(valid, _category(q, driver), _paid_activity(q, driver), _experience(q, driver))


def _category(q: Question, driver: Driver) -> Answer:
    """ "B ou superior", as the params list it; nothing by letter, for "ACC" holds no C."""
    asked, held = q.words("categories"), driver.licence_category.strip().upper()
    return passes() if not asked or held in asked else fails("category", Scope.DRIVER)


def _paid_activity(q: Question, driver: Driver) -> Answer:
    if q.rule.params.get("paid_activity") is not True or driver.paid_activity:
        return passes()
    return fails("paid_activity", Scope.DRIVER)


def _experience(q: Question, driver: Driver) -> Answer:
    """Two years since the first licence, or since this card: CFG-PAT-06."""
    years = q.number("min_years")
    if years is None:
        return passes()
    this_card = q.reading("CFG-PAT-06") == "this_card"
    start = driver.licence_issued_on if this_card else driver.licence_first_on
    if start is None:
        return fails("issue_unknown", Scope.DRIVER)
    ready = add_years(start, years)
    if q.on >= ready:
        return passes()
    return fails("too_recent", Scope.DRIVER, until=ready - DAY, date=ready)


@effect("check", "toxicology_valid")
def toxicology_valid(q: Question) -> Answer:
    """Exam of the last year; what a lapsed one does is the city's decision (PAT art. 8 §2 XI, CFG-PAT-07)."""
    driver, months = q.facts.driver, q.number("term_months")
    if driver is None or months is None:
        return passes()
    done_on = driver.toxicology_on
    late = Level.RED if q.reading("CFG-PAT-07") == "red" else Level.AMBER
    if done_on is not None and done_on > q.on:
        return fails("missing", Scope.DRIVER, late, until=done_on - DAY)
    last = None if done_on is None else q.months_after(done_on, months)
    return term(q.on, Scope.DRIVER, last, warn_days=q.number("warn_days"), late=late)


@effect("check", "card_valid")
def card_valid(q: Question) -> Answer:
    """Cartão de Identificação in its validity (PLA art. 23 XIII; its end by CFG-PLA-35)."""
    driver = q.facts.driver
    if driver is None:
        return passes()
    return term(q.on, Scope.DRIVER, driver.card_valid_until)
