"""What the law refuses when a car enters the registry or a driver joins a car. Pure."""

from dataclasses import dataclass
from datetime import date, datetime

from app.kernel.civil import add_years, format_date
from app.kernel.errors import Invalid, RuleRefused
from app.registry.domain import LinkRole, VehicleData
from app.regulation.age import (
    AgeReading,
    Transition,
    closing_of_year,
    include_until,
    transition_until,
)
from app.regulation.effects import effect
from app.regulation.facts import Modality
from app.regulation.quotas import driver_quota, vehicle_quota
from app.regulation.ruleset import CheckRule, Ruleset


def check_inclusion(ruleset: Ruleset, car: VehicleData, on: date) -> None:
    """Raise RuleRefused when this text does not let the car in on that civil day."""
    check_modality(ruleset, car)
    check_body(ruleset, car)
    check_licensing_city(ruleset, car)
    check_age(ruleset, car, on)


def check_modality(ruleset: Ruleset, car: VehicleData) -> None:
    """The text must regulate the modality; a taxi before a law of apps is a guest (PAT art. 31)."""
    guest = car.modality == Modality.TAXI and car.taxi_on_platform
    if not guest and Modality(car.modality) not in ruleset.instrument.modalities:
        raise RuleRefused(
            "A norma desta cidade só recebe táxi que roda em plataforma. Marque “táxi em "
            "plataforma”, se for o caso.",
            field="modality",
            citation=ruleset.cite_all(ruleset.check("taxi_authorised").basis),
        )


def check_body(ruleset: Ruleset, car: VehicleData) -> None:
    """Seats and doors (PAT art. 2 caput and §1; PLA art. 27 §1 IV, §2 II)."""
    rule = _rule_for(ruleset, "vehicle_registered", car)
    if rule is None:
        return
    seats, doors = _number(rule, "max_seats"), _number(rule, "min_doors")
    citation = ruleset.cite_all(rule.basis)
    if seats is not None and car.seats > seats:
        raise RuleRefused(
            f"A lotação máxima é de {seats} pessoas, com o motorista: este carro leva {car.seats}.",
            field="seats",
            citation=citation,
        )
    if doors is not None and car.doors < doors:
        raise RuleRefused(
            f"O carro precisa de {doors} portas: este tem {car.doors}.",
            field="doors",
            citation=citation,
        )


def check_licensing_city(ruleset: Ruleset, car: VehicleData) -> None:
    """Licensed in the city where the text asks for it (PLA art. 27 IV); empty is left open."""
    rule = _rule_for(ruleset, "vehicle_registered", car)
    asked = rule.params.get("city") if rule else None
    if rule is None or not isinstance(asked, str) or not car.licensing_city:
        return
    if car.licensing_city.casefold() != asked.casefold():
        raise RuleRefused(
            f"O carro precisa ser licenciado em {asked}: o documento diz {car.licensing_city}.",
            field="licensing_city",
            citation=ruleset.cite_all(rule.basis),
        )


def check_age(ruleset: Ruleset, car: VehicleData, on: date) -> None:
    """Age on the day of inclusion (PAT arts. 2, 10 p.u. I; PLA arts. 27 §2 I, 28)."""
    rule = _rule_for(ruleset, "vehicle_age", car)
    years = _number(rule, "max_years") if rule else None
    if rule is None or years is None:
        return
    last = _last_inclusion(ruleset, rule, car, years)
    if on > last:
        raise RuleRefused(
            f"Fabricado em {car.made_in}, este carro podia entrar no cadastro até "
            f"{format_date(last)}.",
            field="made_in",
            citation=ruleset.cite_all(rule.basis),
        )


def _last_inclusion(ruleset: Ruleset, rule: CheckRule, car: VehicleData, years: int) -> date:
    if rule.params.get("rule") != "closing_of_year":
        return include_until(car.made_in, years)
    reading = AgeReading(ruleset.decision("CFG-PAT-01"))
    last = closing_of_year(car.made_in, years, reading).last_ok
    tolerated = _tolerated_until(ruleset, rule, car)
    return max(last, tolerated) if tolerated else last


def _tolerated_until(ruleset: Ruleset, rule: CheckRule, car: VehicleData) -> date | None:
    """End of the transition of PAT art. 2 §3, as CFG-PAT-02 reads it; None without a publication."""
    entry = ruleset.in_force.start
    years, oldest = _number(rule, "transition_years"), _number(rule, "transition_max_years")
    if entry is None or years is None or oldest is None:
        return None
    if ruleset.decision("CFG-PAT-02") == "everybody_one_year":
        return add_years(entry, years)
    return transition_until(car.made_in, car.owned_since, Transition(entry, oldest, years))


@dataclass(frozen=True)
class NewDriver:
    """A driver about to join a car: what is already there."""

    role: LinkRole
    modality: Modality
    drivers: int  # others with a link on or after the first day
    holders: int  # of them, holders


@effect("guard", "drivers_per_vehicle")
def check_driver_place(ruleset: Ruleset, new: NewDriver) -> None:
    """Raise when the role does not fit the car or the text has no place for one more driver."""
    if (new.role is LinkRole.APP) != (new.modality is Modality.APP):
        raise Invalid(
            "Em táxi o motorista é titular ou auxiliar; em aplicativo, motorista de aplicativo.",
            field="role",
        )
    if new.role is LinkRole.HOLDER and new.holders:
        raise Invalid(
            "Este táxi já tem titular. Encerre o vínculo dele antes de incluir outro.", field="role"
        )
    rule = ruleset.check("driver_linked")
    maximum = _number(rule, "max_drivers")
    if maximum is not None and new.modality in rule.modalities:
        driver_quota(new.drivers, maximum, ruleset.cite_all(rule.basis)).require_place()


def check_platform_place(ruleset: Ruleset, vehicles: int) -> None:
    """Raise RuleRefused when the platform has all the cars the text admits (PAT arts. 3 §1, 8 §1)."""
    rule = ruleset.check("quota_kept")
    maximum = _number(rule, "max_vehicles_per_platform")
    if maximum is not None:
        vehicle_quota(vehicles, maximum, ruleset.cite_all(rule.basis)).require_place()


def check_removal_day(registered_on: date, on: date, now: datetime) -> None:
    """Invalid unless the day lies between the registration and today."""
    if on < registered_on:
        raise Invalid("A baixa não pode ser antes do cadastro.", field="on")
    if on > now.date():  # west of Greenwich the city's day is never ahead of the UTC date
        raise Invalid("A baixa não pode ficar para depois de hoje.", field="on")


def _rule_for(ruleset: Ruleset, name: str, car: VehicleData) -> CheckRule | None:
    rule = ruleset.check(name)
    return rule if rule.applies and Modality(car.modality) in rule.modalities else None


def _number(rule: CheckRule, key: str) -> int | None:
    value = rule.params.get(key)
    return value if isinstance(value, int) else None
