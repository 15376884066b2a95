"""What is asked of an arriving notice before it is stored: each question refuses or leaves a flag.

A refusal sends the whole record to quarantine; a flag is a doubt for the chief, and the record
is stored: the copy is already in the driver's hand.
"""

from dataclasses import dataclass
from datetime import datetime

from flask import current_app
from sqlalchemy import Row, select
from sqlalchemy.orm import Session

from app.accounts.designations import designation_ended, street_grants
from app.accounts.device_keys import has_signed, registered_key
from app.accounts.domain import Actor
from app.accounts.models import Person
from app.accounts.permissions import Permission
from app.infractions.arrival import SIGNED_CONTEXT, Arrival
from app.infractions.domain_clock import Written, clock_flag
from app.infractions.law import catalogue_on, first_defect, legal_refusals
from app.infractions.models import (
    Notice,
    NoticeAnnotation,
    NumberBlock,
    NumberOutcome,
    NumberSeries,
)
from app.infractions.numbering import number_text, year_of
from app.infractions.payload import NoticePayload, members_of
from app.kernel.beacon import Bearer, beacon_key, read_beacon
from app.kernel.civil import civil_today
from app.kernel.errors import Conflict, Invalid, RuleRefused
from app.kernel.phone_clock import Moment
from app.regulation.notice_defects import not_together

_FIRST_PREV = "0" * 64

FLAGS = {
    "agent_differs": "O agente escrito no documento não é o da conta que o lavrou.",
    "chain_broken": "A sequência de registros do aparelho não encaixa com o registro vizinho.",
    "clock_backwards": "O registro diz ser anterior ao que o aparelho escreveu antes dele.",
    "designation_ended": "O ato de designação valia na data do fato, mas já terminou.",
    "not_together": "Na mesma abordagem há outro documento que pune o mesmo fato: só um dos dois cabe.",
    "older_ruleset": "Foi escrito sob uma versão anterior da norma.",
    "other_year": "O número é da série de outro ano.",
}


@dataclass(frozen=True)
class Questions:
    """One arriving notice and where it is asked about."""

    session: Session
    actor: Actor
    arrival: Arrival
    payload: NoticePayload


def clock_doubt(asked: Questions) -> str:
    """The doubt about the times, "" without one (threats.md T11)."""
    payload = asked.payload
    key = beacon_key(current_app.config["LEDGER_KEY"])
    bearer = Bearer(asked.actor.municipality_id, payload.account_id, payload.device_id)
    sealed = read_beacon(key, bearer, payload.beacon) if payload.beacon else None
    times = Written(
        payload.happened_at,
        payload.written_at,
        payload.device_time,
        payload.offset_ms,
        sealed,
        beacon_forged=bool(payload.beacon) and sealed is None,
    )
    return clock_flag(times, asked.arrival.received_at)


def check_designation(asked: Questions, doubt: str) -> list[str]:
    """`NotDesignated` unless an act held on the day of the fact; flags when it ended, or is not the one written."""
    grants = street_grants(asked.session, asked.actor, Permission.NOTICE_WRITE)
    moment = Moment(asked.payload.happened_at, doubt)
    zone = asked.arrival.city.time_zone
    flags = []
    if designation_ended(grants, moment, asked.arrival.received_at, zone):
        flags.append("designation_ended")
    name = asked.session.get_one(Person, asked.actor.person_id).name
    written = asked.payload.agent
    if (written.name, written.registration, written.act) not in {
        (name, grant.registration, grant.act) for grant in grants
    }:
        flags.append("agent_differs")
    return flags


def check_signature(asked: Questions) -> None:
    """`Invalid` unless a key registered for this account and phone signed exactly this text."""
    payload = asked.payload
    spki = registered_key(asked.session, asked.actor, payload.device_id, payload.key_id)
    if spki is None:
        raise Invalid(
            "A chave deste aparelho não é conhecida. Guarde e avise a chefia.", field="key_id"
        )
    if not has_signed(spki, SIGNED_CONTEXT + asked.arrival.text.encode(), asked.arrival.signature):
        raise Invalid("A assinatura do aparelho não confere com o conteúdo.", field="signature")


def check_chain(asked: Questions) -> list[str]:
    """`Conflict` when the place in the phone's sequence is taken; flags for a neighbour that does not fit."""
    chain, flags = asked.payload.chain, []
    near = _neighbours(asked)
    if chain.seq in near:
        raise Conflict(
            "Outro registro ocupa o mesmo lugar na sequência deste aparelho. Os dois foram guardados."
        )
    before, after = near.get(chain.seq - 1), near.get(chain.seq + 1)
    expected = before.sha256 if before else (_FIRST_PREV if chain.seq == 1 else chain.prev)
    if chain.prev != expected or (after is not None and after.chain_prev != asked.arrival.sha256):
        flags.append("chain_broken")
    if before is not None and asked.payload.written_at < before.written_at:
        flags.append("clock_backwards")
    return flags


def _neighbours(asked: Questions) -> dict[int, Row[int, str, str, datetime]]:
    """Records of the same key at this place, before and after, by place."""
    seq = asked.payload.chain.seq
    query = select(Notice.chain_seq, Notice.sha256, Notice.chain_prev, Notice.written_at).where(
        Notice.account_id == asked.actor.account_id,
        Notice.key_id == asked.payload.key_id,
        Notice.chain_seq.in_((seq - 1, seq, seq + 1)),
    )
    return {row.chain_seq: row for row in asked.session.execute(query)}


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
