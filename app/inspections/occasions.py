"""Which inspections of a car make sense to book, until when, and what each costs. Pure.

Reads the occasions of inspection.toml; every refusal carries the provision it rests on.
"""

from dataclasses import dataclass
from datetime import date, timedelta

from app.kernel.civil import format_date
from app.kernel.errors import RuleRefused
from app.regulation.facts import Modality
from app.regulation.inspection_terms import inspection_law, validity
from app.regulation.ruleset import Fee, Ruleset
from app.regulation.tables_inspection import OccasionRow
from app.regulation.vocabulary import FeeBefore, Occasion

# Only the office opens these: they follow an act of its own (a request, a decision, a draw).
OFFICE_ONLY = frozenset({Occasion.CHANGE, Occasion.EXTENSION, Occasion.RECHECK})
_LIKELY = (
    Occasion.RETURN,
    Occasion.NOTICE,
    Occasion.FIRST,
    Occasion.YEARLY,
    Occasion.CHANGE,
    Occasion.EXTENSION,
    Occasion.RECHECK,
    Occasion.EXIT,
)


@dataclass(frozen=True)
class OpenCall:
    """A call that waits for the car, and its last day."""

    id: str
    due_on: date


@dataclass(frozen=True)
class CarHistory:
    """What is known of the car's inspections, and the term of its platform's authorisation."""

    modality: Modality
    approved_on: date | None = None
    failed_on: date | None = None  # only while no approval has followed
    failed_id: str = ""  # the failed visit; "" when it was on paper before the system
    cure_by: date | None = None
    platform_start: date | None = None
    platform_end: date | None = None
    call: OpenCall | None = None
    last_id: str = ""

    @property
    def open_failure(self) -> bool:
        """A failure that no approval has followed."""
        return self.failed_on is not None


@dataclass(frozen=True)
class Choice:
    """One occasion; `refused` says why it cannot be booked ('' when it can).

    The inspection must fall on `first_day` … `last_day` (None: no limit).
    """

    occasion: Occasion
    label: str
    citation: str
    refused: str = ""
    first_day: date | None = None
    last_day: date | None = None
    previous_id: str = ""
    call_id: str = ""

    def check_day(self, day: date) -> None:
        """RuleRefused, with the provision, when the inspection may not fall on that day."""
        if self.refused:
            raise RuleRefused(self.refused, citation=self.citation)
        if self.first_day and day < self.first_day:
            raise RuleRefused(
                f"Cedo demais: escolha um dia a partir de {format_date(self.first_day)}.",
                citation=self.citation,
            )
        if self.last_day and day > self.last_day:
            raise RuleRefused(
                f"Tarde demais: o último dia é {format_date(self.last_day)}.",
                citation=self.citation,
            )


@dataclass(frozen=True)
class FeeAsked:
    """The fee of an occasion: `before` what waits for its paid guide, or why none is asked."""

    fee: Fee | None
    citation: str
    words: str

    @property
    def asked(self) -> bool:
        """Whether a guide must be paid at all."""
        return self.fee is not None

    @property
    def before_booking(self) -> bool:
        """Whether the booking itself waits for the guide (PAT arts. 8 §2 VII, 12)."""
        return self.fee is not None and self.fee.before is FeeBefore.BOOKING


def choices(
    ruleset: Ruleset, history: CarHistory, today: date, *, office: bool
) -> tuple[Choice, ...]:
    """Every occasion of the city for this car, likeliest first; those closed say why."""
    rows = {
        row.id: row
        for row in inspection_law(ruleset).occasion
        if history.modality in row.modalities
    }
    found = [
        _choice(ruleset, history, rows[occasion], today, office)
        for occasion in _LIKELY
        if occasion in rows
    ]
    return tuple(sorted(found, key=lambda choice: bool(choice.refused)))


def choice_of(
    ruleset: Ruleset, history: CarHistory, occasion: str, today: date, *, office: bool
) -> Choice:
    """The choice of that occasion; RuleRefused where the text does not have it."""
    for choice in choices(ruleset, history, today, office=office):
        if choice.occasion.value == occasion:
            return choice
    raise RuleRefused("Esta norma não prevê esta vistoria. Escolha outro motivo.")


def fee_of(ruleset: Ruleset, occasion: Occasion) -> FeeAsked:
    """Whether the occasion is paid, and the words that say so (CFG-PLA-30)."""
    row = next(r for r in inspection_law(ruleset).occasion if r.id is occasion)
    asked = row.fee and (
        not row.fee_decision or ruleset.decision(row.fee_decision) == row.fee_option
    )
    if not asked:
        return FeeAsked(None, ruleset.cite_all(row.basis), row.fee_words)
    fee = ruleset.fee(row.fee)
    return FeeAsked(fee, ruleset.cite_all(fee.basis), f"{fee.name}: {ufm_words(fee)}.")


