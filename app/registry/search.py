"""What a person typed to find a record, as conditions: plates, names in any order, CPF or CNPJ."""

import re
from typing import Any, Final

from sqlalchemy import ColumnElement, and_, or_, select

from app.kernel.errors import Invalid
from app.kernel.names import fold
from app.registry.domain_text import like_pattern, like_prefix, name_key
from app.registry.models import Driver, Owner, Platform, Vehicle, VehicleDriver

_SHORTEST: Final = 3
_LONGEST: Final = 80
_WORDS_MAX: Final = 8
_NOT_ALNUM: Final = re.compile(r"[^A-Z0-9]")
_CPF: Final = re.compile(r"[0-9]{11}")
_CNPJ: Final = re.compile(r"[0-9A-Z]{12}[0-9]{2}")


def require_searchable(text: str) -> None:
    """Invalid when there is too little or too much to search by."""
    if len(name_key(text).replace(" ", "")) < _SHORTEST:
        raise Invalid("Digite pelo menos 3 letras ou números.", field="q")
    if not text.isprintable():
        raise Invalid("A busca tem um caractere invisível: apague e digite de novo.", field="q")
    if len(text) > _LONGEST:
        raise Invalid(f"Digite até {_LONGEST} caracteres.", field="q")


def vehicles_like(text: str, *, people: bool) -> ColumnElement[bool]:
    """Cars by plate (either pattern), owner's or driver's name; by their CPF when `people`."""
    bare = _bare(text)
    found: list[ColumnElement[bool]] = []
    if _SHORTEST <= len(bare) <= 7:
        prefix = like_prefix(bare)
        found += [Vehicle.plate.like(prefix, escape="\\"), Vehicle.twin.like(prefix, escape="\\")]
    owners: list[ColumnElement[bool]] = [_words(Owner.search_key, text)]
    drivers: list[ColumnElement[bool]] = [_words(Driver.search_key, text)]
    if people and (_CPF.fullmatch(bare) or _CNPJ.fullmatch(bare)):
        owners.append(Owner.tax_id == bare)
        drivers.append(Driver.cpf == bare)
    # The city is asked by the caller on the car; owners and drivers of a car are of its city.
    found.append(Vehicle.owner_id.in_(select(Owner.id).where(or_(*owners))))
    linked = (
        select(VehicleDriver.vehicle_id)
        .join(Driver, Driver.id == VehicleDriver.driver_id)
        .where(VehicleDriver.ends_on.is_(None), or_(*drivers))
    )
    found.append(Vehicle.id.in_(linked))
    return or_(*found)


def drivers_like(text: str) -> ColumnElement[bool]:
    """Drivers by name, CPF or CNH number."""
    bare = _bare(text)
    found = [_words(Driver.search_key, text)]
    if _CPF.fullmatch(bare):
        found += [Driver.cpf == bare, Driver.licence_number == bare]
    return or_(*found)


def platforms_like(text: str) -> ColumnElement[bool]:
    """Platforms by name or CNPJ."""
    bare = _bare(text)
    found = [_words(Platform.search_key, text)]
    if _CNPJ.fullmatch(bare):
        found.append(Platform.cnpj == bare)
    return or_(*found)


def _words(column: Any, text: str) -> ColumnElement[bool]:
    """Every word somewhere in the name, in any order."""
    words = name_key(text).split()[:_WORDS_MAX]
    return and_(*(column.like(like_pattern(word), escape="\\") for word in words))


def _bare(text: str) -> str:
    return _NOT_ALNUM.sub("", fold(text))
