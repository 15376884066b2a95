"""Rows of case.toml: the states of a case, the steps between them, the terms that run meanwhile.

One file beside the rulesets holds the states and questions that all cities share (`CaseWords`); one
in each ruleset says which steps its text knows, who takes them, from where and to where.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from app.regulation.case_facts import CasePath, Doer, Duty
from app.regulation.vocabulary_case import AskKind, Flag, Mark, Since, StepDay

ANY = "*"  # in `from`: every state that is open and not held by a court
BACK = "@back"  # in `to`: the state before the court's order
SAME = "@same"  # in `to`: nothing moves


@dataclass(frozen=True)
class StateRow:
    """Where a case stands. `cancelled`: it ended without penalty and never counts.

    `holds`: the effects of the notice are suspended there (PLA art. 53); `court`: a judge ordered it.
    `story`: one sentence for the driver.
    """

    id: str
    name: str
    story: str
    final: bool = False
    cancelled: bool = False
    holds: bool = False
    court: bool = False


@dataclass(frozen=True)
class ChoiceRow:
    """One answer to choose."""

    id: str
    label: str


@dataclass(frozen=True)
class AskRow:
    """A question of a step's form. `longest`: characters, or the greatest number of days."""

    id: str
    label: str
    kind: AskKind
    help: str = ""
    required: bool = True
    longest: int = 0
    choices: tuple[ChoiceRow, ...] = ()


@dataclass(frozen=True)
class FlagRow:
    """Why a move is refused where the flag does not stand (`off`), or stands (`on`)."""

    id: Flag
    off: str
    on: str


@dataclass(frozen=True)
class DoerRow:
    """What a function is called."""

    id: Doer
    name: str


@dataclass(frozen=True)
class CaseWords:
    """rulesets/case.toml: what every city shares."""

    state: tuple[StateRow, ...]
    ask: tuple[AskRow, ...]
    flag: tuple[FlagRow, ...]
    doer: tuple[DoerRow, ...]

    @cached_property
    def states(self) -> Mapping[str, StateRow]:
        """By id."""
        return {row.id: row for row in self.state}

    @cached_property
    def asks(self) -> Mapping[str, AskRow]:
        """By id."""
        return {row.id: row for row in self.ask}


@dataclass(frozen=True)
class Wanted:
    """A flag that must stand, or with "!" must not."""

    flag: Flag
    stands: bool = True

    @classmethod
    def parse(cls, text: str) -> "Wanted":
        """ "lapsed", "!lapsed"; ValueError for a flag that does not exist."""
        name = text.removeprefix("!")
        if name not in set(Flag):
            raise ValueError(f"a condição não existe; use uma de: {', '.join(Flag)}")
        return cls(Flag(name), name == text)


@dataclass(frozen=True)
class Move:
    """From where to where; `to` may be `BACK` or `SAME`, `from_` hold `ANY`."""

    from_: tuple[str, ...]
    to: str
    when: tuple[Wanted, ...] = ()
    marks: tuple[Mark, ...] = ()
    paper: str = ""  # kind of the paper that the step then makes (papers.toml)


@dataclass(frozen=True)
class StepRow:
    """A step of a path. `does`: in which functions, in order.

    `decides`: never by the author, the offender or who is barred; `duty`: the one part that its
    person then holds; `cancels`: it wants another person's proposal (a step that `proposes` it) and
    a seat of the day; `usual`: it is the next thing to do where it may be done; `checks`: names in
    `case_checks`.
    """

    id: str
    name: str
    paths: tuple[CasePath, ...]
    does: tuple[Doer, ...]
    basis: tuple[str, ...]
    moves: tuple[Move, ...]
    asks: tuple[str, ...] = ()
    checks: tuple[str, ...] = ()
    duty: Duty | None = None
    decides: bool = False
    cancels: bool = False
    proposes: tuple[str, ...] = ()
    usual: bool = True
    day: StepDay = StepDay.TODAY

    @property
    def from_(self) -> frozenset[str]:
        """Every state that a move names."""
        return frozenset(state for move in self.moves for state in move.from_)


@dataclass(frozen=True)
class DueRow:
    """A term that runs `while_` the case stands there.

    `id`: of deadlines.toml; "" for a goal of our own, which then has its `basis`. `goal_days`: our own
    number where the text fixes no length; `lapses`: its end annuls the notice (PLA art. 50 §1);
    `defence`, `payment`: which of the two questions it answers.
    """

    since: Since
    while_: tuple[str, ...]
    does: tuple[Doer, ...]
    what: str
    id: str = ""
    basis: tuple[str, ...] = ()
    paths: tuple[CasePath, ...] = tuple(CasePath)
    goal_days: int = 0
    lapses: bool = False
    defence: bool = False
    payment: bool = False


@dataclass(frozen=True)
class PathRow:
    """A life cycle and its first state."""

    id: CasePath
    first: str
    name: str


@dataclass(frozen=True)
class CaseLaw:
    """case.toml of a ruleset. `bar`: the deadline row of the bar after cassation, "" for none;
    `separation`: the provisions behind keeping author, homologator and judge apart."""

    path: tuple[PathRow, ...]
    step: tuple[StepRow, ...]
    due: tuple[DueRow, ...]
    separation: tuple[str, ...]
    cancelling: tuple[str, ...]
    suspension: str = ""  # deadline row of the widest suspension
    suspension_min: int = 0
    bar: str = ""

    @cached_property
    def by_id(self) -> Mapping[str, StepRow]:
        """Steps by id."""
        return {row.id: row for row in self.step}
