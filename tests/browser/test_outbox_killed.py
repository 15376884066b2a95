"""The browser killed by its process id between the steps of finishing a notice: draft or frozen."""

import hashlib
import time
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Playwright

from tests.support import outbox
from tests.support.browser import Site
from tests.support.killed_browser import kill, opened, stop_at

pytestmark = pytest.mark.browser
_BEGIN = (
    outbox.NOTICE
    + """
  const id = await begin(arg, "ABC1D23", { facts: "escrito antes de morrer" });
  const photo = new Uint8Array(3000).fill(9).buffer;
  await addPhoto(id, arg, { bytes: photo, takenAt: new Date().toISOString(), caption: "" });
  return id;"""
)
_FREEZE = outbox.NOTICE + "window.finishing = freeze(arg); return 0;"
_FROZEN = outbox.NOTICE + "await freeze(arg); return window.steps;"
_AFTER = (
    outbox.NOTICE
    + """
  const { getMeta } = await load("database");
  const { blocksOf } = await load("numbers");
  const { photoBytes, photosOfAccount } = await load("photos");
  const { payload = "", fields, ...entry } = await openEntry(arg.id);
  const [block] = await blocksOf(arg.account);
  const photos = (await photosOfAccount(arg.account)).filter(({ entryId }) => entryId === arg.id);
  const bytes = await photoBytes(arg.id, photos[0].sha256);
  return { entry, payload, facts: fields.record?.facts ?? "", next: block.next, size: bytes.byteLength,
    photos: photos.map(({ state }) => state), head: (await getMeta(`chain:${arg.account}`)) ?? { seq: 0, hash: "" } };"""
)


# What must never be: the number taken in one transaction, the record frozen in the next.
_IN_TWO = """
  const { transact } = await load("database");
  const { peek, takeNumber } = await load("numbers");
  const number = await peek(arg, "notice", true);
  const first = transact(["blocks", "entries"], "readwrite", (blocks) => takeNumber(blocks, arg, number));
  window.finishing = first.then(() => transact(["entries", "blocks"], "readwrite", () => undefined));
  return 0;
"""


def after(page: Page, id: str) -> dict[str, Any]:
    """What the phone holds of that notice."""
    arg = {"id": id, "account": outbox.ACCOUNT}
    return dict(outbox.call(page, _AFTER, arg))


def check_whole(found: dict[str, Any], before: int) -> str:
    """All of it or nothing of it, never half; the state. `before`: records frozen earlier."""
    state = str(found["entry"]["state"])
    assert found["size"] == 3000
    if state == "draft":
        assert found["facts"] == "escrito antes de morrer" and found["photos"] == ["held"]
        assert (found["next"], found["head"]["seq"]) == (before + 1, before)
        assert found["entry"].get("number") is None and found["payload"] == ""
    else:
        assert state == "ready" and found["photos"] == ["ready"]
        assert (found["next"], found["head"]["seq"]) == (before + 2, before + 1)
        assert found["entry"]["number"]["value"] == before + 1
        assert hashlib.sha256(found["payload"].encode()).hexdigest() == found["head"]["hash"]
    return state


def steps_of_a_freeze(page: Page) -> int:
    """How many steps the freezing transaction has, its completion included."""
    stop_at(page, -1)
    id = outbox.call(page, _BEGIN, outbox.ACCOUNT)
    return int(outbox.call(page, _FROZEN, id))


def test_a_browser_killed_at_any_step_leaves_a_draft_or_a_frozen_notice(
    live_server: Site, playwright: Playwright, tmp_path: Path
) -> None:
    folder, id, frozen, states = tmp_path / "profile", "", 1, []
    with opened(playwright, folder, live_server.address) as page:
        outbox.give_blocks(page)
        last = steps_of_a_freeze(page)
    for step in range(1, last + 2):
        with opened(playwright, folder, live_server.address) as page:
            if id:
                states.append(check_whole(after(page, id), frozen))
                frozen += states[-1] == "ready"
            if step > last:
                break
            id = outbox.call(page, _BEGIN, outbox.ACCOUNT)
            stop_at(page, step)
            outbox.call(page, _FREEZE, id)
            time.sleep(0.4)  # until it stands at that step; the page can no longer be asked
            kill(folder)
    assert states == ["draft"] * (last - 1) + ["ready"]


def test_the_walk_finds_a_number_taken_apart_from_its_record(
    live_server: Site, playwright: Playwright, tmp_path: Path
) -> None:
    folder = tmp_path / "profile"
    with opened(playwright, folder, live_server.address) as page:
        outbox.give_blocks(page)
        id = outbox.call(page, _BEGIN, outbox.ACCOUNT)
        stop_at(page, 3)  # one look, one change, complete
        outbox.call(page, _IN_TWO, outbox.ACCOUNT)
        time.sleep(0.4)
        kill(folder)
    with opened(playwright, folder, live_server.address) as page:
        found = after(page, id)
    with pytest.raises(AssertionError):
        check_whole(found, 0)
    assert (found["entry"]["state"], found["next"]) == ("draft", 2)
