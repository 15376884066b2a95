"""Steps of a case taken by the service, as the office takes them."""

from datetime import date, datetime
from typing import Any

from sqlalchemy import func, select

from app.accounts.domain import Actor
from app.cases.domain import FileData, StepData
from app.cases.models import CaseFile, CaseStep
from app.cases.steps import take_step
from app.fees.domain import UfmData
from app.fees.ufm import record_ufm
from app.infractions.domain_annotations import AnnotationKind
from app.infractions.models import Notice
from app.infractions.service_annotations import annotate
from app.kernel.civil import civil_today
from app.kernel.ids import new_id
from app.persistence.base import db
from app.regulation.ruleset import Ruleset
from tests.support.cast import NOW, Cast
from tests.support.permits import law

PDF = b"%PDF-1.7\n%%EOF\n"
ZONE = "America/Sao_Paulo"
REASONS = "O relato descreve a conduta, e o registro do carro a confirma."
SEEN: dict[str, Any] = {"recipient": "o autuado", "files": ("receipt",)}
DEFENCE = {
    "facts_and_law": "O passageiro pediu para parar ali.",
    "request": "O cancelamento do auto.",
    "filed_by": "Davi Nunes",
    "place": "Planura",
}


def unit(home: Cast, year: int = 2026, value: str = "123,45") -> None:
    """The UFM of a year, fictitious."""
    secretary = next(login for login in home.people if login.startswith("celia"))
    data = UfmData(year, value, "Decreto 120/2025")
    record_ufm(home.actor(secretary), data, id=new_id(), this_year=year, now=NOW)


def pdf(name: str = "prova.pdf") -> FileData:
    """A small PDF as it is handed in."""
    return FileData(name, "application/pdf", PDF)


def case_of(notice_id: str) -> str:
    """Id of the case of a notice."""
    found = db.session.scalars(select(CaseFile.id).where(CaseFile.notice_id == notice_id)).one()
    db.session.rollback()
    return found


def taken(case_id: str) -> int:
    """How many steps a case has."""
    query = select(func.count()).where(CaseStep.case_id == case_id)
    count = db.session.scalar(query) or 0
    db.session.rollback()
    return count


def take(
    home: Cast,
    case_id: str,
    step: str,
    who: str | Actor,
    *,
    at: datetime = NOW,
    on: date | None = None,
    ruleset: Ruleset | None = None,
    files: tuple[str, ...] = (),
    password: str = "",
    **values: Any,
) -> str:
    """One step by this person (a login of the cast, or an actor); the step's id.

    `files`: the questions that are answered with a small PDF.
    """
    actor = home.actor(who) if isinstance(who, str) else who
    data = StepData(
        step=step,
        on=on or civil_today(at, ZONE),
        id=new_id(),
        seen_seq=taken(case_id),
        values=values,
        password=password,
        files={name: pdf() for name in files},
    )
    return take_step(actor, case_id, data, ruleset=ruleset or law(home), now=at)


def annulled(home: Cast, notice_id: str, *, suffix: str = "") -> None:
    """The notice is annulled in its case: the chief proposes, the secretary decides."""
    case = case_of(notice_id)
    take(home, case, "propose_annulment", f"fabio{suffix}", reasons="Placa de outro carro.")
    take(home, case, "annul", f"celia{suffix}", reasons="Placa de outro carro.")


def completed(home: Cast, case_id: str, *, at: datetime = NOW) -> None:
    """What the notice of a case lacks before it may be homologated."""
    notice = db.session.get_one(Notice, db.session.get_one(CaseFile, case_id).notice_id)
    id, late = notice.id, notice.late
    db.session.rollback()
    owner = {"owner_name": "José Lima", "owner_tax_id": "52998224725", "source": "Detran"}
    annotate(home.actor("bruno"), id, AnnotationKind.COMPLETION, owner, id=new_id(), now=at)
    if late:
        why = {"text": "Sem sinal na zona rural."}
        annotate(home.actor("ana"), id, AnnotationKind.LATE_REASON, why, id=new_id(), now=at)


def homologated(home: Cast, case_id: str, *, at: datetime = NOW) -> None:
    """Completed, an opinion, then the secretary homologates."""
    completed(home, case_id, at=at)
    take(home, case_id, "opinion", "fabio", at=at, recommends="homologate", reasons=REASONS)
    take(home, case_id, "homologate", "celia", at=at, reasons=REASONS)


def state(id: str) -> str:
    """Where the case stands, as it is stored."""
    query = select(CaseStep.state_after).where(CaseStep.case_id == id)
    found = db.session.scalars(query.order_by(CaseStep.seq.desc())).first()
    db.session.rollback()
    return found or ""
