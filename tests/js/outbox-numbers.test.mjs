// Which number comes next, what an answer about a photo means, how long to wait, what is kept and asked.
import assert from "node:assert/strict";
import { test } from "node:test";

import { forwarding } from "../../static/js/outbox/late.js";
import { joined, nextOf, written } from "../../static/js/outbox/numbers.js";
import { patience } from "../../static/js/outbox/pace.js";
import { createPhotoSender, readPhotoAnswer } from "../../static/js/outbox/photo_sender.js";
import { afterTime } from "../../static/js/outbox/retention.js";

const TOLD = { id: "b", series: "TREINO-AI-2026", kind: "notice", first: 21, last: 40, used: [] };
const WANTED = { kind: "notice", training: true };
const DAY = 24 * 3600_000;
const ok = (body) => ({ kind: "ok", status: 200, body });

for (const [name, told, known, next] of [
  ["a new block begins at its first number", TOLD, undefined, 21],
  ["a known block goes on where the phone stands", TOLD, { next: 25 }, 25],
  ["numbers that ended are passed over", { ...TOLD, used: [25, 26, 30] }, { next: 25 }, 27],
  ["of a block first seen here, nothing below an ended number", { ...TOLD, used: [21, 24] }, undefined, 25],
  ["a block all of whose numbers ended gives none", { ...TOLD, used: [39, 40] }, { next: 39 }, 41],
]) {
  test(name, () => assert.equal(joined("a", told, known).next, next));
}

test("the lowest block of the kind and of training comes first", () => {
  const block = (id, more) => ({ ...joined("a", TOLD), id, ...more });
  const blocks = [
    block("later", { first: 41, next: 41, last: 60 }),
    block("spent", { next: 41 }),
    block("closed", { open: false, next: 22 }),
    block("legal", { series: "AI-2026", next: 1, first: 1 }),
    block("other", { kind: "warning", series: "TREINO-TA-2026", next: 1, first: 1 }),
  ];
  assert.deepEqual(nextOf(blocks, WANTED), { series: "TREINO-AI-2026", value: 41, block: "later" });
  assert.equal(nextOf(blocks, { ...WANTED, training: false }).block, "legal");
  assert.equal(nextOf(blocks, { ...WANTED, kind: "regularisation" }), null);
});

test("the series of the year comes before an older one", () => {
  const blocks = [joined("a", TOLD), joined("a", { ...TOLD, id: "new", series: "TREINO-AI-2027", first: 61, last: 80 })];
  assert.equal(nextOf(blocks, { ...WANTED, year: "2027" }).block, "new");
  assert.equal(nextOf(blocks, WANTED).block, "b");
});

test("a number is written with six digits", () => {
  assert.equal(written({ series: "TREINO-AI-2026", value: 17 }), "TREINO-AI-2026-000017");
});

for (const [name, answer, sentFrom, meaning] of [
  ["where it stands", ok({ have: 64, size: 100, done: false }), null, { have: 64 }],
  ["a piece taken", ok({ have: 64, size: 100, done: false }), 0, { have: 64 }],
  ["all there, to be finished by an empty piece", ok({ have: 100, size: 100, done: false }), null, { have: 100 }],
  ["complete", ok({ have: 100, done: true, received_at: "2026-11-30T13:00:00.000Z" }), 64, { done: true }],
  ["complete without a time is no receipt", ok({ have: 100, done: true }), 64, { cause: "portal" }],
  ["nothing moved", ok({ have: 64 }), 64, { cause: "server" }],
  ["another place", { kind: "refused", status: 409, body: { have: 32 } }, 64, { have: 32 }],
  ["more than the photo", ok({ have: 101 }), 64, { cause: "portal" }],
  ["thrown away", { kind: "refused", status: 422, body: { have: 0 } }, 64, { cause: "damaged" }],
  ["a piece not taken", { kind: "refused", status: 422, body: { have: 64 } }, 64, { cause: "server" }],
  ["not declared", { kind: "server", status: 404, body: {} }, null, { cause: "unknown" }],
  ["an ended session", { kind: "session", status: 401, body: {} }, 0, { cause: "session" }],
  ["a café's page", { kind: "portal", status: 200, body: null }, 0, { cause: "portal" }],
]) {
  test(`a photo: ${name}`, () => assert.deepEqual(readPhotoAnswer(answer, 100, sentFrom), meaning));
}

test("the pieces of a photo are its bytes, in order, once", async () => {
  const bytes = Uint8Array.from({ length: 150_000 }, (_, i) => i % 251);
  const kept = [];
  let arrived = false;
  const store = {
    photosOfAccount: async () => (arrived ? [] : [{ entryId: "e", sha256: "s", accountId: "a", size: bytes.length, state: "ready", tries: 0, nextTryAt: 0, restarts: 0 }]),
    photoBytes: async () => bytes.buffer,
    markPhoto: async () => undefined,
    photoArrived: async () => { arrived = true; },
  };
  async function ask(path, piece) {
    if (piece) kept.push(...new Uint8Array(piece));
    const done = kept.length === bytes.length;
    return ok({ have: kept.length, size: bytes.length, done, received_at: done ? "2026-11-30T13:00:00.000Z" : null });
  }
  const sender = createPhotoSender({ ask, mayGo: async () => new Set(["e"]), now: () => 0, store });
  const said = [];
  while (said.at(-1) !== "idle") said.push(await sender.step("a"));
  assert.deepEqual(said, ["progress", "progress", "progress", "progress", "idle"]);
  assert.deepEqual(Uint8Array.from(kept), bytes);
});

test("a piece of 64 kB has its time on a line of 100 kbit/s", () => {
  assert.ok(patience(64 * 1024) > 2 * ((64 * 1024 * 8) / 100));
});

test("sent content goes after a day, its receipt after a month, what waits never", () => {
  const sent = { id: "x", state: "sent", settledAt: 0, createdAt: 0, box: {}, face: {} };
  assert.equal(afterTime(sent, DAY - 1), sent);
  assert.equal("box" in afterTime(sent, DAY + 1), false);
  assert.equal(afterTime(sent, 30 * DAY + 1), null);
  for (const state of ["draft", "ready", "sending", "attention"]) {
    const row = { ...sent, state };
    assert.equal(afterTime(row, 400 * DAY), row);
  }
});

test("the hours run from the fact and stop at the receipt", () => {
  const fact = 100 * DAY;
  const notice = { state: "ready", factAt: fact, receipt: null, explained: false };
  const dueAt = fact + DAY;
  assert.equal(forwarding(notice, undefined, dueAt), null);
  assert.deepEqual(forwarding(notice, 24, dueAt), { dueAt, late: false, asks: false });
  assert.deepEqual(forwarding(notice, 24, dueAt + 1), { dueAt, late: true, asks: true });
  assert.equal(forwarding({ ...notice, explained: true }, 24, dueAt + 1).asks, false);
  const inTime = { ...notice, state: "sent", receipt: { received_at: new Date(dueAt - 5).toISOString() } };
  assert.equal(forwarding(inTime, 24, dueAt + 9 * DAY).late, false);
});
