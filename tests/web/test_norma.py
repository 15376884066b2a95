"""The law on the screen: text, status, and the count of what is planned."""

import pytest
from flask import Flask

from app.regulation.coverage import EffectState, coverage, load_planned
from app.regulation.effects import all_names, registered
from app.web.norma_words import CODE_WORDS, STATUS_WORDS
from tests.support.client import PageClient


@pytest.mark.parametrize(("slug", "count"), [("patrocinio-2020", 156), ("planura-2025", 249)])
def test_every_provision_stands_on_the_page(
    app: Flask, client: PageClient, slug: str, count: int
) -> None:
    page = client.get(f"/norma/{slug}")
    assert len(page.select("article.provision")) == count


def test_the_text_is_quoted_exactly(app: Flask, client: PageClient) -> None:
    law = app.extensions["rulesets"]["planura-2025"]
    page = client.get("/norma/planura-2025")
    quoted = [q.get_text() for q in page.select("article.provision blockquote")]
    assert quoted == [p.text for p in law.provisions]


def test_the_count_of_planned_effects_stands_on_the_page(app: Flask, client: PageClient) -> None:
    law = app.extensions["rulesets"]["planura-2025"]
    planned = coverage(law, registered(), load_planned()).counts[EffectState.PLANNED]
    row = client.get("/norma/planura-2025").find("th", string="Efeitos ainda previstos")
    assert row.find_next("td").get_text() == str(planned)


def test_the_struck_down_law_says_so(app: Flask, client: PageClient) -> None:
    assert "inconstitucional" in client.get("/norma").get_text()


@pytest.mark.parametrize("slug", ["patrocinio-2020", "planura-2025"])
def test_the_status_stands_on_the_norms_own_page(app: Flask, client: PageClient, slug: str) -> None:
    status = app.extensions["rulesets"][slug].instrument.status
    assert client.get(f"/norma/{slug}").find(class_="badge").get_text() == STATUS_WORDS[status]


def test_an_unknown_norm_is_not_found(app: Flask, client: PageClient) -> None:
    assert "Não encontramos" in client.get("/norma/outra-1999", status=404).get_text()


def test_every_built_effect_has_words_for_people(app: Flask) -> None:
    assert registered() - set(CODE_WORDS) == set()


def test_no_words_without_an_effect() -> None:
    assert set(CODE_WORDS) - all_names() == set()
