"""What a new holiday or closing does to running terms: shown before the day is declared."""

from datetime import date

from sqlalchemy.orm import Session

from app.accounts.city_calendar_service import Touched
from app.accounts.domain import Actor
from app.accounts.queries import city
from app.cases.open_cases import days_of, open_cases
from app.kernel.calendar import Closing
from app.kernel.civil import civil_today, format_date
from app.regulation.case_state import CaseDue, changed_terms
from app.web.clock import now
from app.web.rulesets import ruleset_of


def terms_moved_by(session: Session, actor: Actor, day: date) -> list[Touched]:
    """Each running term that a closed `day` moves: from when to when, and why."""
    home = city(actor.municipality_id)
    law = ruleset_of(home)
    if law.cases is None:
        return []
    today = civil_today(now(), home.time_zone)
    cases = open_cases(session, home.id, law)
    before = days_of(session, cases, home.id, today)
    if day.year not in before.years:
        return []
    after = before.with_days(closings=[Closing(day, "dia a incluir")])
    return [
        Touched(_words(one.case.number, was, new), "cases.case", one.case.id)
        for one in cases
        for was, new in changed_terms(law, one.facts, before, after, today)
    ]


def _words(number: str, was: CaseDue, new: CaseDue) -> str:
    return (
        f"Processo {number}: {was.what} passa de {format_date(was.act_by)} "
        f"para {format_date(new.act_by)}"
    )
