"""Registry of what code does for the law: checks, rules, screens, guards and reports.

Modules register at import (`@effect("check", "vehicle_age")`), outer layers their
screens at start. The names are closed: the law as data may only name what stands
here, and `coverage.py` says which of them are built.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeVar

from app.regulation.tables import Effect
from app.regulation.vocabulary import EffectKind

Built = TypeVar("Built", bound=Callable[..., object] | type)

CHECK_NAMES: tuple[str, ...] = (  # requirements.md §10: the place is the row
    "ruleset_in_force",
    "seal_genuine",
    "platform_authorised",
    "taxi_authorised",
    "vehicle_registered",
    "vehicle_age",
    "inspection_valid",
    "licensing_valid",
    "insurance_valid",
    "driver_linked",
    "driver_licence",
    "toxicology_valid",
    "card_valid",
    "reregistration_valid",
    "no_restriction",
    "no_pause",
    "licence_issued",
    "quota_kept",
    "failed_inspection",
    "municipal_debt",
)

RULE_NAMES = [
    "fine_amount",
    "recidivism",
    "fare_flag",
    "quota",
    "deadline",
    "in_force",
    "document_age",
    "bar_after_cassation",
    "suspension_term",
    "pause_term",
]

SCREEN_NAMES = [
    "registry.platform",
    "registry.vehicle",
    "registry.driver",
    "permits.permit",
    "permits.application",
    "permits.quota",
    "permits.pause",
    "permits.renunciation",
    "permits.change_vehicle",
    "permits.ranks",
    "verification.public",
    "verification.field",
    "verification.lookup",
    "inspections.visit",
    "inspections.agenda",
    "infractions.notice",
    "infractions.warning",
    "infractions.measure",
    "infractions.blocks",
    "cases.homologation",
    "cases.notification",
    "cases.defence",
    "cases.decision",
    "cases.commission",
    "cases.mayor",
    "cases.debt",
    "fees.slip",
    "fees.ufm",
    "complaints.file",
    "fares.table",
    "fares.estimate",
    "platform.duties",
    "platform.list",
    "platform.data_request",
    "driver.permit",
    "driver.documents",
    "driver.certificate",
    "settings.decisions",
    "settings.activation",
    "settings.calendar",
    "norma",
]

GUARD_NAMES = [
    "may_issue",
    "agent_designation",
    "separation_of_duties",
    "one_authorisation",
    "one_vehicle",
    "drivers_per_vehicle",
    "transfer_blocked",
    "mayor_only",
    "notice_complete",
    "training",
]

REPORT_NAMES = ["quota", "ride_floor", "registry_differences", "incumbents", "outside_validity"]

CODE_NAMES: Mapping[EffectKind, frozenset[str]] = MappingProxyType(
    {
        EffectKind.CHECK: frozenset(CHECK_NAMES),
        EffectKind.RULE: frozenset(RULE_NAMES),
        EffectKind.SCREEN: frozenset(SCREEN_NAMES),
        EffectKind.GUARD: frozenset(GUARD_NAMES),
        EffectKind.REPORT: frozenset(REPORT_NAMES),
    }
)

_registered: set[str] = set()


def all_names() -> frozenset[str]:
    """Every code effect there may be, as "kind:name"."""
    return frozenset(f"{kind}:{name}" for kind, names in CODE_NAMES.items() for name in names)


def is_code_effect(effect: Effect) -> bool:
    """True when the effect is carried out by code, not by a row of the ruleset."""
    return effect.kind in CODE_NAMES


def register(kind: str, name: str) -> None:
    """Say that code carries out `kind:name`; ValueError for a name the format does not have."""
    full = f"{kind}:{name}"
    if full not in all_names():
        raise ValueError(f"{full} is not a code effect of docs/ruleset-format.md")
    _registered.add(full)


def effect(kind: str, name: str) -> Callable[[Built], Built]:
    """Decorator form of `register` for the function or class that carries the effect out."""

    def mark(built: Built) -> Built:
        register(kind, name)
        return built

    return mark


def registered() -> frozenset[str]:
    """Effects that code has registered so far, as "kind:name"."""
    return frozenset(_registered)
