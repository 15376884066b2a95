"""The result before it is signed, and the whole way of a car that fails."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.conftest import Street
from tests.browser.inspection_parts import Checklist, blank, checklist_of
from tests.browser.yard import TAIL, YardPhone, at_work, prepared
from tests.support import cars
from tests.support.browser import Site
from tests.support.inspection_flow import show_film
from tests.support.inspections import catalogue_of

pytestmark = pytest.mark.browser


def answered(check: Checklist, **failed: dict[str, Any]) -> None:
    """Every item of the draft well, but for those."""
    check.show()
    check.page.evaluate(
        """async (failed) => {
          const { wellAnswer } = await import(new URL("../inspection/items.js",
            document.querySelector('script[type="module"]').src));
          const values = { number: "5", date: "2026-12-20", choice: "", text: "x" };
          for (const item of sheet.items()) {
            const read = wellAnswer(item) ?? { ...values, choice: item.choices[0] ?? "", answer: "ok",
              number: item.limit?.op === "ge" ? "60000" : item.year_rule ? "2024" : "5",
              date: item.date_rule?.kind === "not_before_months" ? "2026-11-20" : "2027-01-01" };
            sheet.write(item.key, { ...read, photos: [], from_record: true, ...failed[item.key] });
          }
          await keeper.settled();
        }""",
        failed,
    )
    check.show("review")


@pytest.fixture
def check(street: Street) -> Checklist:
    """A yearly visit of Patrocínio."""
    show_film(street.camera)
    return checklist_of(street, cars.PAT, "yearly", "app", {})


def test_all_well_says_approved_and_how_long_it_is_good(check: Checklist) -> None:
    answered(check)
    expect(check.page.locator("[data-sum-word]")).to_have_text("APROVADO")
    expect(check.page.locator("[data-sum-cure]")).to_have_text(
        catalogue_of(cars.PAT)["validity"]["words"]
    )
    expect(check.page.locator("#main")).to_have_text("Concluir vistoria: aprovado")


def test_a_failure_says_why_and_until_when(check: Checklist) -> None:
    answered(check, PV13=blank(answer="nc", note="Buzina muda", from_record=True))
    page = check.page
    expect(page.locator("[data-sum-word]")).to_have_text("REPROVADO")
    expect(page.locator("[data-sum-due]")).to_have_text("Voltar até segunda-feira, 07/12/2026")
    failed = page.locator("[data-sum-failed]")
    expect(failed).to_contain_text("Sinais sonoros: buzina")
    expect(failed).to_contain_text("PAT art. 12 I c")
    expect(failed).to_contain_text("Corrigir até 07/12/2026")


def test_what_does_not_refuse_the_car_is_noted_apart(check: Checklist) -> None:
    answered(check, PV20=blank(answer="nc", note="Sem adesivo", from_record=True))
    expect(check.page.locator("[data-sum-word]")).to_have_text("APROVADO")
    expect(check.page.locator("[data-sum-noted]")).to_contain_text("Sem adesivo")
    assert check.page.locator("[data-sum-failed]").is_hidden()


def test_a_report_that_was_asked_leaves_it_pending(check: Checklist) -> None:
    answered(check, PV24=blank(choice="Solicitado", text="Laudo do motor"))
    expect(check.page.locator("[data-sum-word]")).to_have_text("PENDENTE")


def test_what_is_open_is_a_way_back_to_it(check: Checklist) -> None:
    check.show("review")
    expect(check.page.locator("[data-sum-word]")).to_have_text("EM ABERTO")
    check.page.get_by_role("link", name="Responda: Possui ar-condicionado.").click()
    assert check.page.evaluate("() => jumps.map(({field}) => field)") == ["items.PV05"]


def test_a_failed_item_is_a_way_back_to_it(check: Checklist) -> None:
    answered(check, PV13=blank(answer="nc", note="Buzina muda", from_record=True))
    check.page.get_by_role("button", name="Sinais sonoros: buzina").click()
    assert check.page.evaluate("() => jumps") == [{"step": "checklist", "field": "items.PV13"}]


def test_who_brought_the_car_is_stored_letter_by_letter(check: Checklist) -> None:
    answered(check)
    check.page.get_by_label("Quem apresentou o veículo").press_sequentially("João")
    assert check.fields()["record"]["presented_by"] == "João"


@pytest.fixture
def yard(live_server: Site, browser_context: BrowserContext, camera_file: Path) -> YardPhone:
    """Hugo in the yard."""
    return at_work(live_server, prepared(live_server), browser_context, camera_file)


def test_a_car_that_fails_leaves_with_its_list_and_comes_back_to_it(yard: YardPhone) -> None:
    visit = yard.type_plate()
    visit.identify(TAIL)
    visit.pay()
    visit.shots()
    visit.at("checklist")
    visit.mark("LV05", "nc")
    visit.item("LV05").get_by_role("button", name="Fotografar").click()
    visit.take_all()
    visit.item("LV05").get_by_label("O que está errado?").fill("Bancos sujos")
    visit.all_well()
    visit.go_on()
    visit.at("review")
    expect(visit.page.locator("[data-visit-next]")).to_have_text("Concluir vistoria: reprovado")
    visit.finish()
    [row] = yard.visits(1)
    items = {item["key"]: item for item in json.loads(row.payload)["items"]}
    assert (row.result, items["LV05"]["note"]) == ("failed", "Bancos sujos")
    assert len(items["LV05"]["photos"]) == 1
    visit.page.get_by_role("button", name="Voltar ao início").click()
    again = yard.type_plate()
    again.identify(TAIL)
    again.shots()
    again.at("checklist")
    expect(again.page.locator(".check-item")).to_have_count(1)
    expect(again.item("LV05")).to_contain_text("Na última vez: Bancos sujos · 1 foto")
    again.mark("LV05", "ok")
    again.go_on()
    again.finish()
    assert [row.result for row in yard.visits(2)] == ["failed", "approved"]
