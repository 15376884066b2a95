"""Checks of the ledger's verification that every frozen record of a phone shares."""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import select

from app.accounts.device_keys import has_signed
from app.accounts.models import DeviceKey
from app.ledger.checks import Scope
from app.ledger.faults import Code, Fault


def signature_faults(scope: Scope, model: Any, context: bytes, noun: str) -> Iterator[Fault]:
    """Texts of a table that the key of their account and phone did not sign, after `context`.

    `noun` names a record in the fault: "auto", "vistoria".
    """
    keys = _keys(scope)
    columns = (model.id, model.account_id, model.device_id, model.key_id, model.payload)
    query = (
        select(*columns, model.signature)
        .where(model.municipality_id == scope.municipality_id)
        .order_by(model.id)
        .execution_options(yield_per=500)
    )
    for row in scope.session.connection().execute(query):
        spki = keys.get((row.account_id, row.device_id, row.key_id))
        subject = f"{noun} {row.id}"
        if spki is None:
            yield Fault(Code.KEY, "a chave do aparelho não está registrada", subject)
        elif not has_signed(spki, context + row.payload.encode(), row.signature):
            yield Fault(Code.KEY, "a assinatura do aparelho não confere", subject)


def at_path(record: Any, path: str) -> Any:
    """The member of a frozen record at "vehicle.plate"; None below an object that is missing."""
    for name in path.split("."):
        if record is None:
            return None
        record = record[name]
    return record


def _keys(scope: Scope) -> dict[tuple[str, str, str], bytes]:
    query = select(DeviceKey).where(DeviceKey.municipality_id == scope.municipality_id)
    return {
        (row.account_id, row.device_id, row.key_id): bytes(row.spki)
        for row in scope.session.scalars(query)
    }
