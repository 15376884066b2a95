"""The demo's yard: each report's public page says what the list says, the office shows each state."""

import json
from datetime import timedelta
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import func, select

from app.accounts.city_calendar_models import CityDay
from app.accounts.permissions import Role
from app.demo.listing import town_list
from app.demo.load import TOWNS, login_of, stage_of
from app.demo.look_visits import SeenVisit
from app.demo.table import PASSWORD, Town
from app.evidence.queries_attachments import attachments_of, picture
from app.inspections.booking_queries import day_rows
from app.inspections.missed_queries import misses
from app.inspections.models import Inspection
from app.inspections.models_booking import Booking
from app.inspections.models_checks import InspectionDraw
from app.inspections.queries_numbers import numbers_of
from app.inspections.queries_visit import VisitDetail, visit_for
from app.persistence.base import db
from tests.conftest import NOON
from tests.demo.loaded.test_commands import run
from tests.support.client import PageClient

PLANURA, PATROCINIO = TOWNS
TOWN = pytest.mark.parametrize("town", TOWNS, ids=lambda town: town.slug)
RESULTS = {
    "reprovada": "failed",
    "reprovada-prazo": "failed",
    "reprovada-seguranca": "failed",
    "retorno-1": "failed",
    "pendente": "pending",
}
WAITS = {
    "guia": "confirmar a guia",
    "mesma-foto": "espera a análise da chefia",
    "selo-pronto": "Selo novo pronto",
}


def detail(town: Town, key: str) -> VisitDetail:
    """The visit as the chief reads it."""
    stage = stage_of(town)
    return visit_for(stage.holder(Role.CHIEF), stage.id("visit", key), stage.law, now=NOON)


def signed_in(demo: Flask, town: Town, login: str) -> PageClient:
    visitor = PageClient(demo)
    employee = next(one for one in town.staff if one.login == login)
    visitor.post("/entrar", {"login": login_of(town, employee), "password": PASSWORD})
    return visitor


def seen_of(town: Town) -> tuple[SeenVisit, ...]:
    return town_list(town, NOON).visits


@TOWN
def test_every_public_page_says_what_the_list_says(
    demo: Flask, visitor: PageClient, town: Town
) -> None:
    wrong = []
    for seen in seen_of(town):
        page = visitor.get(seen.url.removeprefix(visitor.base))
        text = page.get_text(" ", strip=True)
        lost = [told for told in seen.says if told not in text]
        if page.h1.get_text(strip=True) != seen.word or lost:
            wrong.append((seen.key, page.h1.get_text(), lost))
    assert wrong == []


@TOWN
def test_each_visit_ended_as_its_title_says(demo: Flask, town: Town) -> None:
    found = {seen.key: seen.result for seen in seen_of(town)}
    assert found == {key: RESULTS.get(key, "approved") for key in found} and len(found) >= 11


@TOWN
@pytest.mark.parametrize("key", WAITS)
def test_a_seal_that_waits_says_why(demo: Flask, town: Town, key: str) -> None:
    found = detail(town, key)
    assert found.seal is None and WAITS[key] in found.waits


def test_a_first_inspection_gave_its_seal_by_itself(demo: Flask) -> None:
    found = detail(PLANURA, "primeira")
    assert found.seal is not None and found.seal.state == "valid"


def test_a_pasted_seal_ended_the_former_one(demo: Flask) -> None:
    found = detail(PLANURA, "anual")
    assert found.seal is not None
    states = [seen.verdict for seen in town_list(PLANURA, NOON).seals if seen.key == "v-anual"]
    former = [s.verdict for s in town_list(PLANURA, NOON).seals if s.key == "v-anual-antigo"]
    assert (states, former) == (["green"], ["red"])


def test_a_safety_item_stops_the_car_in_planura_and_another_does_not(demo: Flask) -> None:
    stopped = {
        key: detail(PLANURA, key).row.stopped for key in ("reprovada", "reprovada-seguranca")
    }
    assert stopped == {"reprovada": False, "reprovada-seguranca": True}


def test_patrocinio_gives_five_days_to_come_back(demo: Flask) -> None:
    row = detail(PATROCINIO, "reprovada").row
    assert row.cure_by is not None and row.cure_by >= NOON.date()
    assert row.cure_by - row.held_on >= timedelta(days=5)


@TOWN
def test_a_return_saw_only_what_had_failed(demo: Flask, town: Town) -> None:
    failed = {defect.key for defect in detail(town, "retorno-1").defects}
    record: dict[str, Any] = json.loads(detail(town, "retorno-2").row.payload)
    assert {item["key"] for item in record["items"]} == failed and len(failed) == 2


@TOWN
def test_the_same_photo_is_flagged_on_both(demo: Flask, town: Town) -> None:
    doubts = [detail(town, key).doubts for key in ("primeira", "mesma-foto")]
    assert ["mesma foto" in found[0].words for found in doubts] == [True, True]


