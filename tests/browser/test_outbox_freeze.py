"""Finishing a notice on the phone: one number each, one chain, all or nothing, also when killed."""

import base64
import hashlib
import json
from typing import Any

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.serialization import load_der_public_key
from playwright.sync_api import Page

from tests.browser.conftest import Street
from tests.support import outbox

pytestmark = pytest.mark.browser
_PHOTO = """
  const photo = { bytes: new Uint8Array(2000).fill(7).buffer, takenAt: new Date().toISOString(), caption: "" };
"""
_CODE = "try { %s } catch (error) { return error.code; } return 'done';"
_CLOSED = """
  const { getMeta } = await load("database");
  const { blocksOf } = await load("numbers");
  const entry = await openEntry(arg.id);
  const blocks = await blocksOf(arg.account);
  return [entry.state, blocks[0].next, (await getMeta(`chain:${arg.account}`))?.seq ?? 0];"""


def code(page: Page, body: str, arg: Any = outbox.ACCOUNT) -> str:
    """The code of the error that a body throws, or "done"."""
    return str(outbox.call(page, outbox.NOTICE + _PHOTO + _CODE % body, arg))


def begun(page: Page, more: str = "") -> str:
    """A stored draft, with what `more` adds to it."""
    return str(
        outbox.call(
            page,
            f"{outbox.NOTICE}{_PHOTO} const id = await begin(arg, 'ABC1D23'); {more}; return id;",
            outbox.ACCOUNT,
        )
    )


def standing(page: Page, id: str) -> list[Any]:
    """State of an entry, next number, length of the chain."""
    arg = {"id": id, "account": outbox.ACCOUNT}
    return list(outbox.call(page, outbox.NOTICE + _CLOSED, arg))


def frozen(page: Page) -> list[dict[str, Any]]:
    """All opened records of the account that left the draft."""
    return list(
        outbox.call(
            page,
            """const { allEntries, openEntry } = await load("entries");
            const own = (await allEntries()).filter((entry) => entry.accountId === arg && entry.state !== "draft");
            return Promise.all(own.map(({ id }) => openEntry(id)));""",
            outbox.ACCOUNT,
        )
    )


def check_signed(page: Page, entries: list[dict[str, Any]]) -> None:
    """Each signature is of this phone's key over the domain and the very payload."""
    key = outbox.call(page, "return (await load('signer')).deviceKey();")
    spki = base64.b64decode(key["spki"])
    assert key["key_id"] == hashlib.sha256(spki).hexdigest()[:16]
    public = load_der_public_key(spki)
    assert isinstance(public, ec.EllipticCurvePublicKey)
    for entry in entries:
        raw = bytes.fromhex(entry["signature"])
        pair = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
        message = b"cf-n1\0" + entry["payload"].encode()
        public.verify(pair, message, ec.ECDSA(hashes.SHA256()))


def test_two_tabs_freezing_twenty_at_once_take_each_number_once(street: Street) -> None:
    street.offline()
    second = street.page.context.new_page()
    second.goto(f"{street.site.address}/campo/")
    second.wait_for_function("() => 'ready' in document.body.dataset")
    outbox.give_blocks(street.page)
    ten = "window.made = Promise.all([...Array(10)].map(async (_, i) => freeze(await begin(arg, `TAB${i}`)))); 0"
    for page in (street.page, second):
        outbox.call(page, outbox.NOTICE + ten, outbox.ACCOUNT)
    for page in (street.page, second):
        assert page.evaluate("() => window.made.then((all) => all.length)") == 10
    entries = frozen(street.page)
    records = sorted((json.loads(e["payload"]) for e in entries), key=lambda r: r["chain"]["seq"])
    assert [r["number"]["value"] for r in records] == list(range(1, 21))
    assert [r["chain"]["seq"] for r in records] == list(range(1, 21))
    by_seq = {json.loads(e["payload"])["chain"]["seq"]: e["sha256"] for e in entries}
    links = ["0" * 64, *(by_seq[seq] for seq in range(1, 20))]
    assert [r["chain"]["prev"] for r in records] == links
    check_signed(street.page, entries)


def test_the_hash_is_of_the_bytes_and_a_draft_finished_is_finished(street: Street) -> None:
    outbox.give_blocks(street.page)
    id = begun(street.page, "await freeze(id)")
    [entry] = frozen(street.page)
    assert entry["sha256"] == hashlib.sha256(entry["payload"].encode()).hexdigest()
    assert entry["fields"] == {} and entry["state"] == "ready"
    again = {"id": id, "account": outbox.ACCOUNT}
    assert code(street.page, "await freeze(arg.id)", again) == "not_draft"
    assert standing(street.page, id) == ["ready", 2, 1]


def test_without_numbers_it_says_so_and_stays_a_draft(street: Street) -> None:
    outbox.give_blocks(street.page, last=1)
    begun(street.page, "await freeze(id)")
    id = begun(street.page)
    assert code(street.page, "await freeze(arg)", id) == "no_numbers"
    assert standing(street.page, id) == ["draft", 2, 1]


