"""The passenger's pages, compiled once at start: a text for each kind and language, with holes.

At a request only the holes are filled, with data already escaped; no template runs.
"""

import hashlib
import re
from base64 import b64encode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from jinja2 import Environment
from markupsafe import escape

from app.verification.public_texts import Language, catalogue

_MARK: Final = re.compile("\ue000([a-z]+)\ue001")
_HOLE: Final = re.compile(r"(?<!%)%\(([a-z]+)\)s")
_BLANK: Final = "\ue000\ue001"
_COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
HOLES: Final = [
    "css",
    "mode",
    "strip",
    "note",
    "host",
    "dial",
    "phone",
    "service",
    "live",
    "shape",
    "plate",
    "car",
    "rows",
    "digits",
    "time",
    "seconds",
]


class Kind(StrEnum):
    """What a page says; the words of each stand in public_texts.toml."""

    AUTHORISED = "authorised"
    ATTENTION = "attention"
    REFUSED = "refused"
    SUSPENDED = "suspended"
    EXPIRED = "expired"
    DEAD = "dead"
    OLD_PICTURE = "old_picture"
    UNSURE = "unsure"
    FORGED = "forged"
    UNKNOWN = "unknown"
    OTHER_PLATE = "other_plate"
    FOREIGN = "foreign"
    WITHDRAWN = "withdrawn"
    CUT = "cut"
    TOO_MANY = "too_many"
    BUSY = "busy"


# The band's tone, and the status. 200 says: the city issued this code and has its record.
TONES: Final[Mapping[Kind, tuple[str, int]]] = {
    Kind.AUTHORISED: ("ok", 200),
    Kind.ATTENTION: ("care", 200),
    Kind.REFUSED: ("no", 200),
    Kind.SUSPENDED: ("no", 200),
    Kind.EXPIRED: ("no", 200),
    Kind.DEAD: ("no", 200),
    Kind.OLD_PICTURE: ("care", 200),
    Kind.UNSURE: ("off", 200),
    Kind.FORGED: ("no", 404),
    Kind.UNKNOWN: ("no", 404),
    Kind.OTHER_PLATE: ("no", 404),
    Kind.FOREIGN: ("off", 404),
    Kind.WITHDRAWN: ("off", 404),
    Kind.CUT: ("off", 404),
    Kind.TOO_MANY: ("off", 429),
    Kind.BUSY: ("off", 503),
}


def has_record(kind: Kind) -> bool:
    """Whether the page shows a car: only codes with signature and record do."""
    return TONES[kind][1] == 200


@dataclass(frozen=True)
class Page:
    """A compiled page: `head` is ready to send, `tail` has the `%(name)s` holes of a request."""

    status: int
    text: str  # all of it, with every hole
    head: bytes = b""
    tail: str = ""

    def within(self, constants: Mapping[str, str]) -> "Page":
        """The page with what one city puts in all its pages; only the other holes stay open."""

        def put(hole: re.Match[str]) -> str:
            known = constants.get(hole[1])
            return hole[0] if known is None else known.replace("%", "%%")

        text = _HOLE.sub(put, self.text)
        first = _HOLE.search(text)
        start = first.start() if first else len(text)
        return Page(self.status, text, text[:start].replace("%%", "%").encode(), text[start:])

    def fill(self, values: Mapping[str, str]) -> bytes:
        """The body, from escaped values."""
        return self.head + (self.tail % values).encode()


@dataclass(frozen=True)
class Pieces:
    """Small compiled parts of one language; `rows` by name, with positional holes."""

    strip: str
    note: str
    live: str
    rows: Mapping[str, str]


class Pages:
    """Every page and piece, by kind and language; `csp` allows exactly the one style."""

    def __init__(self, environment: Environment) -> None:
        self._environment = environment
        self.css = _short(environment.get_template("verification/_public.css").render())
        digest = b64encode(hashlib.sha256(self.css.encode()).digest()).decode()
        self.csp = (
            f"default-src 'none'; style-src 'sha256-{digest}'; form-action 'self'; "
            "base-uri 'none'; frame-ancestors 'none'"
        )
        languages = catalogue()
        self.pieces = {id: self._pieces(t) for id, t in languages.items()}
        self.pages = {
            (kind, id): self._page(kind, t) for kind in Kind for id, t in languages.items()
        }

    def compile(self, template: str, language: Language, **values: Any) -> str:
        """A page of this frame with its holes; `values` are what its template asks for besides."""
        html = self._environment.get_template(template).render(
            t=language, languages=list(catalogue().values()), m=_marks(), **values
        )
        return _holes(html).replace("%(css)s", self.css.replace("%", "%%"))

    def _page(self, kind: Kind, t: Language) -> Page:
        tone, status = TONES[kind]
        words = t.kind[kind.value]
        text = self.compile(
            "verification/public.html",
            t,
            tone=tone,
            title=words["word"],
            say=words["say"].format(time=_mark("time"), seconds=_mark("seconds")),
            record=has_record(kind),
        )
        return Page(status, text)

    def _pieces(self, t: Language) -> Pieces:
        parts: Any = self._environment.get_template("verification/_public_parts.html").module
        return Pieces(
            strip=str(parts.strip(t)),
            note=_blanks(str(parts.note(_BLANK))),
            live=_blanks(str(parts.live(t.words["live"].format(time=_BLANK)))),
            rows={name: _blanks(str(parts.row(*row))) for name, row in _rows(t)},
        )


def _rows(t: Language) -> Iterator[tuple[str, tuple[str, str]]]:
    """Name, label and value of every row a page may have."""
    label, value = t.tables["label"], t.tables["value"]
    number = value["number"].format(number=_BLANK)
    until, ended = (value[word].format(date=_BLANK) for word in ("until", "ended"))
    yield "rank", (label["rank"], _BLANK)
    yield "platform", (label["platform"], _BLANK)
    yield "permit", (label["permit"], number)
    yield "permit_until", (label["permit"], f"{number}, {until}")
    yield "inspection", (label["inspection"], until)
    yield "seal", (label["seal"], number)
    yield "seal_until", (label["seal"], f"{number}, {until}")
    yield "seal_ended", (label["seal"], f"{number}, {ended}")
    yield "checked", (label["checked"], _BLANK)


def _mark(name: str) -> str:
    return f"\ue000{name}\ue001"


def _marks() -> dict[str, str]:
    return {name: _mark(name) for name in HOLES}


def _holes(html: str) -> str:
    """Marks become holes of Python's own formatting; every other per cent sign stays one."""
    return _MARK.sub(r"%(\1)s", html.replace("%", "%%"))


def _blanks(html: str) -> str:
    return html.replace("%", "%%").replace(_BLANK, "%s")


def _short(css: str) -> str:
    """Without comments and needless spaces: it travels with every page."""
    text = re.sub(r"\s+", " ", _COMMENT.sub("", css))
    return re.sub(r" ?([{};,>]) ?|(?<=[a-z]): (?=[^{}]*[;}])", lambda m: m[1] or ":", text).strip()


def safe(text: str) -> str:
    """Data as it may stand in a page: escaped, also inside quotes."""
    return str(escape(text))
