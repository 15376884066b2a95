"""Car, driver, owner and offender of a paper, as the registry has them or as the agent was told."""

from collections.abc import Mapping
from typing import Final

from app.demo import invented
from app.demo.notice_known import GONE, Json, Known
from app.demo.table_notices import Stranger

_PERSON: Final = {
    "name": "",
    "id_card": "",
    "id_card_issued_on": "",
    "licence": "",
    "licence_category": "",
    "address": "",
}
_LOOKED_AT: Final = (
    "vehicle.plate",
    "vehicle.make_model",
    "vehicle.colour",
    "vehicle.chassis",
    "vehicle.renavam",
    "driver.name",
    "owner.name",
    "permit.number",
)


def people_of(known: Known) -> Json:
    """`vehicle`, `driver`, `owner`, `permit`, `offender`, and what the agent compared."""
    stranger, registry = known.paper.stranger, known.registry
    driver = driver_of(known)
    vehicle = _stranger_car(stranger) if stranger else {**registry["vehicle"], "missing": ""}
    owner = {**_PERSON, "tax_id": "", **(registry["owner"] or {}), "pending": True}
    permit = registry["permit"]["number"] or known.catalogue["withoutPermit"]
    parts = {"vehicle": vehicle, "driver": driver, "owner": owner, "permit": {"number": permit}}
    return {**parts, "offender": _offender(known), "confirmed": _confirmed(parts)}


def _stranger_car(stranger: Stranger) -> Json:
    return {
        "plate": stranger.plate,
        "make_model": stranger.make_model,
        "colour": stranger.colour,
        "chassis": "",
        "renavam": "",
        "modality": "none",
        "seal_index": None,
        "missing": "Documento do veículo não apresentado.",
    }


def driver_of(known: Known) -> Json:
    """Who was at the wheel, or why nobody knows."""
    nobody = {"id": "", "cpf": "", **_PERSON, "missing": ""}
    if not known.driver_seen:
        return {**nobody, "missing": GONE[known.paper.ending]}
    if known.paper.stranger is None:
        return {**nobody, **known.registry["driver"]}
    n = known.count
    papers = {
        "id_card": f"MG-19.{n}.{n - 500}",
        "id_card_issued_on": known.stage.day(-4000 - n).isoformat(),
        "licence": invented.licence(n),
        "licence_category": "B",
        "address": f"{invented.address(n + 1)}, {known.stage.town.name}",
    }
    return {**nobody, "name": invented.name(n), "cpf": invented.cpf(n), **papers}


def _offender(known: Known) -> Json:
    stranger = known.paper.stranger
    if stranger is None:
        driver = known.registry["driver"]
        return {
            "kind": known.type["offenders"][0],
            "name": driver["name"],
            "tax_id": driver["cpf"],
        }
    if stranger.cnpj_root:
        number = invented.cnpj(stranger.cnpj_root)
        return {"kind": stranger.offender, "name": stranger.name, "tax_id": number}
    driver = driver_of(known)
    return {"kind": stranger.offender, "name": driver["name"], "tax_id": driver["cpf"]}


def _confirmed(parts: Mapping[str, Json]) -> list[str]:
    """What the agent compared and tapped: all that identifies the car, and the names."""
    pairs = [path.split(".") for path in _LOOKED_AT]
    return sorted(f"{part}.{name}" for part, name in pairs if parts[part][name])
