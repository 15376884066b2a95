"""A case in the browser, to each of its ends: every step by its own person, by the page's own form."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import Context
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Self

import pytest
from playwright.sync_api import Browser, Page
from sqlalchemy import select

from app.accounts.permissions import Role
from app.cases.models import CaseDocument, CaseFile, CaseStep
from app.cases.papers import kept_bytes
from app.persistence.base import db
from tests.support import cars, cast
from tests.support.browser import Site, phone, session_cookie
from tests.support.case_people import hired
from tests.support.case_steps import PDF, case_of, unit
from tests.support.cast import Cast
from tests.support.notices_server import agent_phone, deliver_to
from tests.support.signing import signed

pytestmark = pytest.mark.browser
DAY = timedelta(days=1)
REASONS = "O relato é claro e o cadastro confirma."


@dataclass
class Town:
    """Planura with one notice; `act` takes a step in the browser, as that person."""

    site: Site
    browser: Browser
    home: Cast
    folder: Path
    id: str = ""
    day: int = 0

    def act(self, login: str, step: str, case: str = "", **answers: str) -> str:
        """Open the step, answer by label's name, send; the heading of the case's page afterwards.

        "*" before an answer is a file of that name in the test's folder; "!" a choice or person.
        """
        with self.signed_in(login) as page:
            page.goto(f"{self.site.address}/processos/{case or self.id}/atos/{step}")
            for name, answer in answers.items():
                _answer(page, name, answer, self.folder)
            page.locator(".act form button[type=submit]").click()
            page.wait_for_load_state()
            refused = page.locator(".summary")
            assert not refused.count(), refused.inner_text()
            return page.locator(".standing h2").inner_text()

    def begun(self) -> Self:
        """The server's clock runs on, `day` days later."""
        running = self.site.clock
        self.site.clock = lambda: running() + self.day * DAY
        return self

    @contextmanager
    def signed_in(self, login: str) -> Iterator[Page]:
        """A phone of this person."""
        with phone(self.browser, permissions=()) as context:
            context.add_cookies([Context().run(session_cookie, self.site, login)])
            yield context.new_page()

    def homologated(self) -> None:
        """Completed by the office, checked by the chief, homologated by the secretary."""
        with self.signed_in("bruno") as page:
            notice = _notice_of(self.id)
            page.goto(f"{self.site.address}/autos/{notice}/anotar/completion")
            page.locator("[name=owner_name]").fill("José Lima")
            page.locator("[name=source]").fill("Detran")
            page.locator("main form button[type=submit]").click()
            page.wait_for_url(f"**/autos/{notice}")
        self.act("fabio", "opinion", recommends="!homologate", reasons=REASONS)
        assert self.act("celia", "homologate", reasons=REASONS) == "Homologado, a notificar"

    def penalised(self) -> None:
        """Notified, defended, rejected, and fined."""
        unit(self.home)
        self.homologated()
        self.act("bruno", "send", tracking="BR600100115BR")
        self.day += 3
        seen = {"recipient": "o autuado", "receipt": "*ar.pdf"}
        self.act("bruno", "received", **seen)
        self.defended("bruno")
        self.act("fabio", "opinion", recommends="!judge_reject", reasons=REASONS)
        assert self.act("sergio", "judge_reject", reasons=REASONS) == "Defesa indeferida"
        said = self.act("celia", "apply_penalty", reasons=REASONS)
        assert said == "Penalidade aplicada, a notificar"

    def defended(self, login: str) -> None:
        """A defence with an attachment."""
        words = {
            "facts_and_law": "A passageira passou mal e parei ali.",
            "request": "O cancelamento do auto.",
            "annex_1": "*prova.pdf",
        }
        if login == "bruno":
            words["filed_by"] = "Davi Nunes"
        assert self.act(login, "defend", **words) == "Defesa a julgar"


def _answer(page: Page, name: str, answer: str, folder: Path) -> None:
    field = page.locator(f"[name=ask_{name}]")
    if answer.startswith("*"):
        field.set_input_files(folder / answer[1:])
    elif answer.startswith("!"):
        for value in answer[1:].split():
            page.locator(f"[name=ask_{name}][value='{value}']").check()
    else:
        field.fill(answer)


