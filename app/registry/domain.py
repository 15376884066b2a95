"""What the office types about cars, people and companies, checked field by field. Pure.

Each `clean()` gives the canonical value (plates, numbers, single spaces) or raises `Invalid`
with the field's name.
"""

from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from typing import Self

from app.kernel.errors import Invalid
from app.kernel.identifiers import (
    parse_cnh,
    parse_cnpj,
    parse_cpf,
    parse_phone,
    parse_renavam,
)
from app.kernel.plate import Plate
from app.registry.domain_text import email_address, one_line, person_name
from app.regulation.facts import Modality


class LinkRole(StrEnum):
    """What a driver is to a car (PAT art. 8 §2 II; PLA art. 23 X)."""

    HOLDER = "holder"
    AUXILIARY = "auxiliary"
    APP = "app"


class Title(StrEnum):
    """How the car is held (PAT art. 10; PLA art. 11 I)."""

    OWN = "proprio"
    FINANCED = "financiado"
    LEASED = "arrendado"
    RENTED = "locado"
    LENT = "comodato"


ROLE_NAMES = {
    LinkRole.HOLDER: "Titular",
    LinkRole.AUXILIARY: "Auxiliar",
    LinkRole.APP: "Motorista de aplicativo",
}
TITLE_NAMES = {
    Title.OWN: "Próprio",
    Title.FINANCED: "Financiado",
    Title.LEASED: "Arrendamento (leasing)",
    Title.RENTED: "Locado",
    Title.LENT: "Comodato",
}
MODALITY_NAMES = {Modality.TAXI: "Táxi", Modality.APP: "Aplicativo"}
LICENCE_CATEGORIES = ("A", "B", "C", "D", "E", "AB", "AC", "AD", "AE", "ACC")


@dataclass(frozen=True)
class VehicleData:
    """A car as in its document (CRLV). `made_in` is the year of manufacture."""

    plate: str
    modality: str
    make_model: str
    colour: str
    made_in: int
    model_year: int
    chassis: str = ""
    renavam: str = ""
    seats: int = 5  # people, driver included
    doors: int = 4
    air_conditioning: bool = True
    owner_id: str | None = None
    title: str = Title.OWN
    owned_since: date | None = None
    licensing_valid_until: date | None = None
    licensing_city: str = ""
    reregistered_on: date | None = None
    taxi_on_platform: bool = False  # PAT art. 31

    def clean(self) -> Self:
        """The canonical values; raises Invalid naming the field."""
        _within(self.made_in, 1950, 2100, "made_in", "O ano de fabricação")
        # A model is at most one year ahead of its making; typed the other way round it is a slip.
        _within(self.model_year, self.made_in, self.made_in + 1, "model_year", "O ano do modelo")
        _within(self.seats, 1, 20, "seats", "A lotação")
        _within(self.doors, 1, 8, "doors", "O número de portas")
        return replace(
            self,
            plate=str(Plate.parse(self.plate)),
            modality=_word(Modality, self.modality, "modality", "Escolha táxi ou aplicativo."),
            make_model=one_line(
                self.make_model,
                field="make_model",
                what="A marca e o modelo",
                longest=60,
                required=True,
            ),
            colour=one_line(self.colour, field="colour", what="A cor", longest=20, required=True),
            chassis=_chassis(self.chassis),
            renavam=parse_renavam(self.renavam) if self.renavam.strip() else "",
            title=_word(Title, self.title, "title", "Escolha como o carro é possuído."),
            licensing_city=one_line(
                self.licensing_city, field="licensing_city", what="O município", longest=60
            ),
        )


