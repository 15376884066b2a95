"""What is asked of an arriving notice before it is stored: each question refuses or leaves a flag.

A refusal sends the whole record to quarantine; a flag is a doubt for the chief, and the record
is stored: the copy is already in the driver's hand.
"""

from typing import Final

from sqlalchemy import select

from app.accounts.permissions import Permission
from app.evidence import arrival
from app.evidence import record_checks as frozen
from app.evidence.payload import members_of
from app.evidence.record_checks import Chained
from app.infractions.law import catalogue_on, first_defect, legal_refusals
from app.infractions.models import (
    Notice,
    NoticeAnnotation,
    NumberBlock,
    NumberOutcome,
    NumberSeries,
)
from app.infractions.numbering import number_text, year_of
from app.infractions.payload import SIGNED_CONTEXT, NoticePayload
from app.kernel.civil import civil_today
from app.kernel.errors import Conflict, Invalid, RuleRefused
from app.regulation.notice_defects import not_together

FLAGS = {
    **frozen.FLAGS,
    "not_together": "Na mesma abordagem há outro documento que pune o mesmo fato: só um dos dois cabe.",
    "other_year": "O número é da série de outro ano.",
}


Questions = arrival.Questions[NoticePayload]
_NOTICES: Final = Chained(Notice, Notice.written_at)


def check_signature(asked: Questions) -> None:
    """`Invalid` unless the phone's key signed exactly this text."""
    frozen.check_signature(asked, SIGNED_CONTEXT)


def clock_doubt(asked: Questions) -> str:
    """The doubt about the times, "" without one (threats.md T11)."""
    return frozen.clock_doubt(asked, asked.payload.happened_at, asked.payload.written_at)


def check_designation(asked: Questions, doubt: str) -> list[str]:
    """`NotDesignated` unless an act held on the day of the fact; flags for an ended or another act."""
    happened_at = asked.payload.happened_at
    return frozen.check_designation(asked, Permission.NOTICE_WRITE, happened_at, doubt)


def check_chain(asked: Questions) -> list[str]:
    """`Conflict` when the place in the sequence is taken; flags for a neighbour that does not fit."""
    return frozen.check_chain(asked, _NOTICES, asked.payload.written_at)


def check_number(asked: Questions) -> list[str]:
    """`Conflict` unless the number is an unused one of the agent's own block on this phone."""
    number, payload = asked.payload.number, asked.payload
    if (number is None) != (payload.kind == "verbal"):
        raise Invalid("Só a advertência verbal fica sem número.", field="number")
    if number is None:
        return []
    said = number_text(number.series, number.value)
    block = asked.session.get(NumberBlock, number.block)
    held = block is not None and (
        block.municipality_id,
        block.account_id,
        block.device_id,
        block.series,
    ) == (asked.actor.municipality_id, payload.account_id, payload.device_id, number.series)
    if block is None or not held or not block.first <= number.value <= block.last:
        raise Conflict(
            f"O número {said} não é de um bloco deste agente neste aparelho.", field="number"
        )
    key = (asked.actor.municipality_id, number.series)
    head = asked.session.get(NumberSeries, key)
    if head is None or head.kind != payload.kind:
        raise Conflict(f"A série de {said} é de outro tipo de documento.", field="number")
    if block.training != payload.training:
        raise Conflict(
            f"O número {said} e o registro não são ambos de treinamento.", field="training"
        )
    if asked.session.get(NumberOutcome, (*key, number.value)) is not None:
        raise Conflict(
            f"O número {said} já foi usado. Os dois registros foram guardados e nada foi renumerado.",
            field="number",
        )
    year = civil_today(payload.written_at, asked.arrival.city.time_zone).year
    return [] if year_of(number.series) == year else ["other_year"]


def check_law(asked: Questions) -> list[str]:
    """Own ruleset, complete by its rules, and allowed to have legal value if it says so.

    Under an older version of the text its rules are no longer at hand: flagged, not refused.
    """
    law, payload = asked.arrival.law, asked.payload
    if payload.ruleset.slug != law.slug:
        raise Invalid("O registro foi escrito sob a norma de outro município.", field="ruleset")
    if not payload.training:
        refusals = legal_refusals(law, payload.happened_at, payload.written_at)
        if refusals:
            raise RuleRefused(refusals[0], field="training")
    if payload.ruleset.hash != law.hash:
        return ["older_ruleset"]
    defect = first_defect(law, members_of(asked.arrival.text), payload.written_at)
    if defect is not None:
        raise Invalid(defect.message, field=defect.field, citation=defect.citation)
    return []


def check_together(asked: Questions) -> list[str]:
    """A flag when a living document of this approach punishes the same fact (PAT arts. 28 III, 14 p.u.).

    Whichever comes second is flagged: both papers are already in the driver's hand.
    """
    payload, law = asked.payload, asked.arrival.law
    known = catalogue_on(law, civil_today(payload.written_at, law.instrument.time_zone))
    barred = not_together(known, payload.infraction.code)
    if not barred:
        return []
    annulled = select(NoticeAnnotation.notice_id).where(NoticeAnnotation.kind == "annulment")
    other = select(Notice.id).where(
        Notice.municipality_id == asked.actor.municipality_id,
        Notice.person_id == asked.actor.person_id,
        Notice.group_id == payload.group,
        Notice.code.in_(barred),
        Notice.id.not_in(annulled),
    )
    return ["not_together"] if asked.session.scalar(other.limit(1)) else []
