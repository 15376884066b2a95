"""Other ways through the checklist: after a kill, on a return, by keyboard, by ear, by day and by night."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Planura, Street, at_work
from tests.browser.inspection_parts import Checklist, blank, checklist_of
from tests.browser.test_field_pages import _SMALL, _TINY, _WIDE
from tests.support import cars
from tests.support.browser import Site, axe, phone
from tests.support.inspection_flow import show_film

pytestmark = pytest.mark.browser

STATE = "Conservação e equipamentos"


@pytest.fixture
def check(street: Street) -> Checklist:
    """A yearly visit of Patrocínio; the registry knows nothing."""
    show_film(street.camera)
    found = checklist_of(street, cars.PAT, "yearly", "app", {})
    found.show()
    return found


def killed(check: Checklist) -> None:
    """The browser's page dies without a word; another opens."""
    dead = check.page
    check.street.page = dead.context.new_page()
    dead.close()
    check.street.open()
    check.show()


def test_a_tap_survives_the_death_of_the_page(check: Checklist) -> None:
    check.mark("PV05", "ok")
    check.page.evaluate("() => keeper.settled()")
    killed(check)
    expect(check.row("PV05").get_by_label("Conforme", exact=True)).to_be_checked()


def test_after_a_kill_a_group_can_still_be_taken_back(check: Checklist) -> None:
    check.group(STATE).locator("[data-group-all]").click()
    check.page.evaluate("() => keeper.settled()")
    killed(check)
    check.group(STATE).get_by_role("button", name="Desfazer").click()
    assert {row["answer"] for row in check.answers().values()} == {""}


def test_it_opens_at_the_first_group_that_is_not_done(check: Checklist) -> None:
    check.row("PV22").locator(".pick", has_text="Próprio").click()
    check.row("PV22").get_by_role("button", name="Fotografar").click()
    check.page.locator(".check-camera [data-shutter]:enabled").click()
    check.row("PV22").locator(".photo-thumb").wait_for()
    check.row("PV24").locator(".pick", has_text="Não solicitado").click()
    check.page.evaluate("() => keeper.settled()")
    killed(check)
    expect(
        check.group("Identificação e características").locator("[data-group-fold]")
    ).to_be_focused()


def test_all_groups_at_once_only_after_all_were_seen(check: Checklist) -> None:
    everything = check.page.locator("[data-check-everything]")
    assert everything.is_hidden()
    for group in check.page.locator(".check-group").all():
        group.locator("[data-group-foot]").scroll_into_view_if_needed()
        check.page.wait_for_timeout(50)
    expect(everything).to_be_visible()
    everything.click()
    words = {row["answer"] for row in check.answers().values()}
    assert words == {"ok"} and len(check.answers()) > 25


def test_the_main_button_leads_from_group_to_group_and_then_to_what_is_left(
    check: Checklist,
) -> None:
    main = check.page.locator("#main")
    expect(main).to_have_text("Próximo grupo")
    main.click()
    expect(
        check.group("Identificação e características").locator("[data-group-fold]")
    ).to_be_focused()


def test_a_return_asks_only_what_failed_with_the_note_of_last_time(street: Street) -> None:
    before = {"PV13": {"note": "Buzina muda", "photos": 2, "due_on": "2026-12-07"}}
    previous = {"id": "c" * 32, "failed": ["PV13"], "cure_by": "2026-12-07", "defects": before}
    check = checklist_of(street, cars.PAT, "return", "app", {"previous": previous})
    check.show()
    rows = check.page.locator(".check-item")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("Na última vez: Buzina muda · 2 fotos")
    check.mark("PV13", "ok")
    expect(check.page.locator("#main")).to_have_text("Ver resultado")


def test_a_taxi_that_leaves_has_its_own_list(street: Street) -> None:
    check = checklist_of(street, cars.PLA, "exit", "taxi", {})
    check.show()
    assert [row.get_attribute("data-ask") for row in check.page.locator(".check-item").all()] == [
        "items.LX01",
        "items.LX02",
        "items.LX03",
    ]
    check.group("Baixa").locator("[data-group-all]").click()
    check.mark("LX03", "ok")
    assert {row["answer"] for row in check.answers().values()} == {"ok"}


