"""Values for every paper of a case, and the sheets made of them as the office would see them."""

from collections.abc import Mapping
from datetime import date

from app.documents.case_paper import Attachment, CaseSheet, Label, LabelSheet, Receipt
from app.documents.frozen import Item
from app.regulation.case_papers import PaperText, edital_entry, paper_text, timeliness
from app.regulation.ruleset import Ruleset
from app.regulation.tables_papers import PLACEHOLDERS, PaperKind

NASTY = '#read("/etc/passwd") $x^2$ [a] *b* _c_ <d> @e'
LONG = "Maria Aparecida do Perpétuo Socorro Albuquerque de Vasconcelos e Silva d'Ávila Neta"
CPF = "123.456.789-09"
ADDRESS = "Rua Monte Carmelo, nº 1448, fundos, Setor Industrial, Planura/MG, CEP 38220-000"
SHA = "3f9a0c1d" * 8
ISSUED = date(2026, 12, 1)
VALUES: Mapping[str, str] = {
    "case": "TREINO-P-2026-000003",
    "day": "01/12/2026",
    "name": LONG,
    "document": f"CPF {CPF}",
    "address": ADDRESS,
    "infraction": "PLA-43-II-c, irregularidades no veículo",
    "fact": "30/11/2026 às 10:40",
    "channel": "carta com aviso de recebimento (AR)",
    "term": "10 dias",
    "rule": "Contam-se dias corridos; se o último não tem expediente, vale o dia útil seguinte.",
    "due": "14/12/2026, segunda-feira",
    "decided_on": "20/12/2026",
    "amount": "R$ 1.234,56",
    "computation": "4 UFM × R$ 308,64",
    "pay_until": "30/01/2027",
    "pay_how": "Use a guia de recolhimento anexa.",
    "final": "A decisão é definitiva desde o recebimento desta notificação.",
    "penalty": "multa",
    "warning": "",
    "reasons": f"O que se lê nos autos basta. {NASTY}",
    "decision": "INDEFERIDA",
    "effect": "A penalidade será aplicada por nova notificação.",
    "act": "ARQUIVAMENTO",
    "members": "Ana Souza, Bruno Lima e Célia Dias",
    "alternates": "Davi Nunes, Elisa Prado e Fábio Reis",
    "facts": "O condutor transportou passageiros com pneus lisos.",
    "conclusion": "Propõe-se a suspensão por 30 dias.",
    "days": "30 dias",
    "start": "10/01/2027",
    "end": "08/02/2027",
    "state": "Nada consta em processos definitivos.",
    "settled_on": "20/01/2027",
    "protocol": "TREINO-D-2026-000009",
    "instant": "01/12/2026 às 10:40:07",
    "number": "12/2026",
    "notice": "TREINO-AI-2026-000017",
}


def values(kind: PaperKind, *, least: bool = False, **edits: str) -> dict[str, str]:
    """What the kind asks for; `least`: only what it must have."""
    asked = PLACEHOLDERS[kind].must if least else PLACEHOLDERS[kind].all
    found = {name: VALUES.get(name, f"valor de {name}") for name in asked}
    return {**found, **{name: text for name, text in edits.items() if name in asked}}


def sheet_of(ruleset: Ruleset, text: PaperText, entries: tuple[str, ...] = ()) -> CaseSheet:
    """The paper as the press gets it."""
    words = ruleset.instrument
    return CaseSheet(
        city=f"Município de {words.municipality}/{words.uf}",
        body=ruleset.word("authority"),
        law=words.title,
        status=words.status_note.strip(),
        title=text.title,
        number=VALUES["case"],
        word="Processo",
        banners=(),
        facts=text.fields,
        opening=text.opening,
        paragraphs=text.paragraphs,
        entries=entries,
        quotes=tuple(Item("", cited, (), law, True) for cited, law in text.quotes),
        citation=text.citation,
        place_day=f"{words.municipality}, 1º de dezembro de 2026",
        signers=text.signers,
        sha256=SHA,
        watermark=ruleset.watermark,
        issued_on=ISSUED,
    )


def sheet(ruleset: Ruleset, kind: PaperKind, *, least: bool = False) -> CaseSheet:
    """A paper with the values above."""
    return sheet_of(ruleset, paper_text(ruleset, kind, values(kind, least=least)))


def edital(ruleset: Ruleset, count: int = 3) -> CaseSheet:
    """An edital of several cases."""
    entry = {
        "case": VALUES["case"],
        "name": LONG,
        "basis": "art. 50 §2",
        "term": "10 dias",
    }
    text = paper_text(ruleset, PaperKind.EDITAL, values(PaperKind.EDITAL))
    return sheet_of(ruleset, text, (edital_entry(ruleset, entry),) * count)


def receipt(ruleset: Ruleset, files: int = 3, *, in_time: bool | None = True) -> Receipt:
    """The receipt of a defence with that many files."""
    text = paper_text(ruleset, PaperKind.RECEIPT, values(PaperKind.RECEIPT))
    made = sheet_of(ruleset, text)
    first, second = text.signers
    return Receipt(
        city=made.city,
        body=made.body,
        law=made.law,
        title=text.title,
        number=VALUES["case"],
        protocol=VALUES["protocol"],
        instant=VALUES["instant"],
        due=f"{VALUES['due']}. {VALUES['rule']}",
        timeliness=timeliness(in_time),
        facts=text.fields,
        opening=text.opening,
        paragraphs=text.paragraphs,
        attachments=tuple(Attachment(f"foto-{n}.jpg", f"{n:08x}" * 8) for n in range(files)),
        citation=text.citation,
        signers=(first, second),
        sha256=SHA,
        watermark=ruleset.watermark,
        issued_on=ISSUED,
    )


def labels(ruleset: Ruleset, count: int = 15) -> LabelSheet:
    """Labels with the longest names; every other one waits for its code."""
    text = paper_text(ruleset, PaperKind.LABELS, values(PaperKind.LABELS))
    return LabelSheet(
        title=text.title,
        sender=text.opening,
        labels=tuple(
            Label(
                (LONG * (1 + n % 2))[:160], ADDRESS * (1 + n % 3), f"P-{n}", f"BR{n:09}BR" * (n % 2)
            )
            for n in range(count)
        ),
        watermark=ruleset.watermark,
        issued_on=ISSUED,
    )
