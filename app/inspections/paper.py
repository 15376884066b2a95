"""A stored visit as a document (laudo): the frozen record, its result and seal, and how to check it."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final

from app.accounts.queries import City
from app.documents.frozen import Item, Photo
from app.documents.inspection import ReportSheet
from app.evidence.record_qr import proof_of
from app.evidence.record_words import MODALITIES, day, filled, moment, plate, position
from app.inspections.law import Json, occasion_row
from app.inspections.paper_items import (
    DefectRow,
    defects_of,
    groups_of,
    quotes_of,
    validity_words,
)
from app.kernel.civil import civil_today, format_instant
from app.regulation.inspection_terms import cure_reading
from app.regulation.ruleset import TRAINING_SENTENCE, Ruleset

DOOR: Final = "l"  # of the public page
RESULTS: Final = {"approved": "APROVADO", "failed": "REPROVADO", "pending": "PENDENTE"}
# An approval that does not count, or not yet: its word, and what is said above all.
DOUBTS: Final = {
    "open": (
        "EM CONFERÊNCIA",
        "Há dúvida sobre esta vistoria: a aprovação espera a conferência da chefia.",
    ),
    "confirmed": (
        "SEM EFEITO",
        "A chefia confirmou irregularidade nesta vistoria: a aprovação não vale.",
    ),
}
_HOW: Final = {"seal": "leitura do código do selo", "plate": "placa digitada"}


@dataclass(frozen=True)
class SealOfVisit:
    """The code that the visit gave."""

    number: int
    expires_on: date


@dataclass(frozen=True)
class Paper:
    """A stored visit with all that its document shows. `photos`: hash → JPEG, where it has come.

    `doubt`: "open" while a person must look at it, "confirmed" when it was found irregular.
    """

    id: str
    number: str
    record: dict[str, Any]
    catalogue: Json
    sha256: str
    result: str
    held_on: date
    cure_by: date | None
    valid_until: date | None
    stopped: bool
    doubt: str
    training: bool
    received_at: datetime
    ledger_seq: int
    ledger_hash: str
    defects: tuple[DefectRow, ...]
    seal: SealOfVisit | None
    photos: dict[str, bytes]


def sheet_of(paper: Paper, home: City, law: Ruleset, public_url: str) -> ReportSheet:
    """The plain values of the document. A training record is marked whatever the law is today."""
    word, banner = _standing(paper)
    pending = tuple(row.key for row in paper.defects)
    return ReportSheet(
        city=f"Município de {home.label}",
        body=law.word("authority"),
        law=law.instrument.title,
        status=law.instrument.status_note,
        title="Laudo de vistoria",
        number=paper.number,
        result=word,
        summary=_summary(paper, law),
        banners=(banner,) if banner else (),
        rows=_rows(paper, home),
        defects=defects_of(paper.defects, stopped=paper.stopped),
        next_steps=_next(paper, law),
        quotes=quotes_of(law, paper.result, pending),
        groups=groups_of(paper.record, paper.catalogue, {row.key: row for row in paper.defects}),
        photos=_photos(paper, home),
        proof=proof_of(public_url, DOOR, paper.sha256, _anchors(paper, home)),
        watermark=TRAINING_SENTENCE if paper.training or law.training else "",
        issued_on=civil_today(paper.received_at, home.time_zone),
    )


def _standing(paper: Paper) -> tuple[str, str]:
    """The word of the result and what is said above all of it."""
    if paper.result == "approved" and paper.doubt:
        return DOUBTS[paper.doubt]
    return RESULTS[paper.result], ""


def occasion_words(paper: Paper) -> tuple[str, str]:
    """Label and citation of why the car was inspected."""
    record = paper.record
    row = occasion_row(paper.catalogue, record["occasion"], record["vehicle"]["modality"])
    return (str(row["label"]), str(row["citation"])) if row else ("Vistoria", "")


def _summary(paper: Paper, law: Ruleset) -> str:
    said = f"{occasion_words(paper)[0]} de {day(paper.held_on.isoformat())}."
    if paper.result == "approved":
        leaves = paper.record["occasion"] == "exit"
        return said if leaves else f"{said} {validity_words(law, paper.valid_until)}"
    if paper.result == "pending":
        return f"{said} Falta o que foi pedido: veja abaixo."
    count = sum(row.blocking for row in paper.defects)
    items = "1 item reprovado" if count == 1 else f"{count} itens reprovados"
    back = f" Voltar até {day(paper.cure_by.isoformat())}." if paper.cure_by else ""
    return f"{said} {items}.{back}"


def _next(paper: Paper, law: Ruleset) -> tuple[str, ...]:
    """What the driver does now, in the city's reading of the term."""
    if paper.result == "pending":
        return ("Entregue o que foi pedido e volte: só o que ficou pendente será visto.",)
    if paper.result != "failed" or paper.record["occasion"] == "exit":
        return ()
    back = f" até {day(paper.cure_by.isoformat())}" if paper.cure_by else ""
    steps = [f"Corrija e volte{back}: só os itens reprovados serão vistos de novo."]
    if paper.stopped:
        steps.append("O carro não roda até ser aprovado.")
    return (*steps, cure_reading(law).words)


