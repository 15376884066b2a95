"""The items of a notice on paper, in the order of the law's list (PLA art. 49 I to XI).

Each takes the frozen record and the norm; texts of the record are quoted as they stand.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from app.documents.frozen import Item
from app.documents.notice import Closing, Signature
from app.evidence.record_words import (
    MODALITIES,
    Pairs,
    Record,
    day,
    filled,
    joined,
    moment,
    plate,
    position,
    ufm,
)
from app.infractions.paper_words import COPY_HOW, SCOPES, person, tax_id, with_missing
from app.regulation.fines import CLASS_NAMES
from app.regulation.notice_form import shared_form
from app.regulation.ruleset import Ruleset
from app.regulation.tables_notice import MeasureWords, NoticeLaw
from app.regulation.vocabulary import InfractionClass

Rows = tuple[tuple[Item, ...], ...]
PENDING: Final = "pendente de consulta, a completar pelo órgão"
_LISTED: Final = re.compile(r"art\. [0-9]+ [IVXL]+")  # an item of the list of what a notice holds


@dataclass(frozen=True)
class Told:
    """The record and what is needed to put it into words."""

    record: Record
    law: Ruleset
    notices: NoticeLaw
    number: str
    zone: str

    def item(self, topic: str, label: str, facts: Pairs = (), text: str = "") -> Item:
        """An item with the number that the norm gives to its topic, if it lists them."""
        return Item(self.listed(topic), label, facts, text)

    def listed(self, topic: str) -> str:
        """ "art. 49 III" where the norm lists the topic; "" else."""
        refs = next((row.refs for row in self.notices.basis if row.topic == topic), ())
        return next((ref for ref in refs if _LISTED.fullmatch(ref)), "")

    def at(self, text: str) -> str:
        """An instant of the record on the city's clock."""
        return moment(text, self.zone)


def rows_of(told: Told) -> Rows:
    """All items before the signature; those that this document does not have are left out."""
    rows = [
        (_infraction(told),),
        (_place(told),),
        (_vehicle(told),),
        (_driver(told),),
        (_owner(told),),
        (_permit(told), _offender(told)),
        (_facts(told),),
        *((item,) for item in _consequences(told)),
        (_agent(told),),
    ]
    return tuple(rows)


def closing_of(told: Told) -> Closing | None:
    """Items X and XI; None for what is neither signed nor numbered (a verbal warning)."""
    ending = told.record["ending"]
    if ending is None:
        return None
    row = next(row for row in told.notices.ending if row.kind == ending["kind"])
    copy, drawn = told.record["copy"], ending["signature"]
    handed = f"entregue ({COPY_HOW.get(copy['how'], copy['how'])})"
    facts = filled(
        ("Como terminou", row.name),
        ("Em", told.at(ending["at"])),
        ("Relato do agente", ending["note"]),
        ("Via do condutor", handed if copy["delivered"] else f"não entregue: {copy['why']}"),
        ("Fundamento", told.law.cite_all(row.basis)),
    )
    return Closing(
        ending=told.item("signature", "Assinatura do condutor", facts, row.sentence),
        signature=_signature(drawn) if drawn else None,
        signer=_signer(told.record, ending),
        number=told.item("number", "Número do documento", (("Nº", told.number),)),
    )


def _signature(drawn: Record) -> Signature:
    return Signature(drawn["w"], drawn["h"], tuple(map(tuple, drawn["strokes"])))


def _signer(record: Record, ending: Record) -> str:
    if ending["kind"] != "signed":
        return "Sem assinatura"
    if ending["signer"] == "driver":
        return f"{ending['signer_name'] or record['driver']['name']}, condutor"
    return ending["signer_name"] or "Outra pessoa"


def _infraction(told: Told) -> Item:
    found = told.record["infraction"]
    gravity = found["class"]
    facts = filled(
        ("Código", found["code"]),
        ("Infração", found["title"]),
        ("Classe", CLASS_NAMES[InfractionClass(gravity)] if gravity else ""),
        ("Fundamento", joined([*found["basis"], found["choice"]], "; ")),
    )
    number = told.listed("type")
    return Item(number, "Tipificação da infração", facts, found["text"], quoted=True)


def _place(told: Told) -> Item:
    record = told.record
    facts = filled(
        ("Fato em", told.at(record["happened_at"])),
        (
            "Local",
            record["place"]["text"] or ("" if record["place"]["position"] else "não informado"),
        ),
        ("Posição", position(record["place"]["position"])),
        ("Lavrado em", told.at(record["written_at"])),
        ("Âmbito", SCOPES.get(str(record["scope"]), "")),
        ("Motivo do atraso", record["late_reason"]),
    )
    return told.item("time", "Local, data e hora da infração", facts)


