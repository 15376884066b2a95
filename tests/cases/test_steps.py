"""A case walked to each of its ends by the service: stored steps, duties and events."""

from dataclasses import replace
from datetime import date, timedelta

import pytest
from flask import Flask
from sqlalchemy import select

from app.accounts.domain import Actor, system_actor
from app.accounts.permissions import Role
from app.cases.domain import AlreadyDecided, FileData, StepData
from app.cases.models import CaseDocument, CaseFile, CaseStep
from app.cases.steps import take_step
from app.infractions.models import Notice, NoticeAnnotation
from app.kernel.errors import Conflict, Invalid, NotFound, RuleRefused
from app.kernel.ids import new_id
from app.ledger.models import LedgerEvent
from app.persistence.base import db
from tests.support import cast
from tests.support.case_people import hired
from tests.support.case_steps import (
    DEFENCE,
    REASONS,
    SEEN,
    case_of,
    completed,
    homologated,
    pdf,
    state,
    take,
    taken,
    unit,
)
from tests.support.cast import NOW, Cast
from tests.support.notices_server import agent_phone, deliver_to
from tests.support.permits import law

DAY = timedelta(days=1)


@pytest.fixture
def id(case: CaseFile) -> str:
    """Id of the case."""
    return case.id


@pytest.fixture
def other(planura: Cast) -> Actor:
    """A second secretary."""
    return hired(planura, 0, Role.SECRETARY)


def notified(home: Cast, id: str) -> None:
    """Homologated and handed over on 30 November: the term ends on 10 December."""
    homologated(home, id)
    take(home, id, "in_person", "bruno", **SEEN)


def penalised(home: Cast, id: str) -> None:
    """Nobody defended himself; the fine as it was proposed."""
    unit(home)
    notified(home, id)
    take(home, id, "term_over", system_actor(home.city), at=NOW + 12 * DAY)
    fine = str(base(id))
    take(home, id, "apply_penalty", "celia", at=NOW + 13 * DAY, fine_ufm=fine, reasons=REASONS)


def base(id: str) -> str:
    query = select(Notice.fine_ufm).join(CaseFile, CaseFile.notice_id == Notice.id)
    found = db.session.scalars(query.where(CaseFile.id == id)).one()
    db.session.rollback()
    return found


def test_archived(planura: Cast, id: str) -> None:
    take(planura, id, "opinion", "fabio", recommends="archive", reasons=REASONS)
    take(planura, id, "archive", "celia", reasons=REASONS)
    assert state(id) == "archived"


def test_an_opinion_to_homologate_does_not_let_archive(planura: Cast, id: str) -> None:
    take(planura, id, "opinion", "fabio", recommends="homologate", reasons=REASONS)
    with pytest.raises(RuleRefused):
        take(planura, id, "archive", "celia", reasons=REASONS)


def test_void_by_lapse(planura: Cast, id: str) -> None:
    late = NOW + 70 * DAY
    take(planura, id, "propose_void", "fabio", at=late, reasons=REASONS)
    take(planura, id, "declare_void", "celia", at=late, reasons=REASONS)
    assert state(id) == "void"


def test_nothing_is_void_within_the_sixty_days(planura: Cast, id: str) -> None:
    with pytest.raises(RuleRefused) as caught:
        take(planura, id, "propose_void", "fabio", at=NOW + 60 * DAY, reasons=REASONS)
    assert "PLA art. 50 §1" in caught.value.citation


def test_a_receipt_of_the_sixtieth_day_counts_when_it_is_told_later(planura: Cast, id: str) -> None:
    homologated(planura, id)
    day = NOW + 60 * DAY
    take(planura, id, "in_person", "bruno", at=NOW + 70 * DAY, on=day.date(), **SEEN)
    assert state(id) == "notified"


def test_a_receipt_of_the_day_after_does_not(planura: Cast, id: str) -> None:
    homologated(planura, id)
    day = NOW + 61 * DAY
    with pytest.raises(RuleRefused):
        take(planura, id, "in_person", "bruno", at=NOW + 70 * DAY, on=day.date(), **SEEN)


