"""Grants and the state of a permit: who may grant what, until when, and what holds it back. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from types import MappingProxyType

from app.accounts.permissions import ROLE_NAMES, Role
from app.kernel.calendar import national_calendar
from app.kernel.errors import Denied, RuleRefused
from app.regulation.facts import Period, Restriction, RestrictionKind, SealState
from app.regulation.ruleset import Ruleset
from app.regulation.terms import Span, authorisation_months, authorisation_years, platform_term

_MARCH = 3


class GrantKind(StrEnum):
    """What a grant is for: a taxi's Termo, a platform, or one car of a platform."""

    TAXI = "taxi"
    PLATFORM = "platform"
    VEHICLE = "vehicle"


KIND_NAMES: Mapping[GrantKind, str] = MappingProxyType(
    {
        GrantKind.TAXI: "Táxi",
        GrantKind.PLATFORM: "Plataforma",
        GrantKind.VEHICLE: "Carro de aplicativo",
    }
)


@dataclass(frozen=True)
class GrantRule:
    """Who grants, on what provisions, and which earlier process the act must name."""

    roles: frozenset[Role]
    basis: tuple[str, ...]
    process: str  # label of the field, Portuguese
    process_basis: str


_GRANTS: Mapping[tuple[str, GrantKind], GrantRule] = MappingProxyType(
    {
        # "ato unilateral do Chefe do Executivo"; the Secretaria prepares (requirements §7.1)
        ("PLA", GrantKind.TAXI): GrantRule(
            frozenset({Role.MAYOR}), ("art. 7 I", "art. 8"), "Licitação", "art. 14 §2"
        ),
        ("PLA", GrantKind.PLATFORM): GrantRule(
            frozenset({Role.MAYOR}), ("art. 7 II", "art. 8"), "Processo de análise", "art. 8"
        ),
        ("PAT", GrantKind.PLATFORM): GrantRule(
            frozenset({Role.SECRETARY}), ("art. 3",), "Protocolo geral", "art. 5"
        ),
        ("PAT", GrantKind.VEHICLE): GrantRule(
            frozenset({Role.SECRETARY}), ("art. 8", "art. 14"), "Protocolo geral", "art. 5"
        ),
    }
)


@dataclass(frozen=True)
class GrantData:
    """What a grant is made of. Ids are the registry's; `number` empty takes the next of the year.

    `act` is the granting authority's ("Decreto 12/2026"), `process` the bidding, analysis or
    protocol behind it. `licence_issued_on` is the alvará's day (PAT arts. 3 §2, 14).
    """

    kind: GrantKind
    act: str
    process: str
    starts_on: date
    number: str = ""
    driver_id: str = ""
    platform_id: str = ""
    vehicle_id: str = ""
    rank: str = ""
    licence_issued_on: date | None = None
    id: str = ""


def grant_rule(ruleset: Ruleset, kind: GrantKind) -> GrantRule:
    """The rule of a kind; `RuleRefused` where this text grants nothing of the sort."""
    rule = _GRANTS.get((ruleset.code, kind))
    if rule is None:
        raise RuleRefused(
            f"Esta norma não prevê autorização de “{KIND_NAMES[kind].lower()}”. Escolha outro tipo.",
            field="kind",
        )
    return rule


def grant_kinds(ruleset: Ruleset) -> tuple[GrantKind, ...]:
    """The kinds this text knows."""
    return tuple(kind for code, kind in _GRANTS if code == ruleset.code)


def require_role(roles: frozenset[Role], allowed: frozenset[Role], citation: str) -> None:
    """`Denied` with the competent authority's name (PLA arts. 8, 47)."""
    if not roles & allowed:
        names = " ou ".join(sorted(ROLE_NAMES[role] for role in allowed))
        raise Denied(f"Este ato é só de: {names}.", citation=citation)


def grant_term(
    ruleset: Ruleset,
    kind: GrantKind,
    *,
    starts_on: date,
    licence_issued_on: date | None,
    platform_ends_on: date | None,
) -> Span:
    """First and last good day of a grant. `platform_ends_on` matters to a platform's car only.

    PLA art. 10: four years. PAT art. 3 §2: twelve months from the alvará (CFG-PAT-04); its cars
    last as long as the platform's own authorisation (CFG-PAT-20).
    """
    if kind is GrantKind.TAXI:
        check = ruleset.check("taxi_authorised")
        years, citation = _number(ruleset, "taxi_authorised", "term_years"), check.basis
        return authorisation_years(starts_on, years, ruleset.cite_all(citation))
    months = _number(ruleset, "platform_authorised", "term_months")
    citation_of_term = ruleset.cite_all(ruleset.check("platform_authorised").basis)
    if kind is GrantKind.PLATFORM:
        return _platform_span(ruleset, starts_on, licence_issued_on, months, citation_of_term)
    if ruleset.decision("CFG-PAT-20") == "yearly_own_term":
        return authorisation_months(starts_on, months, citation_of_term)
    if platform_ends_on is None or platform_ends_on < starts_on:
        raise RuleRefused(
            "A plataforma não tem autorização válida nesse dia. Renove a da plataforma antes.",
            field="platform_id",
            citation=ruleset.cite_all(ruleset.decision_row("CFG-PAT-20").where),
        )
    rule = "vale enquanto valer a autorização da plataforma"
    return Span(starts_on, platform_ends_on, rule, citation_of_term)


