"""Which numbers of the law each verdict check takes in `[check.params]`, and their types."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from app.regulation.tables import CheckRule

# A tuple of words is a closed choice; `tuple` alone is a list of texts.
ParamType = type | tuple[str, ...]

CHECK_PARAMS: Mapping[str, Mapping[str, ParamType]] = MappingProxyType(
    {
        "vehicle_age": {
            "rule": ("closing_of_year", "end_of_february"),
            "max_years": int,
            "extension_years": int,
            "transition_max_years": int,
            "transition_years": int,
        },
        "inspection_valid": {"term_months": int, "warn_days": int},
        "platform_authorised": {
            "term_months": int,
            "warn_days": int,
            "renewal_limit": ("last_business_day_of_march",),
        },
        "taxi_authorised": {"term_years": int},
        "insurance_valid": {"min_centavos": int, "purposes": tuple},
        "driver_linked": {"max_drivers": int},
        "driver_licence": {"categories": tuple, "min_years": int, "paid_activity": bool},
        "toxicology_valid": {"term_months": int, "warn_days": int},
        "reregistration_valid": {"term_months": int, "warn_days": int},
        "failed_inspection": {"cure_days": int},
        "vehicle_registered": {"max_seats": int, "min_doors": int, "city": str},
        "quota_kept": {
            "max_platforms": int,
            "max_vehicles_per_platform": int,
            "inhabitants_per_taxi": int,
        },
    }
)

_NAMES = {int: "um número inteiro", bool: "true ou false", str: "um texto", tuple: "uma lista"}


def wrong_params(check: CheckRule) -> Iterator[tuple[str, str]]:
    """Key and Portuguese reason of each parameter the check does not take as it stands."""
    known = CHECK_PARAMS.get(check.name, {})
    for key, value in check.params.items():
        kind = known.get(key)
        if kind is None:
            yield key, "parâmetro que esta verificação não usa"
        elif isinstance(kind, tuple):
            if value not in kind:
                yield key, f"valor desconhecido “{value}”; use um de: {', '.join(kind)}"
        elif type(value) is not kind:
            yield key, f"aqui se espera {_NAMES[kind]}"
