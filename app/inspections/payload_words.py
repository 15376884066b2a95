"""What the members of a visit's record are called on screens."""

from typing import Final

FIELDS: Final = {
    "account_id": "Conta do vistoriador",
    "agent": "Vistoriador",
    "beacon": "Último contato selado",
    "booking": "Agendamento",
    "chain": "Sequência do aparelho",
    "device_id": "Aparelho",
    "device_time": "Hora no telefone",
    "fee": "Guia da taxa",
    "finished_at": "Fim da vistoria",
    "identified": "Identificação do carro",
    "items": "Itens",
    "key_id": "Chave do aparelho",
    "occasion": "Tipo de vistoria",
    "offset_ms": "Correção da hora (ms)",
    "photos": "Fotos",
    "place": "Local",
    "presented_by": "Quem apresentou o carro",
    "previous": "Vistoria anterior",
    "result": "Resultado",
    "ruleset": "Norma",
    "shots": "Fotos do carro",
    "started_at": "Início da vistoria",
    "training": "Treinamento",
    "vehicle": "Veículo",
}
