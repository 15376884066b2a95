"""Hugo's phone whose browser dies: opened again, it has only what lay in its folder."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from playwright.sync_api import Error, Playwright, ViewportSize

from tests.browser.yard import Yard, YardPhone
from tests.support import outbox
from tests.support.browser import CHROMIUM, PHONE, QUIET, Site
from tests.support.inspection_flow import Inspector
from tests.support.killed_browser import kill

_STORED = """
  const { allEntries, openEntry } = await load("entries");
  const draft = (await allEntries()).find(({ kind, state }) => kind === "inspection" && state === "draft");
  return JSON.stringify((await openEntry(draft.id)).fields);"""


class DyingPhone:
    """Hugo's phone whose browser can die; `folder` is all that survives."""

    def __init__(
        self, driver: Playwright, folder: Path, site: Site, made: Yard, camera: Path
    ) -> None:
        self.driver, self.folder, self.site, self.made = driver, folder, site, made
        self.watch = "0;"  # a script that sets the phone's clock
        self.camera = f"--use-file-for-fake-video-capture={camera}"

    @contextmanager
    def open(self, *, offline: bool = False) -> Iterator[YardPhone]:
        """The field app as the folder has it; the browser is killed at the end."""
        fake = ["--use-fake-device-for-media-stream", self.camera]
        context = self.driver.chromium.launch_persistent_context(
            self.folder,
            executable_path=CHROMIUM,
            args=[*QUIET, *fake],
            viewport=ViewportSize(width=PHONE["width"], height=PHONE["height"]),
            service_workers="allow",
            geolocation={"latitude": -20.1386, "longitude": -48.7003, "accuracy": 12},
            permissions=["camera", "geolocation"],
            locale="pt-BR",
            timezone_id="America/Sao_Paulo",
        )
        context.set_default_timeout(15_000)
        context.add_cookies([self.made[2]])  # type: ignore[list-item]
        context.add_init_script(self.watch)
        context.set_offline(offline)
        yard = YardPhone(self.site, self.made[0], self.made[1], context.new_page())
        try:
            yard.open()
            yield yard
        finally:
            kill(self.folder)
            with suppress(Error):
                context.close()

    @contextmanager
    def resumed(self, step: str, *, offline: bool = False) -> Iterator[Inspector]:
        """Open again, go on with the visit: it stands at that step."""
        with self.open(offline=offline) as yard:
            yard.page.get_by_role("button", name="Continuar vistoria").click()
            visit = Inspector(yard.page)
            visit.at(step)
            yield visit


def wait_stored(visit: Inspector, text: str) -> None:
    """Until the phone's storage holds what was done last."""
    for _ in range(200):
        if text in str(outbox.call(visit.page, _STORED)):
            return
        visit.page.wait_for_timeout(20)
    raise AssertionError(f"not stored: {text}")
