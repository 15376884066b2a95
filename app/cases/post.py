"""What goes to the post and to the gazette: labels in one sheet, and the edital of whom no letter found."""

import hashlib
import json
from dataclasses import dataclass
from datetime import date
from typing import Final

from sqlalchemy import select

from app.accounts.domain import Actor
from app.accounts.permissions import Permission
from app.accounts.queries import City
from app.cases.case_rows import CaseRow, rows_of
from app.cases.models import CaseFile
from app.cases.open_cases import OpenCase, days_of, open_cases
from app.cases.paper_sheets import sheet_of
from app.cases.paper_values import UNKNOWN, address_of
from app.documents.case_paper import ADDRESS_MAX, NAME_MAX, CaseSheet, Label, LabelSheet
from app.infractions.models import Notice
from app.kernel.civil import format_date
from app.kernel.errors import Invalid
from app.persistence.base import db
from app.regulation.case_catalogue import case_law
from app.regulation.case_papers import edital_entry, paper_text
from app.regulation.case_run import moves_from
from app.regulation.case_state import state_on
from app.regulation.notice_catalogue import notice_law
from app.regulation.notice_deadline import appeal_term
from app.regulation.ruleset import Ruleset
from app.regulation.tables_papers import PaperKind

_NO_ADDRESS: Final = "sem endereço no cadastro"


@dataclass(frozen=True)
class Posting:
    """A case that waits for a letter or for the edital. `address` "" where the city knows none."""

    row: CaseRow
    address: str
    what: str  # name of the state


def to_post(actor: Actor, law: Ruleset, today: date) -> list[Posting]:
    """Cases whose next step is a letter."""
    return _waiting(actor, law, today, "send")


def to_publish(actor: Actor, law: Ruleset, today: date) -> list[Posting]:
    """Cases whose letter came back."""
    return _waiting(actor, law, today, "edital")


def labels(postings: list[Posting], law: Ruleset, home: City, today: date) -> LabelSheet:
    """Labels of these letters; `Invalid` for a name or address that fits none."""
    for one in postings:
        if len(one.row.offender) > NAME_MAX or len(one.address) > ADDRESS_MAX:
            raise Invalid(f"Nome ou endereço longo demais para etiqueta: {one.row.number}.")
    made = tuple(
        Label(one.row.offender or UNKNOWN, one.address or _NO_ADDRESS, one.row.number, "", one.what)
        for one in postings
    )
    sender = f"Município de {home.label} · {law.word('authority')}"
    title = f"Etiquetas de {format_date(today)}"
    return LabelSheet(title, sender, made, law.watermark, today)


def edital(
    postings: list[Posting], law: Ruleset, home: City, number: str, today: date
) -> CaseSheet:
    """One edital for all of them: name, number, basis and term, and nothing else (PLA art. 50 §2)."""
    text = paper_text(
        law, PaperKind.EDITAL, {"number": number, "day": format_date(today), "edition": ""}
    )
    entries = tuple(_entry(one, law) for one in postings)
    digest = hashlib.sha256("\n".join(entries).encode()).hexdigest()
    return sheet_of(text, law, home, number, digest, today, entries, "Edital")


def _entry(one: Posting, law: Ruleset) -> str:
    appeal = appeal_term(law, notice_law(law))
    values = {
        "case": one.row.number,
        "name": one.row.offender or UNKNOWN,
        "basis": law.cite_all(case_law(law).step("edital").basis),
        "term": f"{appeal.days} dias" if appeal.term else appeal.words,
        "notice": one.row.notice,
        "matter": "",
    }
    return edital_entry(law, values)


def _waiting(actor: Actor, law: Ruleset, today: date, step: str) -> list[Posting]:
    actor.require(Permission.CASE_READ)
    session, rules = db.session(), case_law(law)
    row = rules.step(step)
    cases = open_cases(session, actor.municipality_id, law, row.from_)
    calendar = days_of(session, cases, actor.municipality_id, today)
    found: list[tuple[OpenCase, str]] = []
    for one in cases:
        state = state_on(law, one.facts, calendar, today)
        moves = moves_from(rules, row, state.state.id)
        fits = any(
            all((wanted.flag in state.flags) is wanted.stands for wanted in move.when)
            for move in moves
        )
        if fits:
            found.append((one, state.state.id))
    states = {one.case.id: state for one, state in found}
    shown = rows_of(session, [one.case for one, _ in found], states)
    addresses = _addresses([one.case for one, _ in found])
    return [Posting(row, addresses.get(row.id, ""), rules.state(row.state).name) for row in shown]


def _addresses(cases: list[CaseFile]) -> dict[str, str]:
    of = {case.notice_id: case.id for case in cases if case.notice_id}
    query = select(Notice.id, Notice.payload).where(Notice.id.in_(of))
    return {of[id]: address_of(json.loads(payload)) for id, payload in db.session.execute(query)}
