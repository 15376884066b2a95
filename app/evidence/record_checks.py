"""What is asked of every arriving frozen record: signature, clock, act of designation, chain.

A refusal sends the whole record to quarantine; a flag is a doubt for a person, and the record
is stored all the same.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Protocol

from flask import current_app
from sqlalchemy import Row, select

from app.accounts.designations import designation_ended, street_grants
from app.accounts.device_keys import has_signed, registered_key
from app.accounts.models import Person
from app.accounts.permissions import Permission
from app.evidence.arrival import Questions
from app.evidence.domain_clock import Written, clock_flag
from app.evidence.payload import Agent, Chain
from app.kernel.beacon import Bearer, beacon_key, read_beacon
from app.kernel.errors import Conflict, Invalid
from app.kernel.phone_clock import Moment

FIRST_PREV: Final = "0" * 64

FLAGS: Final = {
    "agent_differs": "O agente escrito no documento não é o da conta que o lavrou.",
    "chain_broken": "A sequência de registros do aparelho não encaixa com o registro vizinho.",
    "clock_backwards": "O registro diz ser anterior ao que o aparelho escreveu antes dele.",
    "designation_ended": "O ato de designação valia na data do fato, mas já terminou.",
    "older_ruleset": "Foi escrito sob uma versão anterior da norma.",
}


class Frozen(Protocol):
    """The members that every frozen record has."""

    @property
    def account_id(self) -> str: ...
    @property
    def device_id(self) -> str: ...
    @property
    def key_id(self) -> str: ...
    @property
    def chain(self) -> Chain: ...
    @property
    def device_time(self) -> datetime: ...
    @property
    def offset_ms(self) -> int: ...
    @property
    def beacon(self) -> str: ...
    @property
    def agent(self) -> Agent: ...


@dataclass(frozen=True)
class Chained:
    """A table of chained records, and its column with the instant of writing."""

    model: Any
    written_at: Any


def check_signature(asked: Questions[Any], context: bytes) -> None:
    """`Invalid` unless a key registered for this account and phone signed exactly this text."""
    payload: Frozen = asked.payload
    spki = registered_key(asked.session, asked.actor, payload.device_id, payload.key_id)
    if spki is None:
        raise Invalid(
            "A chave deste aparelho não é conhecida. Guarde e avise a chefia.", field="key_id"
        )
    if not has_signed(spki, context + asked.arrival.text.encode(), asked.arrival.signature):
        raise Invalid("A assinatura do aparelho não confere com o conteúdo.", field="signature")


def sealed_instant(asked: Questions[Any]) -> datetime | None:
    """The last contact as the server sealed it for this account and phone; None without a good one."""
    payload: Frozen = asked.payload
    key = beacon_key(current_app.config["LEDGER_KEY"])
    bearer = Bearer(asked.actor.municipality_id, payload.account_id, payload.device_id)
    return read_beacon(key, bearer, payload.beacon) if payload.beacon else None


def clock_doubt(asked: Questions[Any], happened_at: datetime, written_at: datetime) -> str:
    """The doubt about the times, "" without one (threats.md T11)."""
    payload: Frozen = asked.payload
    sealed = sealed_instant(asked)
    times = Written(
        happened_at,
        written_at,
        payload.device_time,
        payload.offset_ms,
        sealed,
        beacon_forged=bool(payload.beacon) and sealed is None,
    )
    return clock_flag(times, asked.arrival.received_at)


def check_designation(
    asked: Questions[Any], permission: Permission, happened_at: datetime, doubt: str
) -> list[str]:
    """`NotDesignated` unless an act held on the day of the fact; flags when it ended, or is not the one written."""
    grants = street_grants(asked.session, asked.actor, permission)
    moment, zone = Moment(happened_at, doubt), asked.arrival.city.time_zone
    flags = []
    if designation_ended(grants, moment, asked.arrival.received_at, zone):
        flags.append("designation_ended")
    name = asked.session.get_one(Person, asked.actor.person_id).name
    written: Agent = asked.payload.agent
    if (written.name, written.registration, written.act) not in {
        (name, grant.registration, grant.act) for grant in grants
    }:
        flags.append("agent_differs")
    return flags


def check_chain(asked: Questions[Any], records: Chained, written_at: datetime) -> list[str]:
    """`Conflict` when the place in the phone's sequence is taken; flags for a neighbour that does not fit."""
    chain, flags = asked.payload.chain, []
    near = _neighbours(asked, records)
    if chain.seq in near:
        raise Conflict(
            "Outro registro ocupa o mesmo lugar na sequência deste aparelho. Os dois foram guardados."
        )
    before, after = near.get(chain.seq - 1), near.get(chain.seq + 1)
    expected = before.sha256 if before else (FIRST_PREV if chain.seq == 1 else chain.prev)
    if chain.prev != expected or (after is not None and after.chain_prev != asked.arrival.sha256):
        flags.append("chain_broken")
    if before is not None and written_at < before.written_at:
        flags.append("clock_backwards")
    return flags


def _neighbours(asked: Questions[Any], records: Chained) -> dict[int, Row[Any]]:
    """Records of the same key at this place, before and after, by place."""
    seq, model = asked.payload.chain.seq, records.model
    query = select(
        model.chain_seq, model.sha256, model.chain_prev, records.written_at.label("written_at")
    ).where(
        model.account_id == asked.actor.account_id,
        model.key_id == asked.payload.key_id,
        model.chain_seq.in_((seq - 1, seq, seq + 1)),
    )
    return {row.chain_seq: row for row in asked.session.execute(query)}
