"""Which inspection may be booked, when, and with what provision it is refused. Pure."""

from datetime import date, timedelta

import pytest

from app.inspections.occasions import CarHistory, Choice, OpenCall, choice_of, choices, fee_of
from app.kernel.errors import RuleRefused
from app.regulation.facts import Modality
from app.regulation.loader import load_all
from app.regulation.ruleset import Ruleset
from app.regulation.vocabulary import Occasion

PLA, PAT = load_all()["planura-2025"], load_all()["patrocinio-2020"]
TODAY = date(2026, 11, 30)
DAY = timedelta(days=1)
TAXI, APP = Modality.TAXI, Modality.APP
NEW = CarHistory(APP)
APPROVED = CarHistory(TAXI, approved_on=date(2026, 9, 15), last_id="v1")
FAILED = CarHistory(APP, failed_on=TODAY - DAY, failed_id="v1", cure_by=TODAY + 4 * DAY)


def open_for(law: Ruleset, history: CarHistory, *, office: bool = False) -> list[str]:
    return [c.occasion.value for c in choices(law, history, TODAY, office=office) if not c.refused]


def pick(law: Ruleset, history: CarHistory, occasion: str, *, office: bool = False) -> Choice:
    return choice_of(law, history, occasion, TODAY, office=office)


def test_a_car_without_approval_books_its_first() -> None:
    assert open_for(PAT, NEW) == ["first"]


def test_an_approved_car_has_no_second_first() -> None:
    assert pick(PLA, APPROVED, "first").refused == "Este carro já foi aprovado em vistoria."


@pytest.mark.parametrize(("apart", "good"), [(-1, False), (0, True), (30, True)])
def test_the_yearly_opens_thirty_days_before_the_anniversary(apart: int, good: bool) -> None:
    choice, opens = pick(PLA, APPROVED, "yearly"), date(2027, 8, 16)
    if good:
        choice.check_day(opens + apart * DAY)
        return
    with pytest.raises(RuleRefused, match="16/08/2027") as refused:
        choice.check_day(opens + apart * DAY)
    assert "PLA art. 16 p.u." in refused.value.citation


def test_an_expired_yearly_is_booked_at_once() -> None:
    old = CarHistory(TAXI, approved_on=date(2025, 3, 1), last_id="v1")
    assert pick(PLA, old, "yearly").first_day is None


def test_the_calendar_year_opens_in_december() -> None:
    law = PLA.with_decisions({"CFG-PLA-08": "calendar_year"})
    assert pick(law, APPROVED, "yearly").first_day == date(2027, 12, 1)


def test_a_failed_car_books_its_return() -> None:
    assert open_for(PAT, FAILED)[0] == "return"


@pytest.mark.parametrize(("apart", "good"), [(3, True), (4, True), (5, False)])
def test_a_return_falls_within_its_days(apart: int, good: bool) -> None:
    choice = pick(PAT, FAILED, "return")
    if good:
        choice.check_day(TODAY + apart * DAY)
        return
    with pytest.raises(RuleRefused) as refused:
        choice.check_day(TODAY + apart * DAY)
    assert refused.value.citation == "PAT art. 12 §2"


def test_a_failed_car_has_no_first_within_the_term() -> None:
    assert pick(PAT, FAILED, "first").refused == "Há vistoria reprovada: marque o retorno."


def test_after_the_term_the_return_is_over() -> None:
    late = CarHistory(APP, failed_on=TODAY - 9 * DAY, failed_id="v1", cure_by=TODAY - DAY)
    assert "acabou em 29/11/2026" in pick(PAT, late, "return").refused


@pytest.mark.parametrize(("office", "good"), [(True, True), (False, False)])
def test_after_the_term_only_the_office_starts_again(office: bool, good: bool) -> None:
    late = CarHistory(APP, failed_on=TODAY - 9 * DAY, failed_id="v1", cure_by=TODAY - DAY)
    assert ("first" in open_for(PAT, late, office=office)) is good


def test_nobody_returns_without_a_failure() -> None:
    assert "return" not in open_for(PLA, APPROVED, office=True)


def test_a_failure_on_paper_is_inspected_whole() -> None:
    paper = CarHistory(APP, failed_on=TODAY - DAY, cure_by=TODAY + 4 * DAY)
    assert open_for(PAT, paper) == ["first"]


def test_a_call_is_met_by_its_day() -> None:
    called = CarHistory(APP, approved_on=TODAY - 99 * DAY, call=OpenCall("c", TODAY + 2 * DAY))
    with pytest.raises(RuleRefused, match="02/12/2026") as refused:
        pick(PAT, called, "notice").check_day(TODAY + 3 * DAY)
    assert refused.value.citation == "PAT art. 12 §1"


def test_no_call_no_inspection_on_notice() -> None:
    assert "notice" not in open_for(PAT, NEW, office=True)


@pytest.mark.parametrize("occasion", ["change", "extension", "recheck"])
def test_what_follows_an_act_of_the_office_is_booked_by_it(occasion: str) -> None:
    assert occasion not in open_for(PLA, APPROVED)
    assert occasion in open_for(PLA, APPROVED, office=True)


@pytest.mark.parametrize(("law", "there"), [(PLA, True), (PAT, False)])
def test_only_planura_inspects_at_the_exit(law: Ruleset, there: bool) -> None:
    history = CarHistory(APP, approved_on=TODAY)
    assert ("exit" in open_for(law, history)) is there


def test_an_occasion_the_text_lacks_is_refused() -> None:
    with pytest.raises(RuleRefused):
        pick(PAT, NEW, "extension")


def patrocinio(approved: date) -> CarHistory:
    return CarHistory(APP, approved, platform_start=date(2026, 3, 2), platform_end=date(2027, 3, 2))


def test_patrocinios_renewal_opens_with_the_platforms() -> None:
    assert pick(PAT, patrocinio(date(2026, 9, 15)), "yearly").first_day == date(2027, 1, 31)


def test_one_made_for_the_renewal_is_not_made_twice() -> None:
    found = choice_of(PAT, patrocinio(date(2027, 2, 5)), "yearly", date(2027, 2, 6), office=True)
    assert "já vale para a renovação" in found.refused


def test_one_older_than_the_platforms_term_is_owed_now() -> None:
    assert pick(PAT, patrocinio(date(2025, 9, 1)), "yearly").first_day is None


@pytest.mark.parametrize(
    ("law", "occasion", "words"),
    [
        (PAT, "first", "Taxa de vistoria: 0,5 UFM."),
        (PLA, "yearly", "Laudo de vistoria: 2 UFM."),
        (PLA, "return", "A taxa já paga cobre um retorno."),
    ],
)
def test_the_fee_in_words(law: Ruleset, occasion: str, words: str) -> None:
    assert fee_of(law, Occasion(occasion)).words == words


def test_the_return_pays_where_the_city_decided_so() -> None:
    assert fee_of(PLA.with_decisions({"CFG-PLA-30": "fee_each_inspection"}), Occasion.RETURN).asked


@pytest.mark.parametrize(("law", "before"), [(PAT, True), (PLA, False)])
def test_only_patrocinio_wants_the_guide_before_the_booking(law: Ruleset, before: bool) -> None:
    assert fee_of(law, Occasion.FIRST).before_booking is before
