"""A form open while the session ends, the release changes or the phone fills up: nothing asked, nothing lost."""

import shutil
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from playwright.sync_api import FilePayload, expect

from app.web.assets import Assets
from tests.browser.conftest import Street
from tests.browser.test_notice_flow import payload, ready
from tests.support.browser import sign_in
from tests.support.notice_drafts import begun, resume, rows, shift_clock, states, to_ending, written
from tests.support.notice_flow import Writer
from tests.support.phone_notices import picture

pytestmark = pytest.mark.browser
LONG_SHIFT = timedelta(hours=13)
LONGER = "O passageiro confirmou o que o agente viu: o taxímetro estava desligado."
_LOOK = "() => { dispatchEvent(new Event('focus')); }"  # the agent comes back to the page
_FETCH_RELEASE = (
    "() => navigator.serviceWorker.getRegistration('/campo/').then((found) => found.update())"
)
_WAITS = "() => navigator.serviceWorker.getRegistration('/campo/').then((found) => Boolean(found.waiting))"


@pytest.fixture
def numbered(street: Street) -> Street:
    """Ana's phone with numbers."""
    return ready(street)


def thirteen_hours_later(street: Street) -> None:
    """By every clock: longer than a session and its token live."""
    before = street.site.clock
    street.site.clock = lambda: before() + LONG_SHIFT
    shift_clock(street, hours=13)
    street.page.evaluate(_LOOK)
    expect(street.page.locator('[data-notice="session"]')).to_be_visible()


@pytest.fixture
def expired(numbered: Street) -> Writer:
    """In the middle of a notice, thirteen hours later."""
    begun(numbered, step="facts")
    agent = resume(numbered, "facts")
    agent.page.get_by_label("O que aconteceu").fill(LONGER)
    thirteen_hours_later(numbered)
    return agent


def to_the_end(agent: Writer) -> None:
    """From the facts to the number, everything being there."""
    agent.at("facts")
    to_ending(agent)
    agent.finish()


def test_an_ended_session_leaves_the_form_as_it_is(numbered: Street, expired: Writer) -> None:
    expired.at("facts")
    expect(expired.page.get_by_label("O que aconteceu")).to_have_value(LONGER)
    expect(expired.page.get_by_role("dialog")).to_have_count(0)
    assert states(numbered) == ["draft"]


def test_after_signing_in_a_notice_of_an_ended_session_is_one_row(
    numbered: Street, expired: Writer
) -> None:
    to_the_end(expired)
    assert states(numbered) == ["ready"]
    expired.page.get_by_role("link", name="Entrar de novo").click()
    sign_in(expired.page, numbered.site.address)
    numbered.ready()
    [row] = rows(numbered, 1)
    assert payload(row)["facts"] == LONGER and not row.late
    assert numbered.site.count("POST", "/campo/registro") == 1


def test_three_notices_written_after_the_session_ended_all_go(numbered: Street) -> None:
    numbered.offline()
    before = numbered.site.clock
    numbered.site.clock = lambda: before() + LONG_SHIFT
    shift_clock(numbered, hours=13)
    for _ in range(3):
        written(numbered)
    numbered.offline(False)
    expect(numbered.page.locator('[data-notice="session"]')).to_be_visible()
    sign_in(numbered.page, numbered.site.address)
    assert [row.value for row in rows(numbered, 3)] == [1, 2, 3]


@pytest.fixture
def released(numbered: Street, tmp_path: Path) -> Iterator[Writer]:
    """In the middle of a notice when the next release comes and waits."""
    begun(numbered, step="facts")
    agent = resume(numbered, "facts")
    agent.page.evaluate("() => { window.sameVisit = true; }")
    assets = numbered.site.app.extensions
    old = assets["assets"]
    shutil.copytree(old.folder, tmp_path / "static")
    (tmp_path / "static" / "css" / "notice.css").open("a").write("/* release seguinte */\n")
    assets["assets"] = Assets(tmp_path / "static")
    agent.page.evaluate(_FETCH_RELEASE)
    agent.page.wait_for_function(_WAITS)
    yield agent
    assets["assets"] = old


def test_a_new_release_does_not_reload_a_form(numbered: Street, released: Writer) -> None:
    released.page.evaluate(_LOOK)
    released.page.get_by_label("O que aconteceu").fill(LONGER)
    expect(released.page.locator('[data-notice="update"]')).to_be_hidden()
    to_the_end(released)
    assert released.page.evaluate("() => window.sameVisit") is True
    assert payload(rows(numbered, 1)[0])["facts"] == LONGER


def test_after_finishing_the_new_release_is_offered_and_writes_the_next_notice(
    numbered: Street, released: Writer
) -> None:
    to_the_end(released)
    released.tap("Voltar ao início")
    numbered.sees("home")
    with released.page.expect_navigation():
        released.tap("Atualizar")
    numbered.ready()
    release = released.page.evaluate("() => document.body.dataset.release")
    assert release == numbered.site.app.extensions["assets"].digest
    written(numbered)
    assert [row.value for row in rows(numbered, 2)] == [1, 2]


# What a phone with room for words alone does: small rows are stored, a picture is not.
_FULL = """() => {
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (...given) {
    if (this.name === "attachment_bytes") throw new DOMException("full", "QuotaExceededError");
    return put.apply(this, given);
  };
}"""


def test_on_a_full_phone_a_photo_is_refused_in_words_and_the_notice_goes_on(
    numbered: Street,
) -> None:
    begun(numbered, step="photos")
    agent = resume(numbered, "photos")
    agent.page.evaluate(_FULL)
    agent.page.locator("[data-photo-file]").set_input_files(
        [FilePayload(name="foto.jpg", mimeType="image/jpeg", buffer=picture(side=100))]
    )
    expect(agent.page.locator("[data-photo-problem]")).to_contain_text("sem espaço")
    expect(agent.page.locator(".photo-row")).to_have_count(0)
    agent.page.go_back()
    agent.at("facts")
    agent.page.get_by_label("O que aconteceu").fill(LONGER)
    to_the_end(agent)
    record = payload(rows(numbered, 1)[0])
    assert (record["facts"], record["photos"]) == (LONGER, [])


def test_a_phone_without_any_room_says_so_and_finishes_once_there_is_some(
    numbered: Street,
) -> None:
    begun(numbered)
    agent = resume(numbered)
    agent.page.evaluate(
        "() => { window.put = IDBObjectStore.prototype.put; IDBObjectStore.prototype.put ="
        " () => { throw new DOMException('full', 'QuotaExceededError'); }; }"
    )
    agent.tap("Lavrar o auto")
    expect(agent.page.locator("[data-notice-summary]")).to_contain_text("Telefone sem espaço")
    assert states(numbered) == ["draft"]
    agent.page.evaluate("() => { IDBObjectStore.prototype.put = window.put; }")
    agent.finish()
    assert agent.number() == "TREINO-AI-2026-000001"
    rows(numbered, 1)
