"""Notices finished in the field app's own page by its own modules, with photos, for the real server."""

import base64
from io import BytesIO
from random import Random
from typing import Any

from PIL import Image
from playwright.sync_api import Page

from tests.browser.conftest import Street
from tests.support import outbox
from tests.support.browser import NOON
from tests.support.notices import complete_record
from tests.support.notices_server import NoticePhone
from tests.support.permits import law

CHUNK = 64 * 1024
_FREEZE = """
  const { newEntry, saveDraft } = await load("entries");
  const { addPhoto } = await load("photos");
  const { freeze } = await load("freeze");
  const { record, photos } = arg;
  const entry = newEntry({
    kind: "notice", accountId: record.account_id, createdAt: Date.parse(record.written_at),
    label: record.vehicle.plate, fields: { record },
  });
  await saveDraft(entry);
  for (const [at, text] of photos.entries()) {
    const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0)).buffer;
    await addPhoto(entry.id, record.account_id, { bytes, takenAt: record.written_at, caption: `foto ${at + 1}` });
  }
  const frozen = await freeze(entry.id, (given) => ({ ...record, ...given }));
  return { id: entry.id, ...frozen };
"""


def picture(seed: int = 1, side: int = 420) -> bytes:
    """A JPEG of noise: about 200 kB at 420 pixels, four pieces."""
    noise = Random(seed).randbytes(side * side * 3)
    data = BytesIO()
    Image.frombytes("RGB", (side, side), noise).save(data, "JPEG", quality=88)
    return data.getvalue()


def freeze(street: Street, *photos: bytes, page: Page | None = None, **over: Any) -> dict[str, Any]:
    """A complete notice of Ana, frozen on her phone: `{id, number, sha256, record}`."""
    author = NoticePhone(street.cast.actor("ana"), law(street.cast))
    record = complete_record(
        author.law, "notice", Random(3), now=NOON, account_id=author.actor.account_id,
        agent=author.agent, photos=[], **over,
    )  # fmt: skip
    texts = [base64.b64encode(photo).decode() for photo in photos]
    return dict(outbox.call(page or street.page, _FREEZE, {"record": record, "photos": texts}))


def send(street: Street) -> None:
    """The phone notices that it has a network: it sends what waits."""
    street.page.evaluate("() => { dispatchEvent(new Event('online')); }")


def pieces(street: Street) -> list[str]:
    """What arrived at the server of texts and photos, in order: "POST", "GET", "PUT"."""
    wanted = ("/campo/registro", "/campo/anexo/")
    return [method for method, path in street.site.requests if path.startswith(wanted)]
