"""A stored notice as a document: the frozen record, what was added later, and how to check it."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from app.accounts.queries import City
from app.documents.frozen import Item, Photo, Proof
from app.documents.notice import NoticeSheet
from app.evidence.record_qr import proof_of
from app.evidence.record_words import moment
from app.infractions.domain_annotations import RULES, AnnotationKind
from app.infractions.law import notification
from app.infractions.paper_items import Told, closing_of, rows_of
from app.infractions.paper_words import added
from app.kernel.civil import civil_today, format_instant
from app.regulation.notice_catalogue import notice_law
from app.regulation.ruleset import TRAINING_SENTENCE, Ruleset

COPIES: Final = ("1ª via – processo", "2ª via – condutor", "3ª via – talonário")
REGISTER: Final = "Registro do órgão"  # of what has no copies


@dataclass(frozen=True)
class Later:
    """An annotation: its kind, what it says, when and by whom."""

    kind: AnnotationKind
    body: dict[str, str]
    at: datetime
    by: str


@dataclass(frozen=True)
class Paper:
    """A stored notice with all that its document shows. `photos`: hash → JPEG, where it has come."""

    id: str
    number: str  # "" for a verbal warning
    record: dict[str, Any]
    sha256: str
    training: bool
    received_at: datetime
    ledger_seq: int
    ledger_hash: str
    annotations: tuple[Later, ...]
    photos: dict[str, bytes]


def sheet_of(paper: Paper, home: City, law: Ruleset, public_url: str) -> NoticeSheet:
    """The plain values of the document. A training record is marked whatever the law is today."""
    record, notices = paper.record, notice_law(law)
    kind = next(row for row in notices.kind if row.id == record["kind"])
    told = Told(record, law, notices, paper.number, home.time_zone)
    named = [COPIES[n] if n < len(COPIES) else f"{n + 1}ª via" for n in range(kind.copies)]
    return NoticeSheet(
        city=f"Município de {home.label}",
        body=record["body"]["name"],
        law=law.instrument.title,
        title=kind.title_on_paper,
        number=paper.number,
        copies=tuple(named) or (REGISTER,),
        banners=_banners(paper, home),
        rows=rows_of(told),
        closing=closing_of(told),
        proof=_proof(paper, home, public_url),
        next_steps=_next(paper, law),
        photos=_photos(paper, home),
        annotations=tuple(_annotation(each, home) for each in paper.annotations),
        watermark=TRAINING_SENTENCE if paper.training or law.training else "",
        issued_on=civil_today(paper.received_at, home.time_zone),
    )


def _banners(paper: Paper, home: City) -> tuple[str, ...]:
    annulled = [each for each in paper.annotations if each.kind is AnnotationKind.ANNULMENT]
    words = [f"ANULADO em {format_instant(each.at, home.time_zone)}." for each in annulled[:1]]
    if paper.annotations:
        words.append("Há anotações posteriores a este documento: estão na última folha.")
    return tuple(words)


def _next(paper: Paper, law: Ruleset) -> tuple[str, ...]:
    """Who is notified and what follows from the ending (`notification_effect`)."""
    told = notification(law, paper.record)
    if not told.sentence:
        return ()
    return (f"{told.sentence} ({told.citation})" if told.citation else told.sentence,)


def _proof(paper: Paper, home: City, public_url: str) -> Proof:
    ledger = f"nº {paper.ledger_seq} · {paper.ledger_hash}" if paper.ledger_seq else ""
    facts = (
        ("SHA-256 do conteúdo", paper.sha256),
        ("Sequência do aparelho", f"nº {paper.record['chain']['seq']}"),
        ("Registro do Município", ledger),
        ("Recebido em", format_instant(paper.received_at, home.time_zone)),
    )
    return proof_of(public_url, "a", paper.sha256, facts)


def _photos(paper: Paper, home: City) -> tuple[Photo, ...]:
    return tuple(
        Photo(
            paper.photos.get(each["sha256"]),
            each["caption"],
            moment(each["taken_at"], home.time_zone),
            each["sha256"],
        )
        for each in paper.record["photos"]
    )


def _annotation(later: Later, home: City) -> Item:
    when = format_instant(later.at, home.time_zone)
    label = f"{RULES[later.kind].name} · {when} · {later.by}"
    return Item("", label, added(later.kind, later.body, home.time_zone))
