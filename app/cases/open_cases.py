"""The cases of a city that are not over, with their facts: what daily work and calendars ask for."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date

from sqlalchemy.orm import Session

from app.accounts.city_calendar import city_calendar
from app.cases.case_rows import in_states, with_last_step
from app.cases.facts import facts_among
from app.cases.models import CaseFile
from app.kernel.calendar import Calendar
from app.regulation.case_catalogue import case_law
from app.regulation.case_facts import CaseFacts
from app.regulation.ruleset import Ruleset

_YEARS_AHEAD = 7  # the bar after a cassation lasts five


@dataclass(frozen=True)
class OpenCase:
    """One case and what its rules read."""

    case: CaseFile
    facts: CaseFacts
    seq: int  # of its last step


def open_cases(
    session: Session, municipality_id: str, law: Ruleset, states: Collection[str] = ()
) -> list[OpenCase]:
    """Those that stand in one of these states; without states, all that are not over."""
    wanted = states or {row.id for row in case_law(law).states if not row.final}
    query = with_last_step().where(
        CaseFile.municipality_id == municipality_id, in_states(law, wanted)
    )
    found = list(session.execute(query.order_by(CaseFile.opened_at, CaseFile.id)))
    facts = facts_among(session, [case for case, _ in found])
    return [OpenCase(case, facts[case.id], last.seq if last else 0) for case, last in found]


def days_of(session: Session, cases: Collection[OpenCase], city: str, today: date) -> Calendar:
    """The city's days over the whole life of these cases."""
    first = min((one.case.happened_at.year for one in cases), default=today.year)
    return city_calendar(session, city, range(first - 1, today.year + _YEARS_AHEAD))