@TOWN
def test_all_visits_came_without_a_doubt_but_those_shown(demo: Flask, town: Town) -> None:
    city = stage_of(town).city.id
    query = select(Inspection.flags, Inspection.clock_flag).where(
        Inspection.municipality_id == city
    )
    assert {tuple(row) for row in db.session.execute(query)} == {("", ""), ("guide_unknown", "")}


@TOWN
def test_photos_that_were_sent_can_be_seen(demo: Flask, town: Town) -> None:
    stage = stage_of(town)
    chief = stage.holder(Role.CHIEF)
    shown = attachments_of(chief, stage.id("visit", "reprovada"))
    assert len(shown) >= 5 and all(photo.shown for photo in shown)
    assert picture(chief, shown[0].entry_id, shown[0].sha256).startswith(b"\xff\xd8")


@TOWN
def test_at_least_one_in_twenty_is_drawn_and_one_was_done_again(demo: Flask, town: Town) -> None:
    city = stage_of(town).city.id
    mine = Inspection.municipality_id == city
    approved = db.session.scalar(select(func.count()).where(mine, Inspection.result == "approved"))
    drawn = db.session.scalar(select(func.count()).where(InspectionDraw.municipality_id == city))
    assert drawn is not None and approved is not None and drawn * 25 >= approved
    assert detail(town, "reinspecao").previous is not None


@TOWN
def test_the_agenda_of_the_day_has_every_state(demo: Flask, town: Town) -> None:
    stage = stage_of(town)
    rows = day_rows(db.session(), stage.clerk, stage.today, ruleset=stage.law, now=NOON)
    assert {row.state for row in rows} == {"booked", "arrived", "done", "missed"}
    page = signed_in(demo, town, "bruno").get("/vistorias/agenda").get_text(" ", strip=True)
    assert all(row.plate in page for row in rows)


@TOWN
def test_the_driver_and_the_platform_see_their_booking(demo: Flask, town: Town) -> None:
    stage = stage_of(town)
    for login in ("davi", "iris"):
        person = stage.people[login].person_id
        day = db.session.scalar(select(Booking.day).where(Booking.booked_by == person))
        page = signed_in(demo, town, login).get("/minhas-vistorias")
        assert day is not None and f"{day:%d/%m/%Y}" in page.get_text(" ", strip=True)


@TOWN
def test_who_did_not_come_is_recorded_with_its_provision(demo: Flask, town: Town) -> None:
    stage = stage_of(town)
    found = misses(db.session(), stage.secretary, ruleset=stage.law)
    over = [row for row in found if row.term_over and row.consequence]
    codes = {row.consequence.code for row in over if row.consequence}
    wanted = {"planura": {"", "PLA-45-VII"}, "patrocinio": {"PAT-28-I", "PAT-28-II"}}
    assert codes == wanted[town.slug]


@TOWN
def test_ten_months_have_numbers(demo: Flask, town: Town) -> None:
    stage = stage_of(town)
    first = stage.today - timedelta(days=335)
    found = numbers_of(stage.secretary, first, stage.today)
    assert sum(row.total > 0 for row in found.months) >= 10
    assert len(found.inspectors) == 2 and len(found.items) >= 5


@TOWN
def test_the_city_has_days_of_its_own(demo: Flask, town: Town) -> None:
    query = select(CityDay.kind).where(CityDay.municipality_id == stage_of(town).city.id)
    assert set(db.session.scalars(query)) == {"closing", "municipal", "optional"}


@TOWN
def test_the_inspectors_phone_opens_the_yard(demo: Flask, town: Town) -> None:
    told = signed_in(demo, town, "hugo")._open("/campo/vistorias", method="GET").get_json()
    assert told["places"] and {row["state"] for row in told["bookings"]} >= {"booked", "arrived"}


def test_the_list_for_people_names_each_visit_and_what_to_try(demo: Flask) -> None:
    output = run(demo, "list")
    assert [s.url for town in TOWNS for s in seen_of(town) if s.url not in output] == []
    assert "hugo.patrocinio" in output and "Vistoria, escolha um carro da agenda" in output


def test_the_list_for_programs_has_visits_and_hints(demo: Flask) -> None:
    listed = json.loads(run(demo, "list", "--json"))
    keys = {"url", "code", "city", "title", "report", "plate", "result", "word", "says"}
    assert all(keys <= set(row) for row in listed["visits"])
    assert all(row["try"] for row in listed["logins"])


@TOWN
def test_the_page_of_a_town_links_each_report_and_names_each_login(
    visitor: PageClient, town: Town
) -> None:
    page = visitor.get(f"/demo?cidade={town.slug}")
    links = {str(a["href"]) for a in page.select(".visits a")}
    assert links == {f"/l/{seen.code.replace(' ', '')}" for seen in seen_of(town)}
    text = page.select_one(".logins").get_text(" ", strip=True)
    assert all(login_of(town, employee) in text for employee in town.staff)
