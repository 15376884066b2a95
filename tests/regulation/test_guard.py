"""The guard lets a legal act pass only when everything of requirements.md §9.3 holds."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from app.regulation.guard import may_issue
from app.regulation.loader import RULESETS, load_ruleset
from app.regulation.ruleset import LegalStatus, Ruleset
from tests.support.rulesets import example

ZONE = ZoneInfo("America/Sao_Paulo")
NOON = datetime(2024, 6, 3, 12, tzinfo=ZONE)


def ready() -> Ruleset:
    """The example with its mandatory decision taken."""
    return example().with_decisions({"CFG-EXE-02": "one_year"})


def ask(ruleset: Ruleset, fact: datetime = NOON, issued: datetime = NOON, **known: bool):
    known = {"ufm_known": True, "agent_designated": True} | known
    return may_issue(ruleset, fact, issued, **known)


def ended(day: date) -> Ruleset:
    published = ready().instrument.published_on
    return ready().with_legal_state(LegalStatus.IN_FORCE, published_on=published, in_force_to=day)


def test_all_is_well():
    permission = ask(ready())
    assert (permission.allowed, permission.refusals) == (True, ())


@pytest.mark.parametrize("status", [each for each in LegalStatus if each != "vigente"])
def test_only_a_text_in_force_carries_acts(status):
    ruleset = ready().with_legal_state(status, published_on=date(2024, 1, 3))
    (refusal,) = ask(ruleset).refusals
    assert refusal.citation == "EXE art. 7"
    assert "Só é possível treinar" in refusal.reason


def test_an_open_decision_bars_all_acts():
    (refusal,) = ask(example()).refusals
    assert "CFG-EXE-02" in refusal.reason
    assert refusal.citation == "EXE art. 3 §1"


def test_the_ufm_must_be_known():
    (refusal,) = ask(ready(), ufm_known=False).refusals
    assert "UFM" in refusal.reason
    assert refusal.citation == "EXE art. 3"


def test_the_agent_must_be_designated():
    (refusal,) = ask(ready(), agent_designated=False).refusals
    assert "designação" in refusal.reason
    assert refusal.citation == "EXE art. 3 §2"


@pytest.mark.parametrize(
    ("fact", "allowed"),
    [
        (datetime(2024, 4, 1, 23, 59, tzinfo=ZONE), False),
        (datetime(2024, 4, 2, 0, 0, tzinfo=ZONE), True),
        (datetime(2024, 4, 2, 2, 59, tzinfo=UTC), False),  # still 1 April in the city
        (datetime(2024, 4, 2, 3, 0, tzinfo=UTC), True),
    ],
)
def test_the_eve_of_entry_is_not_in_force(fact, allowed):
    assert ask(ready(), fact).allowed is allowed


def test_a_late_notice_does_not_heal_an_early_fact():
    early = datetime(2024, 3, 1, 12, tzinfo=ZONE)
    (refusal,) = ask(ready(), fact=early, issued=NOON).refusals
    assert refusal.reason.startswith("O dia do fato (01/03/2024) é anterior à vigência")


def test_both_instants_are_checked():
    early = datetime(2024, 3, 1, 12, tzinfo=ZONE)
    reasons = [refusal.reason for refusal in ask(ready(), early, early).refusals]
    assert ["fato" in reasons[0], "lavratura" in reasons[1]] == [True, True]


@pytest.mark.parametrize(("end", "allowed"), [(date(2024, 6, 3), False), (date(2024, 6, 4), True)])
def test_the_end_is_the_first_day_out(end, allowed):
    assert ask(ended(end)).allowed is allowed


@pytest.mark.parametrize(
    ("fact", "allowed"),
    [
        (datetime(2025, 2, 28, 23, 59, tzinfo=ZONE), True),
        (datetime(2025, 3, 1, 0, 0, tzinfo=ZONE), False),
        (datetime(2025, 3, 31, 23, 59, tzinfo=ZONE), False),
        (datetime(2025, 4, 1, 0, 0, tzinfo=ZONE), True),
    ],
)
def test_a_court_order_stops_the_text(fact, allowed):
    assert ask(ready(), fact, datetime(2025, 5, 1, 12, tzinfo=ZONE)).allowed is allowed


def test_the_order_is_named():
    stopped = datetime(2025, 3, 10, 12, tzinfo=ZONE)
    assert "Liminar 1/2025" in ask(ready(), stopped).refusals[0].reason


def test_all_reasons_are_told():
    ruleset = example().with_legal_state(LegalStatus.BILL)
    refusals = ask(ruleset, ufm_known=False, agent_designated=False).refusals
    assert len(refusals) == 6  # status, fact, issue, decision, UFM, agent


def test_a_naive_instant_is_a_mistake():
    with pytest.raises(ValueError, match="aware"):
        ask(ready(), datetime(2024, 6, 3, 12))  # noqa: DTZ001


@pytest.mark.parametrize("slug", ["patrocinio-2020", "planura-2025"])
def test_neither_real_text_carries_acts(slug):
    permission = ask(load_ruleset(RULESETS / slug))
    assert not permission.allowed
    assert permission.refusals[0].citation
