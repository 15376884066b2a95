"""How long a paper is good: maximum age, yearly renewal, recurring delivery (requirements.md §3, §4.3 j)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from app.kernel.civil import MonthEnd, add_months, end_of_months, format_date
from app.regulation.deadlines import month_end
from app.regulation.effects import effect
from app.regulation.ruleset import Ruleset
from app.regulation.vocabulary import DocumentRule

_ONE_DAY = timedelta(days=1)
_YEAR_MONTHS = 12  # the word "anual" itself


@dataclass(frozen=True)
class AgeRule:
    """`value` in days or months by the rule; `strict`: "less than" (29 passes, 30 fails)."""

    kind: DocumentRule
    value: int = 0
    strict: bool = False
    citation: str = ""
    month_end: MonthEnd = MonthEnd.SAME_DAY


@dataclass(frozen=True)
class DocumentAge:
    """`last_ok` is the last day on which the paper is accepted; None: it does not age."""

    ok: bool
    last_ok: date | None
    rule: str
    citation: str = ""


def oldest_issue(on: date, months: int) -> date:
    """Oldest issue date accepted on that day ("nos últimos 6 meses", PAT art. 8 §2 X)."""
    return add_months(on, -months)


def last_day_by_days(issued_on: date, days: int, strict: bool) -> date:
    """Last day on which a paper of at most (strict: less than) `days` days is accepted."""
    return issued_on + timedelta(days=days - 1 if strict else days)


def last_day_by_months(issued_on: date, months: int) -> date:
    """Last day on which `issued_on` is still within the last `months` months.

    Looks back from the day of use, as the text does: a paper of 28 February serves until
    31 August, whose six months before is 28 February.
    """
    day = add_months(issued_on, months)
    while oldest_issue(day + _ONE_DAY, months) <= issued_on:
        day += _ONE_DAY
    return day


def valid_through_months(start: date, months: int, reading: MonthEnd = MonthEnd.SAME_DAY) -> date:
    """Same-numbered day, inclusive: seals, exams, re-registration (CFG-GEN-02)."""
    return end_of_months(start, months, reading)


def _by_days(rule: AgeRule, issued_on: date) -> tuple[date, str]:
    last = last_day_by_days(issued_on, rule.value, rule.strict)
    bound = "menos de" if rule.strict else "no máximo"
    return last, f"emitido há {bound} {rule.value} dias: aceito até {format_date(last)}"


def _by_months(rule: AgeRule, issued_on: date) -> tuple[date, str]:
    last = last_day_by_months(issued_on, rule.value)
    months = f"{rule.value} {'mês' if rule.value == 1 else 'meses'}"
    return last, f"emitido nos últimos {months}: aceito até {format_date(last)}"


def _yearly(rule: AgeRule, issued_on: date) -> tuple[date, str]:
    last = valid_through_months(issued_on, rule.value or _YEAR_MONTHS, rule.month_end)
    return last, f"renovação anual: vale até {format_date(last)}"


def _recurring(rule: AgeRule, issued_on: date) -> tuple[date, str]:
    last = issued_on + timedelta(days=rule.value)
    return last, f"a cada {rule.value} dias: o próximo até {format_date(last)}"


_BY_ISSUE: dict[DocumentRule, Callable[[AgeRule, date], tuple[date, str]]] = {
    DocumentRule.MAX_AGE_DAYS: _by_days,
    DocumentRule.MAX_AGE_MONTHS: _by_months,
    DocumentRule.YEARLY: _yearly,
    DocumentRule.RECURRING_DAYS: _recurring,
}


def check_document(
    rule: AgeRule, on: date, *, issued_on: date | None = None, valid_until: date | None = None
) -> DocumentAge:
    """Is the paper accepted on that civil day? A missing or future date is never accepted."""
    if rule.kind is DocumentRule.NONE:
        return DocumentAge(True, None, "o texto não fixa validade", rule.citation)
    if rule.kind is DocumentRule.VALID_UNTIL:
        if valid_until is None:
            return DocumentAge(False, None, "falta a data de validade", rule.citation)
        words = f"válido até {format_date(valid_until)}"
        return DocumentAge(on <= valid_until, valid_until, words, rule.citation)
    if issued_on is None:
        return DocumentAge(False, None, "falta a data de emissão", rule.citation)
    last, words = _BY_ISSUE[rule.kind](rule, issued_on)
    if issued_on > on:
        return DocumentAge(False, last, "a data de emissão está no futuro", rule.citation)
    return DocumentAge(on <= last, last, words, rule.citation)


def recurring_dates(first: date, every_days: int) -> Iterator[date]:
    """Endless dates of a recurring duty, the first one included (PAT art. 4 IX)."""
    if every_days < 1:
        raise ValueError("a recurring duty needs at least one day")
    day = first
    while True:
        yield day
        day += timedelta(days=every_days)


@effect("rule", "document_age")
def document_age(
    ruleset: Ruleset,
    document_id: str,
    on: date,
    *,
    issued_on: date | None = None,
    valid_until: date | None = None,
) -> DocumentAge:
    """`check_document` with the rule of that document in the ruleset."""
    row = ruleset.document(document_id)
    rule = AgeRule(row.rule, row.value, row.strict, ruleset.cite_all(row.basis), month_end(ruleset))
    return check_document(rule, on, issued_on=issued_on, valid_until=valid_until)
