"""Random walks through a case of both cities, step for step against a naive reference.

Nothing is skipped, nobody wrong acts, no fine comes twice, and effect days never go back.
"""

from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from random import Random

import pytest

from app.kernel.calendar import Calendar, Closing, national_calendar
from app.kernel.civil import civil_today
from app.kernel.errors import DomainError
from app.regulation.case_facts import CaseEvent, CaseFacts, CasePath, Doer, Who
from app.regulation.case_state import state_on
from app.regulation.case_steps import check_step
from app.regulation.loader import load_all
from app.regulation.ruleset import Ruleset
from tests.regulation.naive_case import OVER, PATROCINIO, PLANURA, ROLES, Naive

WALKS, STEPS = 100, 60
PLA = load_all()["planura-2025"]
PAT = load_all()["patrocinio-2020"].with_decisions({"CFG-PAT-13": "days_15_suspensive"})
CITIES = {
    "planura": (PLA, PLANURA, "PLA-43-II-c", Decimal("2")),
    "patrocinio": (PAT, PATROCINIO, "PAT-28-III", Decimal("0.5")),
}
DAYS = national_calendar(range(2025, 2036))
BEGAN = datetime(2026, 6, 1, 14, tzinfo=UTC)
HASH = "a" * 64
PEOPLE: dict[str, set[str]] = {
    "0a": {"author"},
    "0b": {"author", "secretary"},
    "1a": {"chief"},
    "1b": {"chief", "secretary"},
    "2a": {"office"},
    "2b": {"office", "offender"},
    "3a": {"secretary"},
    "3b": {"secretary"},
    "3c": {"secretary"},
    "4a": {"offender"},
    "4b": {"offender", "secretary"},
    "5a": {"mayor"},
    "": {"system"},
}
ANSWERS = {
    "opinion": {"reasons": "r", "recommends": "homologate"},
    "homologate": {"reasons": "r"},
    "archive": {"reasons": "r"},
    "send": {"tracking": "BR1"},
    "received": {"recipient": "ele", "receipt": HASH},
    "returned": {"returned_because": "moved"},
    "in_person": {"recipient": "ele", "receipt": HASH},
    "electronic": {"recipient": "ele", "channel": "e-mail", "receipt": HASH},
    "edital": {"edition": "12"},
    "copy": {"recipient": "plataforma", "channel": "AR"},
    "defend": {"facts_and_law": "f", "request": "r", "filed_by": "n", "place": "P"},
    "term_over": {},
    "judge_grant": {"reasons": "r"},
    "judge_reject": {"reasons": "r"},
    "apply_penalty": {"reasons": "r"},
    "pay": {"payment": "g"},
    "annul": {"reasons": "r"},
    "propose_annulment": {"reasons": "r"},
}


