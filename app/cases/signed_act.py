"""The mayor's act that comes back signed: the very text that was exported, or a scan that says so."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.cases.domain import StepData
from app.cases.models import CaseDocument, CaseFile
from app.cases.papers import kept_bytes
from app.documents.signed_pdf import check_signed
from app.kernel.errors import Invalid
from app.regulation.tables_papers import PaperKind

STEP = "join_act"
_FIELD = "signed_act"
_ON_PAPER = "paper"  # signed by hand and scanned: a person compared the text


def check_act(session: Session, case: CaseFile, data: StepData) -> None:
    """`Invalid` (field "signed_act") where a digital signature is not of the act that was exported.

    A scan of a signature by hand is kept as it is: its step says that a person compared it.
    """
    if data.step != STEP or data.values.get("signed_how") == _ON_PAPER:
        return
    query = select(CaseDocument).where(
        CaseDocument.case_id == case.id, CaseDocument.kind == PaperKind.MAYOR_ACT.value
    )
    act = session.scalars(query.order_by(CaseDocument.made_at.desc())).first()
    file = data.files.get(_FIELD)
    if act is None:
        said = "O ato ainda não foi exportado. Abra o processo, baixe o PDF e assine-o."
        raise Invalid(said, field=_FIELD)
    if file is None:
        return  # the rules say that it is missing
    checked = check_signed(kept_bytes(act), file.content)
    if not checked.ok:
        raise Invalid(checked.reason, field=_FIELD)
