"""The cheap question "did any card of this city change?", answered without reading the cards."""

from sqlalchemy import text, update
from sqlalchemy.orm import Session

from app.verification.models import FieldPack

# ON CONFLICT: two first changes of a city may meet; both databases know the clause.
_ENSURE = text(
    "INSERT INTO field_pack (municipality_id, changes, sequence) VALUES (:city, 0, 0) "
    "ON CONFLICT DO NOTHING"
)


def cards_changed(session: Session, municipality_id: str) -> None:
    """Say so inside the transaction that wrote the cards: the next phone gets a new list."""
    session.execute(_ENSURE, {"city": municipality_id})
    session.execute(
        update(FieldPack)
        .where(FieldPack.municipality_id == municipality_id)
        .values(changes=FieldPack.changes + 1)
        .execution_options(synchronize_session=False)
    )


def next_sequence(session: Session, municipality_id: str) -> int:
    """A number above all former packs of the city, whichever server made them."""
    session.execute(_ENSURE, {"city": municipality_id})
    row = session.get_one(FieldPack, municipality_id, with_for_update=True, populate_existing=True)
    row.sequence += 1
    session.flush()
    return row.sequence
