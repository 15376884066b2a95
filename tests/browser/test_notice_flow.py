"""Writing a notice in the street: what was typed without signal is what the office has."""

import json
import time
from collections.abc import Iterator
from contextvars import Context
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, expect
from sqlalchemy import select

from app.infractions.models import Notice
from app.persistence.base import db
from tests.browser.conftest import Planura, Street, at_work
from tests.support import cars, cast, permits
from tests.support.browser import Site, phone, session_cookie
from tests.support.notice_flow import FACTS, Writer

pytestmark = pytest.mark.browser
# The yearly inspection of the taxi ended the day before.
EXPIRED = datetime(2027, 9, 16, 13, 0, tzinfo=UTC)
TYPE = "Vistoria anual ou de troca não renovada"


def at_noon_of(site: Site, noon: datetime, login: str = "ana") -> dict[str, str]:
    """Move the server's clock; a fresh session of that day."""
    began = time.monotonic()
    site.clock = lambda: noon + timedelta(seconds=time.monotonic() - began)
    return Context().run(session_cookie, site, login)


@pytest.fixture
def red(
    live_server: Site, planura: Planura, browser_context: BrowserContext, camera_file: Path
) -> Street:
    """Planura the day after the taxi's inspection ended; numbers on Ana's phone."""
    made = (planura[0], planura[1], at_noon_of(live_server, EXPIRED))
    return ready(at_work(live_server, made, browser_context, camera_file))


@pytest.fixture
def patrocinio(live_server: Site, browser: Browser, camera_file: Path) -> Iterator[Street]:
    """Patrocínio with an app car, and its Ana's phone."""
    city = cast.patrocinio(live_server.app)
    permit = permits.permit_for(live_server.app, city, cars.patrocinio_app(city))
    made = (city, permit, Context().run(session_cookie, live_server, "ana-pat"))
    with phone(browser) as context:
        yield ready(at_work(live_server, made, context, camera_file))


def ready(street: Street) -> Street:
    """Wait until the phone has numbers."""
    street.page.get_by_role("button", name="Aparelho").click()
    expect(street.page.locator("[data-numbers]")).to_contain_text("livres")
    street.page.go_back()
    street.sees("home")
    return street


def writer(street: Street, plate: str = "FUM0B05") -> Writer:
    """On the first step of a notice about that car."""
    street.type_plate(plate)
    street.sees("verdict")
    found = Writer(street.page)
    found.begin()
    return found


def check_notices(street: Street, count: int) -> list[Notice]:
    """Wait until the office has that many."""
    deadline = time.monotonic() + 15
    while True:
        db.session.rollback()
        found = list(db.session.scalars(select(Notice).order_by(Notice.written_at)))
        if len(found) >= count or time.monotonic() > deadline:
            break
        street.page.wait_for_timeout(50)
    assert len(found) == count, [row.kind for row in found]
    return found


def payload(row: Notice) -> dict[str, Any]:
    """The frozen record."""
    return dict(json.loads(row.payload))


def test_an_auto_written_without_signal_arrives_once_as_it_was_written(red: Street) -> None:
    red.offline()
    agent = writer(red)
    agent.choose_type(TYPE)
    agent.go_on()
    agent.vehicle()
    agent.people()
    agent.facts(ufm="2,5")
    agent.photo()
    agent.at("measures")
    agent.go_on()
    agent.read()
    agent.sign()
    agent.finish()
    assert agent.number() == "TREINO-AI-2027-000001"
    red.offline(False)
    [row] = check_notices(red, 1)
    record = payload(row)
    assert (row.series, row.value, row.code) == ("TREINO-AI-2027", 1, "PLA-23-XVII")
    assert (record["facts"], record["fine"]["ufm"]) == (FACTS, "2.5")
    assert {"vehicle.plate", "vehicle.make_model", "vehicle.colour"} < set(record["confirmed"])
    assert (record["driver"]["name"], record["owner"]["pending"]) == ("Davi N.", True)
    assert record["place"]["position"]["accuracy_m"] == 12 and len(record["photos"]) == 1
    assert record["ending"]["kind"] == "signed" and record["ending"]["signature"]["strokes"]
    assert row.notified_on == EXPIRED.date()


