"""Acts against a permit and licences to pause: which exist, whose they are, how long. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType

from app.accounts.permissions import Role
from app.kernel.errors import RuleRefused
from app.permits.domain import FINAL_KINDS, GrantKind
from app.regulation.effects import effect
from app.regulation.facts import RestrictionKind, Subject
from app.regulation.ruleset import Ruleset
from app.regulation.terms import Span, months_from, suspension

ACT_NAMES: Mapping[RestrictionKind, str] = MappingProxyType(
    {
        RestrictionKind.SUSPENSION: "Suspensão",
        RestrictionKind.CASSATION: "Cassação",
        RestrictionKind.REVOCATION: "Revogação",
        RestrictionKind.RESCISSION: "Rescisão",
        RestrictionKind.RENUNCIATION: "Renúncia",
        RestrictionKind.IMPEDIMENT: "Impedimento",
        RestrictionKind.STOP_ORDER: "Impedimento de operar",
    }
)

SUBJECT_NAMES: Mapping[Subject, str] = MappingProxyType(
    {
        Subject.AUTHORISATION: "Autorização",
        Subject.DRIVER: "Condutor",
        Subject.VEHICLE: "Veículo",
        Subject.PLATFORM: "Plataforma",
    }
)


@dataclass(frozen=True)
class ActRule:
    """One act of one text: competent roles, provisions, on whom, with or without process."""

    roles: frozenset[Role]
    basis: tuple[str, ...]
    subjects: frozenset[Subject]
    needs_process: bool = False
    liftable: bool = True


_MAYOR = frozenset({Role.MAYOR})
_SECRETARY = frozenset({Role.SECRETARY})
_TERMO = frozenset({Subject.AUTHORISATION})
_TERMO_OR_CARD = frozenset({Subject.AUTHORISATION, Subject.DRIVER})
_ANY = frozenset(Subject)
K = RestrictionKind

_ACTS: Mapping[tuple[str, RestrictionKind], ActRule] = MappingProxyType(
    {
        ("PLA", K.SUSPENSION): ActRule(
            _MAYOR, ("art. 40 IV", "art. 46 §1", "art. 47"), _TERMO_OR_CARD, needs_process=True
        ),
        ("PLA", K.CASSATION): ActRule(
            _MAYOR, ("art. 40 V", "art. 46 §1", "art. 47"), _TERMO_OR_CARD, needs_process=True
        ),
        ("PLA", K.REVOCATION): ActRule(_MAYOR, ("art. 29 §2",), _TERMO, needs_process=True),
        ("PLA", K.RESCISSION): ActRule(_MAYOR, ("art. 13",), _TERMO),
        # received by the Secretaria (art. 12 §1); once accepted, for good (art. 12 §2)
        ("PLA", K.RENUNCIATION): ActRule(
            _SECRETARY, ("art. 12", "art. 12 §2"), _TERMO, liftable=False
        ),
        ("PAT", K.SUSPENSION): ActRule(_SECRETARY, ("art. 24 I b", "art. 24 §2"), _ANY),
        ("PAT", K.REVOCATION): ActRule(_SECRETARY, ("art. 24 I c",), _TERMO),
        # "autoridade administrativa" of art. 28 §3 is not defined: either head, by act
        ("PAT", K.CASSATION): ActRule(
            _SECRETARY | _MAYOR, ("art. 24 I e", "art. 28 §3"), _TERMO, needs_process=True
        ),
        ("PAT", K.STOP_ORDER): ActRule(
            _SECRETARY, ("art. 12 §2", "art. 28 II"), frozenset({Subject.VEHICLE})
        ),
    }
)


@effect("guard", "mayor_only")
def act_rule(ruleset: Ruleset, kind: RestrictionKind) -> ActRule:
    """The rule of an act; `RuleRefused` where this text has no such act."""
    rule = _ACTS.get((ruleset.code, kind))
    if rule is None:
        raise RuleRefused(f"Esta norma não prevê {ACT_NAMES[kind].lower()} como ato da prefeitura.")
    return rule


def acts_of(
    ruleset: Ruleset, roles: frozenset[Role], subject: Subject = Subject.AUTHORISATION
) -> tuple[RestrictionKind, ...]:
    """The acts that these roles may sign against a subject under this text."""
    return tuple(
        kind
        for (code, kind), rule in _ACTS.items()
        if code == ruleset.code and rule.roles & roles and subject in rule.subjects
    )


@dataclass(frozen=True)
class SuspensionTerms:
    """Lengths this text gives a suspension: days from `least` to `most`, or whole `months`."""

    least: int
    most: int
    months: tuple[int, ...]
    citation: str

    @property
    def words(self) -> str:
        """'de 15 a 180 dias' or '30 dias, ou 12 meses'."""
        days = f"{self.least}" if self.least == self.most else f"de {self.least} a {self.most}"
        parts = [f"{days} dias"] if self.most else []
        return ", ou ".join([*parts, *(f"{m} meses" for m in self.months)])


def suspension_terms(ruleset: Ruleset) -> SuspensionTerms:
    """The bounds over all infractions of the text (PLA art. 40 IV; PAT arts. 24 §2, 28)."""
    rows = [row for row in ruleset.infractions if row.suspension_days_max]
    months = tuple(
        sorted({r.suspension_months for r in ruleset.infractions if r.suspension_months})
    )
    citation = ruleset.cite_all(act_rule(ruleset, RestrictionKind.SUSPENSION).basis)
    if ruleset.code == "PAT" and ruleset.decision("CFG-PAT-16") == "always_12_months":
        rows = []
    return SuspensionTerms(
        min((row.suspension_days_min for row in rows), default=0),
        max((row.suspension_days_max for row in rows), default=0),
        months,
        citation,
    )


def suspension_span(ruleset: Ruleset, start: date, *, days: int = 0, months: int = 0) -> Span:
    """The days of a suspension, the first included; `RuleRefused` outside what the text allows."""
    terms = suspension_terms(ruleset)
    if months and not days and months in terms.months:
        return months_from(start, months, terms.citation)
    if days and not months and terms.most:
        return suspension(start, days, terms.least, terms.most, terms.citation)
    raise RuleRefused(
        f"A suspensão desta norma é {terms.words}. Corrija a duração.",
        field="days",
        citation=terms.citation,
    )


def refuse_platform_term(ruleset: Ruleset, kind: RestrictionKind, permit: GrantKind) -> None:
    """A platform's Termo is not suspended or cassated for a driver's act (CFG-PLA-02)."""
    penal = kind in {RestrictionKind.SUSPENSION, RestrictionKind.CASSATION}
    if ruleset.code != "PLA" or not penal or permit is not GrantKind.PLATFORM:
        return
    if ruleset.decision("CFG-PLA-02") != "platform_term":
        raise RuleRefused(
            "O Município decidiu que o Termo da plataforma não responde por ato de condutor. "
            "Suspenda o Cartão do condutor.",
            citation=ruleset.cite_all(("art. 7 II", "art. 40 IV")) + " (CFG-PLA-02)",
        )


def is_final(kind: RestrictionKind) -> bool:
    """Whether the right ends for good with this act."""
    return kind in FINAL_KINDS


def bar_deadline(ruleset: Ruleset) -> str:
    """The deadline row of the bar after a cassation; "" where the text has none (PLA art. 46)."""
    return {"PLA": "T-PLA-22"}.get(ruleset.code, "")


PAUSE_REASONS: Mapping[str, str] = MappingProxyType(
    {
        "theft": "Furto ou roubo do veículo",
        "accident": "Acidente grave ou perda total",
        "replacement": "Substituição do veículo",
        "other": "Outro caso justificado",
    }
)
_PAUSE_DEADLINES: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "PLA": {
            "theft": "T-PLA-13",
            "accident": "T-PLA-14",
            "replacement": "T-PLA-15",
            "other": "T-PLA-16",
        }
    }
)


def has_pauses(ruleset: Ruleset) -> bool:
    """Whether this text knows the licence to pause."""
    return ruleset.code in _PAUSE_DEADLINES


def pause_deadline(ruleset: Ruleset, reason: str) -> str:
    """The deadline row of a reason (PLA art. 29 I to IV); `RuleRefused` where there is none."""
    found = _PAUSE_DEADLINES.get(ruleset.code, {}).get(reason)
    if found is None:
        raise RuleRefused(
            "Esta norma não prevê licença para parar por este motivo.", field="reason"
        )
    return found
