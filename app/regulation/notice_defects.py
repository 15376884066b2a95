"""What is missing or contradictory in a notice before it is frozen (PLA art. 49; PAT arts. 22–25).

The rules are data of the catalogue; static/js/notice/defects.js reads the same ones.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from app.regulation.effects import effect
from app.regulation.notice_look import Json, Look, applies, looking, rows
from app.regulation.notice_tests import passes


@dataclass(frozen=True)
class Defect:
    """One refusal: the rule, the field ("driver.cpf"), what to do, and the provision."""

    rule: str
    field: str
    message: str
    citation: str


@effect("guard", "notice_complete")
def defects(catalogue: Json, record: Json) -> list[Defect]:
    """Everything that keeps `record` (notice 1) from being finished, in the form's order.

    `catalogue` is `notice_catalogue` of the city for the day of writing. An empty list: complete.
    A record of any shape is answered, never an error.
    """
    look = looking(catalogue, record)
    return [
        Defect(*(str(rule[key]) for key in ("id", "field", "message", "citation")))
        for rule in rows(catalogue["rules"])
        if applies(rule["when"], look) and not _kept(rule, look)
    ]


def _kept(rule: Json, look: Look) -> bool:
    path, args = str(rule["field"]), rule["args"]
    known = {"field": path, **args} if isinstance(args, Mapping) else {}
    return passes(str(rule["test"]), look(path), known, look)


def not_together(catalogue: Json, code: str) -> list[str]:
    """Codes that punish the same fact as `code` and never stand beside it (PAT arts. 28 III, 14 p.u.)."""
    row = next((row for row in rows(catalogue["types"]) if row["code"] == code), {})
    barred = row.get("notTogether")
    return [str(other) for other in barred] if isinstance(barred, list) else []
