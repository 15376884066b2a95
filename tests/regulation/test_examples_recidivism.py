"""requirements.md §4.3 (i): the chain of one driver under PLA arts. 42 to 45, and PAT art. 24 §1."""

from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.regulation.recidivism import (
    Consequence,
    Finding,
    Offence,
    PastCase,
    RepeatRule,
    WindowReading,
    answers_for,
    repetition,
)
from app.regulation.repeats import recidivism
from app.regulation.ruleset import Ruleset
from app.regulation.vocabulary import RecidivismRule
from tests.support.examples import day, pat, pla

ANA = "111"
CODE = "PLA-43-II-c"
D1, D2 = day("Mon 03/08/2026"), day("Mon 12/04/2027")
FIRST = PastCase(CODE, ANA, day("Fri 10/07/2026"), D1)
SECOND = PastCase(CODE, ANA, day("Fri 05/03/2027"), D2)  # row 1, itself decided
DOUBLE, SUSPEND = Consequence.DOUBLE_FINE, Consequence.SUSPENSION


def found(
    fact: str, *history: PastCase, code: str = CODE, ruleset: Ruleset | None = None
) -> dict[Consequence, Finding]:
    offence = Offence(code, ANA, day(fact))
    findings = recidivism(ruleset or pla(), offence, history)
    return {finding.consequence: finding for finding in findings}


@pytest.mark.parametrize(
    ("fact", "code", "history", "expected"),
    [
        ("Fri 05/03/2027", CODE, [FIRST], {DOUBLE}),  # 1
        ("Wed 22/07/2026", CODE, [FIRST], set()),  # 2: before the final decision
        ("Mon 03/08/2026", CODE, [FIRST], set()),  # on the very day of the decision
        ("Tue 04/08/2026", CODE, [FIRST], {DOUBLE}),
        ("Tue 03/08/2027", CODE, [FIRST], {DOUBLE}),  # 3: last day
        ("Wed 04/08/2027", CODE, [FIRST], set()),  # 4
        ("Fri 05/03/2027", "PLA-43-II-b", [FIRST], set()),  # 5: other type
        ("Wed 30/06/2027", CODE, [FIRST, SECOND], {DOUBLE, SUSPEND}),  # 6
        ("Wed 15/09/2027", CODE, [FIRST, SECOND], {DOUBLE}),  # 7
        ("Wed 12/04/2028", CODE, [FIRST, SECOND], {DOUBLE}),  # 7: window of D2 ends
        ("Thu 13/04/2028", CODE, [FIRST, SECOND], set()),
        ("Fri 05/03/2027", CODE, [replace(FIRST, cancelled=True)], set()),  # 8
        ("Fri 05/03/2027", CODE, [replace(FIRST, final_on=None)], set()),  # still open
        ("Fri 05/03/2027", CODE, [replace(FIRST, offender="222")], set()),
    ],
)
def test_i_chain(fact: str, code: str, history: list[PastCase], expected: set[Consequence]) -> None:
    assert set(found(fact, *history, code=code)) == expected


def test_i_row_6_is_also_within_a_year_between_facts() -> None:
    assert FIRST.fact_on < day("30/06/2027") <= day("10/07/2027")


def test_i_row_6_suspension_is_of_15_to_30_days() -> None:
    row = pla().infraction(CODE)
    assert (row.suspension_days_min, row.suspension_days_max) == (15, 30)
    assert found("30/06/2027", FIRST, SECOND)[SUSPEND].citation == "PLA art. 44"


def test_i_row_6_needs_the_first_repetition_to_be_decided() -> None:
    pending = replace(SECOND, final_on=None)
    assert set(found("30/06/2027", FIRST, pending)) == {DOUBLE}


def test_a_repetition_on_the_day_of_the_decision_does_not_count() -> None:
    same_day = replace(SECOND, fact_on=D1)
    assert set(found("30/06/2027", FIRST, same_day)) == {DOUBLE}


def test_of_two_decisions_the_younger_gives_the_window() -> None:
    before_d1 = PastCase(CODE, ANA, day("20/07/2026"), day("10/09/2026"))
    answer = found("05/03/2027", FIRST, before_d1)[DOUBLE]
    assert (answer.repetition.level, answer.repetition.since) == (1, day("10/09/2026"))


def test_i_row_7_reading_b_suspends() -> None:
    ruleset = pla().with_decisions({"CFG-PLA-29": "consecutive_windows"})
    assert set(found("15/09/2027", FIRST, SECOND, ruleset=ruleset)) == {DOUBLE, SUSPEND}


def test_i_row_7_counts_from_the_second_decision() -> None:
    answer = found("15/09/2027", FIRST, SECOND)[DOUBLE]
    assert (answer.repetition.since, answer.repetition.until) == (D2, day("12/04/2028"))


@pytest.mark.parametrize("driver", [ANA, "auxiliary 222"])
def test_i_rows_9_and_10_whoever_drove_and_whichever_car(driver: str) -> None:
    # A case knows no car, and the auto is notified to the authorised driver (art. 50 §4).
    earlier = PastCase(CODE, answers_for(driver, ANA), FIRST.fact_on, D1)
    assert DOUBLE in found("05/03/2027", earlier)


