"""Which rules of repetition a ruleset holds against an infraction, and what they find together."""

from collections.abc import Iterable

from app.regulation.deadlines import month_end
from app.regulation.effects import effect
from app.regulation.recidivism import (
    Consequence,
    Finding,
    Offence,
    PastCase,
    RepeatRule,
    WindowReading,
    assess,
)
from app.regulation.ruleset import Ruleset
from app.regulation.tables import Infraction, Recidivism
from app.regulation.vocabulary import InfractionClass, RecidivismRule

_CLASSES = tuple(InfractionClass)  # leve, média, grave, gravíssima
_CFG_WINDOW = "CFG-PLA-29"
_SECOND = 2  # "segunda reincidência", the words of PLA arts. 43 II d and 44


def _class_above(gravity: InfractionClass | None) -> InfractionClass | None:
    if gravity is None or gravity is _CLASSES[-1]:
        return None
    return _CLASSES[_CLASSES.index(gravity) + 1]


def _reclassifies(ruleset: Ruleset, row: Recidivism, infraction: Infraction) -> bool:
    """A rule that reclassifies bears the code of the type it makes, one class above."""
    becomes = next((i for i in ruleset.infractions if i.code == row.id), None)
    above = _class_above(infraction.class_)
    return becomes is not None and above is not None and becomes.class_ is above


def _applies(ruleset: Ruleset, row: Recidivism, infraction: Infraction) -> bool:
    if row.rule is RecidivismRule.RECLASSIFY:
        return _reclassifies(ruleset, row, infraction)
    if row.rule is RecidivismRule.SUSPENSION and row.same_code:
        # "mesma infração", whichever it is (PLA art. 44), if the text lets it be suspended.
        return infraction.suspension_days_max > 0
    return row.id == infraction.recidivism


def _family(ruleset: Ruleset, row: Recidivism, infraction: Infraction) -> frozenset[str]:
    """Codes that count as the same infraction, or, after a suspension, the classes that count."""
    if row.rule is RecidivismRule.STEPS:
        return frozenset(i.code for i in ruleset.infractions if i.recidivism == row.id)
    if row.rule is RecidivismRule.RECLASSIFY and not row.same_code:
        return frozenset(i.code for i in ruleset.infractions if i.class_ is infraction.class_)
    return frozenset()


def repeat_rule(ruleset: Ruleset, row: Recidivism, infraction: Infraction) -> RepeatRule:
    """The rule as `recidivism.assess` takes it.

    Same-code suspension and reclassification answer to the second recidivism; those that do
    not ask for the same code follow an earlier suspension (PLA arts. 43 III b, 45 IV).
    """
    escalates = row.rule in (RecidivismRule.SUSPENSION, RecidivismRule.RECLASSIFY)
    return RepeatRule(
        id=row.id,
        kind=row.rule,
        window_months=row.window_months,
        citation=ruleset.cite_all(row.basis),
        after_final=row.after_final,
        same_code=row.same_code,
        at=_SECOND if escalates and row.same_code else 1,
        after_suspension=not row.same_code
        and row.rule in (RecidivismRule.RECLASSIFY, RecidivismRule.CASSATION),
        steps_ufm=row.steps_ufm,
        family=_family(ruleset, row, infraction),
        month_end=month_end(ruleset),
    )


def _reading(ruleset: Ruleset) -> WindowReading:
    """The city's reading of the year, where its text leaves the question."""
    if any(row.id == _CFG_WINDOW for row in ruleset.decisions):
        return WindowReading(ruleset.decision(_CFG_WINDOW))
    return WindowReading.FIRST_DECISION


@effect("rule", "recidivism")
def recidivism(
    ruleset: Ruleset, offence: Offence, history: Iterable[PastCase]
) -> tuple[Finding, ...]:
    """Every consequence of repetition for this offence, in the order of the ruleset; () for none."""
    infraction = ruleset.infraction(offence.code)
    cases = tuple(history)
    reading = _reading(ruleset)
    findings = (
        assess(offence, cases, repeat_rule(ruleset, row, infraction), reading)
        for row in ruleset.recidivism
        if _applies(ruleset, row, infraction)
    )
    return tuple(found for found in findings if found.consequence is not Consequence.NONE)
