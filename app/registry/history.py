"""The history of a record in words, read from the ledger."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import select

from app.accounts.domain import Actor
from app.accounts.models import Person
from app.ledger.models import LedgerBody, LedgerEvent
from app.persistence.base import db
from app.registry.domain import ROLE_NAMES, LinkRole
from app.registry.models import Driver, Platform
from app.regulation.ruleset import Ruleset

LONGEST = 50

# Kinds of events in words; the parts above add theirs with `name_events`.
_WORDS: dict[str, str] = {
    "vehicle.registered": "Cadastro do veículo",
    "vehicle.edited": "Dados alterados",
    "vehicle.imported": "Dados trazidos do cadastro anterior",
    "vehicle.removed": "Baixa do cadastro",
    "driver.registered": "Cadastro do motorista",
    "driver.edited": "Dados alterados",
    "driver.removed": "Baixa do cadastro",
    "platform.registered": "Cadastro da plataforma",
    "platform.edited": "Dados alterados",
    "platform.removed": "Baixa do cadastro",
    "driver.linked": "Motorista vinculado",
    "driver.unlinked": "Vínculo de motorista encerrado",
    "platform.linked": "Plataforma vinculada",
    "platform.unlinked": "Vínculo com plataforma encerrado",
    "document.recorded": "Documento apresentado",
}
_FIELDS: dict[str, str] = {
    "plate": "placa",
    "modality": "modalidade",
    "make_model": "marca e modelo",
    "colour": "cor",
    "made_in": "ano de fabricação",
    "model_year": "ano do modelo",
    "chassis": "chassi",
    "renavam": "RENAVAM",
    "seats": "lotação",
    "doors": "portas",
    "air_conditioning": "ar-condicionado",
    "owner_id": "proprietário",
    "title": "posse",
    "owned_since": "posse desde",
    "licensing_valid_until": "validade do licenciamento",
    "licensing_city": "município do licenciamento",
    "reregistered_on": "recadastramento",
    "taxi_on_platform": "táxi em plataforma",
    "name": "nome",
    "cpf": "CPF",
    "cnpj": "CNPJ",
    "id_card": "RG",
    "id_card_issuer": "órgão emissor",
    "id_card_issued_on": "emissão do RG",
    "licence_number": "número da CNH",
    "licence_category": "categoria da CNH",
    "licence_valid_until": "validade da CNH",
    "licence_first_on": "primeira habilitação",
    "licence_issued_on": "emissão da CNH",
    "paid_activity": "atividade remunerada",
    "card_number": "cartão de identificação",
    "card_valid_until": "validade do cartão",
    "address": "endereço",
    "phone": "telefone",
    "email": "e-mail",
    "city_registration": "inscrição municipal",
}


@dataclass(frozen=True)
class HistoryLine:
    """One event: when, what, a detail without personal data, and who made it."""

    at: datetime
    what: str
    detail: str
    who: str


def name_events(words: Mapping[str, str]) -> None:
    """Teach the history the kinds of another part ("seal.issued": "Código emitido")."""
    _WORDS.update(words)


def history_of(actor: Actor, entity: tuple[str, str], ruleset: Ruleset) -> tuple[HistoryLine, ...]:
    """The latest events about ("vehicle", id) of the actor's city, newest first."""
    rows = db.session.execute(
        select(LedgerEvent, LedgerBody.body)
        .outerjoin(
            LedgerBody,
            (LedgerBody.municipality_id == LedgerEvent.municipality_id)
            & (LedgerBody.chain == LedgerEvent.chain)
            & (LedgerBody.seq == LedgerEvent.seq),
        )
        .where(
            LedgerEvent.municipality_id == actor.municipality_id,
            LedgerEvent.chain == "main",
            LedgerEvent.entity == entity[0],
            LedgerEvent.entity_id == entity[1],
        )
        .order_by(LedgerEvent.seq.desc())
        .limit(LONGEST)
    ).all()
    # A purged body leaves its event without detail.
    found = [(event, json.loads(body) if body else {}) for event, body in rows]
    people = _named(Person, {event.person_id for event, _ in found})
    others = _named(Driver, _ids(found, "driver", "other"))
    others |= _named(Platform, _ids(found, "platform", "other"))
    documents = {row.id: row.name for row in ruleset.documents}
    return tuple(
        HistoryLine(
            event.occurred_at,
            _WORDS.get(event.kind, "Ato registrado"),
            _detail(event.kind, body, others, documents),
            people.get(event.person_id, "Confere"),
        )
        for event, body in found
    )


def _ids(found: Iterable[tuple[LedgerEvent, dict[str, Any]]], *keys: str) -> set[str]:
    return {str(body[key]) for _, body in found for key in keys if key in body}


def _named(model: Any, ids: set[str]) -> dict[str, str]:
    rows = db.session.execute(select(model.id, model.name).where(model.id.in_(ids)))
    return {id: name for id, name in rows}


def _detail(
    kind: str, body: dict[str, Any], others: dict[str, str], documents: dict[str, str]
) -> str:
    if "changes" in body:
        return ", ".join(_FIELDS.get(name, name) for name in body["changes"])
    if kind == "document.recorded":
        return documents.get(body.get("kind", ""), "")
    if kind.endswith(".removed"):
        return str(body.get("reason", ""))
    other = body.get("driver") or body.get("platform") or body.get("other") or ""
    name = others.get(str(other), "")
    role = body.get("role", "")
    return f"{name} ({ROLE_NAMES[LinkRole(role)].lower()})" if name and role else name
