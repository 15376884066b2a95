"""One draft in two tabs: one writes, the other says so and may take over; no letter is lost."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Street
from tests.browser.test_notice_flow import payload, ready
from tests.support.browser import axe
from tests.support.notice_drafts import begun, resume, rows, states, to_ending
from tests.support.notice_flow import Writer

pytestmark = pytest.mark.browser
LONGER = "O passageiro confirmou o que o agente viu: o taxímetro estava desligado."


@pytest.fixture
def writing(street: Street) -> Writer:
    """Ana in the middle of a notice, in the first tab."""
    ready(street)
    begun(street, step="facts")
    return resume(street, "facts")


def second(street: Street) -> Page:
    """Another tab of the field app."""
    page = street.page.context.new_page()
    page.goto(f"{street.site.address}/campo/")
    page.wait_for_function("() => 'ready' in document.body.dataset")
    return page


def refused(street: Street) -> Writer:
    """A second tab that asked for the draft and was told where it is."""
    agent = Writer(second(street))
    agent.tap("Continuar auto em andamento")
    agent.at("elsewhere")
    return agent


def told(agent: Writer) -> str:
    """What the account of the facts says on that screen."""
    return agent.page.get_by_label("O que aconteceu").input_value()


def test_a_second_tab_says_where_the_draft_is_open(street: Street, writing: Writer) -> None:
    other = refused(street)
    expect(other.page.locator('[data-view="notice"] [data-step="elsewhere"]')).to_contain_text(
        "aberto em outra aba"
    )
    expect(other.page.get_by_label("O que aconteceu")).to_be_hidden()
    expect(writing.page.get_by_label("O que aconteceu")).to_be_visible()
    assert axe(other.page) == []


def test_taking_over_brings_every_letter_along(street: Street, writing: Writer) -> None:
    other = refused(street)
    writing.page.get_by_label("O que aconteceu").fill(LONGER)
    other.tap("Continuar aqui")
    other.at("facts")
    writing.at("elsewhere")
    assert told(other) == LONGER


def test_the_tab_that_took_over_finishes_it_once(street: Street, writing: Writer) -> None:
    other = refused(street)
    other.tap("Continuar aqui")
    other.at("facts")
    other.page.get_by_label("O que aconteceu").fill(LONGER)
    to_ending(other)
    other.finish()
    [row] = rows(street, 1)
    assert payload(row)["facts"] == LONGER and states(street) == ["sent"]
    writing.tap("Continuar aqui")
    expect(writing.page.locator("body")).to_have_attribute("data-now", "home")


def test_the_draft_comes_back_the_same_way(street: Street, writing: Writer) -> None:
    other = refused(street)
    other.tap("Continuar aqui")
    other.at("facts")
    other.page.get_by_label("O que aconteceu").fill(LONGER)
    writing.tap("Continuar aqui")
    writing.at("facts")
    assert told(writing) == LONGER
    other.at("elsewhere")


def test_a_tab_that_shows_something_else_lets_go_unasked(street: Street, writing: Writer) -> None:
    writing.page.get_by_label("O que aconteceu").fill(LONGER)
    writing.page.evaluate("() => history.go(-history.state.depth)")
    street.sees("home")
    other = Writer(second(street))
    other.tap("Continuar auto em andamento")
    other.at("facts")
    assert told(other) == LONGER


def test_a_closed_tab_holds_nothing(street: Street, writing: Writer) -> None:
    other = second(street)
    writing.page.close()
    street.page = other
    resume(street, "facts")
    expect(other.get_by_label("O que aconteceu")).to_be_visible()


def test_a_tab_asleep_loses_its_turn(street: Street, writing: Writer) -> None:
    other = refused(street)
    writing.page.evaluate(
        "() => { setTimeout(() => { for (const end = Date.now() + 2600; Date.now() < end;); }, 0); }"
    )
    other.tap("Continuar aqui")
    other.at("facts")
    writing.at("elsewhere")
    assert told(other) and states(street) == ["draft"]
