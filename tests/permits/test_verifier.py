"""One verdict for each scan, the record's say, and the keyset's own rules."""

import json
from dataclasses import replace
from datetime import date, datetime
from typing import Any

import pytest

from app.kernel.plate import Plate
from app.permits.token import TokenError, TokenVerdict
from app.permits.verifier import (
    SealRecord,
    SealStatus,
    judge_record,
    read_url,
    seal_url,
    verify,
    verify_digits,
)
from tests.permits import vectors
from tests.permits.seals import CITY, HOST, HOSTS, KEYSET, NOW, PRINTED, TODAY, url

CASES = vectors.all_cases()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_verdict(case: dict[str, Any]) -> None:
    check = verify(
        case["url"],
        hosts=HOSTS,
        keyset=KEYSET,
        municipality=case.get("municipality", CITY),
        now=datetime.fromisoformat(case["now"]) if "now" in case else NOW,
        today=date.fromisoformat(case["today"]) if "today" in case else TODAY,
    )
    assert check.verdict.value == case["verdict"]
    shown = {"ok", "expired", "window_past", "window_future"}
    assert (check.payload is not None) == (case["verdict"] in shown)


def test_every_token_verdict_has_a_case() -> None:
    by_record = {"not_issued", "other_plate", "dead", "suspended"}
    assert {case["verdict"] for case in CASES} == {v.value for v in TokenVerdict} - by_record


@pytest.mark.parametrize(("name", "content"), vectors.documents().items())
def test_frozen_vectors_are_those_of_the_code(name: str, content: object) -> None:
    assert json.loads((vectors.DATA / name).read_text("utf-8")) == content


@pytest.mark.parametrize("host", ["", "gov.br", "confere.planura.mg.gov.br"])
def test_one_text_is_no_list_of_hosts(host: str) -> None:
    text = vectors.GOOD.replace(HOST, host)
    with pytest.raises(TokenError):
        read_url(text, HOST)


def test_digits_alone_are_judged_alike() -> None:
    check = verify_digits(vectors.DIGITS, keyset=KEYSET, municipality=CITY, now=NOW, today=TODAY)
    assert (check.verdict, check.payload) == (TokenVerdict.OK, PRINTED)


@pytest.mark.parametrize(
    ("status", "plate", "verdict"),
    [
        (SealStatus.VALID, "ABC1D23", TokenVerdict.OK),
        (SealStatus.SUSPENDED, "ABC1D23", TokenVerdict.SUSPENDED),
        (SealStatus.DEAD, "ABC1D23", TokenVerdict.DEAD),
        (SealStatus.NOT_ISSUED, "ABC1D23", TokenVerdict.NOT_ISSUED),
        (SealStatus.VALID, "ABC1334", TokenVerdict.OTHER_PLATE),
        (SealStatus.VALID, "ABC1323", TokenVerdict.OTHER_PLATE),
        (SealStatus.DEAD, "XYZ1D23", TokenVerdict.OTHER_PLATE),
    ],
)
def test_the_record_decides(status: SealStatus, plate: str, verdict: TokenVerdict) -> None:
    assert judge_record(PRINTED, SealRecord(status, Plate(plate))) is verdict


def test_a_leaked_key_makes_no_valid_seal_without_a_record() -> None:
    registry = {PRINTED.index: SealRecord(SealStatus.VALID, PRINTED.plate)}
    forged = [replace(PRINTED, index=index) for index in range(200_000, 201_000)]
    checks = [
        verify(url(p), hosts=HOSTS, keyset=KEYSET, municipality=CITY, now=NOW, today=TODAY)
        for p in forged
    ]
    assert {check.verdict for check in checks} == {TokenVerdict.OK}
    assert {judge_record(p, registry.get(p.index)) for p in forged} == {TokenVerdict.NOT_ISSUED}


@pytest.mark.parametrize(
    "host", ["", "Confere.gov.br", "a b.gov.br", "x@y", "a/b", "é.gov.br", "-a", "a:", "a:0"]
)
def test_no_address_is_made_for_a_host_nobody_would_accept(host: str) -> None:
    with pytest.raises(ValueError, match="host"):
        seal_url(host, vectors.DIGITS)


def test_no_address_is_made_of_cut_digits() -> None:
    with pytest.raises(ValueError, match="digits"):
        seal_url("confere.gov.br", vectors.DIGITS[:-1])


def test_a_training_host_without_certificate_is_accepted_only_when_listed() -> None:
    url = f"http://127.0.0.1:8000/v/{'1' * 191}"
    assert read_url(url, {"http://127.0.0.1:8000"}) == "1" * 191
    with pytest.raises(TokenError):
        read_url(url, {"127.0.0.1:8000"})