def _notice_of(case: str) -> str:
    found = db.session.get_one(CaseFile, case).notice_id
    db.session.rollback()
    assert found is not None
    return found


@pytest.fixture
def town(live_server: Site, browser: Browser, tmp_path: Path) -> Town:
    """The case of a notice whose driver was absent, on Davi's taxi."""
    home = cast.planura(live_server.app)
    cars.planura_taxi(home)
    hired(home, 0, Role.SECRETARY, login="sergio")
    for name in ("ar.pdf", "prova.pdf", "ordem.pdf"):
        (tmp_path / name).write_bytes(PDF)
    return Town(live_server, browser, home, tmp_path, case_of(absent_notice(home))).begun()


def absent_notice(home: Cast, **over: object) -> str:
    """A notice whose driver was absent: nobody is notified by it; its id."""
    agent = agent_phone(home)
    record = agent.record("notice", code="PLA-43-II-c")
    while record["ending"]["kind"] != "absent":
        record = agent.record("notice", code="PLA-43-II-c")
    sent = agent.freeze({**record, **over})
    deliver_to(home, sent)
    return str(sent["id"])


def papers(case: str) -> set[str]:
    """Kinds of the papers that the city made."""
    query = select(CaseDocument.kind).where(CaseDocument.case_id == case, CaseDocument.number != "")
    found = set(db.session.scalars(query))
    db.session.rollback()
    return found


def stored(case: str) -> list[tuple[str, str]]:
    """Step and state after it, as they lie in the database."""
    query = select(CaseStep.step, CaseStep.state_after).where(CaseStep.case_id == case)
    found = [(step, state) for step, state in db.session.execute(query.order_by(CaseStep.seq))]
    db.session.rollback()
    return found


def test_archived_with_another_person_s_opinion(town: Town) -> None:
    town.act("fabio", "opinion", recommends="!archive", reasons="O fato não é infração.")
    assert town.act("celia", "archive", reasons="O fato não é infração.") == "Arquivado"
    assert stored(town.id)[-1] == ("archive", "archived")
    assert papers(town.id) == {"archive_decision"}


def test_void_because_no_letter_arrived_in_sixty_days(town: Town) -> None:
    town.homologated()
    town.act("bruno", "send", tracking="BR600100115BR")
    town.day = 20
    said = town.act("bruno", "returned", returned_because="!moved")
    assert said == "Notificação devolvida"
    town.day = 63  # a Monday: no password is asked
    town.act("fabio", "propose_void", reasons="O edital não saiu a tempo.")
    said = town.act("celia", "declare_void", reasons="Passaram os sessenta dias do fato.")
    assert said == "Nulo por prazo"
    assert stored(town.id)[-1] == ("declare_void", "void")


def test_an_upheld_challenge_cancels_the_notice(town: Town) -> None:
    town.homologated()
    town.act("bruno", "in_person", recipient="o autuado", receipt="*ar.pdf")
    town.day = 2
    town.defended("bruno")
    town.act("fabio", "opinion", recommends="!judge_grant", reasons="O posto confirmou.")
    said = town.act("sergio", "judge_grant", reasons="A prova basta.")
    assert said == "Defesa deferida, auto cancelado"
    assert {"receipt", "decision"} <= papers(town.id)


def test_rejected_penalised_notified_again_and_paid(town: Town) -> None:
    town.penalised()
    town.act("bruno", "send", tracking="BR600100129BR")
    town.day += 4
    seen = {"recipient": "o autuado", "receipt": "*ar.pdf"}
    assert town.act("bruno", "received", **seen) == "Definitivo, a pagar"
    assert town.act("bruno", "pay", payment="Guia 118, 5520") == "Pago"
    assert {"notification", "decision", "penalty_notification"} <= papers(town.id)


def proposed(town: Town, code: str) -> str:
    """A process over the notice, as the chief proposes it; its id."""
    with town.signed_in("fabio") as page:
        page.goto(f"{town.site.address}/processos/{town.id}")
        page.get_by_role("link", name="Propor suspensão ou cassação").click()
        page.locator("[name=ask_type_code]").fill(code)
        page.locator("[name=ask_grounds]").fill("Serviço inadequado, com risco repetido.")
        page.locator("main form button[type=submit]").click()
        page.wait_for_selector(".standing h2")
        return page.url.rsplit("/", 1)[1]


