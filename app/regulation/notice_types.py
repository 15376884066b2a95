"""The types an agent may choose in this city, as its decisions have them (requirements.md part 1).

What a reading changes stands in `[[reading]]` of infractions.toml; here it is only applied.
"""

from dataclasses import replace

from app.kernel.money import format_ufm
from app.kernel.names import fold
from app.regulation.facts import Modality
from app.regulation.fines import CLASS_NAMES
from app.regulation.notice_form import shared_form
from app.regulation.ruleset import Ruleset
from app.regulation.tables import Infraction, Reading
from app.regulation.tables_notice import KindRow, NoticeLaw
from app.regulation.vocabulary import DocumentKind, Offender, Sanction

Json = dict[str, object]

# Offenders whose car may belong to no service at all.
_UNAUTHORISED = frozenset({Offender.PRIVATE_USER, Offender.OWNER, Offender.LEGAL_PERSON})
NO_SERVICE = "none"


def as_decided(ruleset: Ruleset) -> tuple[Infraction, ...]:
    """All types of the text with the readings that the city chose applied."""
    chosen = [row for row in ruleset.readings if _chosen(ruleset, row)]
    rows = []
    for infraction in ruleset.infractions:
        for reading in chosen:
            if infraction.code in reading.codes:
                infraction = _applied(infraction, reading)
        rows.append(infraction)
    return tuple(rows)


def _chosen(ruleset: Ruleset, row: Reading) -> bool:
    decision = ruleset.decision_row(row.decision)
    return ruleset.choices.get(row.decision, decision.default) == row.option


def _applied(row: Infraction, reading: Reading) -> Infraction:
    kept = [measure for measure in row.measures if measure not in reading.drop_measures]
    held = [offender for offender in row.offender if offender not in reading.drop_offenders]
    left = [modality for modality in row.modalities if modality not in reading.drop_modalities]
    changed = replace(
        row,
        measures=(*kept, *(new for new in reading.add_measures if new not in kept)),
        offender=(*held, *(new for new in reading.add_offenders if new not in held)),
        modalities=tuple(left),
        enabled=row.enabled and not reading.leave_off,
    )
    if reading.sanction is None:
        return changed
    return replace(
        changed, enabled=True, sanction=reading.sanction, fine_max_ufm=reading.fine_max_ufm
    )


def offered_types(ruleset: Ruleset, law: NoticeLaw) -> list[Json]:
    """Types for the street: switched on, not computed, with a sanction some document carries."""
    return [
        _type(ruleset, row, kinds)
        for row in as_decided(ruleset)
        if row.street and row.enabled and not row.computed and row.offender and row.modalities
        if (kinds := [kind for kind in law.kind if row.sanction in kind.sanctions])
    ]


def _type(ruleset: Ruleset, row: Infraction, kinds: list[KindRow]) -> Json:
    return {
        "code": row.code,
        "text": row.text,
        "title": row.title,
        "class": row.class_ or "",
        "className": CLASS_NAMES[row.class_] if row.class_ else "",
        "citations": [ruleset.cite(ref) for ref in row.basis],
        "search": _search(row),
        "modalities": _modalities(row),
        "offenders": list(row.offender),
        "checks": list(row.checks),
        "kinds": [kind.id for kind in kinds],
        "choices": [{"ref": choice.ref, "words": choice.words} for choice in row.choices],
        "fine": _fine(ruleset, row, kinds),
        "measures": list(row.measures),
        "offenderNeeds": row.offender_needs or "",
        "notTogether": list(row.not_together),
        "witnesses": row.witnesses,
        "note": row.note,
        "review": row.review,
        "consequence": _consequence(row),
    }


def _search(row: Infraction) -> str:
    """Folded words of text and note that the title lacks, each once; the phone searches both."""
    told = _words(row.title)
    words = dict.fromkeys(_words(f"{row.text} {row.note}"))
    return " ".join(word for word in words if word not in told)


def _words(text: str) -> list[str]:
    return [word for word in fold(text).translate(_PUNCTUATION).split() if len(word) > 2]


_PUNCTUATION = {ord(char): " " for char in ".,;:()“”'\"?!§º/-"}


def _modalities(row: Infraction) -> list[str]:
    own: list[Modality] = list(row.modalities)
    return [*own, NO_SERVICE] if _UNAUTHORISED & {*row.offender} else [*own]


def _fine(ruleset: Ruleset, row: Infraction, kinds: list[KindRow]) -> Json:
    """Fixed by the text, or proposed up to its maximum; only where an auto may be written."""
    may = any(kind.id is DocumentKind.NOTICE for kind in kinds)
    fixed, top = (row.fine_ufm, row.fine_max_ufm) if may else (None, None)
    rule = "fixed" if fixed is not None else "proposed" if top is not None else "none"
    return {
        "rule": rule,
        "ufm": "" if fixed is None else str(fixed),
        "max_ufm": "" if fixed is not None or top is None else str(top),
        "citation": "" if rule == "none" else ruleset.cite_all(row.basis),
        "needs_reasons": rule == "proposed",
    }


def _consequence(row: Infraction) -> str:
    words = {each.kind: each.words for each in shared_form().sanction}[Sanction(row.sanction)]
    return f"{words.format(fine=_fine_words(row), time=_time_words(row))}.".replace(" ,", ",")


def _fine_words(row: Infraction) -> str:
    if row.fine_ufm is not None:
        return format_ufm(row.fine_ufm)
    return f"até {format_ufm(row.fine_max_ufm)}" if row.fine_max_ufm is not None else ""


def _time_words(row: Infraction) -> str:
    if row.suspension_months:
        return f"de {row.suspension_months} meses"
    low, high = row.suspension_days_min, row.suspension_days_max
    return f"de {low} a {high} dias" if low != high else f"de {high} dias"
