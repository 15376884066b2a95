"""Repetition of an infraction: who repeats, since which final decision, and what follows.

PLA arts. 42 §§2–3, 43 II d, 43 III b, 44, 45 IV; PAT art. 24 §1, art. 28 §§1–3.
Everything here is a proposal: a person decides (requirements.md §1.9, §4.3 i).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum

from app.kernel.civil import MonthEnd, end_of_months, format_date
from app.kernel.money import format_ufm
from app.regulation.vocabulary import RecidivismRule


class WindowReading(StrEnum):
    """CFG-PLA-29: all repetitions in the window of the first final decision, or of each one's last."""

    FIRST_DECISION = "first_final_decision"
    CONSECUTIVE = "consecutive_windows"


class Consequence(StrEnum):
    """What a repetition leads to."""

    NONE = "none"
    DOUBLE_FINE = "double_fine"
    NEXT_STEP = "next_step"
    RECLASSIFY = "reclassify"
    SUSPENSION = "suspension"
    CASSATION = "cassation"
    MANUAL = "manual"


@dataclass(frozen=True)
class Offence:
    """A fact under judgement. `offender` answers for it (PLA art. 50 §4), whoever drove."""

    code: str
    offender: str
    fact_on: date


def answers_for(driver: str, authorised_driver: str | None) -> str:
    """Who answers for the fact: the authorised driver, whoever drove (PLA art. 50 §4).

    Only where nobody is authorised for the car does the driver answer alone.
    """
    return authorised_driver or driver


@dataclass(frozen=True)
class PastCase:
    """An earlier case of the register.

    `final_on` is the receipt of the second notice (CFG-PLA-29), None while open;
    `cancelled` cases never count (PLA art. 53 §1); `suspended` ones ended in suspension.
    """

    code: str
    offender: str
    fact_on: date
    final_on: date | None
    cancelled: bool = False
    suspended: bool = False


@dataclass(frozen=True)
class RepeatRule:
    """A rule of repetition as the text gives it.

    `window_months` 0: no limit. `at` is the recidivism it answers to (2: the second).
    `after_suspension`: only earlier cases that ended in suspension count. `steps_ufm`:
    the fine of the first, second … incidence; past the last one comes cassation.
    `family` are the codes that count as the same infraction beside the code itself;
    `month_end` is the reading of CFG-GEN-02 for the window's last day.
    """

    id: str
    kind: RecidivismRule
    window_months: int
    citation: str = ""
    after_final: bool = True
    same_code: bool = True
    at: int = 1
    after_suspension: bool = False
    steps_ufm: tuple[Decimal, ...] = ()
    family: frozenset[str] = frozenset()
    month_end: MonthEnd = MonthEnd.SAME_DAY


@dataclass(frozen=True)
class Repetition:
    """How often the offence repeats: 0 not at all, 1 recidivism, 2 second recidivism …

    `since` is the decision whose window holds it and `until` the window's last day
    (None: no limit); both None at level 0.
    """

    level: int
    since: date | None = None
    until: date | None = None


@dataclass(frozen=True)
class Finding:
    """The answer of one rule, with the reason in Portuguese."""

    rule_id: str
    consequence: Consequence
    repetition: Repetition
    reason: str
    citation: str
    fine_ufm: Decimal | None = None
    becomes: str = ""


def _anchor(case: PastCase, rule: RepeatRule) -> date | None:
    """The day from which the window runs: the final decision, or the fact where none is asked."""
    return case.final_on if rule.after_final else case.fact_on


def _window_end(anchor: date, rule: RepeatRule) -> date | None:
    if rule.window_months == 0:
        return None
    return end_of_months(anchor, rule.window_months, rule.month_end)


def _in_window(anchor: date, fact_on: date, rule: RepeatRule) -> bool:
    end = _window_end(anchor, rule)
    return anchor < fact_on and (end is None or fact_on <= end)


def _same_infraction(case: PastCase, offence: Offence, rule: RepeatRule) -> bool:
    if case.code == offence.code:
        return True
    if not rule.same_code:
        return not rule.family or case.code in rule.family
    return {case.code, offence.code} <= rule.family


def earlier_cases(
    offence: Offence, history: Iterable[PastCase], rule: RepeatRule
) -> tuple[tuple[date, PastCase], ...]:
    """Cases that count against the offence, each with its anchor, oldest anchor first."""
    counted = []
    for case in history:
        anchor = _anchor(case, rule)
        if anchor is None or anchor >= offence.fact_on or case.cancelled:
            continue
        if case.offender != offence.offender or not _same_infraction(case, offence, rule):
            continue
        if rule.after_suspension and not case.suspended:
            continue
        counted.append((anchor, case))
    return tuple(sorted(counted, key=lambda pair: (pair[0], pair[1].fact_on)))


