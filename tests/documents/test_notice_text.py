"""Whatever an agent types stands on the paper as typed, or is visibly replaced (threats.md T47)."""

import time
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.documents.frozen import INSTEAD, REPLACED
from app.documents.notice import render_notice
from app.documents.press import printable
from tests.support.sheets import pages_of, read_back, rows, sheet, tight

ONE = ("1ª via",)
NASTY = {
    "markup": '#typst[code] #read("/etc/passwd") $x^2$ *negrito* _i_ `c` @ref <rotulo>',
    "lists": "= título\n- item\n+ número\n/ termo: coisa\n\n\\ \\\\ // não é comentário /* nem */",
    "html": '</para><img src="file:///etc/passwd" onerror=alert(1)>&amp;&#x41;',
    "pdf": "%%EOF endobj stream (a) Tj ET /JavaScript",
    "templates": "{{7*7}} {% raw %} ${7*7} #{7*7}",
    "dashes": "guarda-chuva bem-te-vi -- --- a---b " * 40,
    "numbers": "TREINO-AI-2026-000017 " * 60,
    "ligatures": "ficha office fluxo afflito ffi fl",
    "quotes": "ele disse \"não\" e 'sim' e ``talvez''",
    "signs": "½ ² ª º § ¶ € £ … – — “aspas” ‘simples’ ° ± × ÷",
    "spaces": "a  b\u00a0c\u2003d\te",
    "lines": "uma\r\nduas\rtrês\u2028quatro\n\n\ncinco",
    "long": "palavra " * 1250,
    "no spaces": "A" * 10_000,
    "wide": "W" * 3_000,
    "hyphens": "z-" * 400,
}
REPLACED_PARTLY = {
    "arabic": "o condutor مرحبا بالعالم disse",
    "hebrew": "placa שלום 123",
    "emoji": "carro 🚕 e família 👩‍👩‍👧 e bandeira 🇧🇷",
    "chinese": "車 ABC1D23",
    "override": "abc\u202edef\u200b\u00adghi",
    "zalgo": "a" + "\u0301\u0316\u0338" * 400 + "b",
    "nul": "a\x00b\x1bc",
}


def narrative(text: str) -> tuple[str, str]:
    """What the paper says, and what it should say of this narrative."""
    shown = sheet(rows=rows(text), copies=ONE)
    # Ends of lines and tabs are spaces of some kind, and spaces do not count here.
    lines = unicodedata.normalize("NFC", text.translate(dict.fromkeys(b"\t\v\f\r\x85", " ")))
    lines = lines.replace("\u2028", "\n").replace("\u2029", "\n")
    return read_back(render_notice(shown), shown), tight(str(printable(lines, INSTEAD)))


@pytest.mark.parametrize("name", NASTY)
def test_a_hostile_narrative_is_printed_as_typed(name: str) -> None:
    found, expected = narrative(NASTY[name])
    assert expected in found
    assert INSTEAD not in expected


@pytest.mark.parametrize("name", REPLACED_PARTLY)
def test_what_cannot_be_drawn_is_replaced_and_the_rest_stays(name: str) -> None:
    found, expected = narrative(REPLACED_PARTLY[name])
    assert expected in found
    assert INSTEAD in expected
    assert tight(REPLACED) in found


def test_a_sign_of_many_parts_has_one_replacement() -> None:
    assert printable("a" + "\u0338" * 1000 + "b", INSTEAD) == "a□b"
    assert printable("👩\u200d", INSTEAD) == "□"


def test_portuguese_written_in_parts_is_composed_first() -> None:
    assert (
        "São João às três"
        in pages_of(
            render_notice(sheet(rows=rows("Sa\u0303o Joa\u0303o a\u0300s tre\u0302s"), copies=ONE))
        )[0]
    )


@settings(max_examples=120, deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=300))
def test_any_narrative_reads_back(text: str) -> None:
    found, expected = narrative(text)
    assert expected in found


@settings(max_examples=40, deadline=None)
@given(st.text("aàãçéõüABC 12-–.,;:()/\\#$*_@\"'\n", min_size=200, max_size=4000))
def test_long_portuguese_reads_back(text: str) -> None:
    found, expected = narrative(text)
    assert expected in found


@pytest.mark.parametrize("name", [*NASTY, *REPLACED_PARTLY])
def test_pages_and_time_stay_bounded(name: str) -> None:
    text = (NASTY | REPLACED_PARTLY)[name]
    start = time.monotonic()
    pages = pages_of(render_notice(sheet(rows=rows(text), copies=ONE)))
    assert len(pages) <= 6
    assert time.monotonic() - start < 5  # the bound of T47, hundreds of times the usual


def test_no_file_of_the_server_gets_in() -> None:
    text = '#read("/etc/passwd") #image("/etc/hostname") <img src="file:///etc/passwd">'
    pdf = render_notice(sheet(rows=rows(text), copies=ONE))
    assert b"root:" not in pdf
    assert "root:" not in "".join(pages_of(pdf))


def test_no_action_travels_in_the_file() -> None:
    pdf = render_notice(sheet(rows=rows("/OpenAction /JavaScript https://mal.example"), copies=ONE))
    for word in (b"/OpenAction", b"/JavaScript", b"/Launch", b"/URI"):
        assert word not in pdf
