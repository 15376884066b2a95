"""The public page of a notice (`/a/<code>`): whether the city holds it with this very content.

No name, plate or CPF ever stands here.
"""

from collections.abc import Mapping
from typing import Final

from app.accounts.queries import City, city
from app.infractions.queries_public import PublicNotice, public_notice
from app.kernel.civil import civil_today
from app.regulation.ruleset import Ruleset
from app.verification.public import PublicAnswers
from app.verification.public_texts import Language
from app.verification.record_page import RecordPages, Told, anchor_words, moment_words

DOOR: Final = "a"
_WARNINGS: Final = frozenset({"warning", "verbal"})


def notice_pages(answers: PublicAnswers) -> RecordPages:
    """The pages of notices."""
    return RecordPages(answers, DOOR, "notice", _told)


def _told(prefix: str, t: Language, rulesets: Mapping[str, Ruleset]) -> Told | None:
    found = public_notice(prefix)
    if found is None:
        return None
    home, law = city(found.municipality_id), rulesets.get(found.ruleset_slug)
    words = t.tables["notice"]
    return Told(
        state="annulled" if found.annulled_at else "known",
        tone="no" if found.annulled_at else "ok",
        home=home,
        training=found.training,
        heading=words["name"][found.kind],
        rows=_rows(found, home, law, t),
        steps=_steps(found, law, t),
        anchor=anchor_words(found.ledger_seq, found.ledger_hash, words),
    )


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
        (words["received"], moment_words(found.received_at, home, t)),
    ]
    if found.annulled_at:
        pairs.append((words["cancelled"], moment_words(found.annulled_at, home, t)))
    return [(label, value) for label, value in pairs if value]


def _infraction(code: str, law: Ruleset | None) -> tuple[str, str]:
    """Title and citation of the type; empty where the norm has no such type."""
    row = next((row for row in law.infractions if row.code == code), None) if law else None
    return (f"{code} · {row.title}", law.cite_all(row.basis)) if law and row else ("", "")


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