def test_a_verbal_warning_needs_no_number_and_is_chained(street: Street) -> None:
    outbox.call(
        street.page,
        outbox.NOTICE + "await freeze(await begin(arg, 'ABC1D23', { kind: 'verbal' }));",
        outbox.ACCOUNT,
    )
    [entry] = frozen(street.page)
    record = json.loads(entry["payload"])
    assert record["number"] is None and record["chain"]["seq"] == 1


def test_a_record_that_cannot_be_built_takes_nothing(street: Street) -> None:
    outbox.give_blocks(street.page)
    id = begun(street.page)
    failing = (
        "await freezeEntry(arg, () => { throw Object.assign(new Error(), { code: 'mine' }); })"
    )
    assert code(street.page, failing, id) == "mine"
    assert standing(street.page, id) == ["draft", 1, 0]


def test_a_photo_that_the_record_does_not_name_stops_it(street: Street) -> None:
    outbox.give_blocks(street.page)
    id = begun(street.page, "await addPhoto(id, arg, photo)")
    without = (
        "await freezeEntry(arg, (given) => ({ ...build({ kind: 'notice' })(given), photos: [] }))"
    )
    assert code(street.page, without, id) == "photos"
    assert standing(street.page, id) == ["draft", 1, 0]


def test_photos_of_a_frozen_record_can_no_longer_change(street: Street) -> None:
    outbox.give_blocks(street.page)
    id = begun(street.page, "await addPhoto(id, arg, photo); await freeze(id)")
    arg = {"id": id, "account": outbox.ACCOUNT}
    assert code(street.page, "await addPhoto(arg.id, arg.account, photo)", arg) == "not_draft"
    [row] = outbox.rows(street.page, "attachments")
    remove = "const { removePhoto } = await load('photos'); await removePhoto(arg.id, arg.sha)"
    assert code(street.page, remove, {**arg, "sha": row["sha256"]}) == "not_draft"
    assert row["state"] == "ready"


def test_a_phone_wiped_under_the_page_does_not_number_again(street: Street) -> None:
    street.offline()
    outbox.give_blocks(street.page)
    begun(street.page, "await freeze(id)")
    street.page.evaluate(
        "() => new Promise((done) => { indexedDB.deleteDatabase('campo').onsuccess = done; })"
    )
    id = begun(street.page)
    assert code(street.page, "await freeze(arg)", id) == "wiped"


def test_a_wiped_phone_goes_on_under_a_new_name(street: Street) -> None:
    begun(street.page)
    street.page.wait_for_function("() => document.cookie.includes('campo-aparelho=')")
    first = street.page.context.cookies(f"{street.site.address}/campo/")
    street.page.goto(f"{street.site.address}/entrar")
    street.page.evaluate(
        "() => new Promise((done) => { indexedDB.deleteDatabase('campo').onsuccess = done; })"
    )
    street.open()
    name = [c["value"].split(".")[0] for c in first if c["name"] == "campo-aparelho"]
    device = outbox.call(street.page, "return (await load('database')).getMeta('device');")
    assert len(name) == 1 and device["id"] != name[0]


def test_a_number_without_document_says_why(street: Street) -> None:
    outbox.give_blocks(street.page)
    outbox.call(
        street.page,
        """const { explainNext } = await load("numbers");
        const parts = { deviceId: "d".repeat(32), kind: "notice", training: true, outcome: "voided" };
        await explainNext(arg, { ...parts, reason: "papel molhado", at: new Date().toISOString() });""",
        outbox.ACCOUNT,
    )
    begun(street.page, "await freeze(id)")
    voided, written = frozen(street.page)
    said = json.loads(voided["payload"])
    assert (voided["kind"], said["outcome"], said["value"], said["reason"]) == (
        "number", "voided", 1, "papel molhado",
    )  # fmt: skip
    assert json.loads(written["payload"])["number"]["value"] == 2


def test_a_full_phone_keeps_the_draft_and_the_number(street: Street) -> None:
    outbox.give_blocks(street.page)
    id = begun(street.page, "await addPhoto(id, arg, photo)")
    full = """
      const { put } = IDBObjectStore.prototype;
      IDBObjectStore.prototype.put = function (...given) {
        if (this.name === "entries") throw new DOMException("full", "QuotaExceededError");
        return put.apply(this, given);
      };
      try { await freeze(arg); } finally { IDBObjectStore.prototype.put = put; }"""
    assert code(street.page, full, id) == "storage_full"
    assert standing(street.page, id) == ["draft", 1, 0]
    assert outbox.rows(street.page, "attachments")[0]["state"] == "held"


def test_a_photo_that_finds_no_room_is_refused_and_the_text_stays(street: Street) -> None:
    id = begun(street.page)
    full = """
      const { put } = IDBObjectStore.prototype;
      IDBObjectStore.prototype.put = function (value, ...key) {
        if (this.name === "attachment_bytes") throw new DOMException("full", "QuotaExceededError");
        return put.call(this, value, ...key);
      };
      try { await addPhoto(arg.id, arg.account, photo); } finally { IDBObjectStore.prototype.put = put; }"""
    arg = {"id": id, "account": outbox.ACCOUNT}
    assert code(street.page, full, arg) == "storage_full"
    assert outbox.rows(street.page, "attachments") == []
    opened = outbox.call(street.page, "return (await load('entries')).openEntry(arg);", id)
    assert opened["fields"]["record"]["training"] is True
