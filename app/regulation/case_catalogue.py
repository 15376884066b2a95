"""The rules of cases of one ruleset: its own steps and terms with the words that all cities share."""

from dataclasses import dataclass

from app.regulation.case_facts import CasePath, Doer
from app.regulation.case_words import shared_words
from app.regulation.ruleset import Ruleset
from app.regulation.tables_case import AskRow, CaseLaw, CaseWords, FlagRow, StateRow, StepRow
from app.regulation.vocabulary_case import Flag


@dataclass(frozen=True)
class CaseRules:
    """What `case_law` gives. Every look-up by name raises LookupError for another."""

    law: CaseLaw
    words: CaseWords

    @property
    def steps(self) -> tuple[StepRow, ...]:
        """All steps, in the order of the file: that of a case."""
        return self.law.step

    @property
    def states(self) -> tuple[StateRow, ...]:
        """All states."""
        return self.words.state

    def step(self, id: str) -> StepRow:
        """The step "homologate"."""
        return self.law.by_id[id]

    def state(self, id: str) -> StateRow:
        """The state "notified"."""
        return self.words.states[id]

    def asks(self, row: StepRow) -> tuple[AskRow, ...]:
        """The questions of a step, in order."""
        return tuple(self.words.asks[id] for id in row.asks)

    def flag(self, flag: Flag) -> FlagRow:
        """Why a flag refuses."""
        return next(row for row in self.words.flag if row.id is flag)

    def doer(self, doer: Doer) -> str:
        """What a function is called."""
        return next(row.name for row in self.words.doer if row.id is doer)

    def first_state(self, path: CasePath) -> str:
        """Where a case of that path begins; "" where the city does not have the path."""
        return next((row.first for row in self.law.path if row.id is path), "")


def case_law(ruleset: Ruleset) -> CaseRules:
    """The rules of cases; LookupError where the ruleset has none."""
    if ruleset.cases is None:
        raise LookupError(f"{ruleset.slug} has no case.toml")
    return CaseRules(ruleset.cases, shared_words())