def test_granted_by_who_did_not_homologate(planura: Cast, id: str, other: Actor) -> None:
    notified(planura, id)
    take(planura, id, "defend", "bruno", **DEFENCE)
    take(planura, id, "opinion", "fabio", recommends="judge_grant", reasons=REASONS)
    with pytest.raises(RuleRefused) as caught:
        take(planura, id, "judge_grant", "celia", reasons=REASONS)
    assert "PLA art. 51" in caught.value.citation
    take(planura, id, "judge_grant", other, reasons=REASONS)
    assert state(id) == "granted"


def test_settled_and_paid(planura: Cast, id: str) -> None:
    penalised(planura, id)
    take(planura, id, "in_person", "bruno", at=NOW + 15 * DAY, **SEEN)
    assert state(id) == "settled"
    take(planura, id, "pay", "bruno", at=NOW + 20 * DAY, payment="Guia 1, 5520")
    assert state(id) == "paid"


def test_paid_before_the_second_notification_stays_open_until_it(planura: Cast, id: str) -> None:
    penalised(planura, id)
    take(planura, id, "pay", "bruno", at=NOW + 14 * DAY, payment="Guia 1, 5520")
    assert state(id) == "penalised"
    take(planura, id, "in_person", "bruno", at=NOW + 15 * DAY, **SEEN)
    assert state(id) == "paid"


def test_no_fine_while_the_year_has_no_ufm(planura: Cast, id: str) -> None:
    notified(planura, id)
    take(planura, id, "term_over", system_actor(planura.city), at=NOW + 12 * DAY)
    told = {"fine_ufm": base(id), "reasons": REASONS}
    with pytest.raises(RuleRefused) as caught:
        take(planura, id, "apply_penalty", "celia", at=NOW + 13 * DAY, **told)
    assert "Falta o valor da UFM de 2026" in caught.value.message


def test_no_second_penalty(planura: Cast, id: str) -> None:
    penalised(planura, id)
    told = {"fine_ufm": base(id), "reasons": REASONS}
    with pytest.raises(RuleRefused):
        take(planura, id, "apply_penalty", "celia", at=NOW + 14 * DAY, **told)


def test_a_fine_above_the_base_names_its_field(planura: Cast, id: str) -> None:
    notified(planura, id)
    take(planura, id, "term_over", system_actor(planura.city), at=NOW + 12 * DAY)
    told = {"fine_ufm": "99", "reasons": REASONS}
    with pytest.raises(Invalid) as caught:
        take(planura, id, "apply_penalty", "celia", at=NOW + 13 * DAY, **told)
    assert caught.value.field == "fine_ufm"


def test_inscription_waits_for_the_city_s_decision(planura: Cast, id: str) -> None:
    penalised(planura, id)
    take(planura, id, "in_person", "bruno", at=NOW + 15 * DAY, **SEEN)
    late = NOW + 60 * DAY
    with pytest.raises(RuleRefused) as caught:
        take(planura, id, "inscribe", "celia", at=late, inscription="77/2027")
    assert "ainda não decidiu" in caught.value.message
    option = law(planura).decision_row("CFG-PLA-36").options[0].id
    decided = law(planura).with_decisions({"CFG-PLA-36": option})
    take(planura, id, "inscribe", "celia", at=late, ruleset=decided, inscription="77/2027")
    assert state(id) == "inscribed"


def test_annulled_in_the_case_annuls_the_notice(planura: Cast, id: str) -> None:
    take(planura, id, "propose_annulment", "fabio", reasons=REASONS)
    step = take(planura, id, "annul", "celia", reasons=REASONS)
    found = db.session.get(NoticeAnnotation, step)
    assert state(id) == "annulled" and found is not None and found.kind == "annulment"


def test_a_judge_s_order_stops_and_then_ends_the_case(planura: Cast, id: str) -> None:
    order = {"order_number": "5001234-11", "files": ("order",)}
    take(planura, id, "court_suspend", "bruno", **order)
    with pytest.raises(RuleRefused):
        take(planura, id, "opinion", "fabio", recommends="homologate", reasons=REASONS)
    take(planura, id, "court_annul", "celia", **order)
    assert state(id) == "annulled_by_court"


