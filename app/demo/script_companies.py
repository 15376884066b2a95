"""The script of a town before its cars: figures, keys, and platforms with what becomes of them."""

from collections.abc import Iterator
from functools import partial

from sqlalchemy import exists, select
from sqlalchemy.orm import Session

from app.demo import invented
from app.demo.script_acts import act_step
from app.demo.stage import Stage, Step, made
from app.demo.table import COMPANIES_ENTERED, Company
from app.demo.when import On
from app.kernel.calendar import national_calendar
from app.kernel.civil import add_months
from app.ledger.service import append
from app.permits import keys
from app.permits.domain import GrantData, GrantKind
from app.permits.models import Authorisation, Population, SigningKey
from app.permits.service import grant_authorisation, record_population
from app.persistence.transaction import changed, transaction
from app.registry import service
from app.registry.domain import PlatformData
from app.registry.domain_documents import DocumentData
from app.registry.models import Platform, RegistryDocument
from app.regulation.facts import Subject

# A printed key signs for a year and the demo's seals are spread over more than one.
_KEY_DAYS = (-401, -36, 0)


def town_steps(stage: Stage) -> Iterator[Step]:
    """Population where the text counts it, signing keys, and every company."""
    if stage.town.population:
        yield Step(COMPANIES_ENTERED, partial(_population, stage), partial(_has_population, stage))
    for at in _KEY_DAYS:
        yield Step(at, partial(_keys, stage, at), partial(_has_keys, stage, at))
    for company in stage.town.companies:
        yield from _company(stage, company)


def _population(stage: Stage) -> None:
    record_population(
        stage.secretary,
        stage.town.population,
        reference_on=stage.day(COMPANIES_ENTERED),
        source="Demonstração: número redondo, não é do IBGE",
        now=stage.now(COMPANIES_ENTERED),
    )


def _has_population(stage: Stage, session: Session) -> bool:
    return bool(session.scalar(select(exists().where(Population.municipality_id == stage.city.id))))


def _keys(stage: Stage, at: int) -> None:
    with transaction() as session:
        keys.ensure_keys(session, stage.city, stage.now(at))


def _has_keys(stage: Stage, at: int, session: Session) -> bool:
    newer = (SigningKey.municipality_id == stage.city.id) & (
        SigningKey.not_before >= stage.now(at).replace(microsecond=0)
    )
    return bool(session.scalar(select(exists().where(newer))))


def _company(stage: Stage, company: Company) -> Iterator[Step]:
    id = stage.id("company", company.key)
    yield Step(COMPANIES_ENTERED, partial(_register, stage, company), made(Platform, id))
    for purpose, last in company.policies.items():
        paper = stage.id("company", company.key, purpose)
        run = partial(_policy, stage, company, purpose, last)
        yield Step(-300, run, made(RegistryDocument, paper))
    if company.starts is None:
        return
    permit = stage.id("permit", company.key)
    yield Step(company.granted, partial(_grant, stage, company), made(Authorisation, permit))
    if company.renewal_filed:
        yield Step(-11, partial(_file_renewal, stage, permit), partial(_filed, permit))
    for act in company.acts:
        subject = permit if act.subject is Subject.AUTHORISATION else id
        yield act_step(stage, act, subject, f"company-{company.key}")


def _register(stage: Stage, company: Company) -> None:
    n = stage.town.companies.index(company)
    slug = company.name.split()[0].lower().encode("ascii", "ignore").decode()
    data = PlatformData(
        company.name,
        invented.cnpj(company.root),
        f"contato@{slug}.example",
        invented.phone(500 * stage.town.order + 300 + n),
        f"{invented.address(n)}, {stage.town.name}",
        f"{4100 + n}",
    )
    service.register_platform(
        stage.clerk,
        data,
        ruleset=stage.law,
        now=stage.now(COMPANIES_ENTERED),
        id=stage.id("company", company.key),
    )


def _policy(stage: Stage, company: Company, purpose: str, last: On) -> None:
    paper = DocumentData(
        f"insurance_{purpose}",
        f"{company.key}-{stage.day(-300):%Y}-{purpose}",
        stage.day(-300),
        last.day(stage.today),
        company.amount,
    )
    subject = ("platform", stage.id("company", company.key))
    id = stage.id("company", company.key, purpose)
    service.record_document(
        stage.clerk, subject, paper, ruleset=stage.law, now=stage.now(-300), id=id
    )


def _grant(stage: Stage, company: Company) -> None:
    assert company.starts is not None
    starts = company.starts.day(stage.today)
    data = GrantData(
        GrantKind.PLATFORM,
        act=f"Decreto {20 + stage.town.companies.index(company)}/{starts:%Y}",
        process=f"Protocolo {310 + stage.town.companies.index(company)}/{starts:%Y}",
        starts_on=starts,
        platform_id=stage.id("company", company.key),
        licence_issued_on=starts,
        id=stage.id("permit", company.key),
    )
    grant_authorisation(stage.granter, stage.law, data, now=stage.now(company.granted))


def _file_renewal(stage: Stage, permit_id: str) -> None:
    """No verb records a request of renewal yet, so the column is written here, with its event."""
    with transaction() as session:
        row = session.get_one(Authorisation, permit_id)
        march = national_calendar([row.ends_on.year]).last_business_day(row.ends_on.year, 3)
        row.renewal_filed_on = max(min(march, stage.day(-11)), add_months(row.ends_on, -12))
        body = {"renewal_filed_on": row.renewal_filed_on}
        subject = ("authorisation", row.id)
        append(session, stage.clerk, "permit.renewal_filed", subject, body, now=stage.now(-11))
        changed(session, f"platform:{row.platform_id}")


def _filed(permit_id: str, session: Session) -> bool:
    row = session.get(Authorisation, permit_id)
    return row is not None and row.renewal_filed_on is not None
