"""The script of a town's cases: each step by its person, in the order of the days."""

from collections.abc import Iterator
from functools import partial

from sqlalchemy import func, select

from app.accounts.domain import Actor, system_actor
from app.cases.domain import FileData, StepData
from app.cases.made_papers import make_papers
from app.cases.models import CaseFile, CaseStep
from app.cases.opening import SanctionData
from app.cases.steps import open_and_take, take_step
from app.demo.stage import Stage, Step, made
from app.demo.table import PASSWORD
from app.demo.table_cases import CaseAct, DemoSanction
from app.demo.table_notices import DemoNotice
from app.documents.press import print_pdf
from app.fees.domain import UfmData
from app.fees.models import UfmValue
from app.fees.ufm import record_ufm
from app.kernel.civil import civil_today
from app.persistence.base import db

_UFM = "123,45"  # fictitious, as in requirements.md §5.2
_UFM_AT = -100


def case_steps(stage: Stage) -> Iterator[Step]:
    """All steps of the cases of a town, in no order of days; and the UFM that its fines need."""
    for year in (stage.today.year - 1, stage.today.year):
        id = stage.id("ufm", str(year))
        yield Step(_UFM_AT, partial(_ufm, stage, year, id), made(UfmValue, id))
    for paper in stage.town.papers:
        if isinstance(paper, DemoNotice):
            for act in paper.acts:
                yield _step(stage, paper.key, act, partial(_take, stage, paper, act))
    for sanction in stage.town.sanctions:
        for place, act in enumerate(sanction.acts):
            run = partial(_sanction, stage, sanction, act, opens=place == 0)
            yield _step(stage, sanction.key, act, run)


def _ufm(stage: Stage, year: int, id: str) -> None:
    data = UfmData(year, _UFM, f"Decreto 120/{year - 1}")
    now = stage.now(_UFM_AT)
    record_ufm(stage.secretary, data, id=id, this_year=stage.today.year, now=now)


def _step(stage: Stage, key: str, act: CaseAct, run: partial[None]) -> Step:
    return Step(act.at, run, made(CaseStep, _id(stage, key, act)), act.minutes)


def _id(stage: Stage, key: str, act: CaseAct) -> str:
    return stage.id("case", key, act.step, str(act.at))


def _take(stage: Stage, paper: DemoNotice, act: CaseAct) -> None:
    notice_id = stage.id("notice", paper.key)
    case_id = db.session.scalars(select(CaseFile.id).where(CaseFile.notice_id == notice_id)).one()
    _taken(stage, paper.key, case_id, act)


def _sanction(stage: Stage, sanction: DemoSanction, act: CaseAct, *, opens: bool) -> None:
    case_id = stage.id("sanction", sanction.key)
    if not opens:
        _taken(stage, sanction.key, case_id, act)
        return
    over = SanctionData(notice_ids=[stage.id("notice", key) for key in sanction.over])
    data, now = _data(stage, sanction.key, act, 0), stage.now(act.at, act.minutes)
    db.session.rollback()
    open_and_take(_actor(stage, act), case_id, over, data, ruleset=stage.law, now=now)


def _taken(stage: Stage, key: str, case_id: str, act: CaseAct) -> None:
    query = select(func.count()).where(CaseStep.case_id == case_id)
    data = _data(stage, key, act, db.session.scalar(query) or 0)
    db.session.rollback()
    now = stage.now(act.at, act.minutes)
    take_step(_actor(stage, act), case_id, data, ruleset=stage.law, now=now)
    make_papers(stage.clerk, case_id, stage.law, now=now)


def _actor(stage: Stage, act: CaseAct) -> Actor:
    return system_actor(stage.city.id) if act.by == "system" else stage.people[act.by]


def _data(stage: Stage, key: str, act: CaseAct, seen: int) -> StepData:
    now = stage.now(act.at, act.minutes)
    day = civil_today(now, stage.city.time_zone)
    people = {
        name: " ".join(stage.people[login].person_id for login in logins)
        for name, logins in act.persons.items()
    }
    days = {name: stage.day(at).isoformat() for name, at in act.days.items()}
    words = {name: text.format(year=day.year) for name, text in act.values.items()}
    return StepData(
        step=act.step,
        on=day,
        id=_id(stage, key, act),
        seen_seq=seen,
        values={**words, **people, **days},
        password=PASSWORD,  # some loads happen at night, when a cancellation asks for it
        files={name: _paper(stage, name, act) for name in act.files},
    )


def _paper(stage: Stage, name: str, act: CaseAct) -> FileData:
    """A page that says what it stands for: nothing of the demo may pass for a real document."""
    values = {"lines": [f"{stage.city.label}: {_NAMES[name]}", "Documento da demonstração."]}
    content = print_pdf("demo", values, issued_on=stage.day(act.at))
    return FileData(f"{name}.pdf", "application/pdf", content)


_NAMES = {
    "receipt": "comprovante de recebimento",
    "annex_1": "prova juntada pela defesa",
    "annex_2": "prova juntada pela defesa",
    "order": "ordem judicial",
    "signed_act": "ato assinado",
}