def _rows(paper: Paper, home: City) -> tuple[tuple[Item, ...], ...]:
    record = paper.record
    return (
        (_car(record, home),),
        (_why(paper), _inspector(record)),
        (_where(record, home),),
        *(((_seal(paper.seal),),) if paper.seal else ()),
    )


def _car(record: dict[str, Any], home: City) -> Item:
    car, known = record["vehicle"], record["identified"]
    seal = car["seal_index"]
    how = f"{_HOW[known['how']]}, {moment(known['at'], home.time_zone)}"
    facts = filled(
        ("Placa", plate(car["plate"])),
        ("Marca e modelo", car["make_model"]),
        ("Cor", car["colour"]),
        ("Serviço", MODALITIES[car["modality"]]),
        ("Final do chassi lido", known["chassis_tail"]),
        ("Selo no carro", f"nº {seal}" if seal is not None else ""),
        ("Identificado por", how),
        ("Apresentado por", record["presented_by"]),
    )
    return Item("", "Veículo", facts)


def _why(paper: Paper) -> Item:
    label, citation = occasion_words(paper)
    fee = paper.record["fee"]
    facts = filled(
        ("Motivo", label),
        ("Fundamento", citation),
        ("Guia da taxa", fee["guide"]),
        ("Paga em", day(fee["paid_on"])),
    )
    return Item("", "Motivo e taxa", facts)


def _inspector(record: dict[str, Any]) -> Item:
    agent = record["agent"]
    facts = filled(
        ("Nome", agent["name"]), ("Matrícula", agent["registration"]), ("Ato", agent["act"])
    )
    return Item("", "Quem vistoriou", facts)


def _where(record: dict[str, Any], home: City) -> Item:
    zone, place = home.time_zone, record["place"]
    facts = filled(
        ("Local", place["text"]),
        ("Coordenadas", position(place["position"])),
        ("Início", moment(record["started_at"], zone)),
        ("Fim", moment(record["finished_at"], zone)),
    )
    return Item("", "Onde e quando", facts)


def _seal(seal: SealOfVisit) -> Item:
    facts = (("Número", f"nº {seal.number}"), ("Vale até", day(seal.expires_on.isoformat())))
    return Item("", "Selo de vistoria", facts)


def _anchors(paper: Paper, home: City) -> tuple[tuple[str, str], ...]:
    ledger = f"nº {paper.ledger_seq} · {paper.ledger_hash}" if paper.ledger_seq else ""
    return (
        ("SHA-256 do conteúdo", paper.sha256),
        ("Sequência do aparelho", f"nº {paper.record['chain']['seq']}"),
        ("Registro do Município", ledger),
        ("Recebido em", format_instant(paper.received_at, home.time_zone)),
    )


def _photos(paper: Paper, home: City) -> tuple[Photo, ...]:
    """The sides of the car, then what failed; small, for the originals are kept as evidence."""
    captions = _captions(paper)
    known = {each["sha256"]: each for each in paper.record["photos"]}
    return tuple(
        Photo(
            paper.photos.get(sha256),
            caption,
            moment(known[sha256]["taken_at"], home.time_zone) if sha256 in known else "",
            sha256,
        )
        for sha256, caption in captions.items()
    )


def _captions(paper: Paper) -> dict[str, str]:
    parts = {part["id"]: part["label"] for part in paper.catalogue["shots"]["parts"]}
    found = {shot["sha256"]: parts.get(shot["part"], "") for shot in paper.record["shots"]}
    labels = {row.key: row.label for row in paper.defects}
    for answer in paper.record["items"]:
        for sha256 in answer["photos"] if answer["key"] in labels else ():
            found.setdefault(sha256, labels[answer["key"]])
    return found
