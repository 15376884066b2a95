"""A paper of a case as the press gets it, and the file that is kept of it."""

import hashlib
from datetime import date

from app.accounts.queries import City
from app.cases.domain import FileData
from app.cases.paper_values import Told, due_words, instant_words, timeliness_words, values_of
from app.documents.case_paper import Attachment, CaseSheet, Receipt, case_pdf, receipt_pdf
from app.documents.frozen import Item
from app.kernel.canonical import canonical
from app.kernel.civil import format_date_long
from app.regulation.case_papers import PaperText, paper_text
from app.regulation.ruleset import Ruleset
from app.regulation.tables_papers import PaperKind

_PDF = "application/pdf"


def paper_file(kind: PaperKind, told: Told, home: City) -> FileData:
    """The paper as a PDF; the same case and step give the same bytes."""
    values = values_of(kind, told)
    text = paper_text(told.law, kind, values)
    digest = hashlib.sha256(canonical(values)).hexdigest()
    name = f"{text.title.lower().replace(' ', '-')}-{told.detail.row.number.replace('/', '-')}.pdf"
    if kind is PaperKind.RECEIPT:
        return FileData(name, _PDF, receipt_pdf(_receipt(text, told, home, digest)))
    sheet = sheet_of(text, told.law, home, told.detail.row.number, digest, told.on)
    return FileData(name, _PDF, case_pdf(sheet))


def sheet_of(
    text: PaperText,
    law: Ruleset,
    home: City,
    number: str,
    digest: str,
    on: date,
    entries: tuple[str, ...] = (),
    word: str = "Processo",
) -> CaseSheet:
    """The plain values of a paper dated `on`."""
    return CaseSheet(
        city=f"Município de {home.label}",
        body=law.word("authority"),
        law=law.instrument.title,
        status=law.instrument.status_note.strip(),
        title=text.title,
        number=number,
        word=word,
        banners=(),
        facts=text.fields,
        opening=text.opening,
        paragraphs=text.paragraphs,
        entries=entries,
        quotes=tuple(Item("", cited, (), words, True) for cited, words in text.quotes),
        citation=text.citation,
        place_day=f"{home.name}, {format_date_long(on)}",
        signers=text.signers,
        sha256=digest,
        watermark=law.watermark,
        issued_on=on,
    )


def _receipt(text: PaperText, told: Told, home: City, digest: str) -> Receipt:
    law = told.law
    files = tuple(Attachment(p.name or p.kind, p.sha256) for p in told.step.papers)
    return Receipt(
        city=f"Município de {home.label}",
        body=law.word("authority"),
        law=law.instrument.title,
        title=text.title,
        number=told.detail.row.number,
        protocol=f"{told.detail.row.number}-{told.seq}",
        instant=instant_words(told),
        due=due_words(told),
        timeliness=timeliness_words(told),
        facts=text.fields,
        opening=text.opening,
        paragraphs=text.paragraphs,
        attachments=files,
        citation=text.citation,
        signers=_two(text.signers),
        sha256=digest,
        watermark=law.watermark,
        issued_on=told.on,
    )


def _two(signers: tuple[str, ...]) -> tuple[str, str]:
    padded = (*signers, "", "")
    return padded[0], padded[1]
