"""What an e-mail may be and when it is tried again. Pure: `now` is an argument."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from app.kernel.errors import Invalid, RuleRefused

MOST_ATTEMPTS: Final = 5
_FIRST_WAIT: Final = timedelta(minutes=5)
_TRAINING_SUBJECT: Final = "[TREINAMENTO] "
_TRAINING_LINE: Final = "Mensagem de treinamento: não tem valor legal.\n\n"


class Audience(StrEnum):
    """Who reads it: people of the city, or drivers and platforms."""

    STAFF = "staff"
    OUTSIDE = "outside"


@dataclass(frozen=True)
class Letter:
    """Recipient address, subject (one line) and plain text, as they will leave."""

    to: str
    subject: str
    body: str


def letter(*, to: str, subject: str, body: str, training: bool, audience: Audience) -> Letter:
    """The letter as it leaves; in training marked, and refused to outsiders (RuleRefused).

    Invalid where address or subject would break out of its header line.
    """
    if training and audience is not Audience.STAFF:
        raise RuleRefused("Em treinamento nenhuma mensagem sai para fora da prefeitura.")
    for field, value in (("to", to), ("subject", subject)):
        if not value or not value.isprintable():
            raise Invalid("Use uma só linha, sem caracteres invisíveis.", field=field)
    if not training:
        return Letter(to, subject, body)
    return Letter(to, _TRAINING_SUBJECT + subject, _TRAINING_LINE + body)


def next_try(attempts: int, last_at: datetime) -> datetime | None:
    """When to try after `attempts` failures (1 or more), doubling; None when given up."""
    if attempts >= MOST_ATTEMPTS:
        return None
    return last_at + _FIRST_WAIT * (1 << (attempts - 1))
