"""The life of a case, step after step: where it stands and what its steps left (requirements.md §11).

What was stored is taken as it led (`CaseEvent.to`): only a step that is proposed now asks the flags.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal

from app.kernel.civil import civil_today
from app.regulation.case_catalogue import CaseRules
from app.regulation.case_facts import CaseEvent, CaseFacts, Duty
from app.regulation.tables_case import ANY, BACK, SAME, Move, StepRow
from app.regulation.vocabulary_case import AskKind, Flag, Mark


@dataclass
class Run:
    """What the steps so far left. `moved_on`: effect day of the last step that moved the case;
    `proposals`: step, person and what was recommended, the newest last."""

    state: str
    since: date
    moved_on: date
    notified_on: date | None
    held: dict[str, Duty]
    back: str = ""
    defended_at: datetime | None = None
    final_on: date | None = None
    fine_ufm: Decimal | None = None
    code: str = ""
    start: date | None = None
    days: int | None = None
    suspended: bool = False
    cassated: bool = False
    paid: bool = False
    copied: bool = False
    barred: set[str] = field(default_factory=set)
    proposals: list[tuple[str, str, str]] = field(default_factory=list)


def run_of(rules: CaseRules, facts: CaseFacts, time_zone: str) -> Run:
    """The case after all its events. LookupError for a step the ruleset does not have."""
    opened = civil_today(facts.happened_at, time_zone)
    run = Run(
        state=rules.first_state(facts.path),
        since=civil_today(facts.forwarded_at or facts.written_at, time_zone),
        moved_on=opened,
        notified_on=facts.notified_on,
        held=dict(facts.held),
        code=facts.code,
        barred=set(facts.barred),
    )
    if facts.author:
        run.held[facts.author] = Duty.AUTHOR
    for event in facts.events:
        take(rules, run, event, frozenset())
    return run


def take(rules: CaseRules, run: Run, event: CaseEvent, flags: Collection[Flag]) -> None:
    """One step. ValueError where it leads nowhere from here."""
    row = rules.step(event.step)
    move = _move(row, run, event, flags)
    _hold(rules, row, run, event)
    if row.proposes:
        run.proposals.append((row.id, event.person_id, _text(event, "recommends")))
    for mark in move.marks:
        _MARKED[mark](run, event)
    if type_code := _text(event, "type_code"):
        run.code = type_code
    to = event.to or where_to(move, run)
    if to != run.state:
        run.back = run.state if rules.state(to).court else run.back
        run.state, run.since, run.moved_on = to, event.on, event.on


def where_to(move: Move, run: Run) -> str:
    """The state a move leads to from here."""
    return {SAME: run.state, BACK: run.back}.get(move.to, move.to)


def moves_from(rules: CaseRules, row: StepRow, state: str) -> tuple[Move, ...]:
    """The moves of a step that begin in this state."""
    here = rules.state(state)
    wide = not (here.final or here.court)
    return tuple(m for m in row.moves if state in m.from_ or (wide and ANY in m.from_))


def _move(row: StepRow, run: Run, event: CaseEvent, flags: Collection[Flag]) -> Move:
    for move in row.moves:
        begins = run.state in move.from_ or ANY in move.from_
        if event.to:
            fits = where_to(move, run) == event.to
        else:
            fits = all((wanted.flag in flags) is wanted.stands for wanted in move.when)
        if begins and fits:
            return move
    raise ValueError(f"{row.id} leads nowhere from {run.state}")


def _hold(rules: CaseRules, row: StepRow, run: Run, event: CaseEvent) -> None:
    if row.duty is not None and event.person_id:
        run.held.setdefault(event.person_id, row.duty)
    for ask in rules.asks(row):
        if ask.kind is AskKind.PERSONS:
            for person in persons_in(event.values, ask.id):
                run.held.setdefault(person, Duty.COMMISSION)


def persons_in(values: Mapping[str, object], name: str) -> list[str]:
    """Ids in an answer of kind PERSONS."""
    return str(values.get(name) or "").split()


def _text(event: CaseEvent, name: str) -> str:
    return str(event.values.get(name) or "")


def _notified(run: Run, event: CaseEvent) -> None:
    # Of two notices the later counts (CFG-PLA-28).
    run.notified_on = max(filter(None, (run.notified_on, event.on)))


def _defended(run: Run, event: CaseEvent) -> None:
    run.defended_at = run.defended_at or event.at


def _penalised(run: Run, event: CaseEvent) -> None:
    run.fine_ufm = Decimal(_text(event, "fine_ufm").replace(",", "."))


def _settled(run: Run, event: CaseEvent) -> None:
    run.final_on = event.on


def _suspended(run: Run, event: CaseEvent) -> None:
    run.suspended = True
    run.start = date.fromisoformat(_text(event, "start"))
    run.days = int(_text(event, "days")) if _text(event, "days") else None


def _cassated(run: Run, event: CaseEvent) -> None:
    run.cassated = True


def _paid(run: Run, event: CaseEvent) -> None:
    run.paid = True


def _copied(run: Run, event: CaseEvent) -> None:
    run.copied = True


def _recused(run: Run, event: CaseEvent) -> None:
    run.barred.add(event.person_id)


def _nothing(run: Run, event: CaseEvent) -> None:
    """A notice on its way changes nothing but the state."""


_MARKED = {
    Mark.SENDS: _nothing,
    Mark.NOTIFIES: _notified,
    Mark.COPIES: _copied,
    Mark.DEFENDS: _defended,
    Mark.PENALISES: _penalised,
    Mark.SETTLES: _settled,
    Mark.PAYS: _paid,
    Mark.SUSPENDS: _suspended,
    Mark.CASSATES: _cassated,
    Mark.RECUSES: _recused,
}