@dataclass
class Walk:
    """One case of one city, walked with one seed."""

    law: Ruleset
    naive: Naive
    facts: CaseFacts
    rng: Random
    calendar: Calendar = DAYS
    now: datetime = BEGAN
    taken: int = 0

    @property
    def today(self) -> date:
        """The city's civil day."""
        return civil_today(self.now, "America/Sao_Paulo")

    def go(self) -> None:
        """Some steps at random; each is accepted by both or by neither."""
        for _ in range(STEPS):
            self.now += timedelta(hours=self.rng.randint(1, 60))
            if self.rng.random() < 0.1:
                self._close(self.today + timedelta(days=self.rng.randint(1, 12)))
            self._try(self._step(), self.rng.choice(sorted(PEOPLE)))

    def _step(self) -> str:
        """Mostly one that leads somewhere, so that walks come far; annulments are rare."""
        usual = [s for s in sorted(ROLES) if self.naive.moves(s) and "annul" not in s]
        likely = usual if usual and self.rng.random() < 0.85 else sorted(ROLES)
        return self.rng.choice(likely)

    def _close(self, day: date) -> None:
        """A closing is added; what happened stays as it was."""
        before = self._state()
        self.calendar = self.calendar.with_days(closings=[Closing(day, "decreto")])
        assert self._state() == before

    def _state(self) -> str:
        return state_on(self.law, self.facts, self.calendar, self.today).state.id

    def _try(self, step: str, person: str) -> None:
        recommends = ""
        values = dict(ANSWERS[step])
        if step == "opinion":
            options = {"drawn": ("homologate", "archive")}.get(
                self.naive.state, ("judge_grant", "judge_reject")
            )
            recommends = values["recommends"] = self.rng.choice(options)
        if step == "apply_penalty":
            values["fine_ufm"] = str(self.facts.base_ufm)
        event = CaseEvent(step, self.now, self.today, person, values)
        who = Who(person, frozenset(Doer(role) for role in PEOPLE[person]))
        expected, why = self._expected(step, person), ""
        try:
            to, _, _ = check_step(self.law, self.facts, event, who, self.calendar)
        except (DomainError, LookupError) as refused:
            to, why = None, str(refused)
        assert to == expected, (step, person, why, self.naive)
        if to is not None:
            self.naive.take(step, person, recommends, to)
            self.facts = replace(self.facts, events=(*self.facts.events, replace(event, to=to)))
            self.taken += 1
            self._invariants()

    def _expected(self, step: str, person: str) -> str | None:
        if not self.naive.person_may(step, person, PEOPLE[person]):
            return None
        to = self.naive.moves(step)
        if step == "term_over" and to is not None and not self._term_is_over():
            return None
        if to is not None and self._lapsed() and step in LAPSE_STOPS and not self.naive.notified:
            return None
        return to

    def _term_is_over(self) -> bool:
        """Counted on the fingers: so many days after the notification, on to a business day."""
        told = [e for e in self.facts.events if e.step in NOTIFIES and e.to == "notified"]
        if not told:
            return False
        length = 10 if self.law is PLA else 15
        end = told[-1].on + timedelta(days=length)
        while end.weekday() > 4 or self.calendar.why_closed(end):
            end += timedelta(days=1)
        return self.today > end

    def _lapsed(self) -> bool:
        return self.law is PLA and self.today > BEGAN.date() + timedelta(days=60)

    def _invariants(self) -> None:
        steps = [event.step for event in self.facts.events]
        days = [event.on for event in self.facts.events]
        assert days == sorted(days)
        assert self.naive.penalties == steps.count("apply_penalty") <= 1
        if "apply_penalty" in steps:
            before = steps[: steps.index("apply_penalty")]
            assert "term_over" in before or "judge_reject" in before
            assert self.naive.notified
        state = state_on(self.law, self.facts, self.calendar, self.today)
        assert state.state.id == self.naive.state
        if state.final_on is not None:
            assert "apply_penalty" in steps
        if state.state.cancelled:
            assert state.final_on is None and self.naive.state in OVER


NOTIFIES = {"received", "in_person", "electronic", "edital"}
NEVER = {"planura": set[str](), "patrocinio": {"archived"}}  # by the text
LAPSE_STOPS = {"homologate", "send", "received", "in_person", "edital"}


def walk(city: str, seed: int) -> Walk:
    law, table, code, base = CITIES[city]
    facts = CaseFacts(
        path=CasePath.NOTICE,
        code=code,
        happened_at=BEGAN,
        written_at=BEGAN,
        author="0a" if seed % 2 else "0b",
        offender="4a" if seed % 3 else "4b",
        base_ufm=base,
        forwarded_at=BEGAN,
    )
    made = Walk(law, Naive(table, facts.author, facts.offender), facts, Random(seed))
    made.go()
    return made


@pytest.mark.parametrize("city", sorted(CITIES))
def test_the_machine_agrees_with_the_naive_case(city: str) -> None:
    walks = [walk(city, seed) for seed in range(WALKS)]
    ends = {one.naive.state for one in walks}
    assert ends >= {"archived", "granted", "paid", "annulled"} - NEVER[city]
    assert sum(one.taken for one in walks) > 4 * WALKS
