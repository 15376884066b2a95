"""The judgement on one code for the public page: signature, record, the day's level, in that order."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from app.kernel.civil import civil_time
from app.permits.token import SealPayload, TokenVerdict, read_digits
from app.permits.verifier import verify_digits
from app.regulation.verdict import Level
from app.verification.public_page import Kind
from app.verification.public_store import Card, Known, PublicCity, Store
from app.verification.timelines import level_on

AUTHORISED: Final = frozenset({Kind.AUTHORISED, Kind.ATTENTION})
_REFUSALS: Final[Mapping[TokenVerdict, Kind]] = {
    TokenVerdict.BAD_LENGTH: Kind.CUT,
    TokenVerdict.FOREIGN_CITY: Kind.FOREIGN,
    TokenVerdict.KEY_REVOKED: Kind.WITHDRAWN,
    TokenVerdict.KEY_EXPIRED: Kind.WITHDRAWN,
}
_STATES: Final = {"dead": Kind.DEAD, "suspended": Kind.SUSPENDED}
_LEVELS: Final = {
    Level.GREEN: Kind.AUTHORISED,
    Level.AMBER: Kind.ATTENTION,
    Level.RED: Kind.REFUSED,
    None: Kind.UNSURE,
}
_OFF_TIME: Final = frozenset({TokenVerdict.WINDOW_PAST, TokenVerdict.WINDOW_FUTURE})


@dataclass(frozen=True, slots=True)
class Found:
    """The judgement on a text: `card` only where signature and record agree."""

    kind: Kind
    payload: SealPayload | None = None
    city: PublicCity | None = None
    card: Card | None = None


def judge_code(store: Store, digits: str, host: str, now: datetime) -> Found:
    """Judge the digits as read at this host; the record is asked for only after the signature."""
    known = store.known()
    check = verify_digits(
        digits,
        keyset=known.keyset,
        municipality=known.hosts.get(host),
        now=now,
        today=date.min,  # whose civil day? that of the code's city, asked below
    )
    payload = check.payload
    if payload is None:
        return Found(_refusal(check.verdict, digits, known))
    city = known.cities[payload.municipality]
    card = store.card(city.id, payload.index)
    if card is None or card.plate != payload.plate.text:
        return Found(Kind.OTHER_PLATE if card else Kind.UNKNOWN, city=city)
    today = civil_time(now, city.time_zone).date()
    return Found(_kind(payload, check.verdict, card, today), payload, city, card)


def _refusal(verdict: TokenVerdict, digits: str, known: Known) -> Kind:
    if verdict is TokenVerdict.UNKNOWN_KEY:
        # Unsigned, so only good for this: a city that is none of ours.
        foreign = read_digits(digits).payload.municipality not in known.cities
        return Kind.FOREIGN if foreign else Kind.FORGED
    return _REFUSALS.get(verdict, Kind.FORGED)


def _kind(payload: SealPayload, verdict: TokenVerdict, card: Card, today: date) -> Kind:
    """The page of a code with a record, the worst news first."""
    if card.state in _STATES:
        return _STATES[card.state]
    if payload.expiry < today:
        return Kind.EXPIRED
    kind = _LEVELS[level_on(card.levels, today)]
    if kind in AUTHORISED and verdict in _OFF_TIME:
        return Kind.OLD_PICTURE
    return kind
