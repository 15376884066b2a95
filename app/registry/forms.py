"""The forms of the registry. Checks of the domain run here too, so that all errors show at once."""

from typing import Any

from wtforms import BooleanField, HiddenField, SelectField, StringField, TextAreaField
from wtforms.validators import InputRequired, Length, Optional

from app.kernel.identifiers import (
    parse_cnh,
    parse_cnpj,
    parse_cpf,
    parse_phone,
    parse_renavam,
)
from app.kernel.money import parse_brl
from app.kernel.plate import Plate
from app.registry.domain import (
    LICENCE_CATEGORIES,
    MODALITY_NAMES,
    ROLE_NAMES,
    TITLE_NAMES,
    DriverData,
    OwnerData,
    PlatformData,
    VehicleData,
    parse_tax_id,
)
from app.registry.domain_documents import DocumentData
from app.registry.domain_text import email_address
from app.regulation.ruleset import Document
from app.web.form_fields import CivilDate, PageForm, Parsed, WholeNumber, options

CATEGORIES = options({"": "—", **{name: name for name in LICENCE_CATEGORIES}})


def _needed(sentence: str) -> InputRequired:
    return InputRequired(sentence)


class RecordForm(PageForm):
    """Carries the id born with the form (a double tap makes one record) or the version edited."""

    id = HiddenField()
    version = HiddenField()

    @property
    def held_version(self) -> int:
        """The version this form was opened on; a missing one never matches."""
        text = self.typed("version")
        return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else -1


class VehicleForm(RecordForm):
    """A car as in its document."""

    plate = StringField("Placa", [_needed("Digite a placa."), Parsed(Plate.parse)])
    modality = SelectField("Modalidade", choices=options(MODALITY_NAMES))
    taxi_on_platform = BooleanField("Táxi que também roda em plataforma")
    make_model = StringField(
        "Marca e modelo", [_needed("Digite a marca e o modelo."), Length(max=60)]
    )
    colour = StringField("Cor", [_needed("Digite a cor."), Length(max=20)])
    made_in = WholeNumber("Ano de fabricação", [_needed("Digite o ano de fabricação.")])
    model_year = WholeNumber("Ano do modelo", [_needed("Digite o ano do modelo.")])
    seats = WholeNumber("Lotação, com o motorista", [_needed("Digite a lotação.")], default=5)
    doors = WholeNumber("Portas", [_needed("Digite o número de portas.")], default=4)
    air_conditioning = BooleanField("Tem ar-condicionado", default=True)
    chassis = StringField("Chassi", [Length(max=40)])
    renavam = StringField("RENAVAM", [Parsed(parse_renavam)])
    licensing_valid_until = CivilDate("Licenciamento (CRLV) válido até", [Optional()])
    licensing_city = StringField("Município do licenciamento", [Length(max=60)])
    reregistered_on = CivilDate("Último recadastramento", [Optional()])
    owner_tax_id = StringField("CPF ou CNPJ do proprietário", [Parsed(parse_tax_id)])
    owner_name = StringField("Nome do proprietário", [Length(max=120)])
    title = SelectField("Posse do carro", choices=options(TITLE_NAMES))
    owned_since = CivilDate("Com o proprietário desde", [Optional()])

    def data_with(self, owner_id: str | None) -> VehicleData:
        """What was typed, keeping this owner unless another is named."""
        return VehicleData(
            plate=self.typed("plate"),
            modality=self.typed("modality"),
            make_model=self.typed("make_model"),
            colour=self.typed("colour"),
            made_in=self.made_in.data or 0,
            model_year=self.model_year.data or 0,
            chassis=self.typed("chassis"),
            renavam=self.typed("renavam"),
            seats=self.seats.data or 0,
            doors=self.doors.data or 0,
            air_conditioning=self.air_conditioning.data,
            owner_id=owner_id,
            title=self.typed("title"),
            owned_since=self.owned_since.data,
            licensing_valid_until=self.licensing_valid_until.data,
            licensing_city=self.typed("licensing_city"),
            reregistered_on=self.reregistered_on.data,
            taxi_on_platform=self.taxi_on_platform.data,
        )

    def owner_data(self) -> OwnerData | None:
        """The owner named in the form, or None when the field was left empty."""
        tax_id = self.typed("owner_tax_id").strip()
        return OwnerData(self.typed("owner_name"), tax_id) if tax_id else None


class DriverForm(RecordForm):
    """A driver's person, licence and card."""

    name = StringField("Nome completo", [_needed("Digite o nome."), Length(max=120)])
    cpf = StringField("CPF", [_needed("Digite o CPF."), Parsed(parse_cpf)])
    id_card = StringField("RG", [Length(max=20)])
    id_card_issuer = StringField("Órgão emissor", [Length(max=20)])
    id_card_issued_on = CivilDate("Data de emissão do RG", [Optional()])
    licence_number = StringField("Número de registro da CNH", [Parsed(parse_cnh)])
    licence_category = SelectField("Categoria da CNH", choices=CATEGORIES)
    licence_valid_until = CivilDate("CNH válida até", [Optional()])
    licence_first_on = CivilDate("Primeira habilitação", [Optional()])
    licence_issued_on = CivilDate("Emissão desta CNH", [Optional()])
    paid_activity = BooleanField("Exerce atividade remunerada (EAR)")
    card_number = StringField("Número do cartão de identificação", [Length(max=20)])
    card_valid_until = CivilDate("Cartão válido até", [Optional()])
    reregistered_on = CivilDate("Último recadastramento", [Optional()])
    address = StringField("Endereço", [Length(max=200)])
    phone = StringField("Telefone", [Parsed(parse_phone)])
    email = StringField("E-mail", [Parsed(email_address)])

    def data_typed(self) -> DriverData:
        """What was typed."""
        return DriverData(
            name=self.typed("name"),
            cpf=self.typed("cpf"),
            id_card=self.typed("id_card"),
            id_card_issuer=self.typed("id_card_issuer"),
            id_card_issued_on=self.id_card_issued_on.data,
            licence_number=self.typed("licence_number"),
            licence_category=self.typed("licence_category"),
            licence_valid_until=self.licence_valid_until.data,
            licence_first_on=self.licence_first_on.data,
            licence_issued_on=self.licence_issued_on.data,
            paid_activity=self.paid_activity.data,
            card_number=self.typed("card_number"),
            card_valid_until=self.card_valid_until.data,
            reregistered_on=self.reregistered_on.data,
            address=self.typed("address"),
            phone=self.typed("phone"),
            email=self.typed("email"),
        )


