"""When a text binds: entry into force and the civil days on which it does (requirements §9.2)."""

from dataclasses import dataclass
from datetime import date, timedelta

from app.regulation.effects import effect
from app.regulation.tables import Suspension


@effect("rule", "in_force")
def entry_into_force(published_on: date, vacatio_days: int, extra_days: int = 0) -> date:
    """First civil day in force: publication day counts as day 1, no rolling (PAT art. 35, PLA art. 58).

    `extra_days` is 1 in the strict reading of "após 60 dias após" (PAT art. 35).
    """
    if vacatio_days < 0 or extra_days < 0:
        raise ValueError("vacatio is a count of days")
    return published_on + timedelta(days=vacatio_days + extra_days)


def incumbents_term(start: date, days: int) -> date:
    """Last day of a term of civil days after `start` (PLA art. 14, CFG-PLA-06).

    `start` is the entry into force in the default reading, the publication in the literal one.
    """
    return start + timedelta(days=days)


def transition_end(entry: date, years: int) -> date:
    """Same-numbered day `years` later; 28 February where 29 is missing (PAT art. 2 §3, CFG-GEN-02)."""
    try:
        return entry.replace(year=entry.year + years)
    except ValueError:  # 29 February
        return entry.replace(year=entry.year + years, day=28)


@dataclass(frozen=True)
class InForce:
    """Civil days [start, end) without the suspensions. `start` None: not published, never in force."""

    start: date | None
    end: date | None = None
    suspensions: tuple[Suspension, ...] = ()

    def suspended_by(self, day: date) -> Suspension | None:
        """The court order that stops the text on that day, if any."""
        for order in self.suspensions:
            if order.start <= day and (order.end is None or day < order.end):
                return order
        return None

    def contains(self, day: date) -> bool:
        """True when the text binds on that civil day of the municipality."""
        if self.start is None or day < self.start:
            return False
        if self.end is not None and day >= self.end:
            return False
        return self.suspended_by(day) is None
