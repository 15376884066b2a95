"""What a stop is called on screens: answers, levels, ways of reading, doubts about a clock."""

from datetime import timedelta
from typing import Final

LEVELS: Final = {
    "green": "Autorizado",
    "amber": "Atenção",
    "red": "Não autorizado",
    "unknown": "Situação desconhecida",
}
OUTCOMES: Final = {"released": "Liberado", "guided": "Orientado", "other": "Outro desfecho"}
HOW: Final = {
    "live": "Código ao vivo, na tela do motorista",
    "printed": "Selo impresso",
    "late": "Código de tela fora da hora",
    "plate": "Placa digitada",
}
CONFIRMED: Final = {"same": "É a mesma do código", "different": "É outra"}
CLOCK: Final = {
    "future": "O telefone marcava uma hora que ainda não chegou.",
    "before_contact": "O telefone marcava uma hora anterior ao último contato com o servidor.",
    "mismatch": "A hora informada não bate com a hora do telefone e a correção conhecida.",
    "late": "Chegou mais de 30 dias depois do fato.",
    "no_contact": "O telefone nunca tinha acertado a hora com o servidor.",
}
# Doubts under which the hour itself cannot be shown as that of the fact.
WRONG_CLOCK: Final = frozenset({"future", "before_contact", "mismatch"})
FIELDS: Final = {
    "account_id": "Conta do agente",
    "device_id": "Aparelho",
    "device_time": "Hora no telefone",
    "driver_id": "Motorista da lista",
    "driver_other": "Motorista digitado",
    "findings": "Pendências",
    "happened_at": "Hora do fato",
    "how": "Como foi lido",
    "last_server_time": "Último contato",
    "note": "Observação",
    "offset_ms": "Correção da hora (ms)",
    "outcome": "Desfecho",
    "pack_generated_at": "Lista de",
    "place": "Local",
    "plate_confirmed": "Placa no carro",
    "plate_read": "Placa lida",
    "plate_seen": "Placa vista",
    "position": "Posição",
    "seal_index": "Selo nº",
    "verdict": "Resposta",
}
VALUES: Final = {"how": HOW, "outcome": OUTCOMES, "plate_confirmed": CONFIRMED, "verdict": LEVELS}


def age(seconds: int) -> str:
    """How old a list was, as a person says it: "12 min", "3 h", "2 dias"."""
    past = timedelta(seconds=seconds)
    if past < timedelta(hours=1):
        return f"{seconds // 60} min"
    if past < timedelta(hours=48):
        return f"{seconds // 3600} h"
    return f"{past.days} dias"
