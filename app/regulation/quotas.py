"""How many: platforms, cars per platform, taxis per inhabitant, drivers per car, one authorisation.

PAT arts. 3 §1, 8 §1, 8 §2 II; PLA arts. 8 p.u., 9, 11 I. Counting is done by the caller
inside its transaction; here only the arithmetic and the refusal.
"""

from dataclasses import dataclass

from app.kernel.errors import RuleRefused
from app.regulation.effects import effect
from app.regulation.ruleset import Ruleset


@dataclass(frozen=True)
class Quota:
    """`used` places of `maximum`; `what` names the thing in Portuguese, plural ("táxis")."""

    used: int
    maximum: int
    what: str
    rule: str = ""
    citation: str = ""

    @property
    def free(self) -> int:
        """Places left, never negative."""
        return max(0, self.maximum - self.used)

    @property
    def excess(self) -> int:
        """Places above the maximum (incumbents, CFG-PLA-03); no new grant while above."""
        return max(0, self.used - self.maximum)

    @property
    def full(self) -> bool:
        """True when one more would exceed the maximum."""
        return self.free == 0

    def near(self, margin: int) -> bool:
        """True when at most `margin` places are left (a warning, a choice of the software)."""
        return self.free <= margin

    @property
    def words(self) -> str:
        """'14 de 15 carros desta plataforma'."""
        return f"{self.used} de {self.maximum} {self.what}"

    def require_place(self) -> None:
        """`RuleRefused` when there is no place for one more."""
        if self.full:
            raise RuleRefused(
                f"Não há vaga: {self.words}. Libere uma vaga antes de incluir.",
                citation=self.citation,
            )


def taxi_places(population: int, inhabitants_per_taxi: int) -> int:
    """Whole thousands only: floor (PLA art. 8 p.u., CFG-PLA-03)."""
    if population < 0 or inhabitants_per_taxi < 1:
        raise ValueError("population and ratio must be positive")
    return population // inhabitants_per_taxi


def taxi_quota(
    active: int, population: int, inhabitants_per_taxi: int, citation: str = ""
) -> Quota:
    """Taxis for a population, with the division written out."""
    places = taxi_places(population, inhabitants_per_taxi)
    rule = f"{population} habitantes ÷ {inhabitants_per_taxi} = {places} vagas, sem fração"
    return Quota(active, places, "táxis", rule, citation)


def platform_quota(active: int, maximum: int, citation: str = "") -> Quota:
    """Platforms in the city (PAT art. 3 §1)."""
    return Quota(active, maximum, "plataformas no Município", "", citation)


def vehicle_quota(active: int, maximum: int, citation: str = "") -> Quota:
    """Distinct active cars of one platform; taxis of PAT art. 31 do not count (CFG-PAT-03)."""
    return Quota(active, maximum, "carros desta plataforma", "", citation)


def driver_quota(active: int, maximum: int, citation: str = "") -> Quota:
    """Drivers registered on one car (PAT art. 8 §2 II)."""
    return Quota(active, maximum, "condutores neste veículo", "", citation)


def authorisation_quota(active: int, maximum: int, citation: str = "") -> Quota:
    """Active authorisations of one person or platform (PLA art. 9)."""
    return Quota(active, maximum, "autorizações por pessoa", "", citation)


@dataclass(frozen=True)
class Counts:
    """What is counted when quotas are asked; None where it does not matter."""

    platforms: int | None = None
    vehicles_of_platform: int | None = None
    taxis: int | None = None
    population: int | None = None
    drivers_of_vehicle: int | None = None


def _number(ruleset: Ruleset, check: str, key: str) -> int | None:
    value = ruleset.check(check).params.get(key)
    return value if isinstance(value, int) else None


@effect("rule", "quota")
def quotas(ruleset: Ruleset, counts: Counts) -> tuple[Quota, ...]:
    """Every quota this text has for what was counted; a text without the number has no quota."""
    basis = ruleset.cite_all(ruleset.check("quota_kept").basis)
    found: list[Quota] = []
    platforms = _number(ruleset, "quota_kept", "max_platforms")
    if platforms is not None and counts.platforms is not None:
        found.append(platform_quota(counts.platforms, platforms, basis))
    vehicles = _number(ruleset, "quota_kept", "max_vehicles_per_platform")
    if vehicles is not None and counts.vehicles_of_platform is not None:
        found.append(vehicle_quota(counts.vehicles_of_platform, vehicles, basis))
    ratio = _number(ruleset, "quota_kept", "inhabitants_per_taxi")
    if ratio is not None and counts.taxis is not None and counts.population is not None:
        found.append(taxi_quota(counts.taxis, counts.population, ratio, basis))
    drivers = _number(ruleset, "driver_linked", "max_drivers")
    if drivers is not None and counts.drivers_of_vehicle is not None:
        linked = ruleset.cite_all(ruleset.check("driver_linked").basis)
        found.append(driver_quota(counts.drivers_of_vehicle, drivers, linked))
    return tuple(found)
