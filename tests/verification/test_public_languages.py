"""Three languages: the same keys, the browser's choice, and a switch that anybody sees."""

import string
from typing import Any

import pytest
from flask import Flask

from app.regulation.ruleset import LegalStatus
from app.verification.public_page import Kind
from app.verification.public_texts import LANGUAGES, Language, catalogue, chosen
from tests.support import cast
from tests.support.client import PageClient
from tests.verification import fleet


def keys(value: Any, path: str = "") -> dict[str, set[str]]:
    """Path of every text → the holes it has."""
    if isinstance(value, dict):
        return {
            k: v for name, inner in value.items() for k, v in keys(inner, f"{path}.{name}").items()
        }
    if isinstance(value, list):
        return {f"{path}[{len(value)}]": set()}
    holes = {name for _, name, _, _ in string.Formatter().parse(value) if name}
    return {path: holes if not path.endswith(".date") else set()}


def texts(language: Language) -> dict[str, set[str]]:
    return keys({**language.words, **language.tables})


@pytest.mark.parametrize("other", ["en", "es"])
def test_every_text_stands_in_every_language_with_the_same_holes(other: str) -> None:
    assert texts(catalogue()[other]) == texts(catalogue()["pt"])


@pytest.mark.parametrize("id", LANGUAGES)
def test_every_page_and_every_state_of_a_norm_has_words(id: str) -> None:
    t = catalogue()[id]
    assert set(t.kind) == {kind.value for kind in Kind}
    assert set(t.norm) == {s.value for s in LegalStatus if s is not LegalStatus.IN_FORCE}


@pytest.mark.parametrize(
    ("query", "header", "language"),
    [
        ("", "", "pt"),
        ("", "pt-BR,pt;q=0.9,en;q=0.8", "pt"),
        ("", "en-US,en;q=0.9", "en"),
        ("", "de-DE,de;q=0.9,es;q=0.7,en;q=0.8", "en"),
        ("", "es-AR", "es"),
        ("", "fr,*;q=0.1", "pt"),
        ("", "en;q=0,es", "es"),
        ("", "en;q=banana,es", "es"),
        ("", "en" * 5000, "pt"),
        ("l=es", "en", "es"),
        ("x=1&l=en", "pt", "en"),
        ("l=xx", "es", "es"),
    ],
)
def test_the_switch_comes_first_then_the_browser(query: str, header: str, language: str) -> None:
    assert chosen(query, header) == language


@pytest.mark.parametrize(
    ("language", "said", "code"),
    [("pt", "Autorizado", "pt-BR"), ("en", "Authorised", "en"), ("es", "Autorizado", "es")],
)
def test_the_page_speaks_the_language_asked_for(
    app: Flask, client: PageClient, language: str, said: str, code: str
) -> None:
    car = fleet.taxi(cast.planura(app))
    found = client.get(f"/v/{car.digits}", headers={"Accept-Language": language})
    assert found.h1.get_text(strip=True) == said
    assert (found.html["lang"], client.response.headers["Content-Language"]) == (code, code)
    assert client.response.headers["Vary"] == "Accept-Language, Accept-Encoding"
    links = {a["href"] for a in found.nav.find_all("a")}
    assert links == {f"?l={other}" for other in LANGUAGES if other != language}


def test_english_dates_and_colours_leave_no_doubt(app: Flask, client: PageClient) -> None:
    text = client.get(f"/v/{fleet.taxi(cast.planura(app)).digits}?l=en").get_text(" ", strip=True)
    for shown in ("Fiat Cronos, prata (silver)", "valid until 1 Jul 2030", "30 Nov 2026, 10:00:00"):
        assert shown in text, shown


@pytest.mark.parametrize(
    ("colour", "english"),
    [
        ("Branco", "Branco (white)"),
        ("preta", "preta (black)"),
        ("MARROM", "MARROM (brown)"),
        ("Vermelha", "Vermelha (red)"),
        ("fantasia", "fantasia"),
        ("", ""),
    ],
)
def test_colours_keep_the_documents_word(colour: str, english: str) -> None:
    assert catalogue()["en"].colour(colour) == english
