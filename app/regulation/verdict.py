"""The verdict: the worst of the checks of requirements.md §10, as a list of reasons with citations."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from types import MappingProxyType

from app.regulation import wording
from app.regulation.checks.answer import (
    Answer,
    Finding,
    Level,
    Params,
    Question,
    Scope,
    Value,
    earliest,
)
from app.regulation.checks.driver import (
    card_valid,
    driver_licence,
    driver_linked,
    toxicology_valid,
)
from app.regulation.checks.inspection import failed_inspection, inspection_valid
from app.regulation.checks.insurance import insurance_valid
from app.regulation.checks.norm import ruleset_in_force
from app.regulation.checks.notes import municipal_debt, quota_kept
from app.regulation.checks.permit import licence_issued, no_pause, seal_genuine, taxi_authorised
from app.regulation.checks.platform import platform_authorised
from app.regulation.checks.restrictions import no_restriction
from app.regulation.checks.vehicle import licensing_valid, vehicle_registered
from app.regulation.checks.vehicle_age import vehicle_age
from app.regulation.checks.yearly import reregistration_valid
from app.regulation.facts import Facts
from app.regulation.ruleset import CheckRule, Outcome, Ruleset
from app.regulation.wording import Audience

__all__ = ["CHECKS", "Audience", "Level", "Reason", "Scope", "Verdict", "judge"]

Check = Callable[[Question], Answer]

CHECKS: Mapping[str, Check] = MappingProxyType(
    {
        "ruleset_in_force": ruleset_in_force,
        "seal_genuine": seal_genuine,
        "platform_authorised": platform_authorised,
        "taxi_authorised": taxi_authorised,
        "vehicle_registered": vehicle_registered,
        "vehicle_age": vehicle_age,
        "inspection_valid": inspection_valid,
        "licensing_valid": licensing_valid,
        "insurance_valid": insurance_valid,
        "driver_linked": driver_linked,
        "driver_licence": driver_licence,
        "toxicology_valid": toxicology_valid,
        "card_valid": card_valid,
        "reregistration_valid": reregistration_valid,
        "no_restriction": no_restriction,
        "no_pause": no_pause,
        "licence_issued": licence_issued,
        "quota_kept": quota_kept,
        "failed_inspection": failed_inspection,
        "municipal_debt": municipal_debt,
    }
)

_BANNER = "ruleset_in_force"
_WEIGHT = {Level.RED: 0, Level.AMBER: 1, Level.INFO: 2, Level.GREEN: 3}
# What couber of a law of apps for a taxi that is only a platform's guest (PAT art. 31 with p.u.).
_FOR_GUEST_TAXI = frozenset(
    {
        _BANNER,
        "seal_genuine",
        "platform_authorised",
        "taxi_authorised",
        "vehicle_registered",
        "no_restriction",
    }
)


@dataclass(frozen=True, slots=True)
class Reason:
    """One failing check: what, since when, under which provision, and the words for each reader.

    `code` ("inspection_valid.expired") with `params` is all a phone needs to write the agent's
    words offline. `until` is the last day on which this reason stays as it is.
    """

    check: str
    row: int
    level: Level
    scope: Scope
    code: str
    citation: str
    since: date | None = None
    params: Params = ()
    until: date | None = field(default=None, compare=False)

    @property
    def fields(self) -> dict[str, Value]:
        """The dates and numbers of the sentences, by name."""
        return dict(self.params)

    def text(self, audience: Audience, on: date) -> str:
        """The sentence for that reader, as read on that day (requirements.md §7.2)."""
        if audience is Audience.PASSENGER:
            return wording.passenger(self.level)
        return wording.sentence(self.code, audience, self.fields, on)

    def detail(self, on: date) -> str:
        """The agent's second line ("valeu até 27/11/2026"), or ""."""
        return wording.detail(self.code, self.fields, on)

    def for_phone(self) -> tuple[str, dict[str, str | int]]:
        """Code and params as the field pack carries them, without what an agent may not see."""
        return wording.for_phone(self.code, self.fields)


