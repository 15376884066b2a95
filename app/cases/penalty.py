"""What the law orders for a case by repetition: the fine with its computation, and what escalates.

Everything here is a proposal with the earlier cases beside it; a person decides (requirements §5.2).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from sqlalchemy.orm import Session

from app.cases.models import CaseFile
from app.cases.past import history
from app.cases.price import price
from app.fees.ufm import units
from app.kernel.civil import civil_today
from app.kernel.errors import RuleRefused
from app.regulation.case_facts import CaseFacts
from app.regulation.case_state import CaseState
from app.regulation.fines import PricedAmount, UfmAmount, fine_amount
from app.regulation.recidivism import Finding, Offence, PastCase, earlier_cases
from app.regulation.repeats import recidivism, repeat_rule
from app.regulation.ruleset import Ruleset


@dataclass(frozen=True)
class Proposal:
    """`amount` None where the infraction carries no fine, then `refused` says why; `findings`: what
    repetition leads to; `earlier`: numbers of the cases that count for it; `price` None while the
    year has no UFM, then `no_price` says so."""

    amount: UfmAmount | None
    refused: str
    findings: tuple[Finding, ...]
    earlier: tuple[str, ...]
    price: PricedAmount | None = None
    no_price: str = ""


def proposal(
    session: Session,
    case: CaseFile,
    facts: CaseFacts,
    state: CaseState,
    law: Ruleset,
    now: datetime,
) -> Proposal:
    """What the law proposes for the case; nothing of it is stored."""
    who = case.offender_person_id or case.platform_id or ""
    others = history(session, case.municipality_id, who, law, now=now) if who else {}
    past = {id: one for id, (_, one) in others.items() if id != case.id}
    offence = Offence(case.code, who, state.happened_on)
    findings = recidivism(law, offence, past.values())
    numbers = {id: number for id, (number, _) in others.items()}
    counted = _counted(law, offence, past, findings)
    try:
        amount = fine_amount(
            law, case.code, proposal=facts.base_ufm, reasons="como no auto", repeats=findings
        )
    except RuleRefused as error:
        return Proposal(None, error.message, findings, tuple(numbers[id] for id in counted))
    earlier = tuple(numbers[id] for id in counted)
    try:
        cost = price_of(session, case, state, law, amount.ufm, now)
    except RuleRefused as error:
        return Proposal(amount, "", findings, earlier, no_price=error.message)
    return Proposal(amount, "", findings, earlier, cost)


def price_of(
    session: Session, case: CaseFile, state: CaseState, law: Ruleset, ufm: Decimal, now: datetime
) -> PricedAmount:
    """That quantity of UFM in reais for this case; `RuleRefused` while the year has no UFM."""
    return price(
        law,
        case.code,
        ufm,
        happened_on=state.happened_on,
        decided_on=civil_today(now, law.instrument.time_zone),
        units=units(session, case.municipality_id),
    )


def _counted(
    law: Ruleset, offence: Offence, past: Mapping[str, PastCase], findings: tuple[Finding, ...]
) -> list[str]:
    """Ids of the earlier cases behind the findings, the oldest first."""
    infraction = law.infraction(offence.code)
    found: dict[str, None] = {}
    for row in law.recidivism:
        if row.id not in {finding.rule_id for finding in findings}:
            continue
        rule = repeat_rule(law, row, infraction)
        for id, one in past.items():
            if earlier_cases(offence, [one], rule):
                found[id] = None
    return list(found)
