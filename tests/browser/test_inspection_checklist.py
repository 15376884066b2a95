"""The checklist in the yard: every tap is on the phone before the next, and a failure asks where it fails."""

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Street
from tests.browser.inspection_parts import Checklist, blank, checklist_of
from tests.support import cars
from tests.support.inspection_flow import show_film

pytestmark = pytest.mark.browser

PAPERS = "Documentos do veículo"
STATE = "Conservação e equipamentos"
LOOKS = "Identificação visual"


@pytest.fixture
def check(street: Street) -> Checklist:
    """A yearly visit of Patrocínio, the year and the maintenance known, the licensing expired."""
    show_film(street.camera)
    known = {
        "PV02": blank(answer="ok", number="2023", from_record=True),
        "PV15": blank(answer="ok", date="2026-10-10", from_record=True),
        "PV16": blank(answer="nc", date="2026-09-30", from_record=True),
    }
    found = checklist_of(street, cars.PAT, "yearly", "app", {"answers": {"yearly": known}})
    found.show()
    return found


def all_well(check: Checklist, group: str) -> None:
    check.group(group).locator("[data-group-all]").click()


def word(check: Checklist, key: str) -> str:
    return str(check.answers().get(key, {}).get("answer", ""))


def visible(rows: Locator) -> int:
    return sum(row.is_visible() for row in rows.all())


def test_one_tap_answers_a_group_and_folds_it(check: Checklist) -> None:
    all_well(check, STATE)
    answers = check.answers()
    assert len(answers) == 17 and {row["answer"] for row in answers.values()} == {"ok"}
    expect(check.group(STATE).locator("[data-group-fold]")).to_have_attribute(
        "aria-expanded", "false"
    )
    expect(check.group(STATE).locator("[data-group-count]")).to_have_text("17 de 17")
    assert visible(check.group(STATE).locator(".check-item")) == 0


def test_a_second_tap_takes_it_back(check: Checklist) -> None:
    all_well(check, STATE)
    check.group(STATE).get_by_role("button", name="Desfazer").click()
    assert {row["answer"] for row in check.answers().values()} == {""}
    assert visible(check.group(STATE).locator(".check-item")) == 17


def test_an_exception_afterwards_stays_when_the_rest_is_taken_back(check: Checklist) -> None:
    all_well(check, STATE)
    check.group(STATE).locator("[data-group-fold]").click()
    check.mark("PV13", "nc")
    check.group(STATE).get_by_role("button", name="Desfazer").click()
    assert (word(check, "PV13"), word(check, "PV14")) == ("nc", "")


def test_a_folded_group_shows_what_is_still_open(check: Checklist) -> None:
    all_well(check, LOOKS)
    shown = [
        row.get_attribute("data-ask")
        for row in check.group(LOOKS).locator(".check-item").all()
        if row.is_visible()
    ]
    assert shown == ["items.PV19", "items.PV21"]  # each asks a photo
    expect(check.group(LOOKS).locator("[data-group-count]")).to_have_text("1 de 3")


def test_the_groups_tap_confirms_what_the_registry_knows(check: Checklist) -> None:
    expect(check.row("PV15")).to_contain_text("Do cadastro: 10/10/2026")
    all_well(check, PAPERS)
    assert check.answers()["PV15"]["from_record"] is True
    assert check.answers()["PV15"]["date"] == "2026-10-10"


def test_what_the_registry_knows_and_fails_opens_by_itself(check: Checklist) -> None:
    row = check.row("PV16")
    expect(row.locator("[data-item-word]")).to_contain_text("venceu em 30/09/2026. PAT art. 10")
    expect(row.get_by_label("O que está errado?")).to_be_visible()
    all_well(check, PAPERS)
    assert "PV16" not in check.answers()
    row.get_by_label("O que está errado?").fill("Vencido em setembro")
    assert check.answers()["PV16"] == blank(
        answer="nc", date="2026-09-30", note="Vencido em setembro", from_record=True
    )


def test_a_known_value_is_corrected_by_what_the_paper_says(check: Checklist) -> None:
    check.row("PV16").get_by_role("button", name="Corrigir").click()
    check.row("PV16").get_by_label("Válido até").fill("2027-09-30")
    expect(check.row("PV16").locator("[data-item-word]")).to_have_text("Conforme")
    answer = check.answers()["PV16"]
    assert (answer["date"], answer["from_record"]) == ("2027-09-30", False)