def test_without_anybody_authorised_the_driver_answers() -> None:
    clandestine = replace(FIRST, offender=answers_for("222", None))
    assert found("05/03/2027", clandestine) == {}


def test_the_window_follows_the_reading_of_months() -> None:
    ruleset = pla().with_decisions({"CFG-GEN-02": "day_before"})
    assert DOUBLE in found("02/08/2027", FIRST, ruleset=ruleset)
    assert found("03/08/2027", FIRST, ruleset=ruleset) == {}


def test_the_reason_is_told_in_words() -> None:
    finding = found("05/03/2027", FIRST)[DOUBLE]
    assert finding.reason == (
        "reincidência: decisão definitiva em 03/08/2026, dentro do prazo até 03/08/2027; "
        "a multa é aplicada em dobro"
    )
    assert finding.citation == "PLA art. 42 §2; PLA art. 42 §3"


def minor(fact: str, final: str) -> PastCase:
    return PastCase("PLA-43-I-b", ANA, day(fact), day(final))


def test_second_recidivism_of_a_minor_infraction_becomes_media() -> None:
    history = [minor("10/07/2026", "03/08/2026"), minor("01/10/2026", "03/11/2026")]
    once = found("01/10/2026", history[0], code="PLA-43-I-b")
    twice = found("01/12/2026", *history, code="PLA-43-I-b")
    assert once == {}
    assert twice[Consequence.RECLASSIFY].becomes == "PLA-43-II-d"
    assert set(twice) == {Consequence.RECLASSIFY}


def test_media_after_suspension_becomes_grave_whatever_the_type() -> None:
    suspended = replace(FIRST, code="PLA-43-II-b", suspended=True)
    answer = found("10/10/2030", suspended)
    assert answer[Consequence.RECLASSIFY].becomes == "PLA-43-III-b"
    assert found("10/10/2030", replace(suspended, suspended=False)) == {}


def test_grave_after_suspension_leads_to_cassation() -> None:
    suspended = replace(FIRST, suspended=True)
    assert Consequence.CASSATION in found("10/10/2030", suspended, code="PLA-43-III-a")


def quota_case(code: str, final: str) -> PastCase:
    return PastCase(code, ANA, day(final) - timedelta(days=60), day(final))


@pytest.mark.parametrize(
    ("history", "consequence", "fine"),
    [
        ([quota_case("PAT-24-1-A", "01/03/2021")], Consequence.NEXT_STEP, Decimal("12.33")),
        (
            [quota_case("PAT-24-1-A", "01/03/2015"), quota_case("PAT-24-1-B", "01/03/2021")],
            Consequence.CASSATION,
            None,
        ),
    ],
)
def test_pat_quota_climbs_by_steps_without_a_window(
    history: list[PastCase], consequence: Consequence, fine: Decimal | None
) -> None:
    answer = found("01/06/2022", *history, code="PAT-24-1-A", ruleset=pat())
    assert answer[consequence].fine_ufm == fine
    assert found("01/06/2022", code="PAT-24-1-A", ruleset=pat()) == {}


def test_pat_other_infractions_do_not_count_for_the_quota() -> None:
    other = quota_case("PAT-07-3", "01/03/2021")
    assert found("01/06/2022", other, code="PAT-24-1-A", ruleset=pat()) == {}


def test_pat_assault_is_left_to_the_authority() -> None:
    earlier = quota_case("PAT-28-V", "01/03/2021")
    answer = found("01/06/2022", earlier, code="PAT-28-V", ruleset=pat())
    assert answer[Consequence.MANUAL].repetition.level == 1


RULE = RepeatRule("x", RecidivismRule.DOUBLE_FINE, window_months=12)
START = date(2026, 1, 1)
CASES = st.builds(
    lambda fact, wait: PastCase(CODE, ANA, START + timedelta(fact), START + timedelta(fact + wait)),
    st.integers(0, 900),
    st.integers(1, 200),
)
FACTS = st.integers(0, 1500).map(lambda n: Offence(CODE, ANA, START + timedelta(n)))


@given(FACTS, st.lists(CASES, max_size=6))
def test_both_readings_agree_on_the_first_recidivism(
    offence: Offence, history: list[PastCase]
) -> None:
    by_first = repetition(offence, history, RULE)
    chained = repetition(offence, history, RULE, WindowReading.CONSECUTIVE)
    assert (by_first.level > 0) == (chained.level > 0)


@given(FACTS, st.lists(CASES, max_size=6), st.randoms())
def test_the_order_of_the_register_does_not_matter(
    offence: Offence, history: list[PastCase], random: Random
) -> None:
    shuffled = list(history)
    random.shuffle(shuffled)
    for reading in WindowReading:
        expected = repetition(offence, history, RULE, reading)
        assert repetition(offence, shuffled, RULE, reading) == expected


@given(FACTS, st.lists(CASES, max_size=6))
def test_level_one_means_a_decision_in_the_year_before(
    offence: Offence, history: list[PastCase]
) -> None:
    answer = repetition(offence, history, RULE)
    if answer.level == 0:
        assert answer.since is None
        return
    assert answer.since is not None and answer.until is not None
    assert answer.since < offence.fact_on <= answer.until
    assert answer.since in {case.final_on for case in history}
