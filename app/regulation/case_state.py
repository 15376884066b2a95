"""Where a case stands on a day: its state, the terms that run, and what may be asked of it.

Pure: facts, calendar, ruleset and a day. Every due date carries the rule that made it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime

from app.kernel.calendar import Calendar
from app.kernel.civil import civil_today
from app.regulation.case_catalogue import CaseRules, case_law
from app.regulation.case_facts import CaseFacts, CasePath, Doer, Duty
from app.regulation.case_run import Run, run_of
from app.regulation.deadlines import DueDate, Term, count, due_instant, term_of
from app.regulation.notice_catalogue import notice_law
from app.regulation.notice_deadline import appeal_term
from app.regulation.ruleset import Ruleset
from app.regulation.tables_case import DueRow, StateRow
from app.regulation.terms import Span, bar_after_cassation, suspension_term
from app.regulation.vocabulary import DeadlineUnit, Party
from app.regulation.vocabulary_case import Flag, Since

_GOAL = "; meta da Prefeitura: o texto não fixa prazo"


@dataclass(frozen=True)
class CaseDue:
    """A term that runs: what must be done, by whom, until when and why.

    `goal`: the number is ours, not the law's; `lapses`: its end annuls the notice.
    """

    row: DueRow
    due: DueDate

    @property
    def what(self) -> str:
        """In Portuguese: "Entregar a notificação"."""
        return self.row.what

    @property
    def does(self) -> tuple[Doer, ...]:
        """Who must act."""
        return self.row.does

    @property
    def goal(self) -> bool:
        """Whether the number is a goal of ours."""
        return self.row.goal_days > 0

    @property
    def act_by(self) -> date:
        """The last day on which the act is still safe."""
        return self.due.internal_on


@dataclass(frozen=True)
class CaseState:
    """A case on a day. `final_on`: when the decision became definitive (CFG-PLA-29).

    `in_time`: whether the defence came in its term, None without one; `defence`: that term, where
    the offender was notified and the city has fixed it; `lapsed`: the term to notify ended first;
    `forwarding`: the hours in which the notice had to reach the office, and `forwarded_late`.
    """

    path: CasePath
    state: StateRow
    run: Run
    happened_on: date
    defence: DueDate | None
    in_time: bool | None
    lapsed: bool
    span: Span | None
    forwarding: DueDate | None
    forwarded_late: bool
    dues: tuple[CaseDue, ...]
    flags: frozenset[Flag]

    @property
    def final_on(self) -> date | None:
        """Day of the definitive decision; None while open or cancelled."""
        return None if self.state.cancelled else self.run.final_on

    @property
    def suspended(self) -> bool:
        """Whether it ended in a suspension (PLA arts. 43 III b, 45 IV)."""
        return self.run.suspended and self.final_on is not None

    @property
    def held(self) -> Mapping[str, Duty]:
        """Who holds which duty."""
        return self.run.held

    @property
    def first_due(self) -> date | None:
        """The nearest day by which somebody must act."""
        return min((due.act_by for due in self.dues), default=None)


def state_of(ruleset: Ruleset, facts: CaseFacts, calendar: Calendar, now: datetime) -> CaseState:
    """The state at an aware instant; `RuleRefused` where the calendar lacks a year."""
    return state_on(ruleset, facts, calendar, civil_today(now, ruleset.instrument.time_zone))


def state_on(ruleset: Ruleset, facts: CaseFacts, calendar: Calendar, day: date) -> CaseState:
    """The same on a civil day."""
    rules = case_law(ruleset)
    run = run_of(rules, facts, ruleset.instrument.time_zone)
    terms = _Terms(ruleset, rules, facts, calendar, run)
    defence, notice, span = terms.defence(), terms.notice(), _span(ruleset, rules, run)
    lapsed = notice is not None and not terms.reached_by(notice.due_on) and day > notice.due_on
    state = rules.state(run.state)
    dues = () if state.court else tuple(terms.running(state))
    payment = next((due.due for due in dues if due.row.payment), None)
    flags = {
        Flag.SIGNED: facts.notified_on is not None,
        Flag.WARNING: facts.path is CasePath.WARNING,
        Flag.LAPSED: lapsed,
        Flag.TERM_OVER: defence is not None and day > defence.due_on,
        Flag.FINABLE: _finable(ruleset, facts),
        Flag.SUSPENDABLE: _suspendable(ruleset, run.code),
        Flag.PAID: run.paid,
        Flag.PAY_OVER: payment is not None and day > payment.due_on,
        Flag.COPIED: run.copied,
        Flag.SPANNED: run.start is not None,
        Flag.SPAN_OVER: span is not None and day > span.last,
        Flag.CASSATED: run.cassated,
    }
    forwarding = terms.forwarding()
    return CaseState(
        path=facts.path,
        state=state,
        run=run,
        happened_on=terms.day(facts.happened_at),
        defence=defence,
        in_time=terms.in_time(defence),
        lapsed=lapsed,
        span=span,
        forwarding=forwarding,
        forwarded_late=forwarding is not None and terms.forwarded_late(forwarding),
        dues=dues,
        flags=frozenset(flag for flag, stands in flags.items() if stands),
    )


def changed_terms(
    ruleset: Ruleset, facts: CaseFacts, before: Calendar, after: Calendar, day: date
) -> tuple[tuple[CaseDue, CaseDue], ...]:
    """The running terms that another calendar moves: each as it was and as it is now."""
    old = {due.row: due for due in state_on(ruleset, facts, before, day).dues}
    new = state_on(ruleset, facts, after, day).dues
    pairs = ((old[due.row], due) for due in new if due.row in old)
    return tuple((was, now) for was, now in pairs if was.due != now.due)


@dataclass(frozen=True)
class _Terms:
    """Counts the terms of one case."""

    ruleset: Ruleset
    rules: CaseRules
    facts: CaseFacts
    calendar: Calendar
    run: Run

    def day(self, at: datetime) -> date:
        return civil_today(at, self.ruleset.instrument.time_zone)

    @property
    def defended_on(self) -> date | None:
        return self.day(self.run.defended_at) if self.run.defended_at else None

    def reached_by(self, day: date) -> bool:
        """Who defends himself knows of the notice."""
        known = (self.run.notified_on, self.defended_on)
        return any(one is not None and one <= day for one in known)

    def rows(self) -> Iterator[DueRow]:
        return (row for row in self.rules.law.due if self.facts.path in row.paths)

    def defence(self) -> DueDate | None:
        row = next((row for row in self.rows() if row.defence), None)
        return self._counted(row) if row and self.run.notified_on else None

    def notice(self) -> DueDate | None:
        row = next((row for row in self.rows() if row.lapses), None)
        return self._counted(row) if row else None

    def forwarding(self) -> DueDate | None:
        row = next((row for row in self.rows() if row.since is Since.HOUR), None)
        if row is None or self.facts.path is CasePath.SANCTION:
            return None
        return due_instant(self.ruleset, row.id, self.facts.happened_at)

    def forwarded_late(self, due: DueDate) -> bool:
        sent = self.facts.forwarded_at
        return sent is not None and due.instant is not None and sent > due.instant

    def in_time(self, defence: DueDate | None) -> bool | None:
        if self.defended_on is None:
            return None
        return defence is None or self.defended_on <= defence.due_on

    def running(self, state: StateRow) -> Iterator[CaseDue]:
        for row in self.rows():
            if state.id not in row.while_ or self._met(row):
                continue
            if (due := self._counted(row)) is not None:
                yield CaseDue(row, due)

    def _met(self, row: DueRow) -> bool:
        """The notice that was given early, by a signature, waits for nothing more."""
        return row.lapses and (self.run.notified_on or self.run.defended_at) is not None

    def _counted(self, row: DueRow) -> DueDate | None:
        start, term = self._start(row.since), self._term(row)
        return count(term, start, self.calendar) if start and term else None

    def _start(self, since: Since) -> date | None:
        return {
            Since.FACT: self.day(self.facts.happened_at),
            Since.WRITTEN: self.day(self.facts.written_at),
            Since.NOTIFIED: self.run.notified_on,
            Since.DEFENDED: self.defended_on,
            Since.STATE: self.run.since,
            Since.SETTLED: self.run.final_on,
        }.get(since)

    def _term(self, row: DueRow) -> Term | None:
        if row.defence:
            return appeal_term(self.ruleset, notice_law(self.ruleset)).term
        if not row.goal_days:
            return term_of(self.ruleset, row.id)
        basis = self.ruleset.deadline(row.id).basis if row.id else row.basis
        cited = self.ruleset.cite_all(basis) + _GOAL
        party = Party.PRIVATE if row.payment else Party.ADMINISTRATION
        return Term(row.goal_days, DeadlineUnit.DAYS, party, cited, row.id)


def _span(ruleset: Ruleset, rules: CaseRules, run: Run) -> Span | None:
    """The suspension, or the bar after a cassation that is definitive."""
    if run.start is not None:
        return suspension_term(ruleset, run.code, run.start, run.days)
    if run.cassated and run.final_on and rules.law.bar:
        return bar_after_cassation(ruleset, rules.law.bar, run.final_on)
    return None


def _finable(ruleset: Ruleset, facts: CaseFacts) -> bool:
    if not facts.code:
        return False
    row = ruleset.infraction(facts.code)
    return facts.base_ufm is not None or row.fine_ufm is not None


def _suspendable(ruleset: Ruleset, code: str) -> bool:
    if not code:
        return False
    row = ruleset.infraction(code)
    return bool(row.suspension_months or row.suspension_days_max)