@dataclass(frozen=True)
class DriverData:
    """A driver's person and licence. The toxicology date comes only by its document."""

    name: str
    cpf: str
    id_card: str = ""
    id_card_issuer: str = ""
    id_card_issued_on: date | None = None
    licence_number: str = ""
    licence_category: str = ""
    licence_valid_until: date | None = None
    licence_first_on: date | None = None
    licence_issued_on: date | None = None
    paid_activity: bool = False  # EAR
    card_number: str = ""
    card_valid_until: date | None = None
    reregistered_on: date | None = None
    address: str = ""
    phone: str = ""
    email: str = ""

    def clean(self) -> Self:
        """The canonical values; raises Invalid naming the field."""
        category = self.licence_category.strip().upper()
        if category and category not in LICENCE_CATEGORIES:
            raise Invalid("Escolha a categoria da CNH.", field="licence_category")
        number = self.licence_number.strip()
        return replace(
            self,
            name=person_name(self.name),
            cpf=parse_cpf(self.cpf),
            id_card=one_line(self.id_card, field="id_card", what="O RG", longest=20),
            id_card_issuer=one_line(
                self.id_card_issuer, field="id_card_issuer", what="O órgão emissor", longest=20
            ),
            licence_number=parse_cnh(number, field="licence_number") if number else "",
            licence_category=category,
            card_number=one_line(
                self.card_number, field="card_number", what="O número do cartão", longest=20
            ),
            address=one_line(self.address, field="address", what="O endereço", longest=200),
            phone=parse_phone(self.phone) if self.phone.strip() else "",
            email=email_address(self.email),
        )


@dataclass(frozen=True)
class OwnerData:
    """The owner in the car's document; `tax_id` is a CPF or a CNPJ (PLA art. 49 V)."""

    name: str
    tax_id: str
    id_card: str = ""
    id_card_issued_on: date | None = None
    licence_number: str = ""
    licence_category: str = ""
    address: str = ""

    def clean(self) -> Self:
        """The canonical values; raises Invalid naming the field."""
        number = self.licence_number.strip()
        category = self.licence_category.strip().upper()
        if category and category not in LICENCE_CATEGORIES:
            raise Invalid("Escolha a categoria da CNH.", field="licence_category")
        return replace(
            self,
            name=person_name(self.name),
            tax_id=parse_tax_id(self.tax_id),
            id_card=one_line(self.id_card, field="id_card", what="O RG", longest=20),
            licence_number=parse_cnh(number, field="licence_number") if number else "",
            licence_category=category,
            address=one_line(self.address, field="address", what="O endereço", longest=200),
        )


@dataclass(frozen=True)
class PlatformData:
    """A platform company (PAT art. 3 I–II; PLA art. 7 II)."""

    name: str
    cnpj: str
    email: str = ""
    phone: str = ""
    address: str = ""
    city_registration: str = ""

    def clean(self) -> Self:
        """The canonical values; raises Invalid naming the field."""
        return replace(
            self,
            name=person_name(self.name),
            cnpj=parse_cnpj(self.cnpj),
            email=email_address(self.email),
            phone=parse_phone(self.phone) if self.phone.strip() else "",
            address=one_line(self.address, field="address", what="O endereço", longest=200),
            city_registration=one_line(
                self.city_registration,
                field="city_registration",
                what="A inscrição municipal",
                longest=30,
            ),
        )


def parse_tax_id(typed: str, *, field: str = "tax_id") -> str:
    """A CPF (eleven characters) or else a CNPJ; raises Invalid."""
    bare = "".join(char for char in typed if char.isalnum())
    return parse_cpf(typed, field=field) if len(bare) <= 11 else parse_cnpj(typed, field=field)


def _chassis(typed: str) -> str:
    text = one_line(typed, field="chassis", what="O chassi", longest=17).upper().replace(" ", "")
    if text and (not text.isascii() or not text.isalnum()):
        raise Invalid("O chassi tem só letras e números.", field="chassis")
    if text and (len(text) != 17 or set(text) & set("IOQ")):
        raise Invalid(
            "O chassi tem 17 letras e números, sem I, O nem Q. Confira no documento.",
            field="chassis",
        )
    return text


def _within(value: int, low: int, high: int, field: str, what: str) -> None:
    if not low <= value <= high:
        raise Invalid(f"{what} vai de {low} a {high}: confira {value}.", field=field)


def _word(words: type[StrEnum], typed: str, field: str, message: str) -> str:
    try:
        return words(typed).value
    except ValueError:
        raise Invalid(message, field=field) from None
