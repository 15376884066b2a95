// What an answer does to a record, how long to wait, and the hash that both sides compute.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";

import { seal } from "../../static/js/outbox/payload.js";
import { pause } from "../../static/js/outbox/pace.js";
import { read } from "../../static/js/outbox/sender.js";

const ENTRY = { id: "a".repeat(32), sha256: "b".repeat(64) };
const RECEIPT = { ...ENTRY, received_at: "2026-11-30T13:00:00.000Z", replayed: false };

for (const [name, answer, outcome] of [
  ["its receipt", { kind: "ok", body: RECEIPT }, "receipt"],
  ["the receipt of another record", { kind: "ok", body: { ...RECEIPT, id: "c".repeat(32) } }, "portal"],
  ["a receipt of other content", { kind: "ok", body: { ...RECEIPT, sha256: "c".repeat(64) } }, "portal"],
  ["a friendly nothing", { kind: "ok", body: {} }, "portal"],
  ["a captive portal", { kind: "portal", body: null }, "portal"],
  ["an ended session", { kind: "session", body: {} }, "session"],
  ["a refusal", { kind: "refused", status: 422, body: { message: "…" } }, "refused"],
  ["another content under its id", { kind: "refused", status: 409, body: {} }, "conflict"],
  ["a request not understood", { kind: "refused", status: 400, body: {} }, "malformed"],
  ["a record too large", { kind: "refused", status: 413, body: {} }, "too_large"],
  ["a dead server", { kind: "server", body: null }, "server"],
]) {
  test(`${name}: ${outcome}`, () => assert.equal(read(answer, ENTRY), outcome));
}

test("pauses double up to a minute", () => {
  assert.deepEqual([1, 2, 3, 6, 7, 40].map(pause), [1000, 2000, 4000, 32_000, 60_000, 60_000]);
});

test("the hash is that of the payload's bytes", async () => {
  const { payload, sha256 } = await seal({ note: "João disse “não” 🚕", n: 1, at: null });
  assert.equal(sha256, createHash("sha256").update(payload, "utf8").digest("hex"));
  assert.equal(payload, '{"at":null,"n":1,"note":"João disse “não” 🚕"}');
});

test("a fraction is refused before anything is sent", async () => {
  await assert.rejects(seal({ lat: -20.1 }), TypeError);
});
