"""What the agent sees of the outbox: kinds, numbers, photos, hours, blocks; and the file for the worst day."""

import base64
import hashlib
import json
from datetime import timedelta
from typing import Any

import pytest
from playwright.sync_api import Locator, expect
from sqlalchemy import select

from app.accounts.models import DeviceKey
from app.infractions.models import NoticeAnnotation
from app.kernel.canonical import instant_text
from app.persistence.base import db
from app.sync.models import Device
from tests.browser.conftest import Street
from tests.support import outbox
from tests.support.browser import NOON, axe
from tests.support.phone_notices import freeze, picture, send

pytestmark = pytest.mark.browser
REASON = "sem sinal na zona rural até o fim do turno"


def late(street: Street, *photos: bytes, hours: int = 30) -> dict[str, Any]:
    """A notice written in time that long ago, and still on the phone."""
    fact, written = (instant_text(NOON - timedelta(hours=hours - later)) for later in (0, 1))
    return freeze(street, *photos, happened_at=fact, written_at=written)


def waiting_row(street: Street) -> Locator:
    """The list, opened; its one row."""
    street.page.get_by_role("button", name="Ver o que aguarda envio").click()
    return street.page.locator("[data-entries] [data-entry]")


def test_a_waiting_notice_shows_kind_number_photos_and_hours(street: Street) -> None:
    street.offline()
    freeze(street, picture(side=100), happened_at=instant_text(NOON - timedelta(hours=1)))
    row = waiting_row(street)
    expect(row.locator("[data-kind]")).to_have_text("Auto de Infração")
    expect(row.locator("[data-number]")).to_have_text("TREINO-AI-2026-000001")
    expect(row.locator("[data-photos]")).to_have_text("fotos: 0 de 1 entregues")
    expect(row.locator("[data-forward]")).to_have_text(
        "encaminhar à chefia até 01/12, 09:00 (24 horas do fato)"
    )
    expect(row.locator("[data-late]")).to_be_hidden()
    assert axe(street.page) == []


def test_a_late_notice_asks_why_and_the_reason_follows_it(street: Street) -> None:
    street.offline()
    made = late(street)
    row = waiting_row(street)
    expect(row.locator("[data-forward]")).to_contain_text("passou do prazo de 24 horas")
    row.get_by_label("Por que o envio atrasou?").fill(REASON)
    row.get_by_role("button", name="Registrar o motivo").click()
    expect(street.page.locator("[data-entries] [data-late]:visible")).to_have_count(0)
    street.offline(False)
    send(street)
    expect(street.page.locator("[data-waiting-none]")).to_be_visible()
    db.session.rollback()
    [said] = db.session.scalars(select(NoticeAnnotation))
    assert (said.notice_id, said.kind) == (made["id"], "late_reason")
    assert REASON in said.body


def test_a_reason_half_typed_survives_the_page_and_the_redrawing(street: Street) -> None:
    street.offline()
    late(street)
    field = waiting_row(street).get_by_label("Por que o envio atrasou?")
    field.press_sequentially("sem sinal na ser")
    outbox.call(street.page, "(await load('entries')).announce();")
    expect(field).to_be_focused()
    field.press_sequentially("ra")
    expect(field).to_have_value("sem sinal na serra")
    street.page.wait_for_timeout(300)  # the last letter is being stored
    street.page.reload()
    street.ready()
    expect(waiting_row(street).get_by_label("Por que o envio atrasou?")).to_have_value(
        "sem sinal na serra"
    )
    expect(street.page.get_by_role("button", name="Continuar")).to_have_count(0)


def test_an_empty_reason_is_not_registered(street: Street) -> None:
    street.offline()
    late(street)
    row = waiting_row(street)
    row.get_by_role("button", name="Registrar o motivo").click()
    expect(row.locator("[data-reason-error]")).to_be_visible()
    assert [entry["kind"] for entry in street.entries()] == ["notice"]


def test_hours_without_sending_are_told_on_every_view(street: Street) -> None:
    street.offline()
    freeze(street, written_at=instant_text(NOON - timedelta(hours=5)))
    expect(street.page.locator('[data-notice="old"]')).to_contain_text("Há mais de 4 horas")
    street.page.get_by_role("button", name="Digitar placa").click()
    expect(street.page.locator('[data-notice="old"]')).to_be_visible()


