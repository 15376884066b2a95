"""A number that no document will carry: said on the phone, sent like a record, ended at the office."""

import pytest
from playwright.sync_api import Locator, expect
from sqlalchemy import select

from app.infractions.models import NumberOutcome
from app.persistence.base import db
from tests.browser.conftest import Street
from tests.support.browser import axe
from tests.support.phone_notices import freeze, send

pytestmark = pytest.mark.browser
REASON = "Anotado à mão em papel que se rasgou"


def opened(street: Street) -> Locator:
    """The form, on the view of the phone."""
    street.page.get_by_role("button", name="Aparelho").click()
    street.page.get_by_role("button", name="Inutilizar o próximo número").click()
    expect(street.page.locator("[data-void-title]")).to_be_focused()
    return street.page.locator("[data-void-form]")


def register(street: Street, form: Locator) -> None:
    form.get_by_role("button", name="Registrar").click()
    expect(street.page.locator("[data-void-said]")).to_be_focused()


def check_ended(street: Street) -> NumberOutcome:
    """Wait until the office has the end of a number."""
    for _ in range(200):
        db.session.rollback()
        found = db.session.scalars(select(NumberOutcome)).all()
        if found:
            break
        street.page.wait_for_timeout(50)
    (ended,) = found
    return ended


def test_the_next_number_is_voided_without_signal_and_ends_at_the_office(street: Street) -> None:
    street.offline()
    form = opened(street)
    form.get_by_label("Qual número?").select_option(label="TREINO-AI-2026-000001")
    form.get_by_label("Por que o número não vai ser usado?").fill(f" {REASON} ")
    assert axe(street.page) == []
    register(street, form)
    expect(street.page.locator("[data-numbers]")).to_contain_text("o próximo é 000002")
    street.page.go_back()
    street.page.get_by_role("button", name="Ver o que aguarda envio").click()
    row = street.page.locator("[data-entries] [data-entry]")
    expect(row.locator("[data-kind]")).to_have_text("Número sem uso")
    expect(row.locator("[data-number]")).to_have_text("TREINO-AI-2026-000001")
    street.offline(False)
    send(street)
    ended = check_ended(street)
    assert (ended.series, ended.value, ended.outcome) == ("TREINO-AI-2026", 1, "voided")
    assert (ended.reason, ended.report) == (REASON, "")
    assert freeze(street)["number"]["value"] == 2


def test_a_lost_number_carries_its_report(street: Street) -> None:
    form = opened(street)
    form.get_by_label("Qual número?").select_option(label="TREINO-TA-2026-000001")
    form.get_by_label("Extraviado").check()
    form.get_by_label("Boletim de ocorrência ou comunicação da perda").fill("BO 2026-001234")
    register(street, form)
    ended = check_ended(street)
    assert (ended.series, ended.value, ended.outcome) == ("TREINO-TA-2026", 1, "lost")
    assert ended.report == "BO 2026-001234"


def test_a_reason_of_a_word_uses_no_number_up(street: Street) -> None:
    form = opened(street)
    form.get_by_label("Por que o número não vai ser usado?").fill("rasgou   ")
    form.get_by_role("button", name="Registrar").click()
    expect(form.get_by_role("alert")).to_contain_text("com 10 letras ou mais")
    expect(form.get_by_label("Por que o número não vai ser usado?")).to_be_focused()
    form.get_by_role("button", name="Cancelar").click()
    expect(street.page.get_by_role("button", name="Inutilizar o próximo número")).to_be_focused()
    assert street.entries() == []
