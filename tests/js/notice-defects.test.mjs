// The phone's reading of the rules of a notice: the refusals and due dates that Python gave.
// Run by tests/regulation/test_notice_twins.py, which writes the notices and says where they are.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";

import { parseCnpj, parseCpf } from "../../static/js/kernel/tax_id.js";
import { defects } from "../../static/js/notice/defects.js";
import { dueOn } from "../../static/js/notice/due.js";

const file = process.env.CONFERE_NOTICE_CASES ?? "";
const skip = !existsSync(file) && "made by the Python test";
const wanted = skip ? { catalogues: {}, rows: [], numbers: {} } : JSON.parse(readFileSync(file, "utf8"));

test("every notice has the server's defects", { skip }, () => {
  assert.ok(wanted.rows.length > 500);
  for (const { in: known, record, defects: expected } of wanted.rows) {
    assert.deepEqual(defects(wanted.catalogues[known], record), expected, JSON.stringify(record));
  }
});

test("every notice has the server's due date", { skip }, () => {
  const days = wanted.rows.map(({ in: known, record }) => dueOn(wanted.catalogues[known], record));
  assert.deepEqual(days, wanted.rows.map(({ due }) => due));
  assert.ok(days.filter(Boolean).length > 20);
});

test("a CPF or CNPJ exists where the server says so", { skip }, () => {
  for (const [typed, [cpf, cnpj]] of Object.entries(wanted.numbers)) {
    assert.deepEqual([parseCpf(typed), parseCnpj(typed)], [cpf, cnpj], typed);
  }
});
