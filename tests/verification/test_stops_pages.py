"""The office's pages of stops: who sees what, filters, and everything on the detail."""

from datetime import timedelta
from typing import Any

import pytest
from flask import Flask

from app.regulation.verdict import citation
from tests.support import cast
from tests.support.cars import PLA
from tests.support.cast import Cast
from tests.support.client import PageClient
from tests.support.field import NOON, deliver_to, entry, instant, stop_payload

CITED = citation("PLA", PLA.check("inspection_valid").basis)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture
def planura(app: Flask) -> Cast:
    return cast.planura(app)


def recorded(home: Cast, login: str = "ana", ago: timedelta = HOUR, **edits: Any) -> str:
    """A stop some time ago, delivered now; returns its id."""
    sent = entry(stop_payload(home.accounts[login], NOON - ago, **edits))
    deliver_to(home, sent, login, now=NOON - ago + HOUR)
    return str(sent["id"])


def chief(client: PageClient, login: str = "fabio") -> PageClient:
    """The chief's browser; where the field app is the first page, it is not opened."""
    form = {"login": login, "password": cast.PASSWORD, "csrf_token": client.csrf_token()}
    client._open("/entrar", method="POST", data=form, headers={"Referer": f"{client.base}/"})
    return client


def listed(client: PageClient, query: str = "") -> list[str]:
    page = chief(client).get(f"/abordagens{query}")
    return [plate.get_text() for plate in page.select(".records .plate")]


def test_the_newest_arrival_stands_first(client: PageClient, planura: Cast) -> None:
    recorded(planura, plate_read="ABC1D23", ago=2 * DAY)
    recorded(planura, plate_read="FUM0105")
    assert listed(client) == ["FUM-0105", "ABC1D23"]


def test_filters_narrow_by_agent_answer_and_day(client: PageClient, planura: Cast) -> None:
    recorded(planura, plate_read="ABC1D23", ago=2 * DAY)
    recorded(planura, plate_read="FUM0B05", verdict="green")
    recorded(planura, "hugo", plate_read="RTA2C34")
    assert listed(client, "?resposta=green") == ["FUM0B05"]
    assert listed(client, f"?agente={planura.people['hugo']}") == ["RTA2C34"]
    assert listed(client, "?dia=2026-11-28") == ["ABC1D23"]
    assert listed(client, "?dia=28/11/2026") == ["ABC1D23"]


def test_a_day_ends_at_midnight_of_the_city(client: PageClient, planura: Cast) -> None:
    recorded(planura, plate_read="ABC1D23", ago=timedelta(hours=10, minutes=1))  # 23:59 of the 29th
    recorded(planura, plate_read="FUM0B05", ago=timedelta(hours=9, minutes=59))  # 00:01 of the 30th
    assert listed(client, "?dia=2026-11-30") == ["FUM0B05"]


def test_a_filter_that_is_none_says_so(client: PageClient, planura: Cast) -> None:
    page = chief(client).get("/abordagens?resposta=azul")
    assert "Escolha uma resposta da lista" in page.get_text()


def test_pages_follow_each_other_without_gap(client: PageClient, planura: Cast) -> None:
    for number in range(33):
        recorded(planura, plate_read=f"ABC1D{number:02}")
    first = chief(client).get("/abordagens")
    following = client.get(first.find("a", string="Mostrar as anteriores")["href"])
    plates = {p.get_text() for page in (first, following) for p in page.select(".records .plate")}
    assert len(plates) == 33 and not following.find("a", string="Mostrar as anteriores")


def test_the_detail_tells_all_that_was_recorded(client: PageClient, planura: Cast) -> None:
    id = recorded(
        planura, how="live", driver_other="Zeca do Ponto", seal_index=41, note="Farol\nqueimado."
    )
    text = chief(client).get(f"/abordagens/{id}").get_text()
    for told in (
        "FUM0B05", "Não autorizado", "Orientado", "Zeca do Ponto (digitado, fora da lista)",
        "Código ao vivo", "41", "Vistoria vencida", CITED, "Farol\nqueimado.",
        "Ana Souza (matrícula 1001, Portaria 1/2026)", "Av. Brasil, 120", "-20,34568 -48,50123",
        "± 12 m", "30/11/2026 09:00", "com 3 h", id,
    ):  # fmt: skip
        assert told in text, told


def test_the_place_opens_in_the_phones_map(client: PageClient, planura: Cast) -> None:
    page = chief(client).get(f"/abordagens/{recorded(planura)}")
    assert page.find("a", href="geo:-20.3456789,-48.5012345")


def test_doubts_are_said_in_words(client: PageClient, planura: Cast) -> None:
    id = recorded(planura, last_server_time=None, plate_confirmed="different", seal_index=4)
    text = chief(client).get(f"/abordagens/{id}").get_text()
    assert "Confira a hora" in text and "A placa no carro não era a do código" in text


def test_a_wrong_clock_shows_the_arrival_instead(client: PageClient, planura: Cast) -> None:
    future = instant(NOON + 3 * DAY)
    recorded(planura, device_time=future, happened_at=future)
    line = chief(client).get("/abordagens").select_one(".records li").get_text()
    assert "30/11/2026" in line and "03/12/2026" not in line and "telefone estava errada" in line


def test_an_agent_cannot_open_the_list(client: PageClient, planura: Cast) -> None:
    page = chief(client, "ana").get("/abordagens", status=403)
    assert "Sem permissão" in page.get_text()


def test_another_city_sees_nothing(app: Flask, client: PageClient, planura: Cast) -> None:
    cast.patrocinio(app)
    id = recorded(planura)
    stranger = chief(client, "fabio-pat")
    assert stranger.get("/abordagens").select(".records .plate") == []
    stranger.get(f"/abordagens/{id}", status=404)