def test_a_written_warning_takes_a_number_of_its_own_and_no_fine(red: Street) -> None:
    agent = writer(red)
    agent.choose_type(TYPE, kind="Termo de Advertência", one="O infrator é primário")
    agent.go_on()
    agent.vehicle()
    agent.people()
    agent.facts()
    agent.photo(0)
    agent.at("measures")
    agent.go_on()
    agent.read()
    agent.choose("Recusou-se a assinar")
    agent.page.get_by_label("Como foi").fill("Disse que não assina nada na rua.")
    agent.choose("Impressa agora")
    agent.finish("Lavrar o termo")
    [row] = check_notices(red, 1)
    assert (row.kind, row.series, row.ending) == ("warning", "TREINO-TA-2027", "refused")
    assert payload(row)["fine"] == {"rule": "none", "ufm": "", "reasons": ""}
    assert payload(row)["ending"]["note"] == "Disse que não assina nada na rua."


def test_a_verbal_warning_has_neither_number_nor_signature(red: Street) -> None:
    agent = writer(red)
    agent.choose_type(
        TYPE,
        kind="Advertência verbal",
        one="A infração foi involuntária",
        two="A infração não tem gravidade",
    )
    agent.page.get_by_label("Por quê?").fill("Venceu ontem; já tinha hora marcada.")
    agent.go_on()
    agent.vehicle()
    agent.people()
    agent.facts()
    agent.photo(0)
    agent.at("measures")
    agent.go_on()
    agent.at("review")
    agent.finish("Registrar advertência verbal")
    [row] = check_notices(red, 1)
    assert (row.kind, row.series, row.value) == ("verbal", None, None)
    assert payload(row)["ending"] is None and payload(row)["warning"]["involuntary"] is True


def test_patrocinio_notifies_to_regularise(patrocinio: Street) -> None:
    agent = writer(patrocinio, "QXV7D81")
    agent.choose_type("Alvará fora da vista no painel")
    agent.vehicle()
    agent.people("João P.")
    agent.facts("Alvará guardado no porta-luvas, fora da vista do passageiro.")
    agent.photo(0)
    agent.at("measures")
    agent.page.get_by_label("O que deve ser regularizado?").fill("Pôr o alvará no painel.")
    agent.choose("10 dias")
    agent.go_on()
    agent.read()
    agent.sign("Impressa agora")
    agent.finish("Lavrar a notificação")
    [row] = check_notices(patrocinio, 1)
    assert (row.kind, row.series) == ("regularisation", "TREINO-NR-2026")
    assert payload(row)["regularise"] == {"what": "Pôr o alvará no painel.", "days": 10}
    assert payload(row)["measures"] == [] and payload(row)["fine"]["rule"] == "none"


def test_patrocinio_takes_the_measures_its_text_has(patrocinio: Street) -> None:
    agent = writer(patrocinio, "QXV7D81")
    agent.page.get_by_label("Quem responde pela infração?").select_option(label="Pessoa jurídica")
    agent.choose_type("Transporte ilegal por pessoa jurídica")
    agent.vehicle()
    agent.at("people")
    agent.page.get_by_label("Nome de quem responde").fill("Corre Já Ltda.")
    agent.page.get_by_label("CPF ou CNPJ de quem responde").fill("11.222.333/0001-81")
    agent.people("João P.")
    agent.facts("Empresa sem cadastro transportava passageiros com motorista contratado.")
    agent.photo(0)
    agent.at("measures")
    agent.choose("Remoção do veículo")
    agent.page.get_by_label("Motivo da medida").locator("visible=true").fill("Sem cadastro.")
    agent.page.get_by_label("O que foi recolhido").locator("visible=true").fill(
        "O carro, com chave."
    )
    agent.page.get_by_label("Para onde vai").locator("visible=true").fill("Pátio municipal")
    agent.go_on()
    agent.read()
    agent.choose("Foi embora (evasão)")
    agent.page.get_by_label("Como foi").fill("Correu a pé para a rodoviária.")
    agent.finish()
    [row] = check_notices(patrocinio, 1)
    [measure] = payload(row)["measures"]
    assert (measure["kind"], measure["place"]) == ("remocao", "Pátio municipal")
    assert payload(row)["offender"] == {
        "kind": "legal_person",
        "name": "Corre Já Ltda.",
        "tax_id": "11222333000181",
    }
    assert (row.ending, payload(row)["fine"]["ufm"], row.notified_on) == ("evaded", "5", None)