@dataclass(frozen=True, slots=True)
class Verdict:
    """`reasons` red first, then amber, in the order of the rows; `notes` never change the level.

    A note is for the office alone unless it has words for the agent (`told_to_agent`). `banner` is check 1 when the norm is not in force: everything is a demonstration. `until` is
    the last day on which the whole stays the same (None: it never changes by itself).
    """

    level: Level
    reasons: tuple[Reason, ...] = ()
    notes: tuple[Reason, ...] = ()
    banner: Reason | None = None
    until: date | None = field(default=None, compare=False)

    @property
    def demonstration(self) -> bool:
        """True when the norm is not in force: the verdict has no legal value."""
        return self.banner is not None

    @property
    def told_to_agent(self) -> tuple[Reason, ...]:
        """What the scan lists: the reasons and, after them, the notes an agent may read."""
        spoken = (note for note in self.notes if wording.CATALOGUE[note.code].agent)
        return (*self.reasons, *spoken)

    @property
    def passenger(self) -> str:
        """The neutral sentence of the public page: never a reason."""
        return wording.passenger(self.level, demonstration=self.demonstration)


def judge(facts: Facts, ruleset: Ruleset, on: date) -> Verdict:
    """Verdict on the civil day `on`; with no driver in the facts, of the vehicle alone."""
    until: date | None = None
    found: list[Reason] = []
    for rule in ruleset.checks:
        question = Question(facts, ruleset, rule, on)
        if not _asked(question):
            continue
        answer = CHECKS[rule.name](question)
        until = earliest(until, answer.until)
        found += [_reason(ruleset, rule, finding) for finding in answer.findings]
    return _weigh(found, until)


def judge_one(
    name: str, facts: Facts, ruleset: Ruleset, on: date
) -> tuple[tuple[Reason, ...], date | None]:
    """What one check finds on that day, and the last day on which it stays so (None: no end).

    A check that is not asked of this car finds nothing, for ever.
    """
    rule = ruleset.check(name)
    question = Question(facts, ruleset, rule, on)
    if not _asked(question):
        return (), None
    answer = CHECKS[name](question)
    return tuple(_reason(ruleset, rule, finding) for finding in answer.findings), answer.until


def _asked(q: Question) -> bool:
    if q.guest_taxi:
        return q.rule.name in _FOR_GUEST_TAXI
    return q.rule.applies and q.facts.modality in q.rule.modalities


def _reason(ruleset: Ruleset, rule: CheckRule, finding: Finding) -> Reason:
    return Reason(
        check=rule.name,
        row=rule.row,
        level=Level.INFO if rule.outcome is Outcome.INFO else finding.level,
        scope=finding.scope,
        code=f"{rule.name}.{finding.code}",
        citation=citation(ruleset.code, rule.basis),
        since=finding.since,
        params=finding.params,
        until=finding.until,
    )


@lru_cache(maxsize=256)
def citation(code: str, basis: tuple[str, ...]) -> str:
    """ "PLA art. 23 XVII; 27 §2 IV" of the provisions a check rests on; "" without any."""
    if not basis:
        return ""
    first, *others = basis
    return "; ".join([f"{code} {first}", *(ref.removeprefix("art. ") for ref in others)])


def _weigh(found: list[Reason], until: date | None) -> Verdict:
    banner = next((reason for reason in found if reason.check == _BANNER), None)
    rest = [reason for reason in found if reason.check != _BANNER]
    notes = tuple(reason for reason in rest if reason.level is Level.INFO)
    reasons = sorted(
        (reason for reason in rest if reason.level is not Level.INFO),
        key=lambda reason: (_WEIGHT[reason.level], reason.row),
    )
    level = reasons[0].level if reasons else Level.GREEN
    return Verdict(level, tuple(reasons), notes, banner, until)
