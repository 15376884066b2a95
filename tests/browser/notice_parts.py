"""Photos, signature and copy of a notice by themselves: mounted on Ana's open page, real storage below."""

import json
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import FilePayload, Page

from tests.browser.conftest import Street

RECORD: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "js" / "data" / "notice.json").read_text(encoding="utf-8")
)
_LOAD = """
const app = document.querySelector('script[type="module"]').src;
const load = (name) => import(new URL(`../${name}`, app));
const stage = () => {
  for (const view of document.querySelectorAll("[data-view]")) view.hidden = true;
  const root = document.createElement("section");
  root.id = "stage";
  document.getElementById("stage")?.remove();
  document.querySelector("main").prepend(root);
  return root;
};
const texts = async () => (await load("field/texts.js")).pageTexts();
"""
_DRAFT = """async ({record, account}) => {
  /* load */
  const { newEntry, saveDraft } = await load("outbox/entries.js");
  const entry = newEntry({
    kind: "notice", accountId: account, createdAt: Date.now(), label: record.vehicle.plate,
    fields: { record },
  });
  await saveDraft(entry);
  return entry.id;
}"""
_ACCOUNT = """async () => {
  /* load */
  const { getMeta } = await load("outbox/database.js");
  return (await getMeta("session")).agent.account_id;
}"""
_PHOTOS = """async ({id, account}) => {
  /* load */
  const { createPhotoStep } = await load("notice/photo_step.js");
  window.changes = [];
  window.step = createPhotoStep({
    root: stage(), t: await texts(), entryId: id, accountId: account,
    onChange: (photos) => window.changes.push(photos),
  });
  await window.step.enter();
}"""
_STORED = """async ({id}) => {
  /* load */
  const { photoBytes, photosOf } = await load("outbox/photos.js");
  return Promise.all((await photosOf(id)).map(async (photo) => (
    { ...photo, bytes: Array.from(new Uint8Array(await photoBytes(id, photo.sha256))) }
  )));
}"""
_PAD = """async (value) => {
  /* load */
  const { createSignaturePad } = await load("notice/signature_pad.js");
  window.signed = value;
  window.pad = createSignaturePad({
    root: stage(), t: await texts(), value, refusal: "Recusou-se a assinar", onChange: (signature) => { window.signed = signature; },
  });
}"""
_FREEZE = """async ({record, account, block}) => {
  /* load */
  const { storeBlocks } = await load("outbox/numbers.js");
  const { newEntry, saveDraft } = await load("outbox/entries.js");
  const { freeze } = await load("outbox/freeze.js");
  const { getMeta } = await load("outbox/database.js");
  await storeBlocks(account, [block], (await getMeta("device")).id);
  const entry = newEntry({
    kind: "notice", accountId: account, createdAt: Date.now(), label: record.vehicle.plate,
    fields: { record },
  });
  await saveDraft(entry);
  const { sha256 } = await freeze(entry.id, ({ number, chain, key_id, device_id, beacon }) => (
    { ...record, account_id: account, number, chain, key_id, device_id, beacon, photos: [] }
  ));
  return { id: entry.id, sha256 };
}"""


def _on_page(script: str) -> str:
    return script.replace("/* load */", _LOAD)


@dataclass
class Parts:
    """Ana's phone with a draft of a notice; `page` shows one part at a time."""

    street: Street
    account: str
    draft: str = ""

    @property
    def page(self) -> Page:
        return self.street.page

    def begin(self) -> None:
        """A stored draft."""
        self.draft = self.page.evaluate(
            _on_page(_DRAFT), {"record": RECORD, "account": self.account}
        )

    def show_photos(self) -> None:
        """The photo step of the draft, camera open where the browser allows it."""
        self.page.evaluate(_on_page(_PHOTOS), {"id": self.draft, "account": self.account})

    def pick(self, *files: FilePayload) -> None:
        """Choose pictures of the phone."""
        self.page.locator("[data-photo-file]").set_input_files(list(files))

    def stored(self) -> list[dict[str, Any]]:
        """The photos as they lie on the phone, opened."""
        return list(self.page.evaluate(_on_page(_STORED), {"id": self.draft}))

    def images(self) -> list[Image.Image]:
        """The same as pictures."""
        return [Image.open(BytesIO(bytes(photo["bytes"]))) for photo in self.stored()]

    def show_pad(self, value: dict[str, Any] | None = None) -> None:
        """The sheet to sign on."""
        self.page.evaluate(_on_page(_PAD), value)

    def freeze(self, **changes: Any) -> dict[str, str]:
        """A finished notice on this phone: its `id` and `sha256`."""
        block = {
            "id": "1" * 32,
            "series": "TREINO-AI-2026",
            "kind": "notice",
            "first": 17,
            "last": 36,
            "used": [],
        }
        asked = {"record": {**RECORD, **changes}, "account": self.account, "block": block}
        return dict(self.page.evaluate(_on_page(_FREEZE), asked))


def photo_file(image: Image.Image, name: str = "foto.jpg", **options: Any) -> FilePayload:
    """A picture as the phone's gallery hands it in."""
    data = BytesIO()
    image.save(data, "JPEG", quality=92, **options)
    return FilePayload(name=name, mimeType="image/jpeg", buffer=data.getvalue())


def parts_of(street: Street) -> Parts:
    """A draft on that phone."""
    account = street.page.evaluate(_on_page(_ACCOUNT))
    found = Parts(street, account)
    found.begin()
    return found
