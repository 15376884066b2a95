"""Suspension and cassation: commission of three, report, the mayor's act, start, end and bar."""

from datetime import timedelta

import pytest
from sqlalchemy import select

from app.accounts.domain import Actor, system_actor
from app.accounts.permissions import Role
from app.cases.domain import FileData, StepData
from app.cases.made_papers import make_papers
from app.cases.models import CaseDocument, CaseDuty, CaseFile
from app.cases.opening import SanctionData
from app.cases.papers import kept_bytes
from app.cases.steps import open_and_take, take_step
from app.documents.case_paper import case_pdf
from app.kernel.errors import Invalid, NotFound, RuleRefused
from app.kernel.ids import new_id
from app.persistence.base import db
from app.regulation.tables_papers import PaperKind
from tests.support.case_papers import sheet
from tests.support.case_people import hired
from tests.support.case_steps import DEFENCE, REASONS, SEEN, state, take, taken
from tests.support.cast import NOW, Cast
from tests.support.permits import law
from tests.support.signing import signed

DAY = timedelta(days=1)


@pytest.fixture
def id(case: CaseFile) -> str:
    """Id of the case of the notice behind it."""
    return case.id


def opened(home: Cast, notice_id: str, over: str = "PLA-44-IV") -> str:
    """A process over a notice, proposed by the chief and opened by the secretary; its id."""
    case_id = new_id()
    told = {"type_code": over, "grounds": "Serviço inadequado, com risco."}
    data = StepData("propose_sanction", NOW.date(), new_id(), 0, told)
    chosen = SanctionData(notice_ids=[notice_id])
    open_and_take(home.actor("fabio"), case_id, chosen, data, ruleset=law(home), now=NOW)
    take(home, case_id, "admit", "celia", reasons=REASONS)
    return case_id


def commission(home: Cast) -> list[Actor]:
    """Three members and an alternate."""
    return [hired(home, place, Role.COMMISSION) for place in range(2, 6)]


def named(home: Cast, case_id: str) -> list[Actor]:
    """The commission, named by the mayor."""
    people = commission(home)
    members = " ".join(one.person_id for one in people[:3])
    told = {"portaria": "Portaria 9/2026", "members": members, "alternates": people[3].person_id}
    take(home, case_id, "name_commission", "elisa", **told)
    return people


def reported(home: Cast, case_id: str) -> None:
    """Heard and reported, ready for the mayor."""
    people = named(home, case_id)
    take(home, case_id, "in_person", "bruno", **SEEN)
    take(home, case_id, "defend", "bruno", **DEFENCE)
    take(home, case_id, "hear", people[0], minutes="Ouvida a passageira.")
    take(home, case_id, "report", people[0], opinion="suspend", reasons=REASONS)


def notice_of(id: str) -> str:
    found = db.session.get_one(CaseFile, id).notice_id
    db.session.rollback()
    assert found is not None
    return found


def test_suspended_by_the_mayor_and_served(planura: Cast, id: str) -> None:
    case_id = opened(planura, notice_of(id))
    reported(planura, case_id)
    told = {"days": "15", "start": "2026-12-07", "reasons": REASONS}
    take(planura, case_id, "mayor_suspend", "elisa", **told)
    take(planura, case_id, "join_act", "bruno", signed_how="paper", files=("signed_act",))
    take(planura, case_id, "in_person", "bruno", **SEEN)
    assert state(case_id) == "serving"
    system = system_actor(planura.city)
    with pytest.raises(RuleRefused):
        take(planura, case_id, "end_span", system, at=NOW + 21 * DAY)
    take(planura, case_id, "end_span", system, at=NOW + 22 * DAY)
    assert state(case_id) == "served"


def test_fourteen_days_are_below_the_least(planura: Cast, id: str) -> None:
    case_id = opened(planura, notice_of(id))
    reported(planura, case_id)
    told = {"days": "14", "start": "2026-12-07", "reasons": REASONS}
    with pytest.raises(RuleRefused) as caught:
        take(planura, case_id, "mayor_suspend", "elisa", **told)
    assert "de 15" in caught.value.message


def test_cassation_bars_for_five_years(planura: Cast, id: str) -> None:
    case_id = opened(planura, notice_of(id), "PLA-45-III")
    reported(planura, case_id)
    take(planura, case_id, "mayor_cassate", "elisa", reasons=REASONS)
    take(planura, case_id, "join_act", "bruno", signed_how="paper", files=("signed_act",))
    take(planura, case_id, "in_person", "bruno", **SEEN)
    assert state(case_id) == "barred"
    system = system_actor(planura.city)
    end = NOW.replace(year=2031) + 1 * DAY
    take(planura, case_id, "end_span", system, at=end)
    assert state(case_id) == "bar_ended"


