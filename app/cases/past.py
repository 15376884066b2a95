"""Every case of one offender with its final day, as the rules of repetition read it."""

from datetime import datetime

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from app.cases.facts import calendar_of, facts_among
from app.cases.models import CaseFile
from app.regulation.case_facts import CasePath
from app.regulation.case_state import CaseState, state_of
from app.regulation.recidivism import PastCase
from app.regulation.ruleset import Ruleset


def history(
    session: Session, municipality_id: str, offender_id: str, law: Ruleset, *, now: datetime
) -> dict[str, tuple[str, PastCase]]:
    """Id → number and case, the oldest fact first; of a person or of a platform."""
    query = select(CaseFile).where(
        CaseFile.municipality_id == municipality_id,
        or_(CaseFile.offender_person_id == offender_id, CaseFile.platform_id == offender_id),
        CaseFile.path != CasePath.VERBAL.value,
    )
    files = list(session.scalars(query.order_by(CaseFile.happened_at)))
    facts = facts_among(session, files)
    found = {}
    for case in files:
        state = state_of(law, facts[case.id], calendar_of(session, case, now), now)
        found[case.id] = (case.number, _past(case, state, offender_id))
    return found


def _past(case: CaseFile, state: CaseState, offender_id: str) -> PastCase:
    return PastCase(
        code=case.code,
        offender=offender_id,
        fact_on=state.happened_on,
        final_on=state.final_on,
        cancelled=state.state.cancelled,
        suspended=state.suspended,
    )
