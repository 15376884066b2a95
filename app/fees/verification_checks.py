"""The ledger's mirror of the UFM: each value as its event told it."""

from app.fees.models import UfmValue
from app.fees.ufm import RECORDED, TOLD
from app.kernel.canonical import instant_text
from app.ledger.mirrors import Json, Key, Mirror, Source
from app.ledger.models import LedgerEvent


def _key(event: LedgerEvent, body: Json) -> Key:
    return (event.entity_id,)


def _expected(event: LedgerEvent, body: Json, row: Json) -> Json:
    return {
        "id": event.entity_id,
        "municipality_id": event.municipality_id,
        "person_id": event.person_id,
        "at": instant_text(event.recorded_at),
        **{name: body[name] for name in TOLD},
    }


ufm_mirror = Mirror(UfmValue, "valor da UFM", {RECORDED: Source(_key, _expected)})