def _platform_span(
    ruleset: Ruleset, starts_on: date, licence: date | None, months: int, citation: str
) -> Span:
    if "renewal_limit" not in ruleset.check("platform_authorised").params:
        return authorisation_months(starts_on, months, citation)
    if licence is None:
        raise RuleRefused(
            "Informe o dia em que o alvará foi expedido: os 12 meses contam dele.",
            field="licence_issued_on",
            citation=citation,
        )
    # The first March limit on or after the alvará can fall in the year after.
    calendar = national_calendar(range(licence.year, licence.year + 3))
    term = platform_term(licence, months, _MARCH, calendar, citation)
    if ruleset.decision("CFG-PAT-04") != "last_business_day_of_march":
        last = term.span.last
    else:
        limits = (calendar.last_business_day(licence.year + n, _MARCH) for n in range(2))
        last = next(day for day in limits if day >= licence)
    if last < starts_on:
        raise RuleRefused(
            "O alvará já não cobre esse início. Confira as duas datas.",
            field="licence_issued_on",
            citation=citation,
        )
    return Span(starts_on, last, term.span.rule, citation)


def _number(ruleset: Ruleset, check: str, key: str) -> int:
    value = ruleset.check(check).params[key]
    if not isinstance(value, int):
        raise TypeError(f"{check}.{key} is not a whole number")
    return value


class PermitState(StrEnum):
    """What a permit is worth on a day, from the gravest to the best."""

    ENDED = "ended"
    SUSPENDED = "suspended"
    EXPIRED = "expired"
    NOT_YET = "not_yet"
    PAUSED = "paused"
    VALID = "valid"


STATE_NAMES: Mapping[PermitState, str] = MappingProxyType(
    {
        PermitState.ENDED: "Encerrada",
        PermitState.SUSPENDED: "Suspensa",
        PermitState.EXPIRED: "Vencida",
        PermitState.NOT_YET: "Ainda não começou",
        PermitState.PAUSED: "Em licença",
        PermitState.VALID: "Vigente",
    }
)

# Acts after which the right never comes back; a new one needs a new grant.
FINAL_KINDS = frozenset(
    {
        RestrictionKind.CASSATION,
        RestrictionKind.REVOCATION,
        RestrictionKind.RESCISSION,
        RestrictionKind.RENUNCIATION,
    }
)


def permit_state(
    term: Period,
    restrictions: tuple[Restriction, ...],
    pauses: tuple[Period, ...],
    today: date,
) -> PermitState:
    """The state of a permit on a civil day. `restrictions` are those not lifted."""
    now = [r for r in restrictions if covers(r.period, today)]
    if any(r.kind in FINAL_KINDS for r in now):
        return PermitState.ENDED
    if now:
        return PermitState.SUSPENDED
    if term.end is not None and today > term.end:
        return PermitState.EXPIRED
    if today < term.start:
        return PermitState.NOT_YET
    if any(covers(p, today) for p in pauses):
        return PermitState.PAUSED
    return PermitState.VALID


def covers(period: Period, day: date) -> bool:
    """Whether a civil day lies in the period, both ends included."""
    return period.start <= day and (period.end is None or day <= period.end)


def code_state(stored: str, expires_on: date, permit: PermitState, today: date) -> SealState:
    """What a seal says today: its own life first, then what its permit is worth."""
    if stored == "dead" or permit is PermitState.ENDED:
        return SealState.DEAD
    if stored == "suspended" or permit is not PermitState.VALID or today > expires_on:
        return SealState.SUSPENDED
    return SealState.VALID


def require_signable(state: PermitState, citation: str) -> None:
    """Only a permit in force yields a signed code (threats.md T05); else `RuleRefused`."""
    if state is not PermitState.VALID:
        raise RuleRefused(
            f"Não há selo para autorização {STATE_NAMES[state].lower()}. Resolva isso antes.",
            citation=citation,
        )