def test_what_no_act_asks_yet_answers_itself(street: Street) -> None:
    check = checklist_of(street, cars.PLA, "yearly", "taxi", {})
    check.show()
    expect(check.row("LT08")).to_contain_text("Não se aplica: Ainda sem norma da Prefeitura")
    expect(check.row("LT08").locator("input:visible")).to_have_count(0)


def test_what_is_missing_is_told_at_the_item_and_linked_to_its_group(check: Checklist) -> None:
    check.page.evaluate("() => step.reach('items.PV13')")
    row = check.row("PV13")
    expect(row.get_by_label("Conforme", exact=True)).to_be_focused()
    error = row.locator("[data-error]").first
    expect(error).to_have_text("Responda: Sinais sonoros: buzina.")
    assert row.get_attribute("aria-describedby") == error.get_attribute("id")
    assert row.evaluate("(item) => item.tagName") == "FIELDSET"
    check.mark("PV13", "ok")
    expect(error).to_be_hidden()


def test_a_folded_item_that_is_asked_for_opens(check: Checklist) -> None:
    check.group(STATE).locator("[data-group-all]").click()
    check.page.evaluate("() => step.reach('items.PV13')")
    expect(check.row("PV13")).to_be_visible()


def test_the_keyboard_answers_an_item_and_its_failure(check: Checklist) -> None:
    page = check.page
    check.row("PV13").get_by_label("Conforme", exact=True).focus()
    page.keyboard.press("Space")
    assert check.answers()["PV13"]["answer"] == "ok"
    page.keyboard.press("ArrowRight")
    assert check.answers()["PV13"]["answer"] == "nc"
    page.keyboard.press("Tab")
    expect(check.row("PV13").get_by_label("O que está errado?")).to_be_focused()
    page.keyboard.type("Muda")
    while (
        not check.row("PV13")
        .get_by_role("button", name="Fotografar")
        .evaluate("(button) => button === document.activeElement")
    ):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.locator(".check-camera [data-shutter]:enabled").wait_for()
    page.keyboard.press("Escape")
    expect(page.locator(".check-camera")).to_be_hidden()
    expect(check.row("PV13").get_by_role("button", name="Fotografar")).to_be_focused()
    assert check.answers()["PV13"]["note"] == "Muda"


def test_a_judgement_is_told_to_a_screen_reader(check: Checklist) -> None:
    check.row("PV04").get_by_label("Número").fill("7")
    expect(check.page.locator("[data-check-said]")).to_have_text(
        "Capacidade (pessoas, inclusive o condutor): Não conforme. no máximo 5"
    )


@pytest.fixture(params=["light", "dark"])
def painted(
    request: pytest.FixtureRequest,
    live_server: Site,
    planura: Planura,
    browser: Browser,
    camera_file: Path,
) -> Iterator[Checklist]:
    """A taxi's list by day and by night, some of it answered, one item failed."""
    with phone(browser, color_scheme=request.param) as context:
        street = at_work(live_server, planura, context, camera_file)
        show_film(street.camera)
        known = {"LV10": blank(answer="ok", number="2023", from_record=True)}
        check = checklist_of(street, cars.PLA, "yearly", "taxi", {"answers": {"yearly": known}})
        check.show()
        check.mark("LV04.1", "nc")
        check.mark("LV05", "ok")
        check.row("LV04.1").get_by_role("button", name="Fotografar").click()
        check.page.locator(".check-camera [data-shutter]:enabled").wait_for()
        yield check


def check_looks(check: Checklist) -> None:
    """Accessible, no target under 48 px, no text under 18, nothing wider than the phone."""
    assert axe(check.page) == []
    assert check.page.evaluate(_SMALL) == []
    assert check.page.evaluate(_TINY) == []
    assert not check.page.evaluate(_WIDE)


def test_camera_list_and_result_are_accessible(painted: Checklist) -> None:
    check_looks(painted)
    painted.page.locator(".check-camera [data-shutter]").click()
    painted.row("LV04.1").locator(".photo-thumb").wait_for()
    painted.page.evaluate("() => step.reach('items.LV04.1.note')")
    check_looks(painted)
    painted.show("review")
    check_looks(painted)
