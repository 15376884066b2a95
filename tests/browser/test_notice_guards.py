"""What a notice asks before it is finished, and what it never does by itself."""

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import expect

from app.infractions.models import Notice
from app.web.assets import Assets
from tests.browser.conftest import Street
from tests.browser.test_notice_flow import TYPE, check_notices, payload, red, writer
from tests.support import outbox
from tests.support.notice_flow import Writer

pytestmark = pytest.mark.browser
__all__ = ["red"]
_LOOK_FOR_RELEASE = (
    "() => navigator.serviceWorker.getRegistration('/campo/').then((found) => found.update())"
)
_RELEASE_WAITS = "() => navigator.serviceWorker.getRegistration('/campo/').then((found) => Boolean(found.waiting))"
_TAKE_ALL = """
  const { transact, result } = await load("database");
  await transact(["blocks"], "readwrite", async (store) => {
    for (const block of await result(store.getAll())) await result(store.put({ ...block, next: block.last + 1 }));
  });"""


def drafts(street: Street) -> list[str]:
    """States of the notices on the phone."""
    return [entry["state"] for entry in street.entries() if entry["kind"] == "notice"]


def finish(agent: Writer) -> None:
    """From the review to the number."""
    agent.read()
    agent.sign()
    agent.finish()


def test_a_value_that_nobody_confirmed_stops_the_step(red: Street) -> None:
    agent = writer(red)
    agent.choose_type(TYPE)
    agent.go_on()
    agent.at("vehicle")
    agent.go_on()
    summary = red.page.locator("[data-notice-summary]")
    expect(summary).to_be_focused()
    expect(summary).to_contain_text("Olhe a placa no carro e toque em “confere”.")
    expect(summary).to_contain_text("PLA art. 49 III")
    plate = red.page.get_by_label("Placa no carro", exact=True)
    expect(plate).to_have_attribute("aria-invalid", "true")
    expect(plate).to_have_accessible_description("Olhe a placa no carro e toque em “confere”.")
    red.page.get_by_role("link", name="Olhe a placa no carro").click()
    expect(red.page.get_by_role("button", name="Confere Placa no carro")).to_be_focused()


def test_what_was_left_for_later_is_found_from_the_review(red: Street) -> None:
    agent = writer(red)
    agent.choose_type(TYPE)
    agent.go_on()
    agent.at("vehicle")
    agent.confirm_all()
    agent.go_on()
    agent.tap("Deixar para depois")
    agent.people()
    agent.facts(ufm="2,5")
    agent.photo(0)
    agent.go_on()
    agent.at("review")
    agent.go_on("O condutor leu; continuar")
    red.page.get_by_role("link", name="Preencha marca e modelo, chassi").click()
    agent.at("vehicle")
    agent.tap("Carro em movimento")
    agent.go_on("Pronto, voltar à revisão")
    agent.at("review")
    expect(red.page.locator("[data-paper]")).to_contain_text("Carro em movimento")
    expect(red.page.locator("[data-notice-summary]")).to_be_hidden()


def test_a_blank_signature_is_refused(red: Street) -> None:
    agent = writer(red)
    agent.to_review(TYPE)
    agent.read()
    agent.choose("Assinou")
    agent.choose("Impressa agora")
    agent.go_on("Lavrar o auto")
    expect(red.page.locator("[data-notice-summary]")).to_contain_text("A assinatura está em branco")
    assert drafts(red) == ["draft"]


def test_a_group_without_answer_says_so_to_a_screen_reader(red: Street) -> None:
    agent = writer(red)
    agent.to_review(TYPE)
    agent.read()
    agent.go_on("Lavrar o auto")
    group = red.page.get_by_role("group", name="Como termina?")
    expect(group).to_have_accessible_description(
        "Diga como terminou: assinou, recusou, estava ausente ou foi embora."
    )


def test_the_copy_is_one_tap_from_the_number(red: Street) -> None:
    agent = writer(red)
    agent.to_review(TYPE)
    finish(agent)
    agent.tap("Mostrar a via do condutor")
    expect(red.page.locator("[data-copy-place]")).to_contain_text("TREINO-AI-2027-000001")
    red.page.go_back()
    agent.at("done")


