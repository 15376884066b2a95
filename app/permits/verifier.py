"""Is this code a seal of the city, in date, and does the record agree? One verdict, no network.

Pure, the same order on server and phone (static/js/seal/token.js): host, length, version and
type, key, signature, expiry, then the record.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime
from enum import IntEnum
from typing import Final

from app.kernel.plate import Plate
from app.permits.keyset import Keyset, SealKey
from app.permits.token import (
    WIDTHS,
    WINDOW,
    Parsed,
    SealPayload,
    TokenError,
    TokenVerdict,
    read_digits,
)

_SEAL_URL: Final = re.compile(r"(https?)://([^/?#]*)/v/([^/?#]*)")
_HOST: Final = re.compile(r"[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?(:[1-9][0-9]{0,4})?")
_URL_MAX: Final = 512


class SealStatus(IntEnum):
    """The two bits of the status list."""

    NOT_ISSUED = 0
    VALID = 1
    SUSPENDED = 2
    DEAD = 3


@dataclass(frozen=True, slots=True)
class SealRecord:
    """What the registry (or the phone's pack) knows of one seal index."""

    status: SealStatus
    plate: Plate


@dataclass(frozen=True, slots=True)
class Check:
    """A verdict and, once the signature holds, the payload; nothing unsigned is ever shown."""

    verdict: TokenVerdict
    payload: SealPayload | None = None


def seal_url(host: str, digits: str) -> str:
    """The text of the symbol; ValueError for a host or digits that no reader would accept.

    `host` may begin with "http://": a training installation without a certificate.
    """
    scheme, name = ("http", host[7:]) if host.startswith("http://") else ("https", host)
    if not _HOST.fullmatch(name):
        raise ValueError(f"not a lower-case host: {host!r}")
    if len(digits) not in WIDTHS or not (digits.isascii() and digits.isdecimal()):
        raise ValueError("not the digits of a token")
    return f"{scheme}://{name}/v/{digits}"


def read_url(url: str, hosts: Collection[str]) -> str:
    """The digits of a scanned address; TokenError unless it is exactly one of ours.

    `hosts` holds lower-case hosts, with port where there is one; "http://" before one accepts it
    without a certificate (training on the own machine). A foreign host is refused even where its
    token would verify (fake sites).
    """
    match = _SEAL_URL.fullmatch(url) if len(url) <= _URL_MAX else None
    if match is None:
        raise TokenError(TokenVerdict.NOT_A_SEAL)
    scheme, name, digits = match.groups()
    host = name if scheme == "https" else f"http://{name}"
    # a set, because `in` on a single text would look for a part of it
    if host not in frozenset(hosts):
        raise TokenError(TokenVerdict.FOREIGN_HOST)
    return digits


def verify(
    url: str,
    *,
    hosts: Collection[str],
    keyset: Keyset,
    municipality: int | None,
    now: datetime,
    today: date,
) -> Check:
    """The verdict on a scanned text; see `verify_digits`, which it asks after the host."""
    try:
        digits = read_url(url, hosts)
    except TokenError as refusal:
        return Check(refusal.verdict)
    return verify_digits(digits, keyset=keyset, municipality=municipality, now=now, today=today)


def verify_digits(
    digits: str, *, keyset: Keyset, municipality: int | None, now: datetime, today: date
) -> Check:
    """The verdict on the digits alone (the public page, whose host the server has checked).

    `now` is aware and already corrected by the offset seen at the last contact; `today` is the
    municipality's civil day; `municipality` None accepts any city of the keyset.
    """
    try:
        parsed = read_digits(digits)
    except TokenError as refusal:
        return Check(refusal.verdict)
    payload = parsed.payload
    if municipality is not None and payload.municipality != municipality:
        return Check(TokenVerdict.FOREIGN_CITY)
    key = keyset.find(payload.municipality, payload.kid)
    if key is None:
        return Check(TokenVerdict.UNKNOWN_KEY)
    doubt = _key_doubt(key, payload, now) or _signature_doubt(key, parsed)
    if doubt is not None:
        return Check(doubt)
    return Check(_date_doubt(payload, now, today) or TokenVerdict.OK, payload)


def judge_record(payload: SealPayload, record: SealRecord | None) -> TokenVerdict:
    """Does the record of (municipality, index) carry this seal? No record is never valid."""
    if record is None or record.status is SealStatus.NOT_ISSUED:
        return TokenVerdict.NOT_ISSUED
    if record.plate != payload.plate:
        return TokenVerdict.OTHER_PLATE
    if record.status is SealStatus.DEAD:
        return TokenVerdict.DEAD
    if record.status is SealStatus.SUSPENDED:
        return TokenVerdict.SUSPENDED
    return TokenVerdict.OK


def _key_doubt(key: SealKey, payload: SealPayload, now: datetime) -> TokenVerdict | None:
    if payload.type not in key.types:
        return TokenVerdict.KEY_WRONG_TYPE
    if key.revoked_at is not None and key.revoked_at <= now:
        return TokenVerdict.KEY_REVOKED
    if now < key.not_before:
        return TokenVerdict.KEY_NOT_YET
    return TokenVerdict.KEY_EXPIRED if now >= key.not_after else None


def _signature_doubt(key: SealKey, parsed: Parsed) -> TokenVerdict | None:
    genuine = key.has_signed(parsed.signed, parsed.signature)
    return None if genuine else TokenVerdict.BAD_SIGNATURE


def _date_doubt(payload: SealPayload, now: datetime, today: date) -> TokenVerdict | None:
    if payload.expiry < today:
        return TokenVerdict.EXPIRED
    if payload.window_start is None:
        return None
    # one window of grace on each side, for clocks and for the time it takes to aim
    if now >= payload.window_start + 2 * WINDOW:
        return TokenVerdict.WINDOW_PAST
    return TokenVerdict.WINDOW_FUTURE if now < payload.window_start - WINDOW else None
