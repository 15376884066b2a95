"""Results of inspections as typed, and the day to come back after a failure. Pure."""

from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import StrEnum
from typing import Self

from app.kernel.calendar import national_calendar
from app.kernel.errors import Invalid
from app.registry.domain_text import one_line
from app.regulation.deadlines import due_date, same_term
from app.regulation.ruleset import Ruleset


class Result(StrEnum):
    """How an inspection ended."""

    APPROVED = "approved"
    FAILED = "failed"


RESULT_NAMES = {Result.APPROVED: "Aprovada", Result.FAILED: "Reprovada"}


@dataclass(frozen=True)
class InspectionData:
    """One result. `stopped`: a safety item failed, no work until the return (CFG-PLA-33)."""

    held_on: date
    result: str
    report_number: str = ""  # laudo
    stopped: bool = False

    def clean(self) -> Self:
        """The canonical values; raises Invalid naming the field."""
        if self.result not in set(Result):
            raise Invalid("Escolha o resultado: aprovada ou reprovada.", field="result")
        if self.stopped and self.result == Result.APPROVED:
            raise Invalid("Vistoria aprovada não impede o carro de rodar.", field="stopped")
        number = one_line(
            self.report_number,
            field="report_number",
            what="O número do laudo",
            longest=30,
            required=self.result == Result.APPROVED,
        )
        return replace(self, report_number=number)


def cure_by(ruleset: Ruleset, failed_on: date) -> date | None:
    """Last day to come back after a failure; None where this text gives no term."""
    rule = ruleset.check("failed_inspection")
    days = rule.params.get("cure_days")
    if not isinstance(days, int):
        return None
    term = same_term(ruleset, rule.basis, days)
    if term is None:
        return failed_on + timedelta(days=days)
    calendar = national_calendar(range(failed_on.year - 1, failed_on.year + 3))
    return due_date(ruleset, term.id, failed_on, calendar).due_on
