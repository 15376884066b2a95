"""The stop: saved as it is typed, taken whole, sent once, whatever happens in between."""

import json

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Street

pytestmark = pytest.mark.browser


def test_a_stop_arrives_as_it_was_written(street: Street) -> None:
    street.scan(street.taxi.url)
    street.check_source("Consultado agora")
    street.stop_form()
    street.page.get_by_label("Anotação").fill("João “Zé” orientado; sem troco. ✓")
    street.page.get_by_label("Lugar, se precisar").fill("Rodoviária")
    expect(street.page.locator("[data-position]")).to_have_text("Lugar: ±12 m, bom")
    street.finish_stop()
    [stop] = street.check_stops(1)
    assert (stop.plate_read, stop.how, stop.verdict, stop.outcome) == (
        "FUM0B05",
        "printed",
        "green",
        "guided",
    )
    assert stop.note == "João “Zé” orientado; sem troco. ✓" and stop.place == "Rodoviária"
    assert stop.accuracy_m == 12 and stop.latitude == pytest.approx(-20.1386)
    assert stop.pack_age_s is None and stop.plate_confirmed == "same" and stop.clock_flag == ""


def test_home_counts_it_and_the_list_shows_its_receipt(street: Street) -> None:
    street.type_plate("FUM0B05")
    street.stop_form()
    street.finish_stop("Liberado")
    expect(street.page.locator('[data-count="stops"]')).to_have_text("1")
    expect(street.page.locator('[data-count="released"]')).to_have_text("1")
    street.page.get_by_role("button", name="Enviados").click()
    expect(street.page.locator("[data-sent] [data-state]")).to_contain_text(
        "recebido pelo servidor"
    )
    [entry] = street.entries()
    assert entry["state"] == "sent" and "box" not in entry and "payload" not in entry


def test_without_an_outcome_nothing_is_registered(street: Street) -> None:
    street.type_plate("FUM0B05")
    street.stop_form()
    street.page.get_by_role("button", name="Registrar abordagem").click()
    expect(street.page.locator("[data-outcome-error]")).to_be_visible()
    assert [entry["state"] for entry in street.entries()] == ["draft"]


def test_a_killed_page_loses_no_letter(street: Street) -> None:
    street.offline()
    street.type_plate("FUM0B05")
    street.stop_form()
    street.page.get_by_label("Anotação").press_sequentially("pneu careca")
    expect(street.page.locator("[data-saved]")).to_contain_text("Guardado neste telefone")
    killed = street.page
    street.page = killed.context.new_page()
    killed.close()
    street.open()
    street.page.get_by_role("button", name="Continuar").click()
    expect(street.page.get_by_label("Anotação")).to_have_value("pneu careca")
    street.finish_stop()
    street.offline(False)
    assert street.check_stops(1)[0].note == "pneu careca"


def test_a_reload_comes_back_to_the_same_form(street: Street) -> None:
    street.type_plate("FUM0B05")
    street.stop_form()
    street.page.get_by_label("Anotação").fill("meio da frase")
    expect(street.page.locator("[data-saved]")).to_contain_text("Guardado")
    street.page.reload()
    street.sees("stop")
    expect(street.page.get_by_label("Anotação")).to_have_value("meio da frase")


def test_another_plate_on_the_car_is_recorded(street: Street) -> None:
    street.scan(street.taxi.url)
    street.page.get_by_role("button", name="A placa é outra").click()
    street.page.get_by_label("Placa vista").fill("fum0b05")
    street.page.get_by_role("button", name="Registrar placa diferente").click()
    expect(street.page.locator("[data-other-error]")).to_contain_text("mesma placa")
    street.page.get_by_label("Placa vista").fill("XYZ-9A87")
    street.page.get_by_role("button", name="Registrar placa diferente").click()
    street.finish_stop("Outro")
    [stop] = street.check_stops(1)
    assert (stop.plate_read, stop.plate_seen, stop.plate_confirmed) == (
        "FUM0B05",
        "XYZ9A87",
        "different",
    )
    assert stop.verdict == "red" and "seal_genuine.plate" in json.loads(stop.findings)


def test_the_driver_at_the_wheel_is_recorded(street: Street) -> None:
    street.type_plate("FUM0B05")
    street.page.get_by_role("button", name="Placa confere, continuar").click()
    street.page.get_by_role("button", name="Davi N.").click()
    street.page.get_by_role("button", name="Registrar abordagem").click()
    street.finish_stop()
    assert street.check_stops(1)[0].driver_id is not None


def test_a_plate_nobody_licensed_can_be_recorded(street: Street) -> None:
    street.type_plate("ABC1D23")
    street.page.get_by_role("button", name="Placa confere, continuar").click()
    street.finish_stop()
    [stop] = street.check_stops(1)
    assert (stop.plate_read, stop.verdict, stop.seal_index) == ("ABC1D23", "unknown", None)


def test_two_taps_register_one_stop(street: Street) -> None:
    street.type_plate("FUM0B05")
    street.stop_form()
    street.page.get_by_label("Orientado").check()
    street.page.get_by_role("button", name="Registrar abordagem").dblclick()
    street.sees("home")
    street.check_stops(1)
    assert len(street.entries()) == 1


def test_back_walks_through_the_views_and_a_draft_waits(street: Street) -> None:
    street.type_plate("FUM0B05")
    street.stop_form()
    for view in ("drivers", "verdict", "plate", "home"):
        street.page.go_back()
        street.sees(view)
    expect(street.page.locator("[data-drafts]")).to_contain_text("FUM0B05")
    street.page.get_by_role("button", name="Descartar", exact=True).click()
    street.page.get_by_role("button", name="Descartar mesmo").click()
    expect(street.page.locator("[data-drafts]")).to_be_hidden()
    assert street.entries() == []


def test_a_full_phone_says_so_and_keeps_the_form(street: Street) -> None:
    street.type_plate("FUM0B05")
    street.stop_form()
    street.page.evaluate(
        "() => { window.put = IDBObjectStore.prototype.put; IDBObjectStore.prototype.put ="
        " () => { throw new DOMException('full', 'QuotaExceededError'); }; }"
    )
    street.page.get_by_label("Anotação").fill("texto")
    expect(street.page.locator('[data-notice="unsaved"]')).to_be_visible()
    street.page.evaluate("() => { IDBObjectStore.prototype.put = window.put; }")
    street.page.get_by_label("Anotação").fill("texto guardado")
    expect(street.page.locator('[data-notice="unsaved"]')).to_be_hidden()
    street.finish_stop()
    assert street.check_stops(1)[0].note == "texto guardado"
