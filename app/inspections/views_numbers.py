"""The page of numbers: results over time, defects by item and model, inspectors compared; as CSV too."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta

from flask import g, render_template, request
from flask.typing import ResponseReturnValue

from app.accounts.permissions import Permission
from app.inspections.blueprint import bp
from app.inspections.domain_numbers import RESULTS, GroupRow, Numbers
from app.inspections.queries_numbers import numbers_of
from app.kernel.errors import Invalid, NotFound
from app.web.charts import Chart, bars, columns
from app.web.clock import today
from app.web.csv_file import csv_file

RESULT_WORDS = {
    "approved": "Aprovada",
    "failed": "Reprovada",
    "pending": "Pendente",
    "missed": "Não compareceu",
}
MONTHS = ("jan", "fev", "mar", "abr", "mai", "jun", "jul", "ago", "set", "out", "nov", "dez")
_MONTHS_NAMED = 13
_TOP = 12  # rows of a picture; the table has all


@dataclass(frozen=True)
class Table:
    """One table of the page: its file's name, its heads, and its rows."""

    heads: tuple[str, ...]
    rows: Callable[[Numbers], list[tuple[object, ...]]]
    permission: Permission = Permission.INSPECTION_READ


def _month_rows(found: Numbers) -> list[tuple[object, ...]]:
    return [
        (f"{row.month:%m/%Y}", *(row.counts[result] for result in RESULTS), row.total)
        for row in found.months
    ]


def _item_rows(found: Numbers) -> list[tuple[object, ...]]:
    return [(row.key, row.label, row.citation, row.count) for row in found.items]


def _group_row(row: GroupRow) -> tuple[object, ...]:
    return (row.name, row.visits, row.approved, row.share, row.defects_per_visit, row.minutes)


TABLES = {
    "resultados": Table(("Mês", *RESULT_WORDS.values(), "Total"), _month_rows),
    "itens": Table(("Item", "Conferência", "Artigo", "Reprovações"), _item_rows),
    "modelos": Table(
        ("Modelo", "Vistorias", "Aprovadas", "% aprovadas", "Defeitos por vistoria", "Minutos"),
        lambda found: [_group_row(row) for row in found.models],
    ),
    # Who works how is for who answers for them.
    "vistoriadores": Table(
        (
            "Vistoriador",
            "Vistorias",
            "Aprovadas",
            "% aprovadas",
            "Defeitos por vistoria",
            "Minutos",
            "Com alerta",
        ),
        lambda found: [(*_group_row(row), row.flagged) for row in found.inspectors],
        Permission.INSPECTION_REVIEW,
    ),
}


@bp.get("/numeros")
def numbers_page() -> ResponseReturnValue:
    """The period's pictures and tables; a period that is none says why."""
    first, last = _period()
    advice, found = "", None
    try:
        found = numbers_of(g.actor, first, last)
    except Invalid as error:
        advice = error.message
    return render_template(
        "inspections/numbers.html",
        first=first,
        last=last,
        advice=advice,
        found=found,
        words=RESULT_WORDS,
        months=found and _drawn_months(found),
        items=found and bars([(row.label, row.count) for row in found.items[:_TOP]], "failed"),
        tables={name: table for name, table in TABLES.items() if g.actor.can(table.permission)},
    )


@bp.get("/numeros/<name>.csv")
def numbers_csv(name: str) -> ResponseReturnValue:
    """One table of the period as a file."""
    table = TABLES.get(name)
    if table is None or not g.actor.can(table.permission):
        raise NotFound
    first, last = _period()
    found = numbers_of(g.actor, first, last)
    return csv_file(f"vistorias-{name}-{first}-{last}", table.heads, table.rows(found))


def _drawn_months(found: Numbers) -> Chart:
    """Each column by its month; of a long period only each third is named."""
    every = 1 if len(found.months) <= _MONTHS_NAMED else 3
    labels = [
        "" if place % every else MONTHS[row.month.month - 1]
        for place, row in enumerate(found.months)
    ]
    return columns(labels, [row.counts for row in found.months])


def _period() -> tuple[date, date]:
    """The days asked for; by default the last twelve months."""
    last = _day("ate", today())
    return _day("de", (last - timedelta(days=335)).replace(day=1)), last


def _day(name: str, otherwise: date) -> date:
    try:
        return date.fromisoformat(request.args.get(name, ""))
    except ValueError:
        return otherwise
