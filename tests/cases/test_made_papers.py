"""Each step that calls for a paper gets one: kept by its hash, with its number, the law and the mark."""

import io
from datetime import timedelta

import pytest
from pypdf import PdfReader
from sqlalchemy import select

from app.cases.made_papers import make_papers
from app.cases.models import CaseDocument, CaseFile
from app.cases.papers import read_paper
from app.persistence.base import db
from tests.support.case_steps import DEFENCE, REASONS, homologated, take
from tests.support.cast import NOW, Cast
from tests.support.permits import law

DAY = timedelta(days=1)
LATER = NOW + 20 * DAY


def papers(home: Cast, case_id: str) -> dict[str, str]:
    """Kind → text of the papers that the city made of the case."""
    make_papers(home.actor("bruno"), case_id, law(home), now=LATER)
    query = select(CaseDocument).where(CaseDocument.case_id == case_id)
    rows = [(row.id, row.kind) for row in db.session.scalars(query) if row.number]
    db.session.rollback()
    return {kind: _text(home, id) for id, kind in rows}


def _text(home: Cast, id: str) -> str:
    found = read_paper(home.actor("bruno"), id, today=LATER.date(), now=LATER)
    pages = PdfReader(io.BytesIO(found.content)).pages
    return " ".join(" ".join(page.extract_text().split()) for page in pages)


@pytest.fixture
def id(case: CaseFile) -> str:
    """Id of the case."""
    return case.id


def rejected(home: Cast, id: str) -> None:
    """Defended by paper and rejected by the mayor's substitute of the secretary."""
    homologated(home, id)
    take(home, id, "defend", "bruno", files=("annex_1",), **DEFENCE)


def test_homologation_makes_the_notification(planura: Cast, case: CaseFile) -> None:
    homologated(planura, case.id)
    text = papers(planura, case.id)["notification"]
    assert case.number in text and "art. 51" in text
    assert "TREINAMENTO – SEM VALOR LEGAL" in text


def test_a_defence_gets_a_receipt_with_second_and_timeliness(planura: Cast, id: str) -> None:
    rejected(planura, id)
    text = papers(planura, id)["receipt"]
    assert "10:00:00" in text and "prova.pdf" in text
    assert "TEMPESTIVA" in text or "ANTES DO INÍCIO DO PRAZO" in text


def test_archiving_makes_the_decision_with_proposer_and_law(planura: Cast, id: str) -> None:
    take(planura, id, "opinion", "fabio", recommends="archive", reasons=REASONS)
    take(planura, id, "archive", "celia", reasons=REASONS)
    text = papers(planura, id)["archive_decision"]
    assert "ARQUIVAMENTO" in text and "Fábio Lima" in text and "PLA art. 50" in text


def test_a_paper_is_made_once(planura: Cast, id: str) -> None:
    take(planura, id, "opinion", "fabio", recommends="archive", reasons=REASONS)
    take(planura, id, "archive", "celia", reasons=REASONS)
    papers(planura, id)
    assert make_papers(planura.actor("bruno"), id, law(planura), now=LATER) == 0