def test_when_the_order_falls_the_case_goes_on_where_it_stood(planura: Cast, id: str) -> None:
    homologated(planura, id)
    before = state(id)
    order = {"order_number": "5001234-11", "files": ("order",)}
    take(planura, id, "court_suspend", "bruno", **order)
    take(planura, id, "court_resume", "celia", **order)
    assert state(id) == before


def test_who_recused_himself_decides_no_more(planura: Cast, id: str) -> None:
    completed(planura, id)
    take(planura, id, "recuse", "celia", words="É meu primo.")
    with pytest.raises(RuleRefused):
        take(planura, id, "homologate", "celia", reasons=REASONS)


def test_the_author_never_homologates_even_as_secretary(planura: Cast, id: str) -> None:
    completed(planura, id)
    ana = hired(planura, 1, Role.SECRETARY, cpf="52998224725", login="ana-sec")
    with pytest.raises(RuleRefused):
        take(planura, id, "homologate", ana, reasons=REASONS)
    assert taken(id) == 0


@pytest.mark.parametrize("login", ["ana", "bruno", "davi", "elisa", "fabio", "gilda", "hugo"])
def test_only_the_secretary_homologates(planura: Cast, id: str, login: str) -> None:
    completed(planura, id)
    with pytest.raises((RuleRefused, NotFound)):
        take(planura, id, "homologate", login, reasons=REASONS)
    assert taken(id) == 0


def test_a_neighbour_city_finds_no_case(app: Flask, planura: Cast, id: str) -> None:
    stranger = cast.patrocinio(app).actor("celia-pat")
    with pytest.raises(NotFound):
        take(planura, id, "homologate", stranger, reasons=REASONS)


def asked(id: str, **edits: object) -> StepData:
    """An opinion as a form."""
    values = {"recommends": "archive", "reasons": REASONS}
    made = StepData("opinion", NOW.date(), new_id(), taken(id), values)
    return replace(made, **edits)  # type: ignore[arg-type]


def send(home: Cast, id: str, data: StepData) -> str:
    return take_step(home.actor("fabio"), id, data, ruleset=law(home), now=NOW)


def test_a_double_tap_is_one_step(planura: Cast, id: str) -> None:
    data = asked(id)
    assert send(planura, id, data) == send(planura, id, data) == data.id
    assert taken(id) == 1


def test_the_same_form_with_other_words_is_a_conflict(planura: Cast, id: str) -> None:
    data = asked(id)
    send(planura, id, data)
    with pytest.raises(Conflict):
        send(planura, id, replace(data, values={"recommends": "archive", "reasons": "Outras."}))


def test_a_form_that_saw_less_than_there_is_decides_nothing(planura: Cast, id: str) -> None:
    stale = asked(id)
    send(planura, id, asked(id))
    with pytest.raises(AlreadyDecided):
        send(planura, id, stale)


def test_a_step_is_told_to_the_ledger_with_its_words(planura: Cast, id: str) -> None:
    step = send(planura, id, asked(id))
    query = select(LedgerEvent).where(LedgerEvent.kind == "case.step")
    event = db.session.scalars(query).one()
    row = db.session.get_one(CaseStep, step)
    assert (event.entity_id, event.person_id) == (id, planura.people["fabio"])
    assert row.role_grant_id and row.prev_sha256 == ""


def test_a_file_is_kept_by_its_hash(planura: Cast, id: str) -> None:
    take(planura, id, "court_suspend", "bruno", files=("order",), order_number="5001234-11")
    row = db.session.scalars(select(CaseDocument)).one()
    assert (row.kind, row.name, row.media_type) == ("order", "prova.pdf", "application/pdf")


