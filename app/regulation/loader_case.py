"""What must agree in case.toml: states, questions, checks and provisions exist, and every end is reached."""

from collections.abc import Iterable, Iterator

from app.regulation.case_words import shared_words
from app.regulation.loader_cited import Complaint, ids, ref_complaints
from app.regulation.loader_files import Folder
from app.regulation.tables_case import ANY, BACK, SAME, CaseLaw, CaseWords, PathRow, StepRow
from app.regulation.vocabulary_case import CASE_CHECKS

_FILE = "case.toml"


def check_case(folder: Folder) -> None:
    """Note references to nothing, steps twice, and states that a path cannot reach."""
    law: CaseLaw | None = folder.typed.get(_FILE)
    if law is None:
        return
    words = shared_words()
    complaints = (
        *ref_complaints(folder, _cited(law)),
        *_names(law, words),
        *_terms(law, folder),
        *_reached(law),
    )
    for key, reason in complaints:
        folder.note(_FILE, key, reason)


def _cited(law: CaseLaw) -> Iterator[tuple[str, Iterable[str]]]:
    yield "separation", law.separation
    yield "cancelling", law.cancelling
    yield from ((f"step {row.id}: basis", row.basis) for row in law.step)
    yield from ((f"due {row.what}: basis", row.basis) for row in law.due)


def _names(law: CaseLaw, words: CaseWords) -> Iterator[Complaint]:
    states = {*words.states, ANY, BACK, SAME}
    seen: set[str] = set()
    for row in law.step:
        place = f"step {row.id}"
        if row.id in seen:
            yield place, "este ato aparece duas vezes; deve ser único"
        seen.add(row.id)
        yield from _unknown(f"{place}: asks", row.asks, words.asks)
        yield from _unknown(f"{place}: checks", row.checks, CASE_CHECKS)
        yield from _unknown(f"{place}: proposes", row.proposes, {one.id for one in law.step})
        yield from _unknown(f"{place}: moves", _stations(row), states)
    for path in law.path:
        yield from _unknown(f"path {path.id}: first", (path.first,), words.states)
    for due in law.due:
        yield from _unknown(f"due {due.what}: while", due.while_, words.states)


def _stations(row: StepRow) -> Iterator[str]:
    for move in row.moves:
        yield from (*move.from_, move.to)


def _unknown(key: str, names: Iterable[str], known: Iterable[str]) -> Iterator[Complaint]:
    for name in names:
        if name not in set(known):
            yield key, f"“{name}” não existe"


def _terms(law: CaseLaw, folder: Folder) -> Iterator[Complaint]:
    known = ids(folder, "deadlines.toml", "deadline", "id")
    named = [(f"due {row.what}: id", row.id) for row in law.due]
    for key, name in (*named, ("suspension", law.suspension), ("bar", law.bar)):
        if known and name and name not in known:
            yield key, f"o prazo “{name}” não existe"
    for row in law.due:
        if not row.id and not (row.basis and row.goal_days):
            yield f"due {row.what}", "sem prazo da norma, escreva goal_days e basis"


def _reached(law: CaseLaw) -> Iterator[Complaint]:
    """Every term runs in a state that some path comes to."""
    reached = {state for path in law.path for state in _reachable(law, path)}
    for due in law.due:
        if due.while_ and not reached & {*due.while_}:
            yield f"due {due.what}", "nenhum caminho chega aos estados deste prazo"
    for row in law.step:
        if not reached & {*_stations(row)}:
            yield f"step {row.id}", "nenhum caminho chega a este ato"


def _reachable(law: CaseLaw, path: PathRow) -> set[str]:
    moves = [move for row in law.step if path.id in row.paths for move in row.moves]
    reached: set[str] = set()
    more = {path.first}
    while more - reached:
        reached |= more
        more = {m.to for m in moves if reached & {*m.from_} or ANY in m.from_} - {SAME, BACK}
    return reached
