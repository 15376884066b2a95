"""Which steps a case offers and which are refused, each refusal with its provision.

The state, the person, the proposal, the answers and the day are asked in this order.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import date

from app.kernel.calendar import Calendar
from app.kernel.civil import civil_today, format_date
from app.kernel.errors import DomainError, Invalid, RuleRefused
from app.regulation.case_answers import check_answers
from app.regulation.case_catalogue import CaseRules, case_law
from app.regulation.case_checks import CHECKS, PERSON_CHECKS, Asked
from app.regulation.case_facts import CaseEvent, CaseFacts, Doer, Who
from app.regulation.case_people import check_named, check_person, check_proposal
from app.regulation.case_run import moves_from, where_to
from app.regulation.case_state import CaseState, state_on
from app.regulation.ruleset import Ruleset
from app.regulation.tables_case import Move, StepRow
from app.regulation.vocabulary_case import StepDay


@dataclass(frozen=True)
class Offer:
    """A step that the case could take now. `refused`: why this person may not, "" when he may."""

    row: StepRow
    move: Move
    refused: str
    citation: str


def offers(
    ruleset: Ruleset, facts: CaseFacts, who: Who, calendar: Calendar, today: date
) -> tuple[Offer, ...]:
    """The steps that fit the state, in the order of the file, for this person."""
    rules, state = case_law(ruleset), state_on(ruleset, facts, calendar, today)
    return tuple(_offers(ruleset, rules, facts, state, who))


def _offers(
    ruleset: Ruleset, rules: CaseRules, facts: CaseFacts, state: CaseState, who: Who
) -> Iterator[Offer]:
    for row in rules.steps:
        move = _fitting(rules, row, state) if facts.path in row.paths else None
        if move is None:
            continue
        try:
            check_person(ruleset, rules, facts, state, row, who)
            check_named(row, state, who)
            check_proposal(ruleset, rules, state, row, who)
            for name in row.checks:
                if name in PERSON_CHECKS:
                    PERSON_CHECKS[name](ruleset, facts)
        except DomainError as error:
            yield Offer(row, move, error.message, error.citation)
        else:
            yield Offer(row, move, "", ruleset.cite_all(row.basis))


def next_steps(rules: CaseRules, state: CaseState, doers: Collection[Doer]) -> tuple[str, ...]:
    """Names of the usual steps that fit the state for these functions; the offender's are his own."""
    return tuple(
        row.name
        for row in rules.steps
        if row.usual
        and state.path in row.paths
        and set(row.does) & set(doers)
        and (row.does[0] is not Doer.OFFENDER or Doer.OFFENDER in doers)
        and _fitting(rules, row, state)
    )


def check_step(
    ruleset: Ruleset, facts: CaseFacts, event: CaseEvent, who: Who, calendar: Calendar
) -> tuple[str, Doer, Move]:
    """Whether the event may follow: where it leads, in which function it is done, by which move.

    `RuleRefused` with its provision, or `Invalid` naming the field; LookupError for a step that the
    ruleset does not have.
    """
    rules = case_law(ruleset)
    row = rules.step(event.step)
    today = civil_today(event.at, ruleset.instrument.time_zone)
    state = state_on(ruleset, facts, calendar, _flag_day(row, event, today))
    move = _check_move(ruleset, rules, facts, state, row)
    doer = check_person(ruleset, rules, facts, state, row, who)
    check_named(row, state, who)
    check_proposal(ruleset, rules, state, row, who)
    _check_day(row, event, state, today)
    check_answers(rules.asks(row), event.values)
    asked = Asked(ruleset, rules, facts, state, event)
    for name in row.checks:
        CHECKS[name](asked)
    return where_to(move, state.run), doer, move


def _flag_day(row: StepRow, event: CaseEvent, today: date) -> date:
    """A proof is judged by its own day: the receipt of the 60th day counts though it is told later."""
    return min(event.on, today) if row.day is StepDay.PAST else today


def _fitting(rules: CaseRules, row: StepRow, state: CaseState) -> Move | None:
    moves = moves_from(rules, row, state.state.id)
    return next((move for move in moves if not _unmet(move, state)), None)


def _unmet(move: Move, state: CaseState) -> list[str]:
    return [w.flag for w in move.when if (w.flag in state.flags) is not w.stands]


def _check_move(
    ruleset: Ruleset, rules: CaseRules, facts: CaseFacts, state: CaseState, row: StepRow
) -> Move:
    here = moves_from(rules, row, state.state.id) if facts.path in row.paths else ()
    found = next((move for move in here if not _unmet(move, state)), None)
    if found is not None:
        return found
    why = _why_not(rules, here, state)
    raise RuleRefused(
        f"{row.name}: não cabe agora, o processo está em “{state.state.name}”{why}.",
        citation=ruleset.cite_all(row.basis),
    )


def _why_not(rules: CaseRules, moves: tuple[Move, ...], state: CaseState) -> str:
    for move in moves:
        for wanted in move.when:
            if (wanted.flag in state.flags) is not wanted.stands:
                words = rules.flag(wanted.flag)
                return f" e {words.off if wanted.stands else words.on}"
    return ""


def _check_day(row: StepRow, event: CaseEvent, state: CaseState, today: date) -> None:
    if event.on > today:
        raise Invalid("Esta data ainda não chegou. Confira o dia.", field="on")
    if row.day is StepDay.TODAY and event.on != today:
        raise Invalid("Este ato vale do dia em que é praticado.", field="on")
    if event.on < state.run.moved_on:
        said = f"O processo já andou em {format_date(state.run.moved_on)}. Confira o dia."
        raise Invalid(said, field="on")
