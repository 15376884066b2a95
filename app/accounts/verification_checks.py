"""Check of the ledger's verification on the keys with which phones sign: each row has its event."""

import base64

from app.accounts.models import DeviceKey
from app.kernel.canonical import instant_text
from app.ledger.mirrors import Json, Key, Mirror, Source
from app.ledger.models import LedgerEvent


def _key(event: LedgerEvent, body: Json) -> Key:
    return (event.municipality_id, event.account_id, body["device"], event.entity_id)


def _columns(event: LedgerEvent, body: Json, row: Json) -> Json:
    return {
        "municipality_id": event.municipality_id,
        "account_id": event.account_id,
        "device_id": body["device"],
        "key_id": event.entity_id,
        "spki": base64.b64decode(body["spki"]).hex(),
        "registered_at": instant_text(event.recorded_at),
    }


device_key_mirror = Mirror(
    DeviceKey, "chave de aparelho", {"device.key_registered": Source(_key, _columns)}
)
