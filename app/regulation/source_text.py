"""The received text of a law made comparable: artefacts of the PDF removed, white space collapsed.

Removed at import and nowhere else (requirements.md §0): page numbers, the site's
label, the repeated letterhead, and the broken hyphen U+FFFE.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

_LABEL = re.compile(r"^(norma|materia) nº \d+/\d+$")
_PAGE_NUMBER = re.compile(r"^\d{1,3}$")
_LETTERHEAD = (  # four lines at the top of each page of a municipal form
    re.compile(r"^PREFEITURA MUNICIPAL DE "),
    re.compile(r"^ESTADO D[EOA] "),
    re.compile(r"CEP \d{2}\.?\d{3}-\d{3}$"),
    re.compile(r"^Telefone: .*Site: "),
)
_BROKEN_HYPHEN = "\ufffe"
_HEADINGS = re.compile(  # "CAPÍTULO II: Das Disposições Gerais SEÇÃO I: Da Autorização …"
    r"(?:(?:DO )?(?:CAPÍTULO|SEÇÃO) [IVXL]+(?: ?[:–-])? [^.;§]{3,80}?\s?)+"
)
_LAW = re.compile(r"\bArt\. ?\d|§ ?\d|Parágrafo [Úú]nico")


def normalise(raw: str) -> str:
    """The text as one line with single spaces, artefacts removed, spelling kept."""
    lines = [line.strip() for line in raw.replace("\r\n", "\n").split("\n")]
    kept = _without_letterhead([line for line in lines if line])
    kept = [line for line in kept if not (_LABEL.match(line) or _PAGE_NUMBER.match(line))]
    joined = " ".join(kept).replace(_BROKEN_HYPHEN, "-")
    return re.sub(r"\s+", " ", joined).strip()


def _without_letterhead(lines: list[str]) -> list[str]:
    kept: list[str] = []
    at = 0
    size = len(_LETTERHEAD)
    while at < len(lines):
        window = lines[at : at + size]
        if len(window) == size and all(
            form.search(line) for form, line in zip(_LETTERHEAD, window, strict=True)
        ):
            at += size
        else:
            kept.append(lines[at])
            at += 1
    return kept


@dataclass(frozen=True)
class SourceMatch:
    """Where texts stand in a source: indices not found, and the stretches nobody claims."""

    missing: tuple[int, ...]
    before: str
    between: tuple[str, ...]
    after: str


def match_in_order(texts: Sequence[str], source: str) -> SourceMatch:
    """Find each text after the end of the one before it in a normalised source.

    A text that is not found there is `missing` and does not move the search, so one
    mistake costs one entry. `between` are the non-empty stretches between found texts.
    """
    missing: list[int] = []
    gaps: list[str] = []
    at = 0
    for index, text in enumerate(texts):
        start = source.find(text, at) if text else -1
        if start < 0:
            missing.append(index)
            continue
        gaps.append(source[at:start].strip())
        at = start + len(text)
    before, inner = (gaps[0], gaps[1:]) if gaps else ("", [])
    return SourceMatch(tuple(missing), before, tuple(filter(None, inner)), source[at:].strip())


def unclaimed_law(match: SourceMatch) -> tuple[str, ...]:
    """Stretches that are law and belong to no provision; headings, preamble, signature are not."""
    inner = tuple(gap for gap in match.between if not _HEADINGS.fullmatch(gap))
    outer = tuple(part for part in (match.before, match.after) if _LAW.search(part))
    return inner + outer