def test_a_number_is_judged_while_it_is_typed(check: Checklist) -> None:
    field = check.row("PV04").get_by_label("Número")
    assert field.get_attribute("inputmode") == "decimal"
    field.press_sequentially("7")
    expect(check.row("PV04").locator("[data-item-word]")).to_contain_text(
        "Não conforme: no máximo 5. PAT art. 2"
    )
    assert check.answers()["PV04"]["number"] == "7"
    field.fill("5")
    expect(check.row("PV04").locator("[data-item-word]")).to_have_text("Conforme")


def test_an_amount_is_read_as_it_is_written_here(check: Checklist) -> None:
    check.row("PV18").get_by_label("Valor em reais").fill("50.000,00")
    check.row("PV18").get_by_label("Válido até").fill("2027-01-31")
    expect(check.row("PV18").locator("[data-item-word]")).to_have_text("Conforme")
    assert check.answers()["PV18"]["number"] == "50000.00"


def test_a_paper_that_was_not_shown_fails(check: Checklist) -> None:
    check.row("PV18").get_by_label("Não apresentado").check()
    expect(check.row("PV18").locator("[data-item-word]")).to_contain_text("não foi apresentado")
    assert word(check, "PV18") == "nc"


def fail(check: Checklist, key: str = "PV13") -> None:
    """It fails, with a picture of the living lens."""
    check.mark(key, "nc")
    check.row(key).get_by_role("button", name="Fotografar").click()
    check.page.locator(".check-camera [data-shutter]:enabled").click()
    check.row(key).locator(".photo-thumb").wait_for()


def test_a_failure_asks_a_photo_and_a_note_where_it_fails(check: Checklist) -> None:
    fail(check)
    check.row("PV13").get_by_label("O que está errado?").press_sequentially("Buzina muda")
    fields = check.fields()
    answer = fields["record"]["items"]["PV13"]
    assert (answer["answer"], answer["note"]) == ("nc", "Buzina muda")
    [sha256] = answer["photos"]
    assert sha256 in [photo["sha256"] for photo in fields["record"]["photos"]]
    assert check.page.locator("input[type=file]:visible").count() == 0


def test_a_photo_is_taken_away_by_two_taps(check: Checklist) -> None:
    fail(check)
    check.row("PV13").get_by_role("button", name="Remover foto 1").click()
    check.row("PV13").get_by_role("button", name="Remover mesmo").click()
    expect(check.row("PV13").locator(".photo-thumb")).to_have_count(0)
    fields = check.fields()
    assert fields["record"]["items"]["PV13"]["photos"] == []
    assert len(fields["record"]["photos"]) == 4  # the shots of the car


def test_a_ready_word_becomes_the_note(check: Checklist) -> None:
    check.mark("PV11.2", "nc")
    check.row("PV11.2").get_by_role("button", name="Desgastado").click()
    check.row("PV11.2").get_by_role("button", name="Danificado").click()
    assert check.answers()["PV11.2"]["note"] == "Desgastado; danificado"


def test_not_applicable_is_offered_only_where_the_law_allows_it(check: Checklist) -> None:
    assert check.row("PV17").locator('label[data-mark="na"]').is_visible()
    assert check.row("PV13").locator('label[data-mark="na"]').is_hidden()


def test_a_shot_of_the_car_serves_where_it_shows_the_same(check: Checklist) -> None:
    check.mark("PV07", "ok")
    check.row("PV07").get_by_role("button", name="Fotografar").click()
    check.page.get_by_role("button", name="Usar: Lado esquerdo").click()
    expect(check.page.locator(".check-camera")).to_be_hidden()
    record = check.fields()["record"]
    shots: dict[str, Any] = {shot["part"]: shot["sha256"] for shot in record["shots"]}
    assert record["items"]["PV07"]["photos"] == [shots["left"]]
    check.row("PV07").get_by_role("button", name="Remover foto 1").click()
    check.row("PV07").get_by_role("button", name="Remover mesmo").click()
    assert len(check.fields()["record"]["shots"]) == 4


def test_the_sides_of_the_car_are_not_photographed_twice(check: Checklist) -> None:
    check.mark("PV08", "ok")
    expect(check.row("PV08")).to_contain_text("Valem as fotos do carro: frente, traseira")
    expect(check.row("PV08").get_by_role("button", name="Fotografar")).to_have_count(0)
