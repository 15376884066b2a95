"""What must agree in notice.toml and in the readings: every topic has its articles, every name exists."""

from collections.abc import Iterable, Iterator

from app.regulation.loader_cited import (
    Complaint,
    has_option,
    ids,
    ref_complaints,
    topic_complaints,
)
from app.regulation.loader_files import Folder
from app.regulation.notice_form import shared_form
from app.regulation.tables_notice import NoticeLaw, NoticeRule

_FILE = "notice.toml"


def check_notice(folder: Folder) -> None:
    """Note topics without articles and references to nothing."""
    for place, row in folder.rows("infractions.toml", "reading"):
        if not has_option(folder, row.decision, row.option):
            reason = f"a decisão {row.decision} não tem a opção “{row.option}”"
            folder.note("infractions.toml", f"{place}: option", reason)
    law: NoticeLaw | None = folder.typed.get(_FILE)
    if law is None:
        return
    for key, reason in (*_topics(law), *ref_complaints(folder, _cited(law)), *_names(law, folder)):
        folder.note(_FILE, key, reason)


def _topics(law: NoticeLaw) -> Iterator[Complaint]:
    known = shared_form().topics
    yield from topic_complaints(known, (row.topic for row in law.basis))
    for rule in law.rule:
        if rule.topic not in known:
            yield f"rule {rule.id}: topic", f"o assunto “{rule.topic}” não existe"


def _cited(law: NoticeLaw) -> Iterator[tuple[str, Iterable[str]]]:
    yield "deadline: basis", law.deadline.basis
    yield "notification: basis", law.notification.basis
    yield from (("notification: reading", row.basis) for row in law.notification.reading)
    yield from ((f"kind {row.id}: basis", row.basis) for row in law.kind)
    yield from ((f"ending {row.kind}: basis", row.basis) for row in law.ending)
    yield from ((f"basis {row.topic}: refs", row.refs) for row in law.basis)
    yield from ((f"measure_basis {row.topic}: refs", row.refs) for row in law.measure_basis)
    if law.warnings:
        yield "warnings: basis", law.warnings.basis
    if law.unauthorised:
        yield "unauthorised: basis", law.unauthorised.basis


def _names(law: NoticeLaw, folder: Folder) -> Iterator[Complaint]:
    terms = ids(folder, "deadlines.toml", "deadline", "id")
    for key, name in (
        ("deadline: id", law.deadline.id),
        ("notification: deliver", law.notification.deliver),
        ("forward", law.forward),
        ("regularise", law.regularise),
    ):
        if terms and name and name not in terms:
            yield key, f"o prazo “{name}” não existe"
    for key, decision, option in _chosen(law):
        if not has_option(folder, decision, option):
            yield key, f"a decisão {decision} não tem a opção “{option}”"


def _chosen(law: NoticeLaw) -> Iterator[tuple[str, str, str]]:
    """Every option of a decision that the file names, with the key it stands in."""
    for row in law.notification.reading:
        yield "notification: reading", law.notification.decision, row.under
    rules: tuple[NoticeRule, ...] = (*law.rule, *shared_form().rule)
    yield from ((f"rule {row.id}: option", row.decision, row.option) for row in rules if row.option)
    if law.warnings:
        for option in law.warnings.validated_under:
            yield "warnings: validated_under", law.warnings.validation_decision, option