def test_the_same_infraction_within_a_day_is_asked_about_and_allowed(red: Street) -> None:
    agent = writer(red)
    agent.to_review(TYPE)
    finish(agent)
    agent.tap("Voltar ao início")
    red.sees("home")
    again = writer(red)
    again.to_review(TYPE)
    again.read()
    again.sign()
    again.go_on("Lavrar o auto")
    box = red.page.locator("[data-again]")
    expect(box).to_contain_text("TREINO-AI-2027-000001")
    expect(box).to_be_focused()
    assert sorted(drafts(red))[0] == "draft"
    again.tap("É outro fato")
    again.at("done")
    assert again.number() == "TREINO-AI-2027-000002"


def test_another_notice_of_the_approach_begins_with_all_that_is_common(red: Street) -> None:
    agent = writer(red)
    agent.to_review(TYPE)
    finish(agent)
    agent.tap("Outro auto desta abordagem")
    agent.at("type")
    agent.choose_type("Não portar documento obrigatório")
    agent.go_on()
    for step in ("vehicle", "people"):
        agent.at(step)
        expect(red.page.locator('[data-confirm][aria-pressed="false"]:visible')).to_have_count(0)
        agent.go_on()
    agent.at("facts")
    expect(red.page.get_by_label("O que aconteceu")).to_have_value("")
    agent.facts("Não portava a CNH nem o Cartão de Identificação.", ufm="1")
    agent.photo(0)
    agent.at("measures")
    agent.go_on()
    agent.at("review")
    finish(agent)
    first, second = check_notices(red, 2)
    assert (first.group_id, first.plate) == (second.group_id, second.plate)
    assert {first.code, second.code} == {"PLA-23-XVII", "PLA-23-XIII"}
    assert common(first) == common(second)


def common(row: Notice) -> list[object]:
    """What two notices of one approach share."""
    record = payload(row)
    return [record[name] for name in ("vehicle", "driver", "owner", "permit", "place", "confirmed")]


def test_without_numbers_it_says_so_and_the_draft_stays(red: Street) -> None:
    red.offline()
    outbox.call(red.page, _TAKE_ALL)
    agent = writer(red)
    agent.to_review(TYPE)
    expect(red.page.locator("[data-notice-numbers]")).to_be_visible()
    agent.read()
    agent.sign()
    agent.go_on("Lavrar o auto")
    expect(red.page.locator("[data-notice-summary]")).to_contain_text("Sem números livres")
    assert drafts(red) == ["draft"]


def test_a_draft_is_annulled_only_after_asking(red: Street) -> None:
    agent = writer(red)
    agent.tap("Anular este rascunho")
    expect(red.page.get_by_role("button", name="Manter")).to_be_focused()
    assert drafts(red) == ["draft"]
    agent.tap("Anular mesmo")
    red.sees("home")
    assert drafts(red) == []


def test_an_hour_that_has_not_come_is_refused_and_stays_to_be_mended(red: Street) -> None:
    agent = writer(red)
    agent.choose_type(TYPE)
    agent.go_on()
    agent.vehicle()
    agent.people()
    agent.at("facts")
    red.page.get_by_label("Hora", exact=True).fill("23:00")
    agent.facts(ufm="1")
    expect(red.page.locator("[data-notice-summary]")).to_contain_text(
        "A hora do fato ainda não chegou"
    )
    red.page.get_by_label("Hora", exact=True).fill("09:00")
    agent.go_on()
    agent.at("photos")


def test_a_fact_of_yesterday_asks_why_it_is_late(red: Street) -> None:
    agent = writer(red)
    agent.choose_type(TYPE)
    agent.go_on()
    agent.vehicle()
    agent.people()
    agent.at("facts")
    red.page.get_by_label("Dia", exact=True).fill("2027-09-15")
    red.page.get_by_label("Hora", exact=True).fill("09:59")
    expect(red.page.locator("[data-late-said]")).to_contain_text(
        "24 horas do fato (PLA art. 49 §2)"
    )
    agent.facts(ufm="1")
    expect(red.page.locator("[data-notice-summary]")).to_contain_text("Escreva o motivo do atraso")
    red.page.get_by_label("Justificativa do atraso").fill("Sem sinal na zona rural.")
    agent.go_on()
    agent.at("photos")


