/**
 * Brazilian plates, old (ABC1234) and Mercosul (ABC1D23). Twin of app/kernel/plate.py.
 * What was typed is tidied, never guessed; the page turns a problem's code into words.
 */

const SHAPE = /^[A-Z]{3}[0-9][A-Z0-9][0-9]{2}$/;
const SLOTS = ["letter", "letter", "letter", "digit", "either", "digit", "digit"];
const LOOK_ALIKE = { O: "O0", 0: "0O", I: "I1", 1: "1I" };
const TWIN_LETTERS = "ABCDEFGHIJ";
const TYPED_MAX = 32;

/**
 * `{plate}` or `{problem}`, one of
 * `{code: "empty"}`, `{code: "length", length}`, `{code: "character", char, point: "U+0410"}`,
 * `{code: "slot", position: 1–7, char, wants: "letter" | "digit" | "either"}`.
 */
export function parse(typed) {
  const { text, problem } = tidy(typed);
  if (problem) return { problem };
  if (isPlate(text)) return { plate: text };
  if (text === "") return { problem: { code: "empty" } };
  if (text.length !== SLOTS.length) return { problem: { code: "length", length: text.length } };
  const at = SLOTS.findIndex((slot, index) => !fits(text[index], slot));
  return { problem: { code: "slot", position: at + 1, char: text[at], wants: SLOTS[at] } };
}

/** Whether the text is exactly a canonical plate. */
export function isPlate(text) {
  return text.length === SLOTS.length && SHAPE.test(text);
}

/** The same car's plate in the other pattern (fifth character 0–9 ↔ A–J), or null for K–Z. */
export function twin(plate) {
  const fifth = plate[4];
  const letter = TWIN_LETTERS.indexOf(fifth);
  if (letter < 0 && !isDigit(fifth)) return null;
  return plate.slice(0, 4) + (letter < 0 ? TWIN_LETTERS[Number(fifth)] : letter) + plate.slice(5);
}

/** As painted on the car: ABC-1234 or ABC1D23. */
export function display(plate) {
  return isDigit(plate[4]) ? `${plate.slice(0, 3)}-${plate.slice(3)}` : plate;
}

/** Plates that differ from what was typed only by O/0 or I/1, nearest first, to choose from. */
export function suggestions(typed) {
  const { text, problem } = tidy(typed);
  if (problem || text.length !== SLOTS.length) return [];
  let readings = [""];
  for (const char of text) {
    const others = [...(LOOK_ALIKE[char] ?? char)];
    readings = readings.flatMap((start) => others.map((other) => start + other));
  }
  const distance = (plate) => [...plate].filter((char, index) => char !== text[index]).length;
  return readings
    .filter((plate) => plate !== text && isPlate(plate))
    .sort((a, b) => distance(a) - distance(b) || (a < b ? -1 : 1));
}

function tidy(typed) {
  if (typed.length > TYPED_MAX) return { problem: { code: "length", length: typed.length } };
  const text = typed.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, "");
  // Before toUpperCase(): a dotless i would become a plain I.
  const strange = [...text].find((char) => !/^[A-Za-z0-9 -]$/.test(char));
  if (strange !== undefined) {
    const point = `U+${strange.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`;
    return { problem: { code: "character", char: strange, point } };
  }
  return { text: text.toUpperCase().replace(/[- ]/g, "") };
}

function fits(char, slot) {
  return isDigit(char) ? slot !== "letter" : slot !== "digit";
}

function isDigit(char) {
  return char >= "0" && char <= "9";
}
