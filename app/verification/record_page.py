"""The public page of a frozen record, found by the code on its paper: notices and reports.

A code that is not known has not arrived, and is never false. All words are the norm's and ours: a
phone that lies in a field cannot speak to the public.
"""

import logging
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy.exc import DBAPIError

from app.accounts.queries import City
from app.kernel.civil import civil_time
from app.kernel.content_code import hash_prefix
from app.kernel.errors import Invalid
from app.kernel.plate import Plate
from app.regulation.ruleset import Ruleset
from app.verification.limits import address_key
from app.verification.public import Asked, PublicAnswers, Reply
from app.verification.public_page import Page, safe
from app.verification.public_store import PublicCity
from app.verification.public_texts import Language, catalogue, chosen

_log = logging.getLogger(__name__)
_TEMPLATE: Final = "verification/record.html"
_MARKS: Final = re.compile("[\ue000\ue001]")  # what our pages mark their holes with
# Of the states that every kind of record has; a kind's own states stand in `Told`.
_TONES: Final = {"unknown": "off", "cut": "off", "form": "off"}
_STATUS: Final = {"unknown": 404, "cut": 404, "form": 200}


@dataclass(frozen=True)
class Told:
    """What is said of one record that the city holds; `state` names its words in the texts."""

    state: str
    tone: str
    home: City
    training: bool
    heading: str
    rows: list[tuple[str, str]]
    steps: list[str]
    anchor: str
    plate: Plate | None = None


Find = Callable[[str, Language, Mapping[str, Ruleset]], Told | None]


class RecordPages:
    """Answers about records of one kind, in the frame, limits and headers of the passenger's pages.

    `door` is the letter of the address, `words` the table of its texts, `find` the record by the
    hex digits that its hash begins with.
    """

    def __init__(self, answers: PublicAnswers, door: str, words: str, find: Find) -> None:
        self.answers = answers
        self.door = door
        self.words = words
        self.find = find

    def answer(self, code: str, asked: Asked, now: datetime) -> Reply:
        """The whole answer to a code; `now` is aware. Every unknown code gets the same."""
        seconds = self.answers.limits.codes.wait(address_key(asked.address))
        if seconds:
            return self.answers.wait(asked, now, seconds)
        t = self._language(asked)
        try:
            found = self.find(hash_prefix(code), t, self.answers.rulesets)
        except Invalid:
            return self._page("cut", asked)
        except DBAPIError as error:
            _log.error("record page: %s", type(error).__name__)
            return self.answers.busy(asked, now)
        if found is None:
            return self._page("unknown", asked, steps=t.tables[self.words]["unknown"]["steps"])
        return self._page(
            found.state,
            asked,
            told=found,
            heading=found.heading,
            rows=found.rows,
            steps=found.steps,
            anchor=found.anchor,
            plate=found.plate.display() if found.plate else "",
            shape="new" if found.plate and found.plate.is_mercosul else "old",
        )

    def form(self, asked: Asked, typed: str = "") -> Reply:
        """The page where a code is typed; `typed` is one that is none."""
        error = self._language(asked).tables[self.words]["bad"] if typed else ""
        return self._page("form", asked, typed=typed, error=error)

    def _page(self, state: str, asked: Asked, *, told: Told | None = None, **values: Any) -> Reply:
        t = self._language(asked)
        words = t.tables[self.words]
        blank = dict.fromkeys(("rows", "steps"), ()) | dict.fromkeys(
            ("heading", "anchor", "typed", "error", "plate", "shape"), ""
        )
        text = self.answers.pages.compile(
            _TEMPLATE,
            t,
            tone=told.tone if told else _TONES[state],
            title=words["state"][state]["word"],
            say=words["state"][state]["say"],
            w=words,
            door=self.door,
            **_unmarked({**blank, **values}),
        )
        status = 422 if values.get("error") else _STATUS.get(state, 200)
        constants = self._constants(told, asked, t)
        return self.answers.reply(status, t, Page(status, text).within(constants).fill({}))

    def _constants(self, told: Told | None, asked: Asked, t: Language) -> Mapping[str, str]:
        found = self.answers.constants(self._city(told.home if told else None, asked), t.id)
        if (told and told.training) or found["strip"]:
            strip = self.answers.pages.pieces[t.id].strip
            words = (safe(t.words["strip"]), safe(t.tables[self.words]["strip"]))
            found |= {"mode": "training", "strip": strip.replace(*words)}
        return found

    def _city(self, home: City | None, asked: Asked) -> PublicCity | None:
        """The city of the record, else the one whose address was asked."""
        known = self.answers.store.known()
        if home is not None:
            return known.cities.get(int(home.ibge))
        ibge = known.hosts.get(asked.host)
        return known.cities.get(ibge) if ibge is not None else None

    def _language(self, asked: Asked) -> Language:
        return catalogue()[chosen(asked.query, asked.languages)]


def anchor_words(seq: int, digest: str, words: Mapping[str, Any]) -> str:
    """Where the ledger holds the arrival, as the paper says it too; "" where it does not."""
    return f"{words['anchor'].format(seq=seq)} · {digest}" if seq else ""


def moment_words(instant: datetime, home: City, t: Language) -> str:
    """ "30/11/2026, 10:05" on the city's clock."""
    local = civil_time(instant, home.time_zone)
    return f"{t.date(local.date().isoformat())}, {local:%H:%M}"


def _unmarked(values: Mapping[str, Any]) -> dict[str, Any]:
    """Data without the marks of our own holes: nothing in a record may open one."""
    return {name: _without_marks(value) for name, value in values.items()}


def _without_marks(value: Any) -> Any:
    if isinstance(value, str):
        return _MARKS.sub("", value)
    return [_without_marks(item) for item in value]
