"""How much of a law the software carries out: per provision, what is built and what is planned.

The page /norma shows it and a test holds it, so the answer cannot rot (design.md §3).
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType

from app.regulation import effects
from app.regulation.loader_fields import Reader
from app.regulation.loader_files import read_toml
from app.regulation.loader_problems import Problem, RulesetError
from app.regulation.ruleset import Effect, Provision, Ruleset

PLANNED = Path(__file__).parent / "rulesets" / "planned.toml"


class EffectState(StrEnum):
    """`data`: a row of the ruleset; `missing`: neither built nor planned, a mistake."""

    DATA = "data"
    BUILT = "built"
    PLANNED = "planned"
    MISSING = "missing"


@dataclass(frozen=True)
class CoveredEffect:
    """One entry of `does` and how far it is; `what` says in Portuguese what is planned."""

    effect: Effect
    state: EffectState
    what: str = ""


@dataclass(frozen=True)
class CoveredProvision:
    """One provision with the state of its effects; none where the law asks nothing of us."""

    provision: Provision
    effects: tuple[CoveredEffect, ...]

    @property
    def complete(self) -> bool:
        """True when nothing that the provision needs is still planned or missing."""
        done = {EffectState.DATA, EffectState.BUILT}
        return all(effect.state in done for effect in self.effects)


@dataclass(frozen=True)
class Coverage:
    """The whole text; `counts` says how many effects are in each state."""

    rows: tuple[CoveredProvision, ...]
    conflicts: tuple[str, ...]  # names both built and planned

    @property
    def counts(self) -> Mapping[EffectState, int]:
        """Effects of all provisions by state, every state present."""
        found = Counter(effect.state for row in self.rows for effect in row.effects)
        return MappingProxyType({state: found[state] for state in EffectState})

    @property
    def missing(self) -> tuple[str, ...]:
        """Names neither built nor planned, in alphabetical order."""
        states = (effect for row in self.rows for effect in row.effects)
        lost = {str(each.effect) for each in states if each.state is EffectState.MISSING}
        return tuple(sorted(lost))

    @property
    def without_effect(self) -> int:
        """Provisions that ask nothing of software, each with its reason."""
        return sum(not row.effects for row in self.rows)

    @property
    def complete(self) -> int:
        """Provisions of which nothing is left to build, those without effect included."""
        return sum(row.complete for row in self.rows)


def coverage(ruleset: Ruleset, built: Set[str], planned: Mapping[str, str]) -> Coverage:
    """State of each effect of each provision; `planned` maps "kind:name" to what is to come."""

    def state_of(effect: Effect) -> CoveredEffect:
        name = str(effect)
        if not effects.is_code_effect(effect):
            return CoveredEffect(effect, EffectState.DATA)  # the loader has resolved it
        if name in built:
            return CoveredEffect(effect, EffectState.BUILT)
        if name in planned:
            return CoveredEffect(effect, EffectState.PLANNED, planned[name])
        return CoveredEffect(effect, EffectState.MISSING)

    rows = tuple(
        CoveredProvision(row, tuple(state_of(effect) for effect in row.does))
        for row in ruleset.provisions
    )
    return Coverage(rows, tuple(sorted(built & planned.keys())))


@dataclass(frozen=True)
class Plan:
    """One code effect that is named by a law and still to be built."""

    name: str
    what: str


@dataclass(frozen=True)
class PlannedFile:
    """planned.toml"""

    planned: tuple[Plan, ...] = ()


def load_planned(path: Path = PLANNED) -> Mapping[str, str]:
    """planned.toml as "kind:name" → Portuguese sentence; RulesetError names each mistake."""
    reader = Reader(path.name)
    try:
        rows = getattr(reader.row(PlannedFile, read_toml(path)), "planned", ())
    except ValueError as error:
        raise RulesetError([Problem(path.name, "", str(error))], folder=path.parent.name) from None
    problems = reader.problems + [
        Problem(path.name, reader.places[id(row)], reason) for row, reason in _plan_mistakes(rows)
    ]
    if problems:
        raise RulesetError(problems, folder=path.parent.name)
    return MappingProxyType({row.name: row.what for row in rows})


def _plan_mistakes(rows: tuple[Plan, ...]) -> Iterator[tuple[Plan, str]]:
    counts = Counter(row.name for row in rows)
    for row in rows:
        if row.name not in effects.all_names():
            yield row, "este efeito não existe"
        if counts[row.name] > 1:
            yield row, "este efeito está repetido"
        if not row.what:
            yield row, "diga o que será feito"
