"""The public page of a report of an inspection (`/l/<code>`): car, result, day and validity; no person."""

from collections.abc import Mapping
from typing import Final

from app.accounts.queries import City, city
from app.inspections.queries_public import PublicReport, public_report
from app.kernel.civil import civil_today
from app.kernel.plate import Plate
from app.regulation.ruleset import Ruleset
from app.verification.public import PublicAnswers
from app.verification.public_texts import Language
from app.verification.record_page import RecordPages, Told, anchor_words, moment_words
from app.web.clock import now

DOOR: Final = "l"
_TONES: Final = {
    "approved": "ok",
    "ended": "off",
    "failed": "no",
    "held": "care",
    "pending": "care",
    "void": "no",
}
_DOUBTS: Final = {"open": "held", "confirmed": "void"}


def report_pages(answers: PublicAnswers) -> RecordPages:
    """The pages of reports."""
    return RecordPages(answers, DOOR, "visit", _told)


def _told(prefix: str, t: Language, rulesets: Mapping[str, Ruleset]) -> Told | None:
    found = public_report(prefix)
    if found is None:
        return None
    home, words = city(found.municipality_id), t.tables["visit"]
    state = _state(found, home)
    return Told(
        state=state,
        # A newer visit may say the opposite: an old approval does not shine.
        tone="off" if found.newer and state == "approved" else _TONES[state],
        home=home,
        training=found.training,
        heading=f"{found.make_model}, {t.colour(found.colour)}" if found.make_model else "",
        rows=_rows(found, home, t),
        steps=_steps(found, state, words),
        anchor=anchor_words(found.ledger_seq, found.ledger_hash, words),
        plate=Plate(found.plate),
    )


def _state(found: PublicReport, home: City) -> str:
    """The result; of an approval, whether somebody doubts it or its last day is over."""
    if found.result == "approved" and found.doubt:
        return _DOUBTS[found.doubt]
    last = found.valid_until
    over = last is not None and last < civil_today(now(), home.time_zone)
    return "ended" if found.result == "approved" and over else found.result


def _rows(found: PublicReport, home: City, t: Language) -> list[tuple[str, str]]:
    """Label and value; what this report does not have has no row."""
    words = t.tables["visit"]
    until, cure = (day.isoformat() if day else "" for day in (found.valid_until, found.cure_by))
    pairs = [
        (words["number"], found.number),
        (words["occasion"], words["occasion_name"][found.occasion]),
        (words["day"], t.date(found.held_on.isoformat())),
        (words["valid"], t.date(until) if until else ""),
        (words["cure"], t.date(cure) if cure else ""),
        (words["received"], moment_words(found.received_at, home, t)),
    ]
    return [(label, value) for label, value in pairs if value]


def _steps(found: PublicReport, state: str, words: Mapping[str, str]) -> list[str]:
    """What the report does not say by itself: newer ones, and who answers for today."""
    told = [words["older"]] if found.newer else []
    if state == "approved" and found.valid_until is None:
        told.append(words["platform"])
    return [*told, words["today"]]
