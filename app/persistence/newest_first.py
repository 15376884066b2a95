"""Pages of a list that shows the newest first: the key of the last row, and what comes after it."""

from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, and_, or_

from app.kernel.errors import Invalid


def key_of(moment: datetime, id: str) -> str:
    """The key to continue after: "2026-11-30T13:00:00+00:00_<id>"."""
    return f"{moment.isoformat()}_{id}"


def older(at: Any, id: Any, key: str, refusal: str) -> ColumnElement[bool]:
    """The rows after that key by the columns `at` (aware) and `id`; `Invalid(refusal)` for no key."""
    written, _, last = key.partition("_")
    try:
        moment = datetime.fromisoformat(written)
    except ValueError:
        raise Invalid(refusal) from None
    if moment.tzinfo is None:
        raise Invalid(refusal)
    return or_(at < moment, and_(at == moment, id < last))
