"""A ruleset cites, finds its rows, and keeps the city's choices apart from the text."""

from datetime import date

import pytest

from app.kernel.errors import Invalid
from app.regulation.ruleset import DecisionOpen, LegalStatus, UnknownNameError
from tests.support.rulesets import example


def test_a_citation_carries_the_code_of_the_text():
    assert example().cite("art. 3 §1") == "EXE art. 3 §1"


def test_citing_what_is_not_there_is_a_mistake():
    with pytest.raises(UnknownNameError):
        example().cite("art. 99")


@pytest.mark.parametrize(
    ("lookup", "name"),
    [
        ("provision", "art. 2 I"),
        ("check", "vehicle_age"),
        ("infraction", "EXE-3"),
        ("document", "crlv"),
        ("deadline", "T-EXE-01"),
        ("fee", "inspection"),
        ("amount", "half_fine"),
        ("item", "V01"),
        ("decision_row", "CFG-EXE-01"),
        ("word", "permit"),
    ],
)
def test_rows_are_found_by_name(lookup, name):
    find = getattr(example(), lookup)
    assert find(name)
    with pytest.raises(UnknownNameError, match="nothing"):
        find("nothing")


def test_provisions_are_found_by_what_they_do():
    assert [row.ref for row in example().doing("item:V02")] == ["art. 2 II"]


def test_a_decision_falls_back_to_its_default():
    assert example().decision("CFG-EXE-01") == "year"


def test_the_choice_of_the_city_wins():
    assert example().with_decisions({"CFG-EXE-01": "day"}).decision("CFG-EXE-01") == "day"


def test_choosing_leaves_the_text_as_it_was():
    ruleset = example()
    chosen = ruleset.with_decisions({"CFG-EXE-01": "day"})
    assert ruleset.decision("CFG-EXE-01") == "year"
    assert chosen.hash == ruleset.hash


def test_choices_add_up():
    ruleset = example().with_decisions({"CFG-EXE-01": "day"})
    ruleset = ruleset.with_decisions({"CFG-EXE-02": "one_year"})
    assert ruleset.choices == {"CFG-EXE-01": "day", "CFG-EXE-02": "one_year"}


def test_a_decision_without_default_must_be_taken():
    with pytest.raises(DecisionOpen) as caught:
        example().decision("CFG-EXE-02")
    assert caught.value.citation == "EXE art. 3 §1"


def test_an_option_that_does_not_exist_is_refused():
    with pytest.raises(Invalid, match="CFG-EXE-01"):
        example().with_decisions({"CFG-EXE-01": "month"})


def test_mandatory_decisions_stay_open_until_chosen():
    ruleset = example()
    assert [row.id for row in ruleset.open_decisions()] == ["CFG-EXE-02"]
    assert ruleset.with_decisions({"CFG-EXE-02": "two_years"}).open_decisions() == ()


def test_in_force_counts_from_the_publication():
    assert example().in_force.start == date(2024, 4, 2)


def test_a_text_in_force_has_no_watermark():
    assert (example().training, example().watermark) == (False, "")


@pytest.mark.parametrize("status", [each for each in LegalStatus if each != "vigente"])
def test_every_other_status_is_training(status):
    ruleset = example().with_legal_state(status, published_on=date(2024, 1, 3))
    assert ruleset.training
    assert ruleset.watermark == "TREINAMENTO – SEM VALOR LEGAL"


def test_an_unpublished_text_never_binds():
    force = example().with_legal_state(LegalStatus.BILL).in_force
    assert force.start is None
    assert not force.contains(date(2030, 1, 1))


def test_a_traceback_does_not_print_the_law():
    assert len(repr(example())) < 80
