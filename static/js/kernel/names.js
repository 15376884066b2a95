/** The key names are compared by. Twin of `fold` in app/kernel/names.py. Pure. */

/** "João  d’Ávila" → "JOAO D'AVILA": no accents, no invisible characters, single spaces. */
export function fold(name) {
  const plain = name.replace(/[’‘´`]/g, "'").normalize("NFKD").replace(/[\p{Mn}\p{Cf}]/gu, "");
  return plain.toUpperCase().split(/\s+/).filter(Boolean).join(" ");
}
