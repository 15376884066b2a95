"""What the demo's notices must say on their public pages: for people, and for the test that opens them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from flask import current_app

from app.demo.look import Look
from app.demo.phone import absent_hash
from app.demo.stage import demo_id
from app.demo.table import Town
from app.demo.table_notices import DemoNotice, Paper
from app.infractions.models import Notice
from app.infractions.numbering import number_text
from app.kernel.civil import civil_today, format_date
from app.kernel.content_code import content_code, readable_code
from app.kernel.plate import Plate
from app.persistence.base import db
from app.regulation.notice_catalogue import notice_law
from app.verification.public_texts import catalogue


@dataclass(frozen=True)
class SeenNotice:
    """One paper: `url` as in its QR, `code` as people type it, and what the page must show.

    `word` is the page's heading, `says` texts on it. `id` and `number` are "" while it has not come.
    """

    key: str
    town: Town
    title: str
    kind: str
    code: str
    url: str
    word: str
    says: tuple[str, ...]
    id: str = ""
    annulled: bool = False
    number: str = ""
    plate: str = ""

    @property
    def next(self) -> str:
        """What the page says comes next."""
        return self.says[-1]

    @property
    def known(self) -> bool:
        """Whether its record has arrived."""
        return bool(self.id)


def notices_of(look: Look) -> list[SeenNotice]:
    """The town's papers in the order of writing; a number without paper has no public page."""
    return list(_seen(look))


def _seen(look: Look) -> Iterator[SeenNotice]:
    arrived = set[str]()
    for paper in look.town.papers:
        id = demo_id(look.town, "notice", paper.key)
        if isinstance(paper, DemoNotice):
            row = db.session.get(Notice, id)
            if row is not None:  # a demo loaded before there were notices has none
                arrived.add(id)
                yield _known(look, paper, row)
        elif paper.outcome == "waiting" and arrived:
            state = _words()["state"]["unknown"]
            yield _named(look, paper, absent_hash(id), state["word"], (state["say"],))


def _known(look: Look, paper: DemoNotice, row: Notice) -> SeenNotice:
    annulled = any(act.step == "annul" for act in paper.acts)
    number = number_text(row.series, row.value)
    told = (
        _words()["name"][paper.kind],
        number,
        f"{row.code} · {row.title}",
        row.citation,
        format_date(civil_today(row.happened_at, look.city.time_zone)),
        _words()["void"] if annulled else _next(look, paper, row),
    )
    word = _words()["state"]["annulled" if annulled else "known"]["word"]
    seen = _named(look, paper, row.sha256, word, tuple(text for text in told if text))
    plate = Plate(row.plate).display()
    return replace(seen, id=row.id, number=number, plate=plate, annulled=annulled)


def _named(look: Look, paper: Paper, sha256: str, word: str, says: tuple[str, ...]) -> SeenNotice:
    base = current_app.config["SETTINGS"].public_url
    address = f"{base}/a/{content_code(sha256)}"
    code = readable_code(sha256)
    return SeenNotice(paper.key, look.town, paper.title, paper.kind, code, address, word, says)


def _next(look: Look, paper: DemoNotice, row: Notice) -> str:
    """The term as the page must tell it: its day where the ending notified, else how it counts."""
    if paper.kind in {"warning", "verbal"}:
        return str(_words()["warned"])
    if paper.regularise:
        return str(_words()["fix"]).format(days=paper.regularise[1])
    if row.due_on is not None:
        return f"Prazo para {look.law.word('appeal')}: até {format_date(row.due_on)}"
    days = look.law.deadline(notice_law(look.law).deadline.id).length
    counted = f"Prazo para {look.law.word('appeal')}: {days} dias, contados da notificação"
    return counted if days else str(_words()["later"])


def _words() -> Mapping[str, Any]:
    found: Mapping[str, Any] = catalogue()["pt"].tables["notice"]
    return found
