"""The mayor's act comes back signed: what is accepted, and what is refused with which words."""

import re

import pytest

from app.documents.case_paper import case_pdf
from app.documents.signed_pdf import check_signed
from app.regulation.loader import load_all
from app.regulation.tables_papers import PaperKind
from tests.support.case_papers import sheet
from tests.support.signing import signed


@pytest.fixture(scope="module")
def act() -> bytes:
    return case_pdf(sheet(load_all()["planura-2025"], PaperKind.MAYOR_ACT))


@pytest.fixture(scope="module")
def returned(act: bytes) -> bytes:
    return signed(act)


def test_the_act_with_a_signature_is_accepted(act: bytes, returned: bytes) -> None:
    check = check_signed(act, returned)
    assert (check.ok, check.reason, check.signatures) == (True, "", 1)


def test_a_second_signature_is_accepted(act: bytes, returned: bytes) -> None:
    assert check_signed(act, signed(returned)).signatures == 2


def test_the_act_without_a_signature_is_refused(act: bytes) -> None:
    assert "Não há assinatura digital" in check_signed(act, act).reason


def test_another_text_is_refused(act: bytes) -> None:
    other = case_pdf(sheet(load_all()["planura-2025"], PaperKind.DECISION))
    assert check_signed(act, signed(other)).reason.startswith("O texto não é o que o sistema gerou")


def test_what_is_no_pdf_is_refused(act: bytes) -> None:
    assert "não é um PDF" in check_signed(act, b"\xff\xd8\xff").reason


def test_bytes_added_after_the_signature_are_refused(act: bytes, returned: bytes) -> None:
    assert "não cobre o arquivo inteiro" in check_signed(act, returned + b"\n% mais").reason


def test_a_byte_changed_under_the_signature_is_refused(act: bytes, returned: bytes) -> None:
    changed = returned.replace(b"/SigFlags 3", b"/SigFlags 1")
    assert "não é deste arquivo" in check_signed(act, changed).reason


def test_a_signature_of_zeros_is_refused(act: bytes, returned: bytes) -> None:
    empty = re.sub(rb"(/Contents<)([0-9a-f]+)", lambda m: m[1] + b"0" * len(m[2]), returned)
    assert not check_signed(act, empty).ok


def test_a_page_painted_over_in_the_signed_update_is_refused(act: bytes) -> None:
    page = re.search(rb"/Contents (\d+) 0 R", act)
    assert page
    painted = b"%s 0 obj\n<</Length 13>>stream\n0 0 99 99 re f\nendstream\nendobj\n" % page[1]
    check = check_signed(act, signed(act, extra=painted))
    assert check.reason.startswith("O texto não é o que o sistema gerou")