def _level_by_first(
    offence: Offence, counted: tuple[tuple[date, PastCase], ...], rule: RepeatRule
) -> Repetition:
    """Most repetitions inside the window of one decision (default of CFG-PLA-29)."""
    best = Repetition(0)
    for anchor, _ in counted:
        if not _in_window(anchor, offence.fact_on, rule):
            continue
        # A case is never in its own window: its fact is older than its decision.
        others = sum(1 for _, case in counted if _in_window(anchor, case.fact_on, rule))
        # On a tie the younger decision: its window ends later.
        if 1 + others >= best.level:
            best = Repetition(1 + others, anchor, _window_end(anchor, rule))
    return best


def _level_by_chain(
    offence: Offence, counted: tuple[tuple[date, PastCase], ...], rule: RepeatRule
) -> Repetition:
    """Longest chain in which each fact falls in the window of the decision before it."""
    lengths: list[int] = []
    for index, (_, case) in enumerate(counted):
        before = [
            lengths[i]
            for i, (anchor, _) in enumerate(counted[:index])
            if _in_window(anchor, case.fact_on, rule)
        ]
        lengths.append(1 + max(before, default=0))
    best = Repetition(0)
    for length, (anchor, _) in zip(lengths, counted, strict=True):
        if _in_window(anchor, offence.fact_on, rule) and length >= best.level:
            best = Repetition(length, anchor, _window_end(anchor, rule))
    return best


def repetition(
    offence: Offence,
    history: Iterable[PastCase],
    rule: RepeatRule,
    reading: WindowReading = WindowReading.FIRST_DECISION,
) -> Repetition:
    """Level of the repetition: fact after the final decision D and up to D + window, inclusive."""
    counted = earlier_cases(offence, history, rule)
    level = _level_by_chain if reading is WindowReading.CONSECUTIVE else _level_by_first
    return level(offence, counted, rule)


_DIRECT = {
    RecidivismRule.DOUBLE_FINE: Consequence.DOUBLE_FINE,
    RecidivismRule.SUSPENSION: Consequence.SUSPENSION,
    RecidivismRule.CASSATION: Consequence.CASSATION,
    RecidivismRule.RECLASSIFY: Consequence.RECLASSIFY,
    RecidivismRule.MANUAL: Consequence.MANUAL,
}


def _consequence(rule: RepeatRule, level: int) -> tuple[Consequence, Decimal | None]:
    if rule.kind is RecidivismRule.NONE or level < rule.at:
        return Consequence.NONE, None
    if rule.kind is not RecidivismRule.STEPS:
        return _DIRECT[rule.kind], None
    if level < len(rule.steps_ufm):
        return Consequence.NEXT_STEP, rule.steps_ufm[level]
    return Consequence.CASSATION, None


_WORDS = {
    Consequence.DOUBLE_FINE: "a multa é aplicada em dobro",
    Consequence.SUSPENSION: "propor processo de suspensão",
    Consequence.CASSATION: "propor processo de cassação",
    Consequence.RECLASSIFY: "a infração passa à classe seguinte",
    Consequence.MANUAL: "a autoridade decide, com motivação",
}


def _reason(
    rule: RepeatRule, found: Repetition, consequence: Consequence, ufm: Decimal | None
) -> str:
    if found.since is None:
        return "não há caso anterior que conte: não é reincidência"
    ordinal = "reincidência" if found.level == 1 else f"{found.level}ª reincidência"
    window = f", dentro do prazo até {format_date(found.until)}" if found.until else ""
    anchor = "decisão definitiva" if rule.after_final else "fato anterior"
    words = f"{ordinal}: {anchor} em {format_date(found.since)}{window}"
    if ufm is not None:
        return f"{words}; multa de {format_ufm(ufm)}"
    if consequence is Consequence.NONE:
        return f"{words}; ainda sem efeito por esta regra"
    return f"{words}; {_WORDS[consequence]}"


def assess(
    offence: Offence,
    history: Iterable[PastCase],
    rule: RepeatRule,
    reading: WindowReading = WindowReading.FIRST_DECISION,
) -> Finding:
    """What `rule` makes of the offence given the register; history may hold unrelated cases."""
    found = repetition(offence, history, rule, reading)
    consequence, ufm = _consequence(rule, found.level)
    return Finding(
        rule_id=rule.id,
        consequence=consequence,
        repetition=found,
        reason=_reason(rule, found, consequence, ufm),
        citation=rule.citation,
        fine_ufm=ufm,
        becomes=rule.id if consequence is Consequence.RECLASSIFY else "",
    )
