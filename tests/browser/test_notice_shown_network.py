"""A finished notice against a bad line, an impatient thumb and a dying browser: one row, one receipt."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Playwright, expect
from sqlalchemy import select

from app.evidence.models import AttachmentReceived
from app.ledger.models import LedgerEvent
from app.persistence.base import db
from app.sync.models import Receipt
from tests.browser.conftest import Planura, Street
from tests.browser.test_notice_flow import ready
from tests.browser.test_notice_resume import Phone
from tests.support import outbox
from tests.support.browser import Fault, Site
from tests.support.notice_drafts import begun, resume, rows, states, written
from tests.support.phone_notices import freeze, picture, send

pytestmark = pytest.mark.browser
HTML = {"body": b"<html><h1>Bem-vindo ao Wi-Fi</h1></html>", "kind": "text/html"}
LOGIN = "/entrar-na-rede"
PORTALS: dict[str, list[Fault]] = {
    "a page of its own": [Fault("*", "*", status="200 OK", **HTML)],  # type: ignore[arg-type]
    "a redirect to a login": [
        Fault(LOGIN, "*", status="200 OK", **HTML),  # type: ignore[arg-type]
        Fault("*", "*", status="302 FOUND", location=LOGIN),
    ],
}


@pytest.fixture
def numbered(street: Street) -> Street:
    """Ana's phone with numbers."""
    return ready(street)


@contextmanager
def behind(street: Street, faults: list[Fault]) -> Iterator[None]:
    """That network, for a while."""
    street.site.faults += faults
    yield
    street.site.faults.clear()


def events(kind: str) -> list[str]:
    """Ids of what the ledger says of that kind."""
    db.session.rollback()
    asked = select(LedgerEvent.entity_id).where(LedgerEvent.kind == kind)
    return list(db.session.scalars(asked.order_by(LedgerEvent.seq)))


def receipts() -> list[str]:
    """Ids of the records that the server has acknowledged."""
    db.session.rollback()
    return list(db.session.scalars(select(Receipt.entry_id)))


@pytest.mark.parametrize("portal", list(PORTALS))
def test_behind_a_portal_finishing_goes_into_the_queue(numbered: Street, portal: str) -> None:
    with behind(numbered, PORTALS[portal]):
        id = begun(numbered)
        agent = resume(numbered)
        agent.tap("Lavrar o auto")
        agent.page.locator('[data-view="notice"][data-now="done"]').wait_for(timeout=8000)
        agent.tap("Voltar ao início")
        expect(numbered.page.locator("[data-connection]")).to_contain_text("Esta rede pede entrada")
        assert states(numbered) == ["ready"]
    assert [row.id for row in rows(numbered, 1)] == [id]


def test_a_text_whose_answer_was_lost_has_one_row_one_event_one_receipt(numbered: Street) -> None:
    numbered.site.faults.append(Fault("/campo/registro", reply_lost=True, times=1))
    id = written(numbered)
    expect(numbered.page.locator("[data-waiting-card]")).to_be_hidden()
    assert numbered.site.count("POST", "/campo/registro") == 2
    assert [row.id for row in rows(numbered, 1)] == [id]
    assert (events("notice.received"), receipts()) == ([id], [id])


def test_a_last_piece_whose_answer_was_lost_is_received_once(numbered: Street) -> None:
    numbered.offline()
    made = freeze(numbered, picture(side=120))
    [photo] = made["record"]["photos"]
    path = f"/campo/anexo/{made['id']}/{photo['sha256']}"
    numbered.site.faults.append(Fault(path, method="PUT", reply_lost=True, times=1))
    numbered.offline(False)
    send(numbered)
    without_photos(numbered)
    db.session.rollback()
    [received] = db.session.scalars(select(AttachmentReceived.sha256))
    assert received == photo["sha256"] and events("photo.received") == [photo["sha256"]]
    assert numbered.site.count("PUT", path) == 1  # asked again, not sent again


def without_photos(street: Street) -> None:
    """Wait until no photo lies on the phone any more."""
    for _ in range(300):
        if not outbox.rows(street.page, "attachments"):
            return
        street.page.wait_for_timeout(50)
    raise AssertionError("photos still wait")


def test_ten_taps_on_the_last_button_write_one_notice(numbered: Street) -> None:
    numbered.site.faults.append(Fault("/campo/registro", status="200 OK", delay=0.5))
    id = begun(numbered)
    agent = resume(numbered)
    agent.page.get_by_role("button", name="Lavrar o auto").evaluate(
        "(button) => { for (let tap = 0; tap < 10; tap += 1) button.click(); }"
    )
    agent.at("done")
    assert agent.number() == "TREINO-AI-2026-000001"
    [row] = rows(numbered, 1)
    expect(agent.page.locator("[data-notice-summary]")).to_be_hidden()
    free = {block["kind"]: block["next"] for block in outbox.rows(numbered.page, "blocks")}
    assert (row.id, len(states(numbered)), free["notice"]) == (id, 1, 2)


def test_ten_taps_on_the_way_go_one_step(numbered: Street) -> None:
    begun(numbered, step="vehicle")
    agent = resume(numbered, "vehicle")
    agent.page.get_by_role("button", name="Continuar").evaluate(
        "(button) => { for (let tap = 0; tap < 10; tap += 1) button.click(); }"
    )
    agent.at("people")
    assert agent.page.evaluate("() => history.state.parameters.step") == "people"
    agent.page.go_back()
    agent.at("vehicle")


def test_airplane_mode_on_and_off_five_times_while_sending(numbered: Street) -> None:
    numbered.offline()
    made = [freeze(numbered, picture(seed, side=260)) for seed in (1, 2)]
    made.append(freeze(numbered))
    numbered.site.faults.append(Fault("/campo/registro", status="200 OK", delay=0.15))
    for _ in range(5):
        numbered.offline(False)
        numbered.page.wait_for_timeout(250)
        numbered.offline()
        numbered.page.wait_for_timeout(30)
    numbered.offline(False)
    found = rows(numbered, 3)
    without_photos(numbered)
    assert {row.sha256 for row in found} == {one["sha256"] for one in made}
    assert sorted(row.value or 0 for row in found) == [1, 2, 3]
    assert len(events("notice.received")) == 3 and len(events("photo.received")) == 2


@pytest.fixture
def dying(
    playwright: Playwright, tmp_path: Path, live_server: Site, planura: Planura, camera_file: Path
) -> Phone:
    """Ana's phone whose browser can be killed."""
    return Phone(playwright, tmp_path / "profile", live_server, planura, camera_file)


@pytest.mark.parametrize("arrived", [True, False])
def test_a_browser_killed_while_sending_sends_it_after_all(dying: Phone, arrived: bool) -> None:
    slow = Fault("/campo/registro", status="200 OK" if arrived else "500 X", delay=1)
    with dying.open() as street:
        ready(street)
        dying.site.faults.append(slow)
        id = begun(street)
        resume(street).finish()
        while not dying.site.count("POST", "/campo/registro"):
            street.page.wait_for_timeout(20)
        assert states(street) == ["sending"]
    dying.site.faults.clear()
    with dying.open() as street:
        expect(street.page.locator("[data-waiting-card]")).to_be_hidden()
        [row] = rows(street, 1)
        assert row.id == id and events("notice.received") == [id]
