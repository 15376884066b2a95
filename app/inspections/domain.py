"""Words and rules of visits and results that need no database. Pure."""

from dataclasses import dataclass, replace
from datetime import date, datetime
from enum import StrEnum
from typing import Final, Self

from app.evidence.domain_clock import CLOCK_FLAGS
from app.kernel.calendar import Calendar
from app.kernel.errors import Invalid
from app.registry.domain_text import one_line
from app.regulation.inspection_terms import cure
from app.regulation.ruleset import Ruleset

REPORT_LETTERS: Final = "LV"  # laudo de vistoria
_TRAINING: Final = "TREINO-"


class Result(StrEnum):
    """How a visit ended."""

    APPROVED = "approved"
    FAILED = "failed"
    PENDING = "pending"  # nothing wrong on the car, but a paper is still to come


RESULT_NAMES: Final = {
    Result.APPROVED: "Aprovada",
    Result.FAILED: "Reprovada",
    Result.PENDING: "Pendente",
}

# Doubts that arise on arrival. Those in HOLDING make an approval wait for a person.
FLAGS: Final = {
    "agent_differs": "O vistoriador escrito no registro não é o da conta que o fez.",
    "booking_unknown": "O agendamento escrito no registro não é deste carro.",
    "chain_broken": "A sequência de registros do aparelho não encaixa com o registro vizinho.",
    "chassis_mismatch": "O final do chassi lido no carro não é o do cadastro.",
    "clock_backwards": "O registro diz ser anterior ao que o aparelho escreveu antes dele.",
    "designation_ended": "O ato de designação valia no dia da vistoria, mas já terminou.",
    "guide_unknown": "A guia digitada ainda não foi confirmada pela secretaria.",
    "modality_differs": "A lista usada não é a do serviço deste carro no cadastro.",
    "older_ruleset": "Foi feita sob uma versão anterior da norma.",
    "previous_older": "O retorno não é da última vistoria deste carro.",
    "result_differs": "O telefone mostrou outro resultado; vale o do servidor.",
    "return_late": "O retorno foi feito depois do prazo.",
    "seal_differs": "O código lido é de outro carro.",
    "term_differs": "O telefone mostrou outro prazo de retorno; vale o do servidor.",
    "vehicle_unknown": "A placa não está no cadastro.",
}
HOLDING: Final = frozenset(
    {
        "chassis_mismatch",
        "modality_differs",
        "older_ruleset",
        "previous_older",
        "return_late",
        "seal_differs",
        "vehicle_unknown",
    }
)
CLOCK_WORDS: Final = {
    **CLOCK_FLAGS,
    "mismatch": "A hora do fim da vistoria não bate com a hora do telefone e a correção conhecida.",
    "fact_after": "A hora do início da vistoria é posterior à do fim.",
}


def report_series(year: int, *, training: bool) -> str:
    """The series of a year's reports: "TREINO-LV-2026", "LV-2026"."""
    return f"{_TRAINING if training else ''}{REPORT_LETTERS}-{year}"


def held_at(
    started_at: datetime, received_at: datetime, sealed: datetime | None, doubt: str
) -> datetime:
    """The instant whose civil day the visit counts from.

    A phone whose clock is in doubt cannot move it out of the time between its last contact and
    the arrival; without a contact the arrival counts.
    """
    if not doubt:
        return started_at
    if sealed is None:
        return received_at
    return max(sealed, min(started_at, received_at))


def cure_by(ruleset: Ruleset, failed_on: date, calendar: Calendar) -> date | None:
    """Last day to come back after a failure; None where nobody has set the days (CFG-PLA-33)."""
    return cure(ruleset, failed_on, calendar)


@dataclass(frozen=True)
class EarlierData:
    """A result on paper from before the city used Confere. `stopped`: no work until the return."""

    held_on: date
    result: str
    report_number: str = ""  # laudo
    stopped: bool = False

    def clean(self) -> Self:
        """The canonical values; raises Invalid naming the field."""
        if self.result not in {Result.APPROVED, Result.FAILED}:
            raise Invalid("Escolha o resultado: aprovada ou reprovada.", field="result")
        if self.stopped and self.result == Result.APPROVED:
            raise Invalid("Vistoria aprovada não impede o carro de rodar.", field="stopped")
        number = one_line(
            self.report_number,
            field="report_number",
            what="O número do laudo",
            longest=30,
            required=True,
        )
        return replace(self, report_number=number)
