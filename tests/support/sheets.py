"""A notice as plain values for the press, and what a reader of its PDF gets back."""

import io
import re
import unicodedata
from datetime import date
from typing import Any

import pypdfium2
from PIL import Image

from app.documents.frozen import Item, Photo, Proof
from app.documents.notice import Closing, NoticeSheet, Signature
from app.evidence import record_qr

SHA = "3f9a0c1d" * 8
ADDRESS = record_qr.public_address("https://confere.planura.mg.gov.br", "a", SHA)
WATERMARK = "TREINAMENTO – SEM VALOR LEGAL"
FACTS = "Constatei o táxi em serviço com os dois pneus dianteiros lisos e o banco rasgado."
DRIVER = (
    ("Nome", "João Pereira d'Ávila"),
    ("RG", "MG-12.345.678, expedido em 12/03/2010"),
    ("CPF", "123.456.789-09"),
    ("CNH", "01234567890, categoria B"),
    ("Endereço", "Rua das Flores, 123, Centro, Planura/MG"),
)
LABELS = (
    ("I", "Tipificação da infração"),
    ("II", "Local, data e hora da infração"),
    ("III", "Identificação do veículo"),
    ("IV", "Identificação do condutor"),
    ("V", "Identificação do proprietário"),
    ("VI", "Autorização"),
    ("VII", "Histórico da infração"),
    ("VIII", "Prazo para impugnação"),
    ("IX", "Órgão e agente autuador"),
    ("X", "Assinatura do condutor"),
    ("XI", "Número do documento"),
)
STROKES = ((20, 40, 60, 160, 100, 30, 140, 150), (200, 60, 240, 140), (300, 100))


def item(place: int, *facts: tuple[str, str], text: str = "", quoted: bool = False) -> Item:
    """Item number `place` of art. 49, counted from 0."""
    number, label = LABELS[place]
    return Item(f"art. 49 {number}", label, facts, text, quoted)


def rows(facts: str = FACTS) -> tuple[tuple[Item, ...], ...]:
    """Items I to IX of a typical notice, with the narrative given."""
    law = "Irregularidades no veículo que comprometam conforto, higiene ou segurança mínima;"
    return (
        (item(0, ("Código", "PLA-43-II-c"), ("Classe", "média"), text=law, quoted=True),),
        (item(1, ("Fato em", "30/11/2026 às 10:40"), ("Local", "Praça da Matriz, nº 30")),),
        (item(2, ("Placa", "ABC1D23"), ("Chassi", "9BD35891HL1234567")),),
        (item(3, *DRIVER),),
        (item(4, *DRIVER),),
        (
            item(5, ("Termo", "TREINO-T-2026-0001")),
            Item("", "Autuado", (("CPF", "123.456.789-09"),)),
        ),
        (item(6, text=facts),),
        (Item("", "Multa", (("Valor proposto pelo agente", "4 UFM"),), "Dois itens reprovados."),),
        (item(7, ("Fundamento", "PLA art. 51"), text="Prazo para impugnação: 10 dias."),),
        (item(8, ("Agente", "Ana Souza"), ("Matrícula", "1001")),),
    )


def sheet(**edits: Any) -> NoticeSheet:
    """A signed notice of training, two copies, no photos."""
    closing = Closing(
        item(9, ("Em", "30/11/2026 às 10:53"), text="Ciente; não é confissão."),
        Signature(600, 200, STROKES),
        "Davi Nunes, condutor",
        item(10, ("Nº", "TREINO-AI-2026-000017")),
    )
    proof = Proof(
        record_qr.svg(ADDRESS),
        "confere.planura.mg.gov.br/a/",
        "ABCD EFGH IJKL MNOP",
        (("SHA-256 do conteúdo", SHA), ("Registro do Município", f"nº 345 · {SHA[::-1]}")),
    )
    values: dict[str, Any] = {
        "city": "Município de Planura/MG",
        "body": "Secretaria Municipal de Administração e Fazenda",
        "law": "Projeto de Lei nº 28, de 10 de dezembro de 2025",
        "title": "AUTO DE INFRAÇÃO",
        "number": "TREINO-AI-2026-000017",
        "copies": ("1ª via – processo", "2ª via – condutor"),
        "banners": (),
        "rows": rows(),
        "closing": closing,
        "proof": proof,
        "next_steps": ("A assinatura vale como notificação.",),
        "photos": (),
        "annotations": (),
        "watermark": WATERMARK,
        "issued_on": date(2026, 11, 30),
    }
    return NoticeSheet(**{**values, **edits})


def jpeg(width: int = 1280, height: int = 960) -> bytes:
    """A photo that does not compress to nothing."""
    buffer = io.BytesIO()
    Image.effect_noise((width, height), 40).convert("RGB").save(buffer, "JPEG", quality=70)
    return buffer.getvalue()


def photo(place: int = 1, *, here: bool = True) -> Photo:
    """One of the photos of the sheet."""
    return Photo(jpeg() if here else None, f"Pneu {place}", "30/11/2026 às 10:45", f"{place}" * 64)


def pages_of(pdf: bytes) -> list[str]:
    """The words of each page, spaces made single."""
    document = pypdfium2.PdfDocument(pdf)
    pages = [" ".join(page.get_textpage().get_text_range().split()) for page in document]
    document.close()
    return pages


def read_back(pdf: bytes, shown: NoticeSheet) -> str:
    """All words of one copy without what stands around each page; spaces do not count."""
    text = ""
    for page in pages_of(pdf):
        page = page.replace(shown.watermark or "\0", "")
        around = rf"{re.escape(shown.title)} {re.escape(shown.number)} .{{1,40}}? folha \d+ de \d+"
        text += re.sub(around, "", page)
    return tight(text)


def tight(text: str) -> str:
    """Without spaces, composed; U+FFFE is how the reader writes a hyphen at the end of a line."""
    return re.sub(r"\s", "", unicodedata.normalize("NFKC", text.replace("\ufffe", "-")))
