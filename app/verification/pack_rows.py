"""Cards as columns: what repeats is a number of a dictionary, what differs a small number.

The reader is static/js/field/pack.js; a test compares every card of both.
"""

import re
from collections.abc import Sequence
from datetime import date
from typing import Any, Final

from app.kernel.plate import Plate
from app.registry.short_ids import DRIVER_ID_LENGTH
from app.verification.field_card import Days, Json
from app.verification.pack_columns import PLAIN, RISING, SIGNED, Columns, Dictionary, zigzag

_DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_RUNS: Final = re.compile(r"[0-9]+")
_SHORT_NAME: Final = re.compile(r"(\S+) (\S)\.")
_RUN_MAX: Final = 9  # digits that surely fit in four bytes
_X: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
NO_TWIN, USUAL_TWIN, OTHER_TWIN = 0, 1, 2


class PackRows:
    """Takes the cards in the order of their index and gives dictionaries and columns."""

    def __init__(self, days: Days) -> None:
        self.days = days
        self.count = 0
        self._words = {
            name: Dictionary[str]() for name in ("model", "colour", "modality", "operator", "state")
        }
        self._people = {name: Dictionary[str]() for name in ("first", "next", "badge", "role")}
        self._forms = Dictionary[str]()
        self._form_last: dict[tuple[int, int], int] = {}
        self._shapes = Dictionary[Any]()
        self._other_twins: dict[int, str] = {}
        self._cards = Columns(
            index=RISING, plate=PLAIN, twin=PLAIN, model=PLAIN, colour=PLAIN, modality=PLAIN,
            operator=PLAIN, state=PLAIN, form=PLAIN, numbers=SIGNED, expires=SIGNED,
            permitUntil=PLAIN, inspection=PLAIN, shape=PLAIN, dates=SIGNED, drivers=PLAIN,
            driverId=PLAIN, first=PLAIN, next=PLAIN, badge=PLAIN, role=PLAIN, photo=PLAIN,
            driverShape=PLAIN, driverDates=SIGNED,
        )  # fmt: skip

    def add(self, card: Json) -> None:
        """One card of `field_card.card_of`."""
        self.count += 1
        columns, words = self._cards, self._words
        expires = self._day_number(card["expiresOn"])
        columns.add(
            index=card["index"],
            plate=plate_number(card["plate"]),
            twin=self._twin(card),
            model=words["model"][card["makeModel"]],
            colour=words["colour"][card["colour"]],
            modality=words["modality"][card["modality"]],
            operator=words["operator"][card["operator"]],
            state=words["state"][card["state"]],
            form=self._permit(card["permit"]),
            expires=expires,
            permitUntil=self._optional(card["permitUntil"], expires),
            inspection=self._optional(card["inspectionUntil"], 0),
            shape=self._segments(card["segments"], "dates"),
            drivers=len(card["drivers"]),
        )
        for driver in card["drivers"]:
            self._driver(driver)

    def finish(self) -> tuple[Json, bytes]:
        """Dictionaries for the document's head, and the bytes of all columns."""
        specs, data = self._cards.write()
        head = {
            "count": self.count,
            "day": self.days.first.isoformat(),
            "last": self.days.last.isoformat(),
            "columns": specs,
            "words": {n: d.words() for n, d in {**self._words, **self._people}.items()},
            "forms": self._forms.words(),
            "shapes": self._shapes.words(),
            "otherTwins": {str(index): twin for index, twin in self._other_twins.items()},
        }
        return head, data

    def _twin(self, card: Json) -> int:
        if not card["twin"]:
            return NO_TWIN
        usual = Plate(card["plate"]).twin()
        if usual is not None and usual.text == card["twin"]:
            return USUAL_TWIN
        self._other_twins[card["index"]] = card["twin"]
        return OTHER_TWIN

    def _permit(self, text: str) -> int:
        """`TP-0012/2026` is the form `TP-{4}/{0}` and the numbers 12 and 2026 (0: no leading zeros)."""
        if (
            text[:1] == "="
            or "{" in text
            or any(len(run) > _RUN_MAX for run in _RUNS.findall(text))
        ):
            return self._forms["=" + text]
        runs = _RUNS.findall(text)
        form = self._forms[_RUNS.sub(_width, text)]
        for slot, run in enumerate(runs):
            number, before = int(run), self._form_last.get((form, slot), 0)
            self._cards.extend("numbers", [number - before])
            self._form_last[form, slot] = number
        return form

    def _driver(self, driver: Json) -> None:
        short = _SHORT_NAME.fullmatch(driver["name"])
        first, following = short.groups() if short else (driver["name"], "")
        people = self._people
        self._cards.add(
            driverId=int(driver["id"][:DRIVER_ID_LENGTH], 16),
            first=people["first"][first],
            next=people["next"][following],
            badge=people["badge"][_badge(first, driver["initials"])],
            role=people["role"][driver["role"]],
            photo=int(bool(driver["photo"])),
            driverShape=self._segments(driver["segments"], "driverDates"),
        )

    def _segments(self, segments: Sequence[Sequence[Any]], stream: str) -> int:
        """The number of the shape; its dates go to the stream, each as days after the one before."""
        found: list[int] = []
        shape = tuple(
            (self._until(until, found), level, tuple(self._finding(f, found) for f in findings))
            for until, level, findings in segments
        )
        steps = [day - before for before, day in zip([0, *found], found, strict=False)]
        self._cards.extend(stream, steps)
        return self._shapes[shape]

    def _until(self, until: str | None, found: list[int]) -> int | None:
        """None: never ends; 0: the last day of the list; 1: the next date of the stream."""
        if until is None:
            return None
        if until == self.days.last.isoformat():
            return 0
        found.append(self._day_number(until))
        return 1

    def _finding(self, finding: Sequence[Any], found: list[int]) -> tuple[Any, ...]:
        """`(code, ((name,) for a date of the stream | (name, value)…), level…)`."""
        code, params, *rest = finding
        told: list[tuple[Any, ...]] = []
        for name, value in params.items():
            if isinstance(value, str) and _DAY.fullmatch(value):
                found.append(self._day_number(value))
                told.append((name,))
            else:
                told.append((name, value))
        return (code, tuple(told), *rest)

    def _day_number(self, day: str) -> int:
        return date.fromisoformat(day).toordinal() - self.days.first.toordinal()

    def _optional(self, day: str | None, near: int) -> int:
        return 0 if day is None else zigzag(self._day_number(day) - near) + 1


def plate_number(plate: str) -> int:
    """Mixed radix 26·26·26·10·36·100, as in the seal's token: below 2^30."""
    number = 0
    for char in plate[:3]:
        number = number * 26 + ord(char) - ord("A")
    number = (number * 10 + int(plate[3])) * 36 + _X.index(plate[4])
    return number * 100 + int(plate[5:])


def _width(run: re.Match[str]) -> str:
    text = run.group()
    width = len(text) if text.startswith("0") else 0
    return f"{{{width}}}"


def _badge(first: str, initials: str) -> str:
    """What follows the first name's own letter; "=" and all of it where that letter differs."""
    letter = first[:1].upper()
    if len(letter) == 1 and initials[:1] == letter:
        return initials[1:]
    return "=" + initials
