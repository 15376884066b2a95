"""Codes that are not the city's: forged, foreign, never issued. Their keys are thrown away at once."""

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from flask import current_app

from app.demo.look import Look, Said, Seen
from app.kernel.plate import Plate
from app.permits.keys import current_keyset
from app.permits.service_seals import seal_address
from app.permits.token import SealCategory, SealPayload, SealType, encode, read_digits
from app.permits.verifier import verify_digits
from app.persistence.base import db
from app.verification.gateway import answers_of
from app.verification.public_texts import catalogue

_NOWHERE = 319999  # no municipality has this IBGE code
_NEVER_ISSUED = 999_999
_FIRST_KEY = 1


def fakes_of(look: Look, genuine: Seen) -> list[Seen]:
    """The town's codes that must be refused; `genuine` is the sound one that a forger would alter."""
    return [_judged(look, key, title, digits) for key, title, digits in _made(look, genuine)]


def _made(look: Look, genuine: Seen) -> Iterator[tuple[str, str, str]]:
    digits = genuine.url.rsplit("/", 1)[1]
    last = (int(digits[-1]) + 1) % 10
    yield "falso-digito", "Código em ordem com um número trocado", f"{digits[:-1]}{last}"
    payload = SealPayload(
        type=SealType.PRINTED,
        kid=_FIRST_KEY,
        municipality=int(look.city.ibge),
        category=SealCategory.APP,
        index=_NEVER_ISSUED,
        plate=Plate(genuine.plate),
        expiry=look.today + timedelta(days=300),
        test=True,
    )
    yield "falso-numero", "Número que nunca saiu, assinado por outra chave", _signed(payload)
    foreign = replace(payload, municipality=_NOWHERE, index=17)
    yield "falso-cidade", "Código de um Município que não é atendido aqui", _signed(foreign)


def _signed(payload: SealPayload) -> str:
    """Signed by a key that anybody can rebuild from these words; it is in no keyset."""
    seed = hashlib.sha256(b"confere demo: chave de ninguem").digest()
    return encode(payload, Ed25519PrivateKey.from_private_bytes(seed))


def _judged(look: Look, key: str, title: str, digits: str) -> Seen:
    check = verify_digits(
        digits,
        keyset=current_keyset(db.session(), look.now),
        municipality=int(look.city.ibge),
        now=look.now,
        today=look.today,
    )
    page = answers_of(current_app).find(digits, "", look.now).kind
    words = catalogue()["pt"].kind[page.value]
    verdict = check.verdict.value
    return Seen(
        key=key,
        town=look.town,
        title=title,
        plate=read_digits(digits).payload.plate.text,
        url=seal_address(digits),
        verdict=verdict,
        reasons=(Said(verdict, "red", str(words["word"]), str(words["say"])),),
        page=page.value,
        word=str(words["word"]),
    )
