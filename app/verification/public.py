"""What a passenger is told of one code: signature first, then the record, then the day's level.

Nothing unsigned is ever shown, no reason is ever given (requirements.md §7.2), nothing is written.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from typing import Final

from app.kernel.civil import civil_time
from app.kernel.plate import Plate
from app.regulation.ruleset import Ruleset
from app.verification.limits import PublicLimits, address_key
from app.verification.public_code import AUTHORISED, Found, judge_code
from app.verification.public_page import Kind, Page, Pages, safe
from app.verification.public_rows import car_values, rows_of
from app.verification.public_store import PublicCity, Store
from app.verification.public_texts import DEFAULT, Language, catalogue, chosen

EMERGENCY_PHONE: Final = "156"

_ZONE: Final = "America/Sao_Paulo"  # of pages that belong to no city
_NOT_DIAL: Final = re.compile(r"[^0-9+]")


@dataclass(frozen=True, slots=True)
class Asked:
    """What counts of a request: the switch, the browser's languages, host and address."""

    query: str = ""
    languages: str = ""
    host: str = ""
    address: str = ""


@dataclass(frozen=True, slots=True)
class Reply:
    """Status line, headers and body of one answer."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes


@dataclass(frozen=True, slots=True)
class ReportPage:
    """Where the answer to "the plate is different" is shown."""

    digits: str
    city: PublicCity
    asked: Asked


class PublicAnswers:
    """The page of a code, made by one function for the WSGI gateway and the Flask view."""

    def __init__(
        self,
        pages: Pages,
        store: Store,
        rulesets: Mapping[str, Ruleset],
        hosts: tuple[str, ...],
        secure: bool,
    ) -> None:
        self.pages = pages
        self.store = store
        self.rulesets = rulesets
        self.hosts = hosts
        self.limits = PublicLimits()
        # A city's row comes anew every two seconds; equal rows find what was made before.
        self._page_of = lru_cache(maxsize=1024)(self._compose)
        self._headers = _common_headers(pages.csp, secure)

    def answer(self, digits: str, asked: Asked, now: datetime) -> Reply:
        """The whole answer to `GET /v/<digits>`; `now` is aware."""
        t = catalogue()[chosen(asked.query, asked.languages)]
        seconds = self.limits.codes.wait(address_key(asked.address))
        if seconds:
            return self._later(Kind.TOO_MANY, t, now, seconds)
        return self._page(self.find(digits, asked.host, now), t, digits, now)

    def busy(self, asked: Asked, now: datetime) -> Reply:
        """The answer when the database gives none."""
        return self._later(Kind.BUSY, catalogue()[chosen(asked.query, asked.languages)], now, 5)

    def wait(self, asked: Asked, now: datetime, seconds: int) -> Reply:
        """The answer to somebody who asks too often."""
        t = catalogue()[chosen(asked.query, asked.languages)]
        return self._later(Kind.TOO_MANY, t, now, seconds)

    def hosts_of(self, city: PublicCity) -> tuple[str, ...]:
        """Hosts whose forms are ours."""
        return (*self.hosts, city.host) if city.host else self.hosts

    def report(
        self,
        page: ReportPage,
        *,
        refused: bool = False,
        seen: Plate | None = None,
        typed: str = "",
        error: str = "",
    ) -> Reply:
        """What to do next after a report; or why it does not count; or a plate to correct."""
        t = catalogue()[chosen(page.asked.query, page.asked.languages)]
        words = t.report
        text = self.pages.compile(
            "verification/public_report.html",
            t,
            tone="off" if refused else "care",
            title=words["refused_word" if refused else "word"],
            say=words["refused_say" if refused else "say"],
            sent=not refused,
            seen=seen,
            steps=words["next"],
            typed=typed,
            error=(error if t.id == DEFAULT else words["bad"]) if error else "",
        )
        status = 403 if refused else 422 if error else 200
        shown = Page(status, text).within(self.constants(page.city, t.id))
        return self.reply(status, t, shown.fill({"digits": page.digits}))

    def find(self, digits: str, host: str, now: datetime) -> Found:
        """Judge the digits as read at this host."""
        return judge_code(self.store, digits, host, now)

    def _later(self, kind: Kind, t: Language, now: datetime, seconds: int) -> Reply:
        page = self._page_of(kind, t.id, None)
        body = page.fill({**self._time(None, t, now), "seconds": str(seconds)})
        reply = self.reply(page.status, t, body)
        reply.headers.append(("Retry-After", str(seconds)))
        return reply

    def _page(self, found: Found, t: Language, digits: str, now: datetime) -> Reply:
        page = self._page_of(found.kind, t.id, found.city)
        values = self._time(found.city, t, now)
        if found.city is not None and found.card is not None and found.payload is not None:
            pieces = self.pages.pieces[t.id]
            rows = rows_of(found.kind, found.card, found.payload, pieces.rows, t) + values["rows"]
            values = car_values(found.city, found.card, found.payload, t)
            values |= {"rows": rows, "digits": digits, "live": ""}
            if values["time"] and found.kind in AUTHORISED:
                values["live"] = pieces.live % values["time"]
        return self.reply(page.status, t, page.fill(values))

    def _time(self, city: PublicCity | None, t: Language, now: datetime) -> dict[str, str]:
        checked = _written(int(now.timestamp()), city.time_zone if city else _ZONE, t.id)
        return {"rows": self.pages.pieces[t.id].rows["checked"] % checked}

    def _compose(self, kind: Kind, language: str, city: PublicCity | None) -> Page:
        return self.pages.pages[kind, language].within(self.constants(city, language))

    def constants(self, city: PublicCity | None, language: str) -> dict[str, str]:
        """Host, phone, and what training puts on every page of the city."""
        t, pieces = catalogue()[language], self.pages.pieces[language]
        phone = (city.phone if city else "") or EMERGENCY_PHONE
        values = {
            "host": safe((city.host if city else "") or self.hosts[0]),
            "phone": safe(phone),
            "dial": safe(_NOT_DIAL.sub("", phone)),
            **dict.fromkeys(("mode", "strip", "note"), ""),
        }
        law = self.rulesets.get(city.ruleset) if city else None
        if all(each.training for each in ([law] if law else self.rulesets.values())):
            values |= {"mode": "training", "strip": pieces.strip}
        if law is not None and law.training:
            text = t.norm[law.instrument.status.value].format(title=law.instrument.title)
            values["note"] = pieces.note % safe(text)
        return values

    def reply(self, status: int, t: Language, body: bytes) -> Reply:
        """An answer with the headers of every public page."""
        headers = [*self._headers, ("Content-Language", t.words["code"])]
        return Reply(status, [*headers, ("Content-Length", str(len(body)))], body)


@lru_cache(maxsize=256)
def _written(second: int, zone: str, language: str) -> str:
    """The time of a look-up on the city's clock; the answers of one second share it."""
    local = civil_time(datetime.fromtimestamp(second, UTC), zone)
    return f"{catalogue()[language].date(local.date().isoformat())}, {local:%H:%M:%S}"


def _common_headers(csp: str, secure: bool) -> tuple[tuple[str, str], ...]:
    headers = (
        ("Content-Type", "text/html; charset=utf-8"),
        ("Content-Security-Policy", csp),
        ("Cache-Control", "no-store"),
        ("Referrer-Policy", "no-referrer"),
        ("X-Robots-Tag", "noindex, nofollow"),
        ("X-Content-Type-Options", "nosniff"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Permissions-Policy", "camera=(), geolocation=(), microphone=()"),
        ("Vary", "Accept-Language, Accept-Encoding"),
    )
    return (*headers, ("Strict-Transport-Security", "max-age=31536000")) if secure else headers
