"""The commands and pages of the demo, as people and programs meet them."""

import json
from typing import Any

import pytest
from flask import Flask

from app.demo.table import PASSWORD
from app.permits import qr
from tests.support.client import PageClient


def run(app: Flask, *words: str) -> str:
    """Output of a command that went well."""
    done = app.test_cli_runner().invoke(args=["demo", *words])
    assert done.exit_code == 0, done.output
    return done.output


@pytest.fixture(scope="module")
def listed(demo: Flask) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run(demo, "list", "--json"))
    return found


def test_logins_have_the_agreed_keys(listed: dict[str, Any]) -> None:
    assert all({"role", "user", "password", "city"} <= set(row) for row in listed["logins"])
    assert {row["user"] for row in listed["logins"]} >= {"ana", "davi", "elisa.patrocinio"}


def test_seals_have_the_agreed_keys(demo: Flask, listed: dict[str, Any]) -> None:
    base = demo.config["SETTINGS"].public_url
    for row in listed["seals"]:
        assert {"url", "plate", "city", "verdict", "reason"} <= set(row)
        assert row["url"].startswith(f"{base}/v/") and row["url"].rsplit("/", 1)[1].isdigit()
        assert row["reason"]


def test_codes_and_plates_are_all_different(listed: dict[str, Any]) -> None:
    urls = [row["url"] for row in listed["seals"]]
    genuine = {(row["city"], row["plate"]) for row in listed["seals"] if row["index"]}
    assert len(set(urls)) == len(urls) > 90
    assert len(genuine) > 85


def test_the_list_for_people_names_plate_verdict_and_page(demo: Flask) -> None:
    output = run(demo, "list")
    assert "não autorizado" in output and "Vistoria vencida há 3 dias" in output
    assert "/demo/planura/taxi-verde" in output and PASSWORD in output


def test_loading_again_says_so(demo: Flask) -> None:
    output = run(demo, "load")
    assert output.count("já estava carregada") == 2 and PASSWORD in output


def test_welcome_prints_a_code_only_where_a_phone_can_open_it(demo: Flask) -> None:
    output = run(demo, "welcome")
    assert "https://confere.test" in output and "█" in output
    assert "Treinamento: nada aqui tem valor legal" in output


@pytest.mark.parametrize("city", ["planura", "patrocinio"])
def test_the_page_of_a_town_lists_its_codes_lightly(
    visitor: PageClient, listed: dict[str, Any], city: str
) -> None:
    page = visitor.get(f"/demo?cidade={city}")
    assert visitor.response is not None and len(visitor.response.data) < 200_000
    wanted = {f"/demo/{city}/{row['key']}" for row in listed["seals"] if row["city"] == city}
    assert {str(a["href"]) for a in page.select(".seals a[href^='/demo/']")} == wanted
    assert "TREINAMENTO" in page.get_text()


def test_the_page_of_a_code_draws_exactly_its_address(
    visitor: PageClient, listed: dict[str, Any]
) -> None:
    row = next(r for r in listed["seals"] if r["key"] == "vistoria-vencida")
    page = visitor.get("/demo/planura/vistoria-vencida")
    drawn = page.select_one(".symbol path[fill='#000']")
    assert drawn is not None and str(drawn["d"]) in qr.svg(row["url"])
    assert "Vistoria vencida há 3 dias" in page.get_text()


def test_next_walks_through_all_codes_of_the_town(
    visitor: PageClient, listed: dict[str, Any]
) -> None:
    first = address = "/demo/patrocinio/app-verde"
    seen = []
    for _ in listed["seals"]:
        seen.append(address)
        link = visitor.get(address).select_one("a[rel=next]")
        assert link is not None
        address = str(link["href"])
        if address == first:
            break
    assert len(seen) == sum(row["city"] == "patrocinio" for row in listed["seals"])


def test_an_unknown_code_is_not_found(visitor: PageClient) -> None:
    for address in ("/demo/planura/nada", "/demo/nada/taxi-verde"):
        assert "Não encontramos" in visitor.get(address, status=404).get_text()