def ufm_words(fee: Fee) -> str:
    """'0,5 UFM', or that the text has no number."""
    if fee.ufm is None:
        return "valor fora do texto"
    return f"{fee.ufm.normalize():f} UFM".replace(".", ",")


def _choice(
    ruleset: Ruleset, history: CarHistory, row: OccasionRow, today: date, office: bool
) -> Choice:
    base = Choice(row.id, row.label, ruleset.cite_all(row.basis))
    if row.id in OFFICE_ONLY and not office:
        return _refuse(base, "A Secretaria marca esta vistoria. Fale com ela.")
    asked = {
        Occasion.RETURN: _return,
        Occasion.NOTICE: _notice,
        Occasion.FIRST: _first,
        Occasion.YEARLY: _yearly,
        Occasion.CHANGE: _anytime,
        Occasion.EXTENSION: _anytime,
        Occasion.RECHECK: _recheck,
        Occasion.EXIT: _anytime,
    }
    return asked[row.id](ruleset, history, base, today, office)


def _return(_law: Ruleset, history: CarHistory, base: Choice, today: date, _office: bool) -> Choice:
    if not history.open_failure:
        return _refuse(base, "Não há vistoria reprovada à espera de retorno.")
    if not history.failed_id:
        return _refuse(base, "A reprovação é de antes do sistema: marque uma vistoria completa.")
    limit = history.cure_by
    if limit is not None and today > limit:
        return _refuse(base, f"O prazo do retorno acabou em {format_date(limit)}.")
    return _with(base, last=limit, previous=history.failed_id)


def _notice(_law: Ruleset, history: CarHistory, base: Choice, today: date, office: bool) -> Choice:
    call = history.call
    if call is None:
        return _refuse(base, "Não há convocação em aberto para este carro.")
    if today > call.due_on:
        if office:
            return _with(base, call=call.id)
        return _refuse(
            base, f"A convocação era até {format_date(call.due_on)}. Procure a Secretaria."
        )
    return _with(base, last=call.due_on, call=call.id)


def _first(
    ruleset: Ruleset, history: CarHistory, base: Choice, today: date, office: bool
) -> Choice:
    if history.approved_on is not None:
        return _refuse(base, "Este carro já foi aprovado em vistoria.")
    return _not_while_failed(history, base, today, office)


def _yearly(
    ruleset: Ruleset, history: CarHistory, base: Choice, today: date, office: bool
) -> Choice:
    approved = history.approved_on
    if approved is None:
        return _refuse(base, "Este carro ainda não foi aprovado: marque a primeira vistoria.")
    if history.open_failure:
        return _not_while_failed(history, base, today, office)
    days = ruleset.check("inspection_valid").params.get("warn_days")
    warn = timedelta(days=days if isinstance(days, int) else 0)
    last = validity(ruleset, approved)
    if last is None:  # it follows the platform: one made before its term is owed now (CFG-PAT-20)
        last, start = history.platform_end, history.platform_start
        if last is None or start is None or approved < start - warn:
            return base
    opens = last - warn
    if approved >= opens:  # made in the warning days: it already serves the next term
        return _refuse(base, f"A vistoria de {format_date(approved)} já vale para a renovação.")
    return _with(base, first=opens if opens > today else None)


def _recheck(
    _law: Ruleset, history: CarHistory, base: Choice, _today: date, _office: bool
) -> Choice:
    if not history.last_id:
        return _refuse(base, "Este carro não tem vistoria a repetir.")
    return _with(base, previous=history.last_id)


def _anytime(
    _law: Ruleset, _history: CarHistory, base: Choice, _today: date, _office: bool
) -> Choice:
    return base


def _not_while_failed(history: CarHistory, base: Choice, today: date, office: bool) -> Choice:
    """A failure is cured by its return; a new request after the term goes through the office."""
    if not history.open_failure or not history.failed_id:
        return base
    if history.cure_by is None or today <= history.cure_by:
        return _refuse(base, "Há vistoria reprovada: marque o retorno.")
    if office:
        return base
    limit = format_date(history.cure_by)
    return _refuse(base, f"O prazo do retorno acabou em {limit}. Procure a Secretaria.")


def _refuse(base: Choice, words: str) -> Choice:
    return Choice(base.occasion, base.label, base.citation, refused=words)


def _with(
    base: Choice,
    *,
    first: date | None = None,
    last: date | None = None,
    previous: str = "",
    call: str = "",
) -> Choice:
    return Choice(
        base.occasion,
        base.label,
        base.citation,
        first_day=first,
        last_day=last,
        previous_id=previous,
        call_id=call,
    )
