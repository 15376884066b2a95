"""What stands beside a notice: its stop, notices of others like it, the receipt, a verbal one before it."""

from datetime import timedelta

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Street
from tests.browser.test_notice_flow import EXPIRED, TYPE, check_notices, red, writer
from tests.support.field import deliver_to
from tests.support.notice_flow import Writer
from tests.support.notices_server import agent_phone

pytestmark = pytest.mark.browser
__all__ = ["red"]


def written_elsewhere(street: Street) -> str:
    """The same car and infraction, an hour ago, on another phone; its number."""
    made = EXPIRED - timedelta(hours=1)
    phone = agent_phone(street.cast, now=made)
    record = phone.record(at=made, code="PLA-23-XVII")
    record["vehicle"]["plate"] = "FUM0B05"
    record["place"] = {"text": "Avenida Rui Barbosa, 100", "position": None}
    deliver_to(street.cast, phone.freeze(record), now=made)
    return f"{record['number']['series']}-{record['number']['value']:06d}"


def finish(agent: Writer) -> None:
    """From the review to the number."""
    agent.read()
    agent.sign()
    agent.finish()


def test_a_notice_of_another_phone_is_asked_about_without_looking_a_person_up(red: Street) -> None:
    number = written_elsewhere(red)
    agent = writer(red)
    with red.page.expect_response("**/campo/recentes") as asked:
        agent.to_review(TYPE)
    assert asked.value.status == 200
    agent.read()
    agent.sign()
    agent.go_on("Lavrar o auto")
    expect(red.page.locator("[data-again]")).to_contain_text(number)
    assert red.site.count("POST", "/campo/dados") == 0


def test_without_signal_the_review_asks_nobody(red: Street) -> None:
    agent = writer(red)
    red.offline()
    agent.to_review(TYPE)
    finish(agent)
    assert agent.number() == "TREINO-AI-2027-000001"


def test_the_receipt_is_told_on_the_last_screen(red: Street) -> None:
    red.offline()
    agent = writer(red)
    agent.to_review(TYPE)
    finish(agent)
    words = red.page.locator("[data-done-words]")
    expect(words).to_contain_text("Segue sozinho quando houver sinal")
    red.offline(False)
    check_notices(red, 1)
    expect(words).to_contain_text("Recebido pelo servidor em 16/09/2027 às 10:")


def test_the_stop_of_the_same_check_is_named_by_the_notice(red: Street) -> None:
    agent = writer(red)
    red.page.go_back()
    red.sees("verdict")
    red.stop_form()
    red.finish_stop()
    [stop] = red.check_stops(1)
    red.page.get_by_role("button", name="Continuar auto").click()
    agent.to_review(TYPE)
    finish(agent)
    [notice] = check_notices(red, 1)
    assert notice.stop_id == stop.id


def test_a_verbal_warning_like_one_before_is_asked_about_where_it_is_seen(red: Street) -> None:
    written_elsewhere(red)
    agent = writer(red)
    with red.page.expect_response("**/campo/recentes"):
        to_verbal_review(agent)
    red.page.wait_for_timeout(100)  # the answer is on its way into the draft
    agent.go_on("Registrar advertência verbal")
    expect(red.page.locator("[data-again]")).to_be_focused()
    agent.tap("É outro fato")
    agent.at("done")


def to_verbal_review(agent: Writer) -> None:
    """The shortest way to the document of a verbal warning."""
    ticks = {"one": "A infração foi involuntária", "two": "A infração não tem gravidade"}
    agent.choose_type(TYPE, kind="Advertência verbal", **ticks)
    agent.page.get_by_label("Por quê?").fill("Venceu ontem; já tinha hora marcada.")
    agent.go_on()
    agent.vehicle()
    agent.people()
    agent.facts()
    agent.photo(0)
    agent.at("measures")
    agent.go_on()
    agent.at("review")
