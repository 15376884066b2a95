// The code of a copy, and what a picture file says of itself before it is opened.
import assert from "node:assert/strict";
import { test } from "node:test";

import { fullCode, publicUrl, readableCode, shortAddress, symbolOf } from "../../static/js/notice/copy_code.js";
import { hasCopy } from "../../static/js/notice/copy_kept.js";
import { pictureHeader } from "../../static/js/notice/picture_header.js";

const SHA = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"; // of "abc"
const CODE = "XJ4BNP4PAHH6UQKBIDPF3LRCEOYAGYNDSYLXVHFUCD7WD4QACWWQ"; // python: base64.b32encode

test("base32 of the hash", () => assert.equal(fullCode(SHA), CODE));
test("the readable part", () => assert.equal(readableCode(SHA), "XJ4B NP4P AHH6 UQKB"));
test("anything else is no hash", () => assert.throws(() => fullCode("abc"), TypeError));

test("the address is upper case, with the scheme the city lists", () => {
  assert.equal(publicUrl("confere.planura.mg.gov.br", SHA), `HTTPS://CONFERE.PLANURA.MG.GOV.BR/A/${CODE}`);
  assert.equal(publicUrl("http://127.0.0.1:5000", SHA), `HTTP://127.0.0.1:5000/A/${CODE}`);
  assert.equal(shortAddress("http://127.0.0.1:5000"), "127.0.0.1:5000/a/");
});

test("the symbol stays small enough for eight dots a module on 58 mm", () => {
  const { size } = symbolOf(publicUrl("confere.planura.mg.gov.br", SHA));
  assert.equal(size, 33); // version 4: alphanumeric, level M
  assert.ok((size + 8) * 8 <= 384);
});

const be = (value, bytes) => Array.from({ length: bytes }, (_, at) => (value >> (8 * (bytes - 1 - at))) & 255);
const text = (words) => Array.from(words, (char) => char.charCodeAt(0));
const frame = [0xff, 0xc0, ...be(17, 2), 8, ...be(6048, 2), ...be(8064, 2), 3, 0, 0, 0];
const exif = [0xff, 0xe1, ...be(6, 2), ...text("Exif")];

for (const [what, bytes, expected] of [
  ["a JPEG with EXIF first", [0xff, 0xd8, ...exif, ...frame], { kind: "jpeg", width: 8064, height: 6048 }],
  ["a JPEG cut off", [0xff, 0xd8, ...exif], { kind: "jpeg", width: 0, height: 0 }],
  ["a PNG", [0x89, ...text("PNG\r\n\u001a\n"), ...be(13, 4), ...text("IHDR"), ...be(30000, 4), ...be(20000, 4)], { kind: "png", width: 30000, height: 20000 }],
  ["a WebP", [...text("RIFF"), 0, 0, 0, 0, ...text("WEBPVP8X"), 10, 0, 0, 0, 0, 0, 0, 0, 0x3f, 0x1f, 0, 0x9f, 0x17, 0], { kind: "webp", width: 8000, height: 6048 }],
  ["a HEIC", [0, 0, 0, 24, ...text("ftypheic"), 0, 0], { kind: "heic", width: 0, height: 0 }],
  ["text", text("<svg onload=alert(1)>"), { kind: "other", width: 0, height: 0 }],
  ["nothing", [], { kind: "other", width: 0, height: 0 }],
]) {
  test(`the header of ${what}`, () => assert.deepEqual(pictureHeader(Uint8Array.from(bytes)), expected));
}

const HOUR = 3_600_000;
const sent = { kind: "notice", state: "sent", number: { series: "AI-2026", value: 1 }, createdAt: 0, settledAt: 100 * HOUR };

for (const [what, entry, there] of [
  ["one that waits, however old", { ...sent, state: "ready" }, true],
  ["one in quarantine", { ...sent, state: "attention" }, true],
  ["one received 23 hours ago", { ...sent, settledAt: 101 * HOUR }, true],
  ["one received a day ago", sent, false],
  ["a draft", { ...sent, state: "draft" }, false],
  ["a spoken warning", { ...sent, state: "ready", number: null }, false],
  ["a stop", { ...sent, kind: "stop", state: "ready" }, false],
]) {
  test(`${what} ${there ? "has" : "has no"} copy`, () => assert.equal(hasCopy(entry, 124 * HOUR), there));
}
