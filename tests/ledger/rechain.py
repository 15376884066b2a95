"""The strongest attacker inside: calculates every later link anew after a change."""

from sqlalchemy import select, text

from app.ledger.domain import HASHED, link_hash, link_mac
from app.ledger.models import LedgerEvent
from app.persistence.base import db


def rechain(city: str, key: bytes, chain: str = "main") -> None:
    """Number and hash all links of a chain again, codes included; call it inside `unprotected`."""
    db.session.remove()
    table = LedgerEvent.__table__
    mine = (table.c.municipality_id == city) & (table.c.chain == chain)
    with db.engine.begin() as connection:
        rows = list(connection.execute(select(table).where(mine).order_by(table.c.seq)))
        previous, seq = "0" * 64, 0
        for row in rows:
            old, seq = row.seq, seq + 1
            columns = {**dict(row._mapping), "seq": seq, "prev_hash": previous}
            previous = link_hash({name: columns[name] for name in HASHED})
            connection.execute(
                table.update()
                .where(mine & (table.c.seq == old))
                .values(
                    seq=seq,
                    prev_hash=columns["prev_hash"],
                    hash=previous,
                    mac=link_mac(key, previous),
                )
            )
            if seq != old:
                for statement in (
                    "DELETE FROM ledger_body WHERE municipality_id=:c AND chain=:h AND seq=:new",
                    "UPDATE ledger_body SET seq=:new "
                    "WHERE municipality_id=:c AND chain=:h AND seq=:old",
                ):
                    connection.execute(
                        text(statement), {"c": city, "h": chain, "new": seq, "old": old}
                    )
        connection.execute(
            text("UPDATE ledger_head SET seq=:s, hash=:d WHERE municipality_id=:c AND chain=:h"),
            {"s": seq, "d": previous, "c": city, "h": chain},
        )
