"""A case in words for its page: each step with its answers, the terms that run, what may be done."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal

from app.cases.case_rows import PaperRow, StepTaken
from app.cases.people import names_of
from app.cases.queries import CaseDetail
from app.kernel.civil import format_date
from app.kernel.money import format_ufm
from app.regulation.case_catalogue import CaseRules
from app.regulation.case_run import persons_in
from app.regulation.case_state import CaseDue
from app.regulation.case_steps import Offer
from app.regulation.tables_case import AskRow, StepRow
from app.regulation.vocabulary_case import AskKind, StepDay


@dataclass(frozen=True)
class ShownStep:
    """A step in the file. `lines`: (question, answer); `papers`: what it made or brought."""

    number: int
    name: str
    who: str
    act: str
    at: datetime
    on: date | None  # where it is not the day of `at`
    state: str
    lines: tuple[tuple[str, str], ...]
    papers: tuple[PaperRow, ...]
    citation: str
    sha256: str
    off_hours: bool


@dataclass(frozen=True)
class ShownDue:
    """A running term. `days`: civil days left to act; negative when over."""

    what: str
    due: date
    act_by: date
    rule: str
    citation: str
    goal: bool
    lapses: bool
    days: int
    mine: bool

    @property
    def urgency(self) -> str:
        """ "over", "today", "soon" (a week) or "later"."""
        if self.days < 0:
            return "over"
        return "today" if self.days == 0 else "soon" if self.days <= 7 else "later"


def shown_steps(
    rules: CaseRules, detail: CaseDetail, citations: Mapping[str, str]
) -> list[ShownStep]:
    """The history with its words; `citations` by step id."""
    names = names_of(_persons(rules, detail.steps))
    papers: dict[str, list[PaperRow]] = {}
    for paper in detail.papers:
        papers.setdefault(paper.step_id, []).append(paper)
    return [
        ShownStep(
            number=step.seq,
            name=rules.step(step.step).name,
            who=step.who,
            act=step.act,
            at=step.at,
            on=step.on if rules.step(step.step).day is StepDay.PAST else None,
            state=rules.state(step.state_after).name,
            lines=tuple(_lines(rules.asks(rules.step(step.step)), step, names)),
            papers=tuple(papers.get(step.id, ())),
            citation=citations[step.step],
            sha256=step.sha256,
            off_hours=step.off_hours,
        )
        for step in detail.steps
    ]


def _persons(rules: CaseRules, steps: Sequence[StepTaken]) -> set[str]:
    found: set[str] = set()
    for step in steps:
        for ask in rules.asks(rules.step(step.step)):
            if ask.kind is AskKind.PERSONS:
                found.update(persons_in(step.values, ask.id))
    return found


def _lines(
    asks: Sequence[AskRow], step: StepTaken, names: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    for ask in asks:
        text = str(step.values.get(ask.id) or "")
        if text and ask.kind is not AskKind.FILE:
            yield ask.label, _said(ask, text, names)


def _said(ask: AskRow, text: str, names: Mapping[str, str]) -> str:
    if ask.kind is AskKind.PERSONS:
        return ", ".join(names.get(person, person) for person in text.split())
    if ask.kind is AskKind.CHOICE:
        return next((one.label for one in ask.choices if one.id == text), text)
    if ask.kind is AskKind.DATE:
        return format_date(date.fromisoformat(text))
    return format_ufm(Decimal(text)) if ask.kind is AskKind.UFM else text


def shown_due(due: CaseDue, today: date, *, mine: bool) -> ShownDue:
    """A term as the page says it."""
    return ShownDue(
        what=due.what,
        due=due.due.due_on,
        act_by=due.act_by,
        rule=due.due.rule,
        citation=due.due.citation,
        goal=due.goal,
        lapses=due.row.lapses,
        days=(due.act_by - today).days,
        mine=mine,
    )


def split_offers(offers: Sequence[Offer]) -> dict[str, list[Offer]]:
    """The offers as the page groups them: what to do now, what waits for others, what is rare."""
    groups: dict[str, list[Offer]] = {"now": [], "waits": [], "rare": []}
    for offer in offers:
        if offer.refused:
            if offer.row.usual:
                groups["waits"].append(offer)
        else:
            groups["now" if offer.row.usual else "rare"].append(offer)
    return groups


def is_grave(row: StepRow) -> bool:
    """Whether the step cannot be undone and ends the case without penalty."""
    return row.cancels
