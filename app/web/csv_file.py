"""Tables as CSV files that a Brazilian spreadsheet opens by itself: semicolons, UTF-8 with a mark."""

import csv
from collections.abc import Iterable, Sequence
from io import StringIO

from flask import Response

# A cell that begins so is run as a formula by spreadsheets; the quote shows it as text.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def csv_file(name: str, heads: Sequence[str], rows: Iterable[Sequence[object]]) -> Response:
    """The rows as a download; `name` without extension. Decimals are written with a comma."""
    text = StringIO()
    writer = csv.writer(text, delimiter=";", lineterminator="\r\n")
    writer.writerow(heads)
    writer.writerows([_cell(value) for value in row] for row in rows)
    response = Response("\ufeff" + text.getvalue(), mimetype="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return response


def _cell(value: object) -> str:
    if isinstance(value, float):
        return str(value).replace(".", ",")
    text = str(value)
    return f"'{text}" if text.startswith(_FORMULA) and not isinstance(value, int) else text