def test_a_reload_stays_on_the_step_with_all_that_was_typed(red: Street) -> None:
    agent = writer(red)
    agent.choose_type(TYPE)
    agent.go_on()
    agent.at("vehicle")
    red.page.get_by_label("Renavam").press_sequentially("405608")
    expect(red.page.locator("[data-notice-saved]")).to_contain_text("Guardado neste telefone")
    red.page.reload()
    agent.at("vehicle")
    expect(red.page.get_by_label("Renavam")).to_have_value("405608")
    expect(red.page.locator('[data-notice="unsaved"]')).to_be_hidden()


def test_a_car_without_permit_is_written_by_hand(red: Street) -> None:
    agent = writer(red, "ABC1D23")
    red.page.get_by_label("Quem responde pela infração?").select_option(
        label="Condutor sem autorização"
    )
    agent.choose_type("Veículo particular sem autorização")
    agent.at("vehicle")
    red.page.get_by_label("Marca e modelo").fill("Fiat Mobi")
    red.page.get_by_label("Cor", exact=True).fill("Cinza")
    agent.vehicle()
    agent.at("people")
    red.page.get_by_label("Nome do condutor").fill("Zé Maria")
    agent.tap("Não quis informar")
    agent.choose("Pendente de consulta")
    agent.confirm_all()
    agent.go_on()
    agent.facts("Cobrava corrida na rodoviária em carro particular, sem autorização.")
    agent.photo(0)
    agent.at("measures")
    agent.go_on()
    agent.at("review")
    finish(agent)
    [row] = check_notices(red, 1)
    record = payload(row)
    assert (record["permit"]["number"], record["vehicle"]["modality"]) == (
        "SEM AUTORIZAÇÃO",
        "none",
    )
    assert (record["offender"]["name"], record["vehicle"]["make_model"]) == (
        "Zé Maria",
        "Fiat Mobi",
    )
    assert (row.fine_ufm, record["fine"]["rule"]) == ("10", "fixed")


def test_the_registry_fills_in_only_by_a_tap_and_each_value_waits_for_another(red: Street) -> None:
    agent = writer(red)
    agent.choose_type(TYPE)
    agent.go_on()
    agent.at("vehicle")
    assert red.site.count("POST", "/campo/dados") == 0
    agent.tap("Buscar no cadastro")
    expect(red.page.get_by_label("Chassi", exact=True)).to_have_value("9BGEA48A0RG123456")
    agent.go_on()
    expect(red.page.locator("[data-notice-summary]")).to_contain_text("Compare este campo")
    agent.confirm_all()
    agent.go_on()
    agent.at("people")
    agent.tap("Davi N.")
    agent.tap("Buscar no cadastro")
    expect(red.page.get_by_label("Nome do condutor")).to_have_value("Davi Nunes")
    expect(red.page.locator('[data-ask="driver.name"]')).to_have_attribute("data-state", "waiting")
    assert red.site.count("POST", "/campo/dados") == 2


def test_a_new_release_waits_until_the_notice_is_finished(red: Street, tmp_path: Path) -> None:
    agent = writer(red)
    agent.choose_type(TYPE)
    old = red.site.app.extensions["assets"]
    shutil.copytree(old.folder, tmp_path / "static")
    (tmp_path / "static" / "css" / "notice.css").open("a").write("/* release seguinte */\n")
    red.site.app.extensions["assets"] = Assets(tmp_path / "static")
    notice = red.page.locator('[data-notice="update"]')
    try:
        red.page.evaluate(_LOOK_FOR_RELEASE)
        red.page.wait_for_function(_RELEASE_WAITS)
        expect(notice).to_be_hidden()
        expect(red.page.locator("[data-chosen-title]")).to_have_text(TYPE)
        agent.tap("Anular este rascunho")
        agent.tap("Anular mesmo")
        red.sees("home")
        expect(notice).to_be_visible()
    finally:
        red.site.app.extensions["assets"] = old
