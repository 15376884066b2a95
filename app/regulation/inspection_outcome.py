"""What a record leads to: approved, failed or pending, with the term to cure (PAT arts. 12 II, 12 §2; PLA art. 27).

Pure; twin of static/js/inspection/outcome.js.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from app.regulation.inspection_items import (
    Json,
    answers_of,
    day_of,
    items_for,
    judge,
    occasion_of,
    pends,
)
from app.regulation.notice_look import at


@dataclass(frozen=True)
class Outcome:
    """`result` is approved, failed, pending, or "" while an item is unanswered.

    `failed`: keys that fail or pend, in the order of the list. `cure_by` ISO date or "".
    `stopped`: no work until it is approved (CFG-PLA-33).
    """

    result: str
    failed: tuple[str, ...] = ()
    cure_by: str = ""
    stopped: bool = False


def outcome(catalogue: Json, record: Json, previous_failed: Collection[str] = ()) -> Outcome:
    """The result of the answers; a failing item that does not block is listed and refuses nothing."""
    occasion, modality = record.get("occasion"), at(record, "vehicle.modality")
    row = occasion_of(catalogue, occasion, modality)
    items = items_for(catalogue, occasion, modality, previous_failed)
    day = day_of(catalogue, record)
    answers = {str(each.get("key")): each for each in answers_of(record)}
    words = {str(item["key"]): judge(item, answers.get(str(item["key"])), day) for item in items}
    if row is None or not items or "" in words.values():
        return Outcome("")
    wrong = [item for item in items if words[str(item["key"])] == "nc"]
    waits = [item for item in items if pends(item, answers.get(str(item["key"])))]
    failed = tuple(str(item["key"]) for item in items if item in wrong or item in waits)
    blocking = [item for item in wrong if item["blocking"]]
    if blocking:
        return _failure(catalogue, row, failed, blocking, day)
    return Outcome("pending" if waits else "approved", failed)


def _failure(
    catalogue: Json, row: Json, failed: tuple[str, ...], blocking: list[Json], day: str
) -> Outcome:
    """Without a cure term (exit of the service) the list of defects alone is told."""
    if not row["cures"]:
        return Outcome("failed", failed)
    when = at(catalogue, "stop.when")
    unsafe = any(item["safety"] for item in blocking)
    dates = at(catalogue, "cure.dates")
    last = dates.get(day, "") if isinstance(dates, Mapping) else ""
    return Outcome("failed", failed, str(last), when == "always" or (when == "safety" and unsafe))
