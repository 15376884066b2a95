"""The browser killed by its process id at each step of a notice: reopened, it stands there, all typed."""

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Error, Page, Playwright, ViewportSize, expect

from tests.browser.conftest import Planura, Street
from tests.browser.test_notice_flow import (
    EXPIRED,
    TYPE,
    at_noon_of,
    check_notices,
    payload,
    ready,
    writer,
)
from tests.support import outbox
from tests.support.browser import CHROMIUM, PHONE, QUIET, Site
from tests.support.killed_browser import kill
from tests.support.notice_flow import FACTS, NOT_SHOWN, Writer

pytestmark = pytest.mark.browser
_STORED = """
  const { allEntries, openEntry } = await load("entries");
  const draft = (await allEntries()).find(({ kind, state }) => kind === "notice" && state === "draft");
  return JSON.stringify((await openEntry(draft.id)).fields);"""
FAKE = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"]


class Phone:
    """Ana's phone whose browser can die; `folder` is all that survives."""

    def __init__(
        self, driver: Playwright, folder: Path, site: Site, made: Planura, camera: Path
    ) -> None:
        self.driver, self.folder, self.site, self.made = driver, folder, site, made
        self.camera = camera

    @contextmanager
    def open(self) -> Iterator[Street]:
        """The field app as the folder has it; the browser is killed at the end."""
        context = self.driver.chromium.launch_persistent_context(
            self.folder,
            executable_path=CHROMIUM,
            args=[*QUIET, *FAKE],
            viewport=ViewportSize(width=PHONE["width"], height=PHONE["height"]),
            service_workers="allow",
            geolocation={"latitude": -20.1386, "longitude": -48.7003, "accuracy": 12},
            permissions=["camera", "geolocation"],
            locale="pt-BR",
            timezone_id="America/Sao_Paulo",
        )
        context.set_default_timeout(15_000)
        context.add_cookies([self.made[2]])  # type: ignore[list-item]
        street = self.street(context.new_page())
        try:
            street.open()
            yield street
        finally:
            kill(self.folder)
            with suppress(Error):
                context.close()

    def street(self, page: Page) -> Street:
        """That page with the city around it."""
        return Street(self.site, self.made[0], self.made[1], page, self.camera)

    @contextmanager
    def resumed(self, step: str) -> Iterator[Writer]:
        """Open again, go on with the notice: it stands at that step."""
        with self.open() as street:
            street.page.get_by_role("button", name="Continuar auto em andamento").click()
            agent = Writer(street.page)
            agent.at(step)
            yield agent


@pytest.fixture
def dying(
    playwright: Playwright,
    tmp_path: Path,
    live_server: Site,
    planura: Planura,
    camera_file: Path,
) -> Phone:
    """A phone of the day after the taxi's inspection ended."""
    made = (planura[0], planura[1], at_noon_of(live_server, EXPIRED))
    return Phone(playwright, tmp_path / "profile", live_server, made, camera_file)


def wait_stored(agent: Writer, text: str) -> dict[str, Any]:
    """Until the phone's storage holds what was typed last; the stored fields."""
    for _ in range(100):
        stored = str(outbox.call(agent.page, _STORED))
        if text in stored:
            return dict(json.loads(stored))
        agent.page.wait_for_timeout(20)
    raise AssertionError(f"not stored: {text}")


def begun(dying: Phone) -> None:
    """A type chosen, then the browser dies."""
    with dying.open() as street:
        street.page.locator('[data-list-chip][data-age="fresh"]').wait_for()
        agent = writer(ready(street))
        agent.choose_type(TYPE)
        wait_stored(agent, "PLA-23-XVII")


def chose(agent: Writer) -> None:
    """The type is there; compare the car and type its chassis."""
    expect(agent.page.locator("[data-chosen-title]")).to_have_text(TYPE)
    agent.go_on()
    agent.at("vehicle")
    agent.confirm_all()
    agent.page.get_by_label("Chassi", exact=True).fill("9bgea48a0rg123456")
    wait_stored(agent, "9BGEA48A0RG123456")


