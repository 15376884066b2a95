"""Names, in Portuguese, the character that makes a typed value unacceptable.

Look-alikes and invisible characters cannot be found by eye, so an error must say which one it was.
"""

import unicodedata

_KNOWN = {
    "\u00a0": "espaço especial",
    "\u00ad": "hífen invisível",
    "\u200b": "espaço invisível, de largura zero",
    "\u200c": "separador invisível",
    "\u200d": "união invisível",
    "\u200e": "marca invisível de direção do texto",
    "\u200f": "marca invisível de direção do texto",
    "\u2060": "união invisível",
    "\ufeff": "marca invisível de ordem de bytes",
    "\t": "tabulação",
    "\n": "quebra de linha",
    "\r": "quebra de linha",
}
_DIRECTION = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_SCRIPTS = {
    "CYRILLIC": "letra cirílica",
    "GREEK": "letra grega",
    "FULLWIDTH": "de largura dupla",
    "ARABIC-INDIC": "número arábico-índico",
    "LATIN": "letra com sinal",
}


def describe(char: str) -> str:
    """One character for people: `“А” (letra cirílica, U+0410)`; the invisible are only named."""
    code = f"U+{ord(char):04X}"
    if char in _DIRECTION:
        return f"um caractere invisível que inverte a direção do texto ({code})"
    if char in _KNOWN:
        return f"{_KNOWN[char]} ({code})"
    if unicodedata.category(char)[0] in "CZM":
        return f"um caractere invisível ou solto ({code})"
    if char.isascii():
        return f"“{char}”"
    name = unicodedata.name(char, "")
    kind = next((word for prefix, word in _SCRIPTS.items() if name.startswith(prefix)), "")
    return f"“{char}” ({kind}, {code})" if kind else f"“{char}” ({code})"


def first_outside(text: str, allowed: frozenset[str]) -> str:
    """The first character of `text` that is not in `allowed`; empty when all are."""
    return next((char for char in text if char not in allowed), "")