def test_only_the_mayor_suspends(planura: Cast, id: str) -> None:
    case_id = opened(planura, notice_of(id))
    reported(planura, case_id)
    told = {"days": "15", "start": "2026-12-07", "reasons": REASONS}
    with pytest.raises(RuleRefused):
        take(planura, case_id, "mayor_suspend", "celia", **told)


def test_the_author_of_the_notice_is_in_no_commission(planura: Cast, id: str) -> None:
    case_id = opened(planura, notice_of(id))
    people = commission(planura)
    members = " ".join([planura.people["ana"], *(one.person_id for one in people[:2])])
    told = {"portaria": "P 9", "members": members, "alternates": people[3].person_id}
    with pytest.raises(RuleRefused):
        take(planura, case_id, "name_commission", "elisa", **told)


@pytest.mark.parametrize("count", [0, 2])
def test_two_members_are_no_commission(planura: Cast, id: str, count: int) -> None:
    case_id = opened(planura, notice_of(id))
    people = commission(planura)
    members = " ".join(one.person_id for one in people[:count])
    told = {"portaria": "P 9", "members": members, "alternates": people[3].person_id}
    with pytest.raises((RuleRefused, Invalid)):
        take(planura, case_id, "name_commission", "elisa", **told)


def test_who_was_not_named_reports_nothing(planura: Cast, id: str) -> None:
    case_id = opened(planura, notice_of(id))
    named(planura, case_id)
    take(planura, case_id, "in_person", "bruno", **SEEN)
    take(planura, case_id, "defend", "bruno", **DEFENCE)
    stranger = hired(planura, 1, Role.COMMISSION)
    with pytest.raises((RuleRefused, NotFound)):
        take(planura, case_id, "report", stranger, opinion="suspend", reasons=REASONS)


def test_the_commission_s_duty_is_stored_for_each(planura: Cast, id: str) -> None:
    case_id = opened(planura, notice_of(id))
    named(planura, case_id)
    query = select(CaseDuty).where(CaseDuty.case_id == case_id, CaseDuty.duty == "commission")
    assert len(list(db.session.scalars(query))) == 4


def decided(home: Cast, id: str) -> str:
    """A suspension that the mayor decided, its act exported; the case's id."""
    case_id = opened(home, notice_of(id))
    reported(home, case_id)
    told = {"days": "15", "start": "2026-12-07", "reasons": REASONS}
    take(home, case_id, "mayor_suspend", "elisa", **told)
    make_papers(home.actor("bruno"), case_id, law(home), now=NOW)
    return case_id


def join(home: Cast, case_id: str, content: bytes) -> str:
    """The act as it came back with a digital signature."""
    file = FileData("ato.pdf", "application/pdf", content)
    data = StepData(
        "join_act",
        NOW.date(),
        new_id(),
        taken(case_id),
        {"signed_how": "digital"},
        files={"signed_act": file},
    )
    return take_step(home.actor("bruno"), case_id, data, ruleset=law(home), now=NOW)


def exported(case_id: str) -> bytes:
    query = select(CaseDocument).where(CaseDocument.kind == "mayor_act")
    found = kept_bytes(db.session.scalars(query.where(CaseDocument.case_id == case_id)).one())
    db.session.rollback()
    return found


def test_the_act_signed_outside_comes_back(planura: Cast, id: str) -> None:
    case_id = decided(planura, id)
    join(planura, case_id, signed(exported(case_id)))
    assert state(case_id) == "act_signed"


def test_an_act_without_a_signature_does_not(planura: Cast, id: str) -> None:
    case_id = decided(planura, id)
    with pytest.raises(Invalid) as caught:
        join(planura, case_id, exported(case_id))
    assert caught.value.field == "signed_act" and state(case_id) == "act_pending"


def test_another_text_with_a_signature_does_not(planura: Cast, id: str) -> None:
    case_id = decided(planura, id)
    with pytest.raises(Invalid) as caught:
        join(planura, case_id, signed(case_pdf(sheet(law(planura), PaperKind.PORTARIA))))
    assert "não é o que o sistema gerou" in caught.value.message