def _vehicle(told: Told) -> Item:
    found = told.record["vehicle"]
    seal = found["seal_index"]
    asked = (
        ("Placa", plate(found["plate"])),
        ("Marca e modelo", found["make_model"]),
        ("Cor", found["colour"]),
        ("Chassi", found["chassis"]),
        ("RENAVAM", found["renavam"]),
        ("Serviço", MODALITIES[found["modality"]]),
    )
    facts = (
        *with_missing(asked, found["missing"]),
        *filled(("Selo", f"nº {seal}" if seal is not None else "")),
    )
    return told.item("vehicle", "Identificação do veículo", facts)


def _driver(told: Told) -> Item:
    found = told.record["driver"]
    facts = with_missing(person(found, "cpf"), found["missing"])
    return told.item("driver", "Identificação do condutor", facts)


def _owner(told: Told) -> Item:
    found = told.record["owner"]
    pairs = person(found, "tax_id")
    if len(found["tax_id"]) == 14:  # a company has neither identity card nor licence
        pairs = tuple(pair for pair in pairs if pair[0] not in {"RG", "CNH"} or pair[1])
    facts = with_missing(pairs, PENDING if found["pending"] else "")
    return told.item("owner", "Identificação do proprietário", facts)


def _permit(told: Told) -> Item:
    name = told.law.word("permit")
    return told.item("permit", "Autorização", ((name, told.record["permit"]["number"]),))


def _offender(told: Told) -> Item:
    found = told.record["offender"]
    names = {row.kind.value: row.name for row in shared_form().offender}
    number = "CNPJ" if len(found["tax_id"]) == 14 else "CPF"
    facts = filled(
        (names.get(found["kind"], "Quem responde"), found["name"]),
        (number, tax_id(found["tax_id"])),
    )
    return Item("", "Autuado", facts)


def _facts(told: Told) -> Item:
    photos = len(told.record["photos"])
    count = f"{photos}, com o processo" if photos else ""
    return told.item(
        "facts", "Histórico da infração", filled(("Fotos", count)), told.record["facts"]
    )


def _consequences(told: Told) -> Iterator[Item]:
    """Witnesses, fine, warning, measures, what to put right, the term: what this document has."""
    yield from _witnesses(told)
    yield from _fine(told)
    yield from _warning(told)
    yield from _measures(told)
    yield from _regularise(told)
    yield from _deadline(told)


def _witnesses(told: Told) -> Iterator[Item]:
    found = told.record["witnesses"]
    facts = tuple(
        (f"{n}ª", joined([each["name"], each["document"], each["address"]]))
        for n, each in enumerate(found, 1)
    )
    if facts:
        yield Item("", "Testemunhas", facts)


def _fine(told: Told) -> Iterator[Item]:
    found = told.record["fine"]
    if found["rule"] == "none":
        return
    proposed = found["rule"] == "proposed"
    label = "Valor proposto pelo agente" if proposed else "Valor fixado pela norma"
    yield Item("", "Multa", ((label, ufm(found["ufm"])),), found["reasons"])


def _warning(told: Told) -> Iterator[Item]:
    found, words = told.record["warning"], told.notices.warnings
    if found is None or words is None:
        return
    ticked = [getattr(words, name) for name in ("involuntary", "minor", "primary") if found[name]]
    facts = filled(
        ("Declarado pelo agente", joined(ticked, "; ")),
        ("Fundamento", told.law.cite_all(words.basis)),
    )
    yield Item("", "Advertência", facts, found["reasons"])


def _measures(told: Told) -> Iterator[Item]:
    rows = {row.kind.value: row for row in shared_form().measure}
    refs = {row.topic: row.refs for row in told.notices.measure_basis}
    for found in told.record["measures"]:
        row = rows.get(found["kind"])
        facts = filled(
            ("Em", told.at(found["at"])),
            ("Motivo", found["reason"]),
            ("Local ou destino", found["place"]),
            ("Inventário", found["items"]),
            ("Fundamento", told.law.cite_all(refs.get(found["kind"], ()))),
        )
        yield Item("", _measure_title(row) if row else found["kind"], facts)


def _measure_title(row: MeasureWords) -> str:
    """A thing taken away or held has a term of its own (PAT art. 24 II b to d)."""
    taken = "place" in row.needs
    return f"Termo de {row.name[:1].lower()}{row.name[1:]}" if taken else row.name


def _regularise(told: Told) -> Iterator[Item]:
    found = told.record["regularise"]
    if found is not None:
        days = f"{found['days']} dia{'s' if found['days'] != 1 else ''}"
        yield Item("", "A regularizar", (("Prazo", days),), found["what"])


def _deadline(told: Told) -> Iterator[Item]:
    found = told.record["deadline"]
    if found is not None:
        facts = filled(("Até", day(found["due_on"])), ("Fundamento", found["citation"]))
        label = f"Prazo para {told.law.word('appeal')}"
        yield told.item("deadline", label, facts, found["words"])


def _agent(told: Told) -> Item:
    agent, body = told.record["agent"], told.record["body"]
    facts = filled(
        ("Órgão", joined([body["name"], body["city"]])),
        ("Agente", agent["name"]),
        ("Matrícula", agent["registration"]),
        ("Ato", agent["act"]),
    )
    return told.item("agent", "Órgão e agente autuador", facts)
