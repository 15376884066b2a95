"""The public page of a notice (`/a/<code>`): whether the city holds it with this very content.

No name, plate or CPF ever stands here; a code that is not known has not arrived, and is never false.
All words are the norm's and ours: a phone that lies in a field cannot speak to the public.
"""

import logging
import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from sqlalchemy.exc import DBAPIError

from app.accounts.queries import City, city
from app.infractions.queries_public import PublicNotice, public_notice
from app.kernel.civil import civil_time, civil_today
from app.kernel.content_code import hash_prefix
from app.kernel.errors import Invalid
from app.regulation.ruleset import Ruleset
from app.verification.limits import address_key
from app.verification.public import Asked, PublicAnswers, Reply
from app.verification.public_page import Page, safe
from app.verification.public_store import PublicCity
from app.verification.public_texts import Language, catalogue, chosen

_log = logging.getLogger(__name__)
_TEMPLATE: Final = "verification/notice.html"
_WARNINGS: Final = frozenset({"warning", "verbal"})
_MARKS: Final = re.compile("[\ue000\ue001]")  # what our pages mark their holes with
_TONES: Final = {"known": "ok", "annulled": "no", "unknown": "off", "cut": "off", "form": "off"}
_STATUS: Final = {"known": 200, "annulled": 200, "unknown": 404, "cut": 404, "form": 200}


class NoticePages:
    """Answers about notices, in the frame, limits and headers of the passenger's pages."""

    def __init__(self, answers: PublicAnswers) -> None:
        self.answers = answers

    def answer(self, code: str, asked: Asked, now: datetime) -> Reply:
        """The whole answer to `GET /a/<code>`; `now` is aware. Every unknown code gets the same."""
        seconds = self.answers.limits.codes.wait(address_key(asked.address))
        if seconds:
            return self.answers.wait(asked, now, seconds)
        try:
            found = public_notice(hash_prefix(code))
        except Invalid:
            return self._page("cut", asked, now)
        except DBAPIError as error:
            _log.error("notice page: %s", type(error).__name__)
            return self.answers.busy(asked, now)
        if found is None:
            steps = self._language(asked).tables["notice"]["unknown"]["steps"]
            return self._page("unknown", asked, now, steps=steps)
        return self._known(found, asked, now)

    def form(self, asked: Asked, now: datetime, typed: str = "") -> Reply:
        """The page where a code is typed; `typed` is one that is none."""
        words = self._language(asked).tables["notice"]
        error = words["bad"] if typed else ""
        return self._page("form", asked, now, typed=typed, error=error)

    def _known(self, found: PublicNotice, asked: Asked, now: datetime) -> Reply:
        home, t = city(found.municipality_id), self._language(asked)
        law = self.answers.rulesets.get(found.ruleset_slug)
        return self._page(
            "annulled" if found.annulled_at else "known",
            asked,
            now,
            home=home,
            training=found.training,
            heading=t.tables["notice"]["name"][found.kind],
            rows=_rows(found, home, law, t),
            steps=_steps(found, law, t),
            anchor=_anchor(found, t),
        )

    def _page(
        self,
        state: str,
        asked: Asked,
        now: datetime,
        *,
        home: City | None = None,
        training: bool = False,
        **values: Any,
    ) -> Reply:
        t = self._language(asked)
        words = t.tables["notice"]["state"][state]
        blank = {"rows": (), "steps": (), "heading": "", "anchor": "", "typed": "", "error": ""}
        text = self.answers.pages.compile(
            _TEMPLATE,
            t,
            tone=_TONES[state],
            title=words["word"],
            say=words["say"],
            **_unmarked({**blank, **values}),
        )
        status = 422 if values.get("error") else _STATUS[state]
        constants = self._constants(home, asked, t, training)
        return self.answers.reply(status, t, Page(status, text).within(constants).fill({}))

    def _constants(
        self, home: City | None, asked: Asked, t: Language, training: bool
    ) -> Mapping[str, str]:
        found = self.answers.constants(self._city(home, asked), t.id)
        if training or found["strip"]:
            strip = self.answers.pages.pieces[t.id].strip
            words = (safe(t.words["strip"]), safe(t.tables["notice"]["strip"]))
            found |= {"mode": "training", "strip": strip.replace(*words)}
        return found

    def _city(self, home: City | None, asked: Asked) -> PublicCity | None:
        """The city of the notice, else the one whose address was asked."""
        known = self.answers.store.known()
        if home is not None:
            return known.cities.get(int(home.ibge))
        ibge = known.hosts.get(asked.host)
        return known.cities.get(ibge) if ibge is not None else None

    def _language(self, asked: Asked) -> Language:
        return catalogue()[chosen(asked.query, asked.languages)]


def _rows(
    found: PublicNotice, home: City, law: Ruleset | None, t: Language
) -> list[tuple[str, str]]:
    """Label and value; what the document does not have has no row."""
    words = t.tables["notice"]
    title, citation = _infraction(found.code, law)
    happened = civil_today(found.happened_at, home.time_zone).isoformat()
    pairs = [
        (words["number"], found.number),
        (words["infraction"], title),
        (words["basis"], citation),
        (words["day"], t.date(happened)),
        (words["received"], _moment(found.received_at, home, t)),
    ]
    if found.annulled_at:
        pairs.append((words["cancelled"], _moment(found.annulled_at, home, t)))
    return [(label, value) for label, value in pairs if value]


def _infraction(code: str, law: Ruleset | None) -> tuple[str, str]:
    """Title and citation of the type; empty where the norm has no such type."""
    row = next((row for row in law.infractions if row.code == code), None) if law else None
    return (f"{code} · {row.title}", law.cite_all(row.basis)) if law and row else ("", "")


def _anchor(found: PublicNotice, t: Language) -> str:
    """Where the ledger holds the arrival, as the paper says it too; "" where it does not."""
    words = t.tables["notice"]["anchor"].format(seq=found.ledger_seq)
    return f"{words} · {found.ledger_hash}" if found.ledger_seq else ""


def _moment(instant: datetime, home: City, t: Language) -> str:
    local = civil_time(instant, home.time_zone)
    return f"{t.date(local.date().isoformat())}, {local:%H:%M}"


def _steps(found: PublicNotice, law: Ruleset | None, t: Language) -> list[str]:
    """What comes next for whoever received the paper."""
    words = t.tables["notice"]
    if found.annulled_at:
        return [words["void"]]
    steps = [words["warned"]] if found.kind in _WARNINGS else []
    if found.regularise_days:
        steps.append(words["fix"].format(days=found.regularise_days))
    if found.deadline_days and law and law.notices:
        values = {
            "appeal": law.word("appeal"),
            "days": found.deadline_days,
            "citation": law.cite_all(law.notices.deadline.basis),
        }
        date = t.date(found.due_on.isoformat()) if found.due_on else ""
        steps.append(words["due" if date else "term"].format(date=date, **values))
    elif found.kind == "notice":
        steps.append(words["later"])
    return steps


def _unmarked(values: Mapping[str, Any]) -> dict[str, Any]:
    """Data without the marks of our own holes: nothing in a record may open one."""
    return {name: _without_marks(value) for name, value in values.items()}


def _without_marks(value: Any) -> Any:
    if isinstance(value, str):
        return _MARKS.sub("", value)
    return [_without_marks(item) for item in value]
