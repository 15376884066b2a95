"""A visit done in the yard: what was answered and photographed is what the office has, signal or not."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, expect

from app.inspections.models import Inspection
from tests.browser.yard import TAIL, YardPhone, at_work, prepared
from tests.support.browser import Site

pytestmark = pytest.mark.browser


@pytest.fixture
def yard(live_server: Site, browser_context: BrowserContext, camera_file: Path) -> YardPhone:
    """An ordinary day: camera, place and signal."""
    return at_work(live_server, prepared(live_server), browser_context, camera_file)


def payload(row: Inspection) -> dict[str, Any]:
    """The frozen record."""
    return dict(json.loads(row.payload))


def test_a_first_visit_that_finds_all_well_is_approved_at_once(yard: YardPhone) -> None:
    visit = yard.type_plate()
    visit.identify(TAIL)
    visit.pay()
    visit.shots()
    visit.all_well()
    visit.go_on()
    visit.finish()
    assert visit.word() == "APROVADO"
    [row] = yard.visits(1)
    assert (row.result, row.vehicle_id, row.occasion) == ("approved", yard.vehicle, "first")
    expect(visit.page.locator("[data-result-report]")).to_have_text(f"Laudo {row.report}")


def test_what_was_seen_without_signal_arrives_once_as_it_was_seen(yard: YardPhone) -> None:
    visit = yard.type_plate()
    visit.told()  # the registry's answers are on the phone
    yard.offline()
    visit.identify(TAIL)
    visit.pay()
    visit.shots()
    visit.all_well()
    visit.go_on()
    visit.finish()
    expect(visit.page.locator("[data-result-seal]")).to_have_text("O selo sai quando houver sinal.")
    yard.offline(False)
    [row] = yard.visits(1)
    record = payload(row)
    assert [shot["part"] for shot in record["shots"]] == ["front", "rear", "left", "right"]
    assert len({shot["sha256"] for shot in record["shots"]}) == 4
    assert all(shot["position"]["accuracy_m"] == 12 for shot in record["shots"])
    assert record["identified"]["chassis_tail"] == TAIL
    assert record["fee"] == {"guide": "2026/4711", "paid_on": "2026-11-27"}
    assert row.result == "approved" and record["result"]["failed"] == []
    expect(visit.page.locator("[data-result-report]")).to_contain_text(row.report)


def test_another_chassis_fails_the_item_of_identity_by_itself(yard: YardPhone) -> None:
    visit = yard.type_plate()
    visit.told()
    visit.chassis("654320")
    expect(visit.chassis_said()).to_contain_text("Diferente do cadastro")
    visit.go_on()
    visit.pay()
    visit.shots()
    visit.at("checklist")
    row = visit.item("LV01")
    expect(row.locator('label[data-mark="nc"] input')).to_be_checked()
    expect(row.locator("textarea")).to_have_value(
        "Chassi no carro diferente do cadastro; final lido: 654320."
    )


def test_a_chassis_that_was_only_misread_opens_the_item_again(yard: YardPhone) -> None:
    visit = yard.type_plate()
    visit.told()
    visit.chassis("654320")
    expect(visit.chassis_said()).to_contain_text("Diferente do cadastro")
    visit.chassis("6543 2I")
    expect(visit.chassis_said()).to_have_text("Igual ao cadastro.")
    visit.go_on()
    visit.pay()
    visit.shots()
    visit.at("checklist")
    expect(visit.item("LV01").locator("input:checked")).to_have_count(0)


def test_a_car_that_fails_is_told_what_to_mend_and_when(yard: YardPhone) -> None:
    visit = yard.type_plate()
    visit.identify(TAIL)
    visit.pay()
    visit.shots()
    visit.at("checklist")
    visit.mark("LV05", "nc")
    visit.item("LV05").locator("textarea").fill("Bancos sujos de tinta")
    visit.all_well()
    visit.go_on()
    visit.finish()
    assert visit.word() == "REPROVADO"
    expect(visit.page.locator("[data-result-defects]")).to_contain_text("Bancos sujos de tinta")
    [row] = yard.visits(1)
    assert (row.result, payload(row)["result"]["failed"]) == ("failed", ["LV05"])


def test_no_step_is_left_with_something_missing(yard: YardPhone) -> None:
    visit = yard.type_plate()
    visit.told()
    visit.go_on()
    summary = visit.page.locator("[data-visit-form] [data-problems]")
    expect(summary).to_contain_text("chassi")
    visit.identify(TAIL)
    visit.at("fee")
    visit.go_on()
    expect(summary).to_contain_text("guia")
    visit.pay()
    visit.shoot(until=3)
    visit.go_on()
    visit.at("shots")
    expect(summary.locator("a")).to_have_count(1)


def test_a_side_is_taken_again_and_the_picture_before_leaves_the_phone(yard: YardPhone) -> None:
    visit = yard.type_plate()
    visit.identify(TAIL)
    visit.pay()
    visit.shoot()
    before = yard.photos()
    visit.page.get_by_role("button", name="Traseira: refazer a foto").click()
    expect(visit.page.locator("[data-shots-part]")).to_have_text("Traseira")
    visit.shutter("[data-step=shots]", 'document.querySelector("[data-shots-now]").hidden')
    after = yard.photos()
    assert len(before) == len(after) == 4 and len(set(before) & set(after)) == 3


def test_two_taps_on_the_end_freeze_one_visit(yard: YardPhone) -> None:
    visit = yard.type_plate()
    visit.identify(TAIL)
    visit.pay()
    visit.shots()
    visit.all_well()
    visit.go_on()
    visit.at("review")
    visit.page.locator("[data-visit-next]").dblclick()
    visit.at("done")
    assert [entry["state"] for entry in yard.entries()].count("draft") == 0
    [row] = yard.visits(1)
    assert row.chain_seq == 1
