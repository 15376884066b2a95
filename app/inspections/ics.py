"""A calendar file (RFC 5545) with one event and an alarm the day before. Times in UTC: no zone table."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from app.kernel.civil import aware_utc

_FOLD = 75  # octets of a line, its end not counted
_ESCAPES = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n", "\r": None})


@dataclass(frozen=True)
class Event:
    """What stands in the person's calendar; `version` counts the times it was moved."""

    uid: str
    starts: datetime
    minutes: int
    summary: str
    description: str
    location: str
    stamp: datetime
    version: int = 0
    cancelled: bool = False


def calendar_file(event: Event) -> str:
    """The text of the .ics file; a file with the same uid and a higher version replaces it."""
    ends = event.starts + timedelta(minutes=event.minutes)
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Confere//Vistoria//PT",
        "METHOD:PUBLISH",
        "BEGIN:VEVENT",
        f"UID:{event.uid}",
        f"DTSTAMP:{_utc(event.stamp)}",
        f"DTSTART:{_utc(event.starts)}",
        f"DTEND:{_utc(ends)}",
        f"SEQUENCE:{event.version}",
        f"STATUS:{'CANCELLED' if event.cancelled else 'CONFIRMED'}",
        f"SUMMARY:{_escaped(event.summary)}",
        f"LOCATION:{_escaped(event.location)}",
        f"DESCRIPTION:{_escaped(event.description)}",
        "BEGIN:VALARM",
        "ACTION:DISPLAY",
        "TRIGGER:-P1D",
        f"DESCRIPTION:{_escaped(event.summary)}",
        "END:VALARM",
        "END:VEVENT",
        "END:VCALENDAR",
    ]
    return "".join(f"{_folded(line)}\r\n" for line in lines)


def _utc(moment: datetime) -> str:
    return aware_utc(moment).strftime("%Y%m%dT%H%M%SZ")


def _escaped(text: str) -> str:
    return text.translate(_ESCAPES)


def _folded(line: str) -> str:
    """At most 75 octets a line, never inside a letter (RFC 5545 §3.1)."""
    parts, current, size = [], "", 0
    for letter in line:
        width = len(letter.encode())
        if size + width > _FOLD:
            parts.append(current)
            current, size = " ", 1
        current += letter
        size += width
    return "\r\n".join([*parts, current])
