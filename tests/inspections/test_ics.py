"""The calendar file: read back as another program would (RFC 5545)."""

from datetime import UTC, datetime, timedelta

import pytest

from app.inspections.ics import Event, calendar_file

STARTS = datetime(2026, 12, 7, 11, 0, tzinfo=UTC)


def event(**edits: object) -> Event:
    content = {
        "uid": "abc@confere",
        "starts": STARTS,
        "minutes": 40,
        "summary": "Vistoria do carro FUM-0B05",
        "description": "Leve: CRLV; guia paga, 2 UFM\nChegue 10 minutos antes.",
        "location": "Pátio da Prefeitura, Rua Monte Carmelo, 120",
        "stamp": STARTS - timedelta(days=9),
        **edits,
    }
    return Event(**content)  # type: ignore[arg-type]


def read(text: str) -> dict[str, str]:
    """Unfold, split and unescape, written from the RFC and not from the code."""
    found: dict[str, str] = {}
    part = ""
    for line in text.replace("\r\n ", "").split("\r\n"):
        name, _, value = line.partition(":")
        if name == "BEGIN":
            part = value
        for written, meant in (("\\n", "\n"), ("\\,", ","), ("\\;", ";"), ("\\\\", "\\")):
            value = value.replace(written, meant)
        found.setdefault(f"{part}.{name}", value)
    return found


def test_the_event_begins_when_the_car_is_expected() -> None:
    assert read(calendar_file(event()))["VEVENT.DTSTART"] == "20261207T110000Z"


def test_the_event_lasts_the_minutes_of_the_place() -> None:
    assert read(calendar_file(event()))["VEVENT.DTEND"] == "20261207T114000Z"


def test_it_rings_the_day_before() -> None:
    assert read(calendar_file(event()))["VALARM.TRIGGER"] == "-P1D"


@pytest.mark.parametrize("name", ["summary", "description", "location"])
def test_texts_come_back_as_written(name: str) -> None:
    text = "a; b, c \\ d\nlinha 2"
    assert read(calendar_file(event(**{name: text})))[f"VEVENT.{name.upper()}"] == text


def test_no_line_is_longer_than_75_octets() -> None:
    lines = calendar_file(event(description="Vistoria é às três. " * 40)).split("\r\n")
    assert max(len(line.encode()) for line in lines) <= 75


def test_a_folded_line_keeps_every_letter() -> None:
    words = "Inclusão, revisão e conferência do veículo: " * 12
    assert read(calendar_file(event(description=words)))["VEVENT.DESCRIPTION"] == words


def test_lines_end_in_cr_lf() -> None:
    text = calendar_file(event())
    assert text.count("\n") == text.count("\r\n") and text.endswith("END:VCALENDAR\r\n")


def test_a_moved_event_replaces_the_first() -> None:
    assert read(calendar_file(event(version=2)))["VEVENT.SEQUENCE"] == "2"


def test_a_cancelled_event_says_so() -> None:
    assert read(calendar_file(event(cancelled=True)))["VEVENT.STATUS"] == "CANCELLED"