def test_a_fresh_record_raises_no_alarm(street: Street) -> None:
    street.offline()
    freeze(street)
    expect(street.page.locator("[data-waiting-card]")).to_be_visible()
    expect(street.page.locator('[data-notice="old"]')).to_be_hidden()


def test_the_device_view_tells_the_numbers_left(street: Street) -> None:
    freeze(street)
    street.offline()
    street.page.get_by_role("button", name="Aparelho").click()
    numbers = street.page.locator("[data-numbers]")
    expect(numbers).to_contain_text("TREINO-AI-2026")
    expect(numbers).to_contain_text("19 livres; o próximo é 000002.")
    expect(numbers).to_contain_text("1 ainda por enviar.")
    assert axe(street.page) == []


def test_a_contact_registers_the_key_and_what_waits(street: Street) -> None:
    key = outbox.call(street.page, "return (await load('signer')).deviceKey();")
    device = outbox.call(street.page, "return (await load('database')).getMeta('device');")
    db.session.rollback()
    registered = db.session.scalars(select(DeviceKey)).all()
    seen = db.session.scalars(select(Device)).one()
    assert seen.device_id == device["id"]
    assert {base64.b64encode(row.spki).decode() for row in registered} == {key["spki"]}


def test_the_phone_tells_its_photos_and_the_oldest_fact_that_wait(street: Street) -> None:
    street.offline()
    for hours in (2, 5):
        freeze(street, picture(side=100), happened_at=instant_text(NOON - timedelta(hours=hours)))
    told = outbox.call(
        street.page,
        """const { phoneReport } = await load("report");
        const { getMeta } = await load("database");
        const { account_id } = (await getMeta("session")).agent;
        return phoneReport(account_id, { device: await getMeta("device"), standalone: true, persisted: true });""",
    )
    oldest = instant_text(NOON - timedelta(hours=5))
    assert (told["photos_waiting"], told["oldest_fact_at"]) == (2, oldest)


def test_a_block_runs_low_and_a_further_one_comes(street: Street) -> None:
    street.offline()
    for _ in range(15):
        freeze(street)
    street.offline(False)
    send(street)
    expect(street.page.locator("[data-waiting-card]")).to_be_hidden(timeout=30_000)
    send(street)
    for _ in range(100):
        own = [b for b in outbox.rows(street.page, "blocks") if b["kind"] == "notice"]
        if len(own) == 2:
            break
        street.page.wait_for_timeout(50)
    assert sorted((b["first"], b["last"], b["next"]) for b in own) == [(1, 20, 16), (21, 40, 21)]


def test_the_file_holds_text_signature_number_and_photo(street: Street) -> None:
    street.offline()
    photo = picture(side=100)
    made = freeze(street, photo)
    waiting_row(street)
    with street.page.expect_download() as caught:
        street.page.get_by_role("button", name="Guardar em arquivo").click()
    kept = json.loads(caught.value.path().read_text(encoding="utf-8"))
    [record] = kept["records"]
    assert kept["format"] == "confere-outbox/2" and len(record["signature"]) == 128
    assert hashlib.sha256(record["payload"].encode()).hexdigest() == made["sha256"]
    waiting = {row["series"]: row["waiting"] for row in kept["numbers"]}
    assert record["number"]["value"] == 1 and waiting["TREINO-AI-2026"] == [1]
    assert base64.b64decode(record["photos"][0]["base64"]) == photo


def test_a_sent_notice_can_be_copied_for_a_day_and_is_a_receipt_for_a_month(street: Street) -> None:
    made = freeze(street)
    send(street)
    street.page.wait_for_function(
        "() => document.querySelector('[data-waiting-card]').hidden === false"
    )
    expect(street.page.locator("[data-waiting-card]")).to_be_hidden()
    after = """const { forgetOld } = await load("retention");
      const { frozenRecord } = await load("freeze");
      const { getEntry } = await load("entries");
      const { settledAt } = await getEntry(arg.id);
      await forgetOld(settledAt + arg.hours * 3600000);
      const entry = await getEntry(arg.id);
      return [Boolean(entry && (await frozenRecord(arg.id))), entry?.state ?? "gone"];"""
    found = [
        outbox.call(street.page, after, {"id": made["id"], "hours": hours})
        for hours in (23, 25, 24 * 31)
    ]
    assert found == [[True, "sent"], [False, "sent"], [False, "gone"]]
