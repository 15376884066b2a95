"""The phone of a town's agent: which numbers its papers have taken, and their chain.

Everything is found again from the table and the database, so a load that stopped goes on.
"""

import hashlib
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import select

from app.demo.handset import FIRST_PREV, Handset
from app.demo.table_notices import DemoNotice, Paper
from app.infractions.law import numbered_kinds
from app.infractions.models import Notice, NumberBlock
from app.infractions.numbering import series_code
from app.kernel.civil import civil_today
from app.persistence.base import db


@dataclass(frozen=True)
class Phone(Handset):
    """The agent's phone in one town, which writes notices."""

    def number(self, paper: Paper) -> dict[str, Any] | None:
        """The number that the paper took: series, value and block; None for a verbal warning."""
        series = self._series(paper)
        if not series:
            return None
        papers = self.stage.town.papers
        before = papers[: papers.index(paper)]
        place = sum(self._series(other) == series for other in before)
        query = (
            select(NumberBlock)
            .where(
                NumberBlock.municipality_id == self.stage.city.id,
                NumberBlock.device_id == self.device_id,
                NumberBlock.series == series,
            )
            .order_by(NumberBlock.first)
        )
        held = [
            (value, block.id)
            for block in db.session.scalars(query)
            for value in range(block.first, block.last + 1)
        ]
        value, block_id = held[place]
        return {"series": series, "value": value, "block": block_id}

    def chain(self, paper: DemoNotice) -> dict[str, Any]:
        """The paper's place among the records of this phone, and the hash of the one before."""
        papers = self.stage.town.papers
        before = [other for other in papers[: papers.index(paper)] if other.has_record]
        prev = self.hash_of(before[-1]) if before else FIRST_PREV
        return {"seq": len(before) + 1, "prev": prev}

    def hash_of(self, paper: Paper) -> str:
        """SHA-256 of the paper's record; of one that never came, one that nothing here has."""
        if isinstance(paper, DemoNotice):
            return db.session.get_one(Notice, self.stage.id("notice", paper.key)).sha256
        return absent_hash(self.stage.id("notice", paper.key))

    def written_at(self, paper: Paper) -> datetime:
        """The hour on the phone."""
        ahead = paper.clock_ahead if isinstance(paper, DemoNotice) else 0
        return self.stage.now(paper.at, paper.minutes) + timedelta(minutes=ahead)

    def _series(self, paper: Paper) -> str:
        """The year is the phone's, whose clock may be ahead of the city's lending: then the city's."""
        real = self.stage.now(paper.at, paper.minutes)
        day = civil_today(real, self.stage.city.time_zone)
        kinds = {row.kind: row.letters for row in numbered_kinds(self.stage.law, day)}
        letters = kinds.get(paper.kind, "")
        return series_code(letters, day.year, training=True) if letters else ""


def absent_hash(id: str) -> str:
    """The hash under which a paper that never came is asked for: no record has it."""
    return hashlib.sha256(f"confere demo: nunca chegou: {id}".encode()).hexdigest()