def test_a_file_that_is_none_is_refused_by_its_field(planura: Cast, id: str) -> None:
    values = {"order_number": "5001234-11"}
    page = FileData("ordem.html", "text/html", b"<script>")
    data = asked(id, step="court_suspend", values=values, files={"order": page})
    with pytest.raises(Invalid) as caught:
        take_step(planura.actor("bruno"), id, data, ruleset=law(planura), now=NOW)
    assert caught.value.field == "order" and taken(id) == 0


def test_a_revoked_designation_decides_nothing(planura: Cast, id: str) -> None:
    completed(planura, id)
    gone = hired(planura, 2, Role.SECRETARY)
    with db.engine.begin() as connection:
        grants = db.metadata.tables["role_grant"]
        mine = grants.c.person_id == gone.person_id
        connection.execute(grants.update().where(mine).values(revoked_at=NOW - DAY))
    with pytest.raises(RuleRefused):
        take(planura, id, "homologate", gone, reasons=REASONS)


# Warnings


@pytest.fixture
def warning(planura: Cast) -> str:
    """The case of a written warning."""
    sent = agent_phone(planura).write("warning")
    deliver_to(planura, sent)
    return case_of(sent["id"])


def test_a_warning_is_validated_and_becomes_final(planura: Cast, warning: str) -> None:
    take(planura, warning, "validate_warning", "fabio", reasons=REASONS)
    if state(warning) == "validated":
        take(planura, warning, "in_person", "bruno", **SEEN)
    take(planura, warning, "term_over", system_actor(planura.city), at=NOW + 15 * DAY)
    assert state(warning) == "warning_settled"


# Patrocínio


def test_patrocinio_notifies_nobody_before_the_city_decides_the_term(app: Flask) -> None:
    home = cast.patrocinio(app)
    sent = agent_phone(home, "ana-pat").write()
    deliver_to(home, sent, "ana-pat")
    id = case_of(sent["id"])
    with pytest.raises(RuleRefused) as caught:
        take(home, id, "send", "bruno-pat", tracking="BR1")
    assert "PAT art. 22" in caught.value.citation
    decided = law(home).with_decisions({"CFG-PAT-13": "days_15_suspensive"})
    take(home, id, "send", "bruno-pat", ruleset=decided, tracking="BR1")
    assert state(id) == "notice_sent"


def test_patrocinio_penalises_only_when_both_were_notified(app: Flask) -> None:
    home = cast.patrocinio(app)
    decided = law(home).with_decisions({"CFG-PAT-13": "days_15_suspensive"})
    sent = agent_phone(home, "ana-pat").write()
    deliver_to(home, sent, "ana-pat")
    id = case_of(sent["id"])
    rules = {"ruleset": decided}
    take(home, id, "send", "bruno-pat", tracking="BR1", **rules)
    take(home, id, "received", "bruno-pat", **SEEN, **rules)
    take(home, id, "term_over", system_actor(home.city), at=NOW + 20 * DAY, **rules)
    fine = {"fine_ufm": base(id) or "0.5", "reasons": REASONS, **rules}
    with pytest.raises(RuleRefused) as caught:
        take(home, id, "apply_penalty", "celia-pat", at=NOW + 21 * DAY, **fine)
    assert "outro destinatário" in caught.value.message
    unit(home)
    copy = {"recipient": "a plataforma", "channel": "AR BR2", **rules}
    take(home, id, "copy", "bruno-pat", at=NOW + 21 * DAY, **copy)
    take(home, id, "apply_penalty", "celia-pat", at=NOW + 21 * DAY, **fine)
    assert state(id) == "penalised"


def test_a_proof_of_tomorrow_is_refused(planura: Cast, id: str) -> None:
    homologated(planura, id)
    with pytest.raises(Invalid) as caught:
        take(planura, id, "in_person", "bruno", on=date(2026, 12, 1), **SEEN)
    assert caught.value.field == "on"


def test_the_papers_of_a_step_are_of_its_case(planura: Cast, id: str) -> None:
    take(planura, id, "court_suspend", "bruno", files=("order",), order_number="5001234-11")
    row = db.session.scalars(select(CaseDocument)).one()
    assert row.case_id == id and row.size == len(pdf().content)