class OwnerForm(RecordForm):
    """An owner as in the car's document."""

    name = StringField("Nome", [_needed("Digite o nome."), Length(max=120)])
    tax_id = StringField("CPF ou CNPJ", [_needed("Digite o CPF ou CNPJ."), Parsed(parse_tax_id)])
    id_card = StringField("RG", [Length(max=20)])
    id_card_issued_on = CivilDate("Data de emissão do RG", [Optional()])
    licence_number = StringField("Número de registro da CNH", [Parsed(parse_cnh)])
    licence_category = SelectField("Categoria da CNH", choices=CATEGORIES)
    address = StringField("Endereço", [Length(max=200)])

    def data_typed(self) -> OwnerData:
        """What was typed."""
        return OwnerData(
            name=self.typed("name"),
            tax_id=self.typed("tax_id"),
            id_card=self.typed("id_card"),
            id_card_issued_on=self.id_card_issued_on.data,
            licence_number=self.typed("licence_number"),
            licence_category=self.typed("licence_category"),
            address=self.typed("address"),
        )


class PlatformForm(RecordForm):
    """A platform company."""

    name = StringField("Nome", [_needed("Digite o nome."), Length(max=120)])
    cnpj = StringField("CNPJ", [_needed("Digite o CNPJ."), Parsed(parse_cnpj)])
    city_registration = StringField("Inscrição municipal", [Length(max=30)])
    address = StringField("Endereço da matriz ou filial", [Length(max=200)])
    phone = StringField("Telefone", [Parsed(parse_phone)])
    email = StringField("E-mail", [Parsed(email_address)])

    def data_typed(self) -> PlatformData:
        """What was typed."""
        return PlatformData(
            name=self.typed("name"),
            cnpj=self.typed("cnpj"),
            email=self.typed("email"),
            phone=self.typed("phone"),
            address=self.typed("address"),
            city_registration=self.typed("city_registration"),
        )


class RemovalForm(PageForm):
    """Leaving the registry (baixa)."""

    on = CivilDate("Último dia no cadastro", [_needed("Escolha o dia.")])
    reason = StringField("Motivo", [_needed("Escreva o motivo."), Length(max=200)])


class VehicleRemovalForm(RemovalForm):
    """A car leaving; the excuse stands for the exit inspection (PLA art. 23 XII)."""

    without_exit = StringField("Por que não há vistoria de saída", [Length(max=200)])


class EndLinkForm(PageForm):
    """The last day of a link."""

    ends_on = CivilDate("Último dia do vínculo", [_needed("Escolha o dia.")])


class DriverLinkForm(PageForm):
    """A driver found by the search above, to be linked to the car."""

    driver_id = SelectField("Motorista", validate_choice=False)
    role = SelectField("Função", choices=options(ROLE_NAMES))
    starts_on = CivilDate("Primeiro dia", [_needed("Escolha o dia.")])


class PlatformLinkForm(PageForm):
    """A platform of the city, to be linked to a car or a driver."""

    platform_id = SelectField("Plataforma")
    starts_on = CivilDate("Primeiro dia", [_needed("Escolha o dia.")])


class DocumentForm(RecordForm):
    """A paper of one kind; fields the kind does not use are taken away."""

    number = StringField("Número", [Length(max=60)])
    issued_on = CivilDate("Emissão", [Optional()])
    valid_until = CivilDate("Válido até", [Optional()])
    amount = StringField("Valor da apólice, em reais", [Parsed(parse_brl)])
    note = TextAreaField("Observação", [Length(max=500)])

    def shape_for(self, kind: Document) -> None:
        """Keep the fields this kind needs, with the words of its own."""
        if "starts_on" in kind.fields:
            self.issued_on.label.text = "Início da vigência"
        elif "received_on" in kind.fields:
            self.issued_on.label.text = "Recebido em"
        if not {"valid_until"} & set(kind.fields):
            del self.valid_until
        if "amount" not in kind.fields:
            del self.amount
        if kind.restricted:
            del self.note

    def data_for(self, kind: Document) -> DocumentData:
        """What was typed, as a paper of this kind."""
        amount = self.typed("amount") if "amount" in self else ""
        until: Any = self["valid_until"].data if "valid_until" in self else None
        return DocumentData(
            kind=kind.id,
            number=self.typed("number"),
            issued_on=self.issued_on.data,
            valid_until=until,
            amount=parse_brl(amount, field="amount") if amount.strip() else None,
            note=self.typed("note") if "note" in self else "",
        )
