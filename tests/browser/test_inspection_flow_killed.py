"""The browser killed by its process id at each step of a visit: reopened, it stands there, all kept."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Playwright, expect

from tests.browser.dying_phone import DyingPhone, wait_stored
from tests.browser.yard import TAIL, prepared
from tests.support import outbox
from tests.support.browser import Site
from tests.support.inspection_flow import show_film

pytestmark = pytest.mark.browser
_ORPHAN = """
  const { addPhoto } = await load("photos");
  const { allEntries } = await load("entries");
  const { id, accountId } = (await allEntries()).find(({ kind }) => kind === "inspection");
  const bytes = new TextEncoder().encode(arg).buffer;
  await addPhoto(id, accountId, { bytes, takenAt: new Date().toISOString(), caption: arg });"""


@pytest.fixture
def dying(
    playwright: Playwright, tmp_path: Path, live_server: Site, camera_file: Path
) -> DyingPhone:
    """A phone that no visit was done on yet."""
    show_film(camera_file)
    made = prepared(live_server)
    return DyingPhone(playwright, tmp_path / "profile", live_server, made, camera_file)


def began(dying: DyingPhone) -> None:
    """The chassis read, then the browser dies."""
    with dying.open() as yard:
        yard.page.locator('[data-list-chip][data-age="fresh"]').wait_for()
        visit = yard.type_plate()
        visit.told()
        visit.chassis(TAIL)
        wait_stored(visit, TAIL)


def test_a_browser_killed_at_each_step_loses_nothing(dying: DyingPhone) -> None:
    began(dying)
    with dying.resumed("identify") as visit:
        expect(visit.page.get_by_label("Os 6 últimos do chassi")).to_have_value(TAIL)
        visit.go_on()
        visit.at("fee")
        visit.page.get_by_label("Número da guia paga").fill("2026/4711")
        wait_stored(visit, "2026/4711")
    with dying.resumed("fee") as visit:
        expect(visit.page.get_by_label("Número da guia paga")).to_have_value("2026/4711")
        visit.pay()
        visit.shoot(until=2)
    with dying.resumed("shots") as visit:
        expect(visit.page.locator(".shot-tile img")).to_have_count(2)
        expect(visit.page.locator("[data-shots-part]")).to_have_text("Lado esquerdo")
        visit.shoot(already=2)
        visit.go_on()
        visit.at("checklist")
        visit.mark("LV05", "ok")
        wait_stored(visit, '"LV05":{"answer":"ok"')
    with dying.resumed("checklist") as visit:
        expect(visit.item("LV05").locator('label[data-mark="ok"] input')).to_be_checked()
        visit.all_well()
        visit.go_on()
        visit.at("review")
        wait_stored(visit, '"step":"review"')
    with dying.resumed("review") as visit:
        visit.finish()
        assert visit.word() == "APROVADO"


def test_the_result_is_there_after_a_kill_and_arrives_once(dying: DyingPhone) -> None:
    began(dying)
    with dying.resumed("identify") as visit:
        visit.page.context.set_offline(True)
        visit.go_on()
        visit.pay()
        visit.shots()
        visit.all_well()
        visit.go_on()
        visit.finish()
    with dying.open() as yard:
        [row] = yard.visits(1)
        yard.page.get_by_role("button", name="Enviados").click()
        yard.page.get_by_role("button", name="Resultado").click()
        expect(yard.page.locator("[data-result-word]")).to_have_text("APROVADO")
        expect(yard.page.locator("[data-result-report]")).to_contain_text(row.report)


@pytest.mark.parametrize(("caption", "kept"), [("Frente", 1), ("Nada", 0)])
def test_a_photo_stored_when_the_browser_died_is_taken_in_or_leaves(
    dying: DyingPhone, caption: str, kept: int
) -> None:
    began(dying)
    with dying.open() as yard:
        outbox.call(yard.page, _ORPHAN, caption)
    with dying.resumed("identify") as visit:
        visit.go_on()
        visit.pay()
        visit.at("shots")
        visit.page.locator("[data-step=shots] [data-shutter]:enabled").wait_for()
        rows: Any = outbox.rows(visit.page, "attachments")
        assert len(rows) == kept
        expect(visit.page.locator(".shot-tile:enabled")).to_have_count(kept)
