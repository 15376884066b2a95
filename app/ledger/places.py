"""Cities as the ledger's commands need them; `accounts`, which owns the table, lies above."""

from dataclasses import dataclass

from sqlalchemy import column, select, table
from sqlalchemy.orm import Session

_CITY = table("municipality", *(column(c) for c in ("id", "slug", "name", "uf", "time_zone")))


@dataclass(frozen=True)
class Place:
    """A city: id, slug ("planura"), name, state, time zone."""

    id: str
    slug: str
    name: str
    uf: str
    time_zone: str

    @property
    def label(self) -> str:
        """ "Planura/MG"."""
        return f"{self.name}/{self.uf}"


def places(session: Session, slug: str = "") -> list[Place]:
    """All cities by name, or the one of that slug; empty when there is none."""
    query = select(_CITY).order_by(_CITY.c.name)
    if slug:
        query = query.where(_CITY.c.slug == slug)
    return [Place(*row) for row in session.execute(query)]
