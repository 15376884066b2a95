"""The online answer to an agent: one code or one plate, as the registry stands now.

Each look-up is written to the access chain (requirements.md §7.3), without the digits.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.accounts.permissions import Permission
from app.accounts.queries import City
from app.kernel.canonical import instant_text
from app.kernel.civil import civil_today
from app.kernel.errors import Invalid
from app.kernel.plate import Plate
from app.ledger.service import append
from app.permits.keys import current_keyset
from app.permits.token import SealPayload, TokenVerdict
from app.permits.verifier import SealRecord, SealStatus, judge_record, verify_digits
from app.persistence.transaction import transaction
from app.verification.field_card import Days, Json, card_of
from app.verification.models import SealCard

_STATUS = {
    "valid": SealStatus.VALID,
    "suspended": SealStatus.SUSPENDED,
    "dead": SealStatus.DEAD,
}


@dataclass(frozen=True)
class Asked:
    """What the phone sends: digits of a code, or a typed plate; exactly one of both."""

    digits: str = ""
    plate: str = ""

    @classmethod
    def from_json(cls, body: dict[str, object]) -> "Asked":
        """`Invalid` unless one of `digits` and `plate` is a text of sensible length."""
        digits, plate = body.get("digits", ""), body.get("plate", "")
        if not isinstance(digits, str) or not isinstance(plate, str) or bool(digits) == bool(plate):
            raise Invalid("Leia um código ou digite uma placa.", field="plate")
        return cls(digits[:400], Plate.parse(plate).text if plate else "")


def check(actor: Actor, city: City, asked: Asked, *, now: datetime) -> Json:
    """`{found, card, cards, token, server_now, generated_at}` for code or plate."""
    actor.require(Permission.FIELD_CHECK)
    days = Days.told_on(civil_today(now, city.time_zone))
    with transaction() as session:
        answer = (
            _by_digits(session, city, asked.digits, days, now)
            if asked.digits
            else _by_plate(session, city, Plate(asked.plate), days)
        )
        body = {
            "found": answer["found"],
            "plate": asked.plate,
            "seals": [card["index"] for card in answer["cards"]],
            "verdict": answer["token"]["verdict"] if answer["token"] else "",
        }
        append(session, actor, "field.checked", ("city", city.id), body, now=now, chain="access")
    moment = instant_text(now)
    return {**answer, "server_now": moment, "generated_at": moment}


def _by_digits(session: Session, city: City, digits: str, days: Days, now: datetime) -> Json:
    found = verify_digits(
        digits,
        keyset=current_keyset(session, now),
        municipality=int(city.ibge),
        now=now,
        today=days.first,
    )
    if found.payload is None:
        return _answer([], _token(found.verdict, None))
    row = session.get(SealCard, (city.id, found.payload.index))
    record = SealRecord(_STATUS[row.state], Plate(row.plate)) if row else None
    of_record = judge_record(found.payload, record)
    verdict = found.verdict if found.verdict is not TokenVerdict.OK else of_record
    return _answer([card_of(row, days)] if row else [], _token(verdict, found.payload))


def _by_plate(session: Session, city: City, plate: Plate, days: Days) -> Json:
    twin = plate.twin()
    texts = [plate.text, twin.text] if twin else [plate.text]
    rows = session.scalars(
        select(SealCard)
        .where(SealCard.municipality_id == city.id, SealCard.plate.in_(texts))
        .order_by(SealCard.seal_index.desc())
        .limit(20)
    )
    # A car keeps the cards of its cancelled codes; the living one answers for it.
    living_first = sorted(rows, key=lambda row: row.state == "dead")
    return _answer([card_of(row, days) for row in living_first], None)


def _answer(cards: list[Json], token: Json | None) -> Json:
    return {
        "found": bool(cards),
        "card": cards[0] if cards else None,
        "cards": cards,
        "token": token,
    }


def _token(verdict: TokenVerdict, payload: SealPayload | None) -> dict[str, Any]:
    window = payload.window_start if payload else None
    return {
        "verdict": verdict.value,
        "type": int(payload.type) if payload else None,
        "plate": payload.plate.text if payload else "",
        "window_start": instant_text(window) if window else None,
    }
