"""What must agree in inspection.toml and in the inspection keys of checklists.toml."""

from collections import Counter
from collections.abc import Iterable, Iterator

from app.regulation.inspection_form import shared_inspection_form
from app.regulation.loader_cited import (
    Complaint,
    decision_options,
    has_option,
    ids,
    ref_complaints,
    topic_complaints,
)
from app.regulation.loader_files import Folder
from app.regulation.tables import ChecklistItem
from app.regulation.tables_inspection import InspectionLaw, OccasionRow
from app.regulation.vocabulary import AnswerKind, ChecklistName, Computed, DateRuleKind, Occasion

_FILE = "inspection.toml"
_ITEMS = "checklists.toml"
_STREET = frozenset({ChecklistName.STREET})


def check_inspection(folder: Folder) -> None:
    """Note topics, names and choices that point at nothing, and items nobody could answer."""
    for place, item in folder.rows(_ITEMS, "item"):
        for key, reason in _item(item, folder):
            folder.note(_ITEMS, f"{place}: {key}", reason)
    law: InspectionLaw | None = folder.typed.get(_FILE)
    if law is None:
        return
    found = (
        *topic_complaints(shared_inspection_form().topics, (row.topic for row in law.basis)),
        *ref_complaints(folder, _cited(law)),
        *_names(law, folder),
        *_choices(law, folder),
    )
    for key, reason in (*found, *_lists(law, folder)):
        folder.note(_FILE, key, reason)


def _item(item: ChecklistItem, folder: Folder) -> Iterator[Complaint]:
    for key in ("fails", "pends", "date_unless", "well"):
        named = getattr(item, key)
        for choice in (named,) if isinstance(named, str) else named:
            if choice and choice not in item.choices:
                yield key, f"“{choice}” não é uma das opções de choices"
    if item.well in (*item.fails, *item.pends) and item.well:
        yield "well", "a resposta de quem está conforme não pode reprovar nem deixar pendente"
    for part in item.safety_each:
        if part not in item.each:
            yield "safety_each", f"“{part}” não está em each"
    yield from _item_date(item, folder)
    if item.computed is Computed.AGE and item.answer not in _AGED:
        yield "computed", "a idade responde item de número ou automático"
    for row in item.reading:
        if not has_option(folder, row.decision, row.option):
            yield "reading", f"a decisão {row.decision} não tem a opção “{row.option}”"


_AGED = frozenset({AnswerKind.NUMBER, AnswerKind.AUTOMATIC})


def _item_date(item: ChecklistItem, folder: Folder) -> Iterator[Complaint]:
    rule = item.date_rule
    if rule is None:
        return
    if item.answer is not AnswerKind.DATE and "date" not in item.also:
        yield "date_rule", "este item não pede data"
    counted = rule.kind is DateRuleKind.NOT_BEFORE_MONTHS
    if counted != bool(rule.deadline):
        yield "date_rule", "not_before_months pede deadline, e not_past não o tem"
    if rule.deadline:
        terms = {row.id: row.unit for _, row in folder.rows("deadlines.toml", "deadline")}
        if terms and terms.get(rule.deadline) != "months":
            yield "date_rule", f"o prazo “{rule.deadline}” não existe ou não é em meses"


def _cited(law: InspectionLaw) -> Iterator[tuple[str, Iterable[str]]]:
    yield from ((f"occasion {row.id}: basis", row.basis) for row in law.occasion)
    yield "cure: basis", law.cure.basis
    yield "validity: basis", law.validity.basis
    yield from ((f"missed {row.occasion}: basis", row.basis) for row in law.missed)
    yield from ((f"basis {row.topic}: refs", row.refs) for row in law.basis)


def _names(law: InspectionLaw, folder: Folder) -> Iterator[Complaint]:
    terms = ids(folder, "deadlines.toml", "deadline", "id")
    used = [("cure: deadline", law.cure.deadline)]
    used += [("validity: reading", row.deadline) for row in law.validity.reading]
    for key, name in used:
        if terms and name and name not in terms:
            yield key, f"o prazo “{name}” não existe"
    fees = ids(folder, "fees.toml", "fee", "id")
    for occasion in law.occasion:
        if fees and occasion.fee and occasion.fee not in fees:
            yield f"occasion {occasion.id}: fee", f"a taxa “{occasion.fee}” não existe"
    items = ids(folder, _ITEMS, "item", "id")
    if items and law.identity and law.identity not in items:
        yield "identity", f"o item “{law.identity}” não existe"
    codes = ids(folder, "infractions.toml", "infraction", "code")
    for row in law.missed:
        if codes and row.infraction and row.infraction not in codes:
            yield f"missed {row.occasion}: infraction", f"a infração “{row.infraction}” não existe"


def _choices(law: InspectionLaw, folder: Folder) -> Iterator[Complaint]:
    for key, decision, option in _chosen(law):
        if (decision or option) and not has_option(folder, decision, option):
            yield key, f"a decisão {decision} não tem a opção “{option}”"
    for name, decision, options in (
        ("cure", law.cure.decision, [row.option for row in law.cure.reading]),
        ("validity", law.validity.decision, [row.option for row in law.validity.reading]),
    ):
        for option in decision_options(folder, decision):
            if option not in options:
                yield f"{name}: reading", f"falta dizer o que vale na opção “{option}”"
        if not decision and len(options) != 1:
            yield f"{name}: reading", "sem decisão há uma leitura só"


def _chosen(law: InspectionLaw) -> Iterator[tuple[str, str, str]]:
    """Every option of a decision that the file names, with the key it stands in."""
    for row in law.cure.reading:
        yield "cure: reading", law.cure.decision, row.option
    for each in law.validity.reading:
        yield "validity: reading", law.validity.decision, each.option
    for occasion in law.occasion:
        yield f"occasion {occasion.id}: fee_option", occasion.fee_decision, occasion.fee_option
    for missed in law.missed:
        yield f"missed {missed.occasion}: option", missed.decision, missed.option


def _lists(law: InspectionLaw, folder: Folder) -> Iterator[Complaint]:
    items: list[ChecklistItem] = [row for _, row in folder.rows(_ITEMS, "item")]
    for item in items:
        if item.list_ not in _STREET and item.group not in law.groups:
            yield "groups", f"falta o grupo “{item.group}” do item {item.id}"
        if item.list_ is ChecklistName.INSPECTION and not item.occasions:
            yield "occasion", f"o item {item.id} não diz em que vistorias é pedido (occasions)"
    for id, count in Counter(row.id for row in law.occasion).items():
        if count > 1:
            yield f"occasion {id}", "este motivo está repetido"
    for occasion in law.occasion:
        yield from _occasion(occasion, items)
    ids = {row.id for row in law.occasion}
    for missed in law.missed:
        if missed.occasion not in ids:
            yield f"missed {missed.occasion}", "este motivo de vistoria não existe"


def _occasion(row: OccasionRow, items: list[ChecklistItem]) -> Iterator[Complaint]:
    key = f"occasion {row.id}"
    if row.failed_only and not row.previous:
        yield f"{key}: failed_only", "o retorno pede previous = true"
    asked = [
        choice for item in items if item.computed is Computed.OCCASION for choice in item.choices
    ]
    for reason in row.reasons:
        if reason not in asked:
            yield f"{key}: reasons", f"“{reason}” não é opção do item que responde pelo motivo"
    fits = [item for item in items if item.list_ is row.list_ and row.like in _of(item)]
    if items and not fits:
        yield f"{key}: like", "nenhum item pertence a esse motivo"


def _of(item: ChecklistItem) -> tuple[Occasion, ...]:
    return item.occasions or (Occasion.EXIT,)
