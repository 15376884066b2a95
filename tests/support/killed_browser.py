"""A phone whose browser dies: Chromium on a folder of its own, stopped at a step and killed by its id."""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import BrowserContext, Error, Page, Playwright, ViewportSize

from tests.support.browser import CHROMIUM, PHONE, QUIET

# Stops the page for good at step `n` of the transaction that freezes: after its n-th request, or
# once it is complete. A page that only waited would let the browser commit what it has.
_STOP_AT = """(n) => {
  window.steps = 0;
  const freezes = (names) => [names].flat().includes("blocks") && [names].flat().includes("entries");
  const step = () => { window.steps += 1; if (window.steps === n) for (;;); };
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function (...given) {
    const made = transaction.apply(this, given);
    if (!freezes(given[0]) || given[1] !== "readwrite") return made;
    made.watched = true;
    made.addEventListener("complete", step);
    return made;
  };
  for (const name of ["get", "getAll", "getKey", "put", "delete"]) {
    const asked = IDBObjectStore.prototype[name];
    IDBObjectStore.prototype[name] = function (...given) {
      const request = asked.apply(this, given);
      if (this.transaction.watched) request.addEventListener("success", step);
      return request;
    };
  }
}"""


@contextmanager
def opened(playwright: Playwright, folder: Path, address: str) -> Iterator[Page]:
    """The field app in the Chromium of that folder, the worker in charge; killed or closed after."""
    context = playwright.chromium.launch_persistent_context(
        folder,
        executable_path=CHROMIUM,
        args=QUIET,
        viewport=ViewportSize(width=PHONE["width"], height=PHONE["height"]),
        service_workers="allow",
    )
    try:
        yield field_page(context, address)
    finally:
        kill(folder)
        _close(context)


def field_page(context: BrowserContext, address: str) -> Page:
    """The field app, drawn."""
    page = context.new_page()
    page.goto(f"{address}/campo/")
    page.wait_for_function("() => 'ready' in document.body.dataset")
    return page


def stop_at(page: Page, step: int) -> None:
    """From now on the page stands still for ever at that step of a freeze."""
    page.evaluate(_STOP_AT, step)


def kill(folder: Path) -> None:
    """SIGKILL to the browser of that folder and what it started, each by its id."""
    for process in _family(folder):
        try:
            os.kill(process, signal.SIGKILL)
        except ProcessLookupError:
            continue
    deadline = time.monotonic() + 5
    while _family(folder) and time.monotonic() < deadline:
        time.sleep(0.02)


def _family(folder: Path) -> list[int]:
    """Ids of the browser of that folder and of its children."""
    parents: dict[int, int] = {}
    found: set[int] = set()
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            command = (entry / "cmdline").read_bytes().split(b"\0")
            status = (entry / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        parents[int(entry.name)] = int(status[1])
        if f"--user-data-dir={folder}".encode() in command and status[0] != "Z":
            found.add(int(entry.name))
    grown = True
    while grown:
        children = {one for one, parent in parents.items() if parent in found} - found
        found |= children
        grown = bool(children)
    return sorted(found)


def _close(context: BrowserContext) -> None:
    try:
        context.close()
    except Error:
        return  # it was killed
