"""Opening a case: with the notice that arrives, for notices from before, or over several of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select, text
from sqlalchemy.orm import Session

from app.accounts.domain import Actor
from app.accounts.models import Municipality
from app.cases.domain import series_code
from app.cases.events import DUTY, FILE_TOLD, JOINED, OPENED
from app.cases.models import CaseDuty, CaseFile, CaseNotice, CaseSeries
from app.cases.offender import Answers, offender_of
from app.infractions.models import Notice
from app.kernel.civil import civil_today
from app.kernel.errors import Invalid
from app.kernel.ids import new_id
from app.ledger.service import append, lock_head
from app.persistence.transaction import changed, transaction
from app.registry.models import Driver, Platform, Vehicle
from app.registry.write import own
from app.regulation.case_facts import PATH_OF, CasePath, Duty
from app.regulation.ruleset import Ruleset
from app.regulation.vocabulary import DocumentKind

_BATCH = 200  # notices of one transaction: the chain's head is held so long


@dataclass(frozen=True)
class SanctionData:
    """Over what and against whom a sanction is asked: notices, or the entries of a reasoned act."""

    notice_ids: Sequence[str] = ()
    driver_id: str = ""
    platform_id: str = ""
    vehicle_id: str = ""


def open_for_notice(
    session: Session, actor: Actor, notice: Notice, *, now: datetime
) -> CaseFile | None:
    """The case of a notice, numbered, with its author's duty; None for a kind that has no case.

    An inner step; a notice that has its case keeps it.
    """
    path = PATH_OF.get(DocumentKind(notice.kind))
    if path is None:
        return None
    lock_head(session, notice.municipality_id, "main")
    found = session.scalar(select(CaseFile).where(CaseFile.notice_id == notice.id))
    if found is not None:
        return found
    row = CaseFile(
        path=path.value,
        training=notice.training,
        notice_id=notice.id,
        vehicle_id=notice.vehicle_id,
        code=notice.code,
        happened_at=notice.happened_at,
        ruleset_slug=notice.ruleset_slug,
        ruleset_version=notice.ruleset_version,
        ruleset_hash=notice.ruleset_hash,
    )
    _open(session, actor, row, offender_of(session, notice), now=now)
    give_duty(session, actor, row, notice.person_id, Duty.AUTHOR, now=now)
    return row


def open_missing(actor: Actor, *, now: datetime) -> int:
    """Open the case of each notice of the city that has none; how many were opened."""
    opened = 0
    while count := _open_batch(actor, now):
        opened += count
    return opened


def _open_batch(actor: Actor, now: datetime) -> int:
    kinds = [kind.value for kind in PATH_OF]
    with transaction() as session:
        query = (
            select(Notice)
            .outerjoin(CaseFile, CaseFile.notice_id == Notice.id)
            .where(
                Notice.municipality_id == actor.municipality_id,
                Notice.kind.in_(kinds),
                CaseFile.id.is_(None),
            )
            .order_by(Notice.received_at, Notice.id)
            .limit(_BATCH)
        )
        found = list(session.scalars(query))
        for notice in found:
            open_for_notice(session, actor, notice, now=now)
    return len(found)


def open_sanction(
    session: Session,
    actor: Actor,
    data: SanctionData,
    *,
    id: str,
    ruleset: Ruleset,
    now: datetime,
) -> CaseFile:
    """A sanction's case, with the duties that its notices gave; an inner step of its first act.

    `Invalid` for notices of two offenders, or where nobody is named; `NotFound` for strangers'.
    """
    lock_head(session, actor.municipality_id, "main")
    notices = [own(session, actor, Notice, notice_id) for notice_id in data.notice_ids]
    row = CaseFile(
        id=id,
        path=CasePath.SANCTION.value,
        training=ruleset.training,
        vehicle_id=own(session, actor, Vehicle, data.vehicle_id).id if data.vehicle_id else None,
        code="",
        happened_at=min((notice.happened_at for notice in notices), default=now),
        ruleset_slug=ruleset.slug,
        ruleset_version=ruleset.instrument.version,
        ruleset_hash=ruleset.hash,
    )
    _open(session, actor, row, _answers(session, actor, data, notices), now=now)
    for notice in notices:
        _join(session, actor, row, notice, now=now)
    for person_id, duty in _earlier_duties(session, notices).items():
        give_duty(session, actor, row, person_id, duty, now=now)
    return row


def give_duty(
    session: Session, actor: Actor, case: CaseFile, person_id: str, duty: Duty, *, now: datetime
) -> None:
    """Write who holds the duty, and its event; what the keys refuse is an IntegrityError."""
    session.add(
        CaseDuty(
            case_id=case.id,
            person_id=person_id,
            municipality_id=case.municipality_id,
            duty=duty.value,
            at=now,
        )
    )
    session.flush()
    body = {"person": person_id, "duty": duty.value}
    append(session, actor, DUTY, ("case", case.id), body, now=now)


def _open(
    session: Session, actor: Actor, row: CaseFile, answers: Answers, *, now: datetime
) -> None:
    """Number, store and tell the file."""
    city = session.get_one(Municipality, actor.municipality_id)
    year = civil_today(now, city.time_zone).year
    row.id = row.id or new_id()
    row.municipality_id, row.opened_at = city.id, now
    row.offender_person_id, row.driver_id = answers.person_id, answers.driver_id
    row.platform_id = answers.platform_id
    row.series, row.value = _next_number(session, city.id, year, training=row.training)
    session.add(row)
    session.flush()
    body = {name: getattr(row, name) for name in FILE_TOLD}
    append(session, actor, OPENED, ("case", row.id), body, now=now)
    changed(session, f"case:{row.id}")


def _next_number(session: Session, city: str, year: int, *, training: bool) -> tuple[str, int]:
    """The series and the next value in it; holds the series until the commit."""
    series = series_code(year, training=training)
    session.execute(
        text(
            "INSERT INTO case_series (municipality_id, series, training, next_value) "
            "VALUES (:city, :series, :training, 1) ON CONFLICT DO NOTHING"
        ),
        {"city": city, "series": series, "training": training},
    )
    head = session.get_one(CaseSeries, (city, series), with_for_update=True, populate_existing=True)
    value = head.next_value
    head.next_value += 1
    session.flush()  # the database asks that a case's number is below it
    return series, value


def _answers(
    session: Session, actor: Actor, data: SanctionData, notices: Sequence[Notice]
) -> Answers:
    """Whom the sanction is against: the one offender of the notices, or the entry that is named."""
    if notices:
        found = [offender_of(session, notice) for notice in notices]
        who = {(answers.person_id, answers.platform_id) for answers in found}
        if len(who) != 1 or who == {(None, None)}:
            said = "Estes autos não são todos do mesmo infrator identificado. Escolha só os dele."
            raise Invalid(said, field="notice_ids")
        return found[-1]
    if data.driver_id:
        driver = own(session, actor, Driver, data.driver_id)
        return Answers(driver.person_id, driver.id)
    if data.platform_id:
        return Answers(platform_id=own(session, actor, Platform, data.platform_id).id)
    raise Invalid("Escolha os autos, o motorista ou a plataforma.", field="notice_ids")


def _join(session: Session, actor: Actor, case: CaseFile, notice: Notice, *, now: datetime) -> None:
    session.add(
        CaseNotice(case_id=case.id, notice_id=notice.id, municipality_id=case.municipality_id)
    )
    session.flush()
    append(session, actor, JOINED, ("case", case.id), {"notice": notice.id}, now=now)


def _earlier_duties(session: Session, notices: Sequence[Notice]) -> dict[str, Duty]:
    """Author and homologator of each notice: they take no other part (PLA art. 46 §2)."""
    query = (
        select(CaseDuty.person_id)
        .join(CaseFile, CaseFile.id == CaseDuty.case_id)
        .where(
            CaseFile.notice_id.in_([notice.id for notice in notices]),
            CaseDuty.duty == Duty.HOMOLOGATOR.value,
        )
    )
    held = dict.fromkeys(session.scalars(query), Duty.HOMOLOGATOR)
    return held | dict.fromkeys((notice.person_id for notice in notices), Duty.AUTHOR)
