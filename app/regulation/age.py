"""Age of a vehicle, always from the year of manufacture (PAT art. 2; PLA arts. 27 §2 I, 28).

The model year never counts, and no limit here rolls to a business day: the term is material.
"""

from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum

from app.kernel.civil import add_years, format_date, last_day_of_february
from app.kernel.errors import RuleRefused

_ONE_DAY = timedelta(days=1)


class AgeReading(StrEnum):
    """CFG-PAT-01: years by the calendar (A, default) or completed years (B)."""

    YEAR = "year"
    COMPLETED_YEARS = "completed_years"


class AgeState(StrEnum):
    """Where a vehicle stands on a day."""

    WITHIN = "within"
    TOLERATED = "tolerated"
    OVER = "over"


@dataclass(frozen=True)
class AgeLimit:
    """`last_ok` is the last admissible day; between `tolerated_from` and it, replace soon.

    `tolerated_from` None: the text gives no such period. `rule` is in Portuguese.
    """

    last_ok: date
    rule: str
    tolerated_from: date | None = None

    @property
    def refused_from(self) -> date:
        """First day on which the vehicle is over age."""
        return self.last_ok + _ONE_DAY

    def state_on(self, day: date) -> AgeState:
        """WITHIN, TOLERATED or OVER on that civil day."""
        if day > self.last_ok:
            return AgeState.OVER
        if self.tolerated_from is not None and day >= self.tolerated_from:
            return AgeState.TOLERATED
        return AgeState.WITHIN


def closing_of_year(
    made_in: int, max_years: int, reading: AgeReading = AgeReading.YEAR
) -> AgeLimit:
    """The year of manufacture closes on 31 December (PAT art. 2 §§1–2, art. 10 p.u. I)."""
    closing = date(made_in, 12, 31)
    if reading is AgeReading.YEAR:
        last = add_years(closing, max_years)
        how = "contados ano a ano"
    else:
        last = add_years(closing, max_years + 1) - _ONE_DAY
        how = "contados em anos completos"
    rule = (
        f"fabricado em {made_in}, {max_years} anos {how} a partir de {format_date(closing)}: "
        f"até {format_date(last)}"
    )
    return AgeLimit(last, rule)


@dataclass(frozen=True)
class Transition:
    """Tolerance for cars already owned when the law came (PAT art. 2 §3)."""

    in_force_from: date
    max_years: int
    years: int


def transition_until(made_in: int, owned_since: date | None, rule: Transition) -> date | None:
    """Last day of tolerated use, or None when the car has no right to it (PAT art. 2 §3).

    The age is measured on the day the law came into force, and the car must have been
    owned before that day.
    """
    if owned_since is None or owned_since >= rule.in_force_from:
        return None
    if closing_of_year(made_in, rule.max_years).last_ok < rule.in_force_from:
        return None
    return add_years(rule.in_force_from, rule.years)


def include_until(made_in: int, max_years: int) -> date:
    """Last day on which a car may enter the registry (PLA art. 27 §2 I, year-based)."""
    return date(made_in + max_years, 12, 31)


def may_include(made_in: int, on: date, max_years: int) -> bool:
    """May this car enter the registry on that day? The February tolerance does not help it."""
    return on <= include_until(made_in, max_years)


def inclusion_window_end(made_in: int, max_years: int, in_force_from: date) -> date | None:
    """`include_until`, or None where it ended before the law was in force (no transition rule)."""
    last = include_until(made_in, max_years)
    return last if last >= in_force_from else None


def replace_by(made_in: int, max_years: int) -> date:
    """Last day of February of the year after completing `max_years` (PLA art. 28 §2)."""
    return last_day_of_february(made_in + max_years + 1)


def extension_limit(made_in: int, max_years: int, extension_years: int) -> date:
    """The latest day an extension may reach (PLA art. 28 §3): the same date, never later.

    From 29 February it is 28 of the next year; from 28 it stays 28 even in a leap year.
    """
    return add_years(replace_by(made_in, max_years), extension_years)


def end_of_february(made_in: int, max_years: int, extended_until: date | None = None) -> AgeLimit:
    """PLA art. 28 §2: tolerated from 1 January to the end of February after `max_years`.

    `extended_until` is the day granted under art. 28 §3, already checked by `check_extension`.
    """
    base = replace_by(made_in, max_years)
    last = max(base, extended_until) if extended_until else base
    rule = (
        f"fabricado em {made_in}, completa {max_years} anos em {made_in + max_years}: "
        f"substituir até {format_date(base)}"
    )
    if last > base:
        rule += f", prorrogado até {format_date(last)}"
    return AgeLimit(last, rule, tolerated_from=date(made_in + max_years + 1, 1, 1))


@dataclass(frozen=True)
class ExtensionRequest:
    """What the office wants to grant under PLA art. 28 §3."""

    made_in: int
    until: date
    inspection_approved: bool
    already_extended: bool


def check_extension(
    request: ExtensionRequest, max_years: int, extension_years: int, citation: str
) -> None:
    """Refuse (`RuleRefused`) a second extension, one without inspection, or one too long or void."""
    base = replace_by(request.made_in, max_years)
    limit = extension_limit(request.made_in, max_years, extension_years)
    if request.already_extended:
        message = "Este veículo já teve uma prorrogação. Não cabe outra: ele deve ser substituído."
    elif not request.inspection_approved:
        message = "A prorrogação depende de vistoria aprovada. Faça a vistoria antes."
    elif request.until > limit:
        message = f"A prorrogação não pode passar de {format_date(limit)}. Escolha uma data até lá."
    elif request.until <= base:
        message = f"O veículo já pode circular até {format_date(base)}. Escolha uma data posterior."
    else:
        return
    raise RuleRefused(message, citation=citation)
