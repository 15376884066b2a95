"""requirements.md §4.3 (j): how old a paper may be, and recurring duties."""

from datetime import date, timedelta
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.regulation.documents_age import (
    AgeRule,
    check_document,
    document_age,
    last_day_by_months,
    oldest_issue,
    recurring_dates,
)
from app.regulation.vocabulary import DocumentRule
from tests.support.examples import day, pat, pla

CRIMINAL = (
    "criminal_record_platform",
    "criminal_record_state",
    "criminal_record_federal",
    "criminal_distribution_state",
    "criminal_distribution_federal",
)


@pytest.mark.parametrize("document", CRIMINAL)
@pytest.mark.parametrize(("on", "ok"), [("Tue 01/09/2020", True), ("Wed 02/09/2020", False)])
def test_pat_certificate_of_less_than_30_days(document: str, on: str, ok: bool) -> None:
    answer = document_age(pat(), document, day(on), issued_on=day("Mon 03/08/2020"))
    assert answer.ok is ok
    assert answer.last_ok == day("01/09/2020")


@pytest.mark.parametrize(
    ("inspection", "oldest"), [("10/03/2021", "10/09/2020"), ("31/08/2021", "28/02/2021")]
)
def test_pat_maintenance_of_the_last_six_months(inspection: str, oldest: str) -> None:
    on, first = day(inspection), day(oldest)
    assert oldest_issue(on, pat().document("maintenance").value) == first
    assert document_age(pat(), "maintenance", on, issued_on=first).ok
    assert not document_age(pat(), "maintenance", on, issued_on=first - timedelta(days=1)).ok


@pytest.mark.parametrize(
    ("exam", "next_by"), [("05/10/2020", "05/10/2021"), ("29/02/2024", "28/02/2025")]
)
def test_pat_toxicology_every_year(exam: str, next_by: str) -> None:
    last = day(next_by)
    assert document_age(pat(), "toxicology", last, issued_on=day(exam)).last_ok == last
    late = document_age(pat(), "toxicology", last + timedelta(days=1), issued_on=day(exam))
    assert not late.ok


def test_pat_list_every_30_days() -> None:
    every = pat().document("fleet_list").value
    dates = islice(recurring_dates(day("10/08/2020"), every), 4)
    expected = ["10/08/2020", "09/09/2020", "09/10/2020", "08/11/2020"]
    assert list(dates) == [day(written) for written in expected]


def test_pla_yearly_inspection_report() -> None:
    answer = document_age(
        pla(), "inspection_report", day("15/09/2027"), issued_on=day("15/09/2026")
    )
    assert answer.ok
    assert answer.rule == "renovação anual: vale até 15/09/2027"


@pytest.mark.parametrize(
    ("valid_until", "ok"), [("10/06/2026", True), ("09/06/2026", False), (None, False)]
)
def test_a_paper_with_its_own_end(valid_until: str | None, ok: bool) -> None:
    end = day(valid_until) if valid_until else None
    assert document_age(pla(), "cnh", day("10/06/2026"), valid_until=end).ok is ok


def test_a_paper_without_age_rule_is_always_good() -> None:
    answer = document_age(pla(), "residence", day("10/06/2026"), issued_on=day("10/06/1990"))
    assert answer.ok and answer.last_ok is None


@pytest.mark.parametrize("issued", [None, "02/09/2020"])
def test_a_missing_or_future_date_is_not_accepted(issued: str | None) -> None:
    issued_on = day(issued) if issued else None
    assert not document_age(pat(), CRIMINAL[0], day("01/09/2020"), issued_on=issued_on).ok


DAYS = st.dates(date(2000, 1, 1), date(2090, 1, 1))


@given(DAYS, st.integers(1, 36))
def test_the_last_day_by_months_is_the_last(issued: date, months: int) -> None:
    last = last_day_by_months(issued, months)
    assert oldest_issue(last, months) <= issued
    assert oldest_issue(last + timedelta(days=1), months) > issued


KINDS = st.sampled_from(
    [
        DocumentRule.MAX_AGE_DAYS,
        DocumentRule.MAX_AGE_MONTHS,
        DocumentRule.YEARLY,
        DocumentRule.RECURRING_DAYS,
    ]
)


@given(KINDS, st.integers(1, 60), st.booleans(), DAYS, st.integers(0, 3000))
def test_accepted_means_not_after_the_last_day(
    kind: DocumentRule, value: int, strict: bool, issued: date, later: int
) -> None:
    on = issued + timedelta(days=later)
    answer = check_document(AgeRule(kind, value, strict), on, issued_on=issued)
    assert answer.last_ok is not None
    assert answer.ok is (on <= answer.last_ok)
