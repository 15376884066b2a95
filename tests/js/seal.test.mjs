// The phone's verdicts on every case of tests/permits/data/seal.json, natively and by fallback.
import assert from "node:assert/strict";
import { createPublicKey, verify as nodeVerify } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";

import { findKey, KeysetError, readKeyset } from "../../static/js/seal/keyset.js";
import { SignatureUnavailable } from "../../static/js/seal/signature.js";
import { judgeRecord, readDigits, verify, verifyDigits } from "../../static/js/seal/token.js";

const file = new URL("../permits/data/seal.json", import.meta.url);
const vectors = JSON.parse(readFileSync(file, "utf8"));
const keyset = await readKeyset(vectors.keyset, vectors.root_public);
const good = vectors.cases[0].url;
const digits = good.slice(good.lastIndexOf("/") + 1);

/** Stands for the vendored verifier: another implementation, same contract. */
function otherVerifier(signature, message, publicKey) {
  const prefix = Buffer.from("302a300506032b6570032100", "hex");
  const der = Buffer.concat([prefix, publicKey]);
  const key = createPublicKey({ key: der, format: "der", type: "spki" });
  return nodeVerify(null, message, key, signature);
}

/** Runs without WebCrypto's Ed25519, as on an older phone. */
async function withoutNative(work) {
  const { importKey } = crypto.subtle;
  crypto.subtle.importKey = async () => {
    throw new DOMException("unrecognized algorithm", "NotSupportedError");
  };
  try {
    return await work();
  } finally {
    crypto.subtle.importKey = importKey;
  }
}

function settings(vector, extra) {
  return {
    hosts: vectors.hosts,
    keyset,
    municipality: vector.municipality === undefined ? vectors.municipality : vector.municipality,
    now: Date.parse(vector.now ?? vectors.now),
    today: vector.today ?? vectors.today,
    ...extra,
  };
}

for (const vector of vectors.cases) {
  test(`verdict: ${vector.name}`, async () => {
    const native = await verify(vector.url, settings(vector));
    assert.equal(native.verdict, vector.verdict);
    const shown = ["ok", "expired", "window_past", "window_future"].includes(vector.verdict);
    assert.equal(native.payload !== null, shown);
    const other = await withoutNative(() =>
      verify(vector.url, settings(vector, { verifyFallback: otherVerifier })),
    );
    assert.deepEqual(other, native);
  });
}

test("the cases cover accepted and refused codes", () => {
  const accepted = vectors.cases.filter(({ verdict }) => verdict === "ok").length;
  assert.ok(accepted >= 10 && vectors.cases.length - accepted >= 50);
});

test("fields of the live window", async () => {
  const { payload } = await verify(vectors.cases[1].url, settings({}));
  assert.deepEqual(payload, vectors.fields);
});

test("one text is no list of hosts", async () => {
  for (const host of ["", "gov.br", vectors.host]) {
    const check = await verify(good.replace(vectors.host, host), settings({}, { hosts: vectors.host }));
    assert.equal(check.verdict, "foreign_host");
  }
});

test("digits alone", async () => {
  assert.equal((await verifyDigits(digits, settings({}))).verdict, "ok");
});

test("every flipped digit is refused", async () => {
  for (let at = 0; at < digits.length; at += 1) {
    const other = (Number(digits[at]) + 1) % 10;
    const changed = digits.slice(0, at) + other + digits.slice(at + 1);
    assert.notEqual((await verifyDigits(changed, settings({}))).verdict, "ok");
  }
});

const noble = new URL("../../static/vendor/noble-ed25519.js", import.meta.url);

test("the vendored verifier fits the hook", { skip: !existsSync(noble) }, async () => {
  const { verifyAsync } = await import(noble);
  const verifyFallback = (signature, message, key) =>
    verifyAsync(signature, message, key, { zip215: false });
  await withoutNative(async () => {
    for (const vector of vectors.cases) {
      const check = await verify(vector.url, settings(vector, { verifyFallback }));
      assert.equal(check.verdict, vector.verdict, vector.name);
    }
  });
});

test("without any verifier nothing is guessed", async () => {
  await withoutNative(() =>
    assert.rejects(verify(good, settings({})), SignatureUnavailable),
  );
});

test("a fallback that answers anything but true is a no", async () => {
  for (const answer of [false, undefined, 1, "true", {}]) {
    const verifyFallback = () => answer;
    const check = await withoutNative(() => verify(good, settings({}, { verifyFallback })));
    assert.equal(check.verdict, "bad_signature");
  }
});

test("the record decides", () => {
  const { payload } = readDigits(digits);
  const say = (status, plate = "ABC1D23") => judgeRecord(payload, { status, plate });
  assert.deepEqual([0, 1, 2, 3, 4, "length"].map((status) => say(status)), [
    "not_issued", "ok", "suspended", "dead", "not_issued", "not_issued",
  ]);
  assert.equal(say(1, "ABC1323"), "other_plate");
  assert.equal(judgeRecord(payload, undefined), "not_issued");
});

test("the keyset of the root is read, by fallback too", async () => {
  assert.equal(keyset.sequence, 7);
  assert.equal(findKey(keyset, vectors.municipality, 3).publicKey.length, 32);
  assert.equal(findKey(keyset, 351620, 4), undefined);
  const options = { verifyFallback: otherVerifier };
  const other = await withoutNative(() =>
    readKeyset(vectors.keyset, vectors.root_public, options),
  );
  assert.deepEqual(other, keyset);
});

const changed = vectors.keyset.replace('\\"kid\\":3', '\\"kid\\":8');

for (const [name, text, options] of [
  ["by a stranger", vectors.keyset_by_stranger],
  ["one byte changed", changed],
  ["older than the one held", vectors.keyset, { atLeast: 8 }],
  ["space after", `${vectors.keyset} `],
  ["no JSON", "<html>"],
  ["null", "null"],
  ["list", "[]"],
  ["no signature", '{"keyset":"{}"}'],
]) {
  test(`keyset refused: ${name}`, async () => {
    await assert.rejects(readKeyset(text, vectors.root_public, options), KeysetError);
  });
}

test("the changed byte was there to change", () => assert.notEqual(changed, vectors.keyset));