def compared(agent: Writer) -> None:
    """Chassis and confirmation are there; name the driver and say what is missing."""
    expect(agent.page.get_by_label("Chassi", exact=True)).to_have_value("9BGEA48A0RG123456")
    plate = agent.page.locator('[data-ask="vehicle.plate"]')
    expect(plate).to_have_attribute("data-state", "confirmed")
    agent.vehicle()
    agent.at("people")
    agent.tap("Davi N.")
    agent.page.get_by_label("Por que falta dado do condutor?").fill("CNH em casa")
    wait_stored(agent, "CNH em casa")


def named(agent: Writer) -> None:
    """The driver is there; stop in the middle of the account."""
    expect(agent.page.get_by_label("Nome do condutor")).to_have_value("Davi N.")
    agent.people()
    agent.at("facts")
    agent.page.get_by_label("O que aconteceu").press_sequentially("vistoria vencida na")
    wait_stored(agent, "vistoria vencida na")


def told(agent: Writer) -> None:
    """Half a sentence is there; take a photo."""
    expect(agent.page.get_by_label("O que aconteceu")).to_have_value("vistoria vencida na")
    agent.facts(ufm="3")
    agent.at("photos")
    agent.page.locator("[data-shutter]:enabled").click()
    agent.page.locator(".photo-row").wait_for()
    wait_stored(agent, '"photos":[{')


def photographed(agent: Writer) -> None:
    """The photo is there; name a witness."""
    expect(agent.page.locator(".photo-row")).to_have_count(1)
    agent.go_on()
    agent.at("measures")
    agent.tap("Incluir testemunha")
    agent.page.get_by_label("Nome da testemunha").fill("Rui Sá")
    wait_stored(agent, "Rui Sá")


def witnessed(agent: Writer) -> None:
    """The witness is there; open the document to read."""
    expect(agent.page.get_by_label("Nome da testemunha")).to_have_value("Rui Sá")
    agent.go_on()
    agent.at("review")
    wait_stored(agent, '"step":"review"')


def read(agent: Writer) -> None:
    """The whole document is there; sign it."""
    expect(agent.page.locator("[data-paper]")).to_contain_text(FACTS)
    agent.read()
    agent.choose("Assinou")
    agent.draw()
    wait_stored(agent, '"strokes":[[')


def signed(agent: Writer) -> None:
    """The strokes are there; finish."""
    expect(agent.page.locator("[data-signature-said]")).to_contain_text("Assinatura guardada")
    agent.choose("Enviada ao celular")
    agent.finish()


LEGS = {
    "type": chose,
    "vehicle": compared,
    "people": named,
    "facts": told,
    "photos": photographed,
    "measures": witnessed,
    "review": read,
    "ending": signed,
}


def test_a_browser_killed_at_every_step_goes_on_where_it_stood(dying: Phone) -> None:
    begun(dying)
    for step, leg in LEGS.items():
        with dying.resumed(step) as agent:
            leg(agent)
            if leg is signed:
                [row] = check_notices(dying.street(agent.page), 1)
    record = payload(row)
    assert (record["vehicle"]["chassis"], record["facts"]) == ("9BGEA48A0RG123456", FACTS)
    assert (record["driver"]["missing"], record["witnesses"][0]["name"]) == (NOT_SHOWN, "Rui Sá")
    assert len(record["photos"]) == 1 and record["ending"]["signature"]["strokes"]
    assert (row.series, row.value) == ("TREINO-AI-2027", 1)


def test_back_goes_one_step_back_after_resuming(dying: Phone) -> None:
    with dying.open() as street:
        street.page.locator('[data-list-chip][data-age="fresh"]').wait_for()
        agent = writer(ready(street))
        agent.choose_type(TYPE)
        agent.go_on()
        agent.vehicle()
        agent.at("people")
        wait_stored(agent, '"step":"people"')
    with dying.resumed("people") as agent:
        agent.page.go_back()
        agent.at("vehicle")
        agent.page.go_back()
        agent.at("type")
        agent.page.go_back()
        expect(agent.page.locator("body")).to_have_attribute("data-now", "home")
