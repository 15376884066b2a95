"""Every row of the table is what it says: level, codes and drivers, on the page and on the phone."""

import pytest
from flask import Flask

from app.accounts.permissions import Role
from app.demo.fakes import fakes_of
from app.demo.listing import TownList, town_list
from app.demo.load import TOWNS, stage_of
from app.demo.look import Look, Seen
from app.demo.stage import Stage
from app.demo.table import Town
from app.regulation.wording import CATALOGUE
from app.verification.field_check import Asked, check
from app.verification.gateway import answers_of
from tests.conftest import NOON
from tests.demo import reach
from tests.demo.compare import differences
from tests.support.client import PageClient

TOWN = pytest.mark.parametrize("town", TOWNS, ids=lambda town: town.slug)
UNREACHABLE = {"planura": reach.PLANURA, "patrocinio": reach.PATROCINIO}
PAGES = {
    "green": {"authorised"},
    "amber": {"attention"},
    "red": {"refused", "suspended", "expired", "dead", "other_plate"},
    "bad_signature": {"forged"},
    "foreign_city": {"foreign"},
}
# The agent's own words for a code whose record speaks against it.
TOKENS = {
    "dead": "dead",
    "suspended": "suspended",
    "expired": "expired",
    "other_plate": "other_plate",
}


@pytest.fixture(scope="module")
def lists(demo: Flask) -> dict[str, TownList]:
    return {town.slug: town_list(town, NOON) for town in TOWNS}


@TOWN
def test_every_row_is_what_the_table_says(lists: dict[str, TownList], town: Town) -> None:
    assert differences(town, lists[town.slug], NOON.date()) == []


@TOWN
def test_every_code_that_can_arise_is_shown(lists: dict[str, TownList], town: Town) -> None:
    found = lists[town.slug]
    shown = {code for row in (*found.seals, *found.plates) for code in row.codes}
    shown |= {found.banner.code} if found.banner else set()
    asked = {c for c in CATALOGUE if c.split(".")[0] not in reach.UNASKED[town.slug]}
    assert asked - shown == set(UNREACHABLE[town.slug]) & asked


@TOWN
def test_nothing_shown_is_called_unreachable(lists: dict[str, TownList], town: Town) -> None:
    found = lists[town.slug]
    shown = {code for row in (*found.seals, *found.plates) for code in row.codes}
    assert not shown & set(UNREACHABLE[town.slug])


@TOWN
def test_each_level_and_each_refusal_is_there(lists: dict[str, TownList], town: Town) -> None:
    assert {row.verdict for row in lists[town.slug].seals} == set(PAGES)


@TOWN
def test_every_address_is_answered_with_the_listed_verdict(
    lists: dict[str, TownList], visitor: PageClient, town: Town
) -> None:
    wrong = []
    for row in lists[town.slug].seals:
        page = visitor.get(row.url.removeprefix(visitor.base), status=_status(row))
        word = page.h1.get_text(strip=True) if page.h1 else ""
        if word != row.word or row.page not in PAGES[row.verdict]:
            wrong.append((row.key, word, row.word, row.page))
    assert wrong == []


def _status(row: Seen) -> int:
    return 404 if row.page in {"forged", "foreign", "other_plate"} else 200


@TOWN
def test_the_agents_look_up_says_the_same(
    demo: Flask, lists: dict[str, TownList], town: Town
) -> None:
    stage = stage_of(town)
    wrong = []
    for row in lists[town.slug].seals:
        told = _asked(stage, row)
        wanted = row.verdict if row.index is None else TOKENS.get(row.page, "ok")
        if told != wanted:
            wrong.append((row.key, told, wanted))
    assert wrong == []


def _asked(stage: Stage, row: Seen) -> str:
    digits = row.url.rsplit("/", 1)[1]
    agent = stage.holder(Role.AGENT)
    answer = check(agent, stage.city, Asked(digits=digits), now=NOON)
    if row.index is not None:
        assert answer["card"]["segments"][0][1] == row.verdict, row.key
    return str(answer["token"]["verdict"])


@TOWN
def test_a_plate_without_a_code_is_found_by_its_plate(
    lists: dict[str, TownList], visitor: PageClient, town: Town
) -> None:
    words = {"green": "Autorizado", "red": "Não autorizado"}
    for row in lists[town.slug].plates:
        page = visitor.get(row.url.removeprefix(visitor.base))
        assert words[row.verdict] in page.get_text(" ", strip=True)


def test_a_false_code_changes_with_nothing_but_the_digits(
    demo: Flask, lists: dict[str, TownList]
) -> None:
    town, found = TOWNS[0], lists["planura"]
    genuine = found.seals[0]
    look = Look(town, stage_of(town).city, stage_of(town).law, NOON)
    answers_of(demo).store.forget()
    forged = fakes_of(look, genuine)[0]
    differing = [a != b for a, b in zip(forged.url, genuine.url, strict=True)]
    assert sum(differing) == 1 and forged.verdict == "bad_signature"