def reported(town: Town, case: str) -> None:
    """Opened, commission named, offender notified and heard, report handed in."""
    people = [
        hired(town.home, place, Role.COMMISSION, login=login)
        for place, login in enumerate(("clara", "dora", "enio", "flora"), 1)
    ]
    members = " ".join(one.person_id for one in people[:3])
    town.act("celia", "admit", case, reasons=REASONS)
    named = {"portaria": "Portaria 88", "members": f"!{members}"}
    town.act("elisa", "name_commission", case, **named, alternates=f"!{people[3].person_id}")
    town.act("bruno", "in_person", case, recipient="o autuado", receipt="*ar.pdf")
    words = {"facts_and_law": "Não houve risco.", "request": "Encerrar.", "filed_by": "Davi"}
    assert town.act("bruno", "defend", case, **words) == "Em instrução"
    town.act("clara", "hear", case, minutes="Ouvida a passageira.")
    said = town.act("clara", "report", case, opinion="!suspend", reasons="O risco se provou.")
    assert said == "Relatório entregue, a decidir"


def signed_act(town: Town, case: str) -> None:
    """The act is signed outside, and comes back."""
    query = select(CaseDocument).where(
        CaseDocument.case_id == case, CaseDocument.kind == "mayor_act"
    )
    (town.folder / "ato.pdf").write_bytes(signed(kept_bytes(db.session.scalars(query).one())))
    db.session.rollback()
    joined = {"signed_how": "!digital", "signed_act": "*ato.pdf"}
    assert town.act("bruno", "join_act", case, **joined) == "Ato assinado, a notificar"


def test_suspended_by_the_mayor_with_an_act_signed_outside(town: Town) -> None:
    case = proposed(town, "PLA-44-IV")
    reported(town, case)
    told = {"days": "15", "start": "2026-12-07", "reasons": "Acolho o relatório."}
    assert town.act("elisa", "mayor_suspend", case, **told) == "Ato a assinar"
    signed_act(town, case)
    said = town.act("bruno", "in_person", case, recipient="o autuado", receipt="*ar.pdf")
    assert said == "Suspensão em cumprimento"
    assert {"portaria", "commission_report", "mayor_act"} <= papers(case)


def test_cassated_and_barred_for_five_years(town: Town) -> None:
    case = proposed(town, "PLA-45-III")
    reported(town, case)
    assert town.act("elisa", "mayor_cassate", case, reasons="Acolho.") == "Ato a assinar"
    signed_act(town, case)
    said = town.act("bruno", "in_person", case, recipient="o autuado", receipt="*ar.pdf")
    assert said == "Cassado, impedido"
    with town.signed_in("celia") as page:
        page.goto(f"{town.site.address}/processos/{case}")
        assert "impedido até 30/11/2031" in page.locator(".standing").inner_text()


def test_the_driver_defends_himself_on_the_phone(
    live_server: Site, browser: Browser, tmp_path: Path
) -> None:
    home = cast.planura(live_server.app)
    cars.planura_taxi(home)
    davi = {"kind": "authorised_driver", "name": "Davi Nunes", "tax_id": cars.DAVI_CPF}
    id = case_of(absent_notice(home, offender=davi))
    town = Town(live_server, browser, home, tmp_path, id).begun()
    (tmp_path / "prova.pdf").write_bytes(PDF)
    town.homologated()
    with town.signed_in("davi") as page:
        page.goto(f"{live_server.address}/processos/meus")
        page.locator(".records a").first.click()
        page.get_by_role("link", name="Apresentar impugnação").click()
        page.locator("[name=ask_facts_and_law]").fill("Parei porque a passageira passou mal.")
        page.locator("[name=ask_request]").fill("O cancelamento.")
        page.locator("[name=ask_annex_1]").set_input_files(tmp_path / "prova.pdf")
        page.locator(".act form button[type=submit]").click()
        page.wait_for_url(f"**/processos/{town.id}")
        assert "o auto não produz efeitos" in page.locator(".standing").inner_text()
    assert stored(town.id)[-1] == ("defend", "defended")
    assert papers(town.id) == {"notification", "receipt"}
