"""Tables of the registry. Dates are civil dates; text search uses folded keys."""

from datetime import date, datetime

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Date,
    ForeignKey,
    Index,
    Integer,
    String,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column

from app.persistence.base import Identified, Model, Tenanted
from app.persistence.types import Instant

# Partial unique indexes: history keeps removed rows, only the living are unique.
LIVING = text("removed_on IS NULL")


class Platform(Identified, Tenanted, Model):
    """A technology platform (PAT art. 3; PLA art. 7 II)."""

    __tablename__ = "platform"
    __table_args__ = (
        Index(
            "uq_platform_cnpj",
            "municipality_id",
            "cnpj",
            unique=True,
            sqlite_where=LIVING,
            postgresql_where=LIVING,
        ),
    )

    name: Mapped[str] = mapped_column(String(120))
    search_key: Mapped[str] = mapped_column(String(120), index=True)
    cnpj: Mapped[str] = mapped_column(String(14))
    email: Mapped[str] = mapped_column(String(120), default="")
    phone: Mapped[str] = mapped_column(String(20), default="")
    address: Mapped[str] = mapped_column(String(200), default="")
    city_registration: Mapped[str] = mapped_column(String(30), default="")  # Cadastro Municipal
    registered_on: Mapped[date] = mapped_column(Date)
    removed_on: Mapped[date | None] = mapped_column(Date)
    updated_at: Mapped[datetime] = mapped_column(Instant)
    version: Mapped[int] = mapped_column(Integer, default=1)


class Driver(Identified, Tenanted, Model):
    """A driver: holder, auxiliary or app driver (PAT art. 8; PLA arts. 15, 23 X)."""

    __tablename__ = "driver"
    __table_args__ = (
        Index(
            "uq_driver_cpf",
            "municipality_id",
            "cpf",
            unique=True,
            sqlite_where=LIVING,
            postgresql_where=LIVING,
        ),
        Index("ix_driver_list", "municipality_id", "search_key", "id"),
    )

    person_id: Mapped[str] = mapped_column(ForeignKey("person.id"), index=True)
    name: Mapped[str] = mapped_column(String(120))
    search_key: Mapped[str] = mapped_column(String(120), index=True)
    cpf: Mapped[str] = mapped_column(String(11))
    id_card: Mapped[str] = mapped_column(String(20), default="")  # RG
    id_card_issuer: Mapped[str] = mapped_column(String(20), default="")
    id_card_issued_on: Mapped[date | None] = mapped_column(Date)  # asked by PLA art. 49 IV
    licence_number: Mapped[str] = mapped_column(String(11), default="")  # CNH
    licence_category: Mapped[str] = mapped_column(String(3), default="")
    licence_valid_until: Mapped[date | None] = mapped_column(Date)
    licence_first_on: Mapped[date | None] = mapped_column(Date)
    licence_issued_on: Mapped[date | None] = mapped_column(Date)
    paid_activity: Mapped[bool] = mapped_column(Boolean, default=False)  # EAR
    toxicology_on: Mapped[date | None] = mapped_column(Date)
    card_number: Mapped[str] = mapped_column(String(20), default="")  # Cartão de Identificação
    card_valid_until: Mapped[date | None] = mapped_column(Date)
    reregistered_on: Mapped[date | None] = mapped_column(Date)
    address: Mapped[str] = mapped_column(String(200), default="")
    phone: Mapped[str] = mapped_column(String(20), default="")
    email: Mapped[str] = mapped_column(String(120), default="")
    photo_id: Mapped[str] = mapped_column(String(32), default="")  # evidence id
    registered_on: Mapped[date] = mapped_column(Date)
    removed_on: Mapped[date | None] = mapped_column(Date)
    updated_at: Mapped[datetime] = mapped_column(Instant)
    version: Mapped[int] = mapped_column(Integer, default=1)


class Owner(Identified, Tenanted, Model):
    """The owner in the vehicle's document (PLA art. 49 V)."""

    __tablename__ = "owner"
    __table_args__ = (UniqueConstraint("municipality_id", "tax_id"),)

    name: Mapped[str] = mapped_column(String(120))
    search_key: Mapped[str] = mapped_column(String(120), index=True)
    tax_id: Mapped[str] = mapped_column(String(14))  # CPF or CNPJ
    id_card: Mapped[str] = mapped_column(String(20), default="")
    id_card_issued_on: Mapped[date | None] = mapped_column(Date)
    licence_number: Mapped[str] = mapped_column(String(11), default="")
    licence_category: Mapped[str] = mapped_column(String(3), default="")
    address: Mapped[str] = mapped_column(String(200), default="")
    updated_at: Mapped[datetime] = mapped_column(Instant)
    version: Mapped[int] = mapped_column(Integer, default=1)


class Vehicle(Identified, Tenanted, Model):
    """A car. `made_in` is the year of manufacture; the model year decides nothing."""

    __tablename__ = "vehicle"
    __table_args__ = (
        Index(
            "uq_vehicle_plate",
            "municipality_id",
            "plate",
            unique=True,
            sqlite_where=LIVING,
            postgresql_where=LIVING,
        ),
        Index("ix_vehicle_twin", "municipality_id", "twin"),
        CheckConstraint("modality IN ('taxi','app')", name="modality"),
        CheckConstraint("made_in BETWEEN 1950 AND 2100", name="made_in"),
    )

    plate: Mapped[str] = mapped_column(String(7))
    twin: Mapped[str] = mapped_column(String(7), default="")  # the same car's other pattern
    modality: Mapped[str] = mapped_column(String(8))
    make_model: Mapped[str] = mapped_column(String(60))
    colour: Mapped[str] = mapped_column(String(20))
    made_in: Mapped[int] = mapped_column(Integer)
    model_year: Mapped[int] = mapped_column(Integer)
    chassis: Mapped[str] = mapped_column(String(17), default="")
    renavam: Mapped[str] = mapped_column(String(11), default="")
    seats: Mapped[int] = mapped_column(Integer, default=5)
    doors: Mapped[int] = mapped_column(Integer, default=4)
    air_conditioning: Mapped[bool] = mapped_column(Boolean, default=True)
    owner_id: Mapped[str | None] = mapped_column(ForeignKey("owner.id"), index=True)
    title: Mapped[str] = mapped_column(String(20), default="proprio")
    owned_since: Mapped[date | None] = mapped_column(Date)
    licensing_valid_until: Mapped[date | None] = mapped_column(Date)  # CRLV
    licensing_city: Mapped[str] = mapped_column(String(60), default="")
    age_extended_until: Mapped[date | None] = mapped_column(Date)  # PLA art. 28 §3
    reregistered_on: Mapped[date | None] = mapped_column(Date)
    taxi_on_platform: Mapped[bool] = mapped_column(Boolean, default=False)  # PAT art. 31
    registered_on: Mapped[date] = mapped_column(Date)
    removed_on: Mapped[date | None] = mapped_column(Date)
    updated_at: Mapped[datetime] = mapped_column(Instant)
    version: Mapped[int] = mapped_column(Integer, default=1)


class VehicleDriver(Identified, Tenanted, Model):
    """A driver may drive a car on these days (PAT art. 8 §2 II; PLA art. 23 X)."""

    __tablename__ = "vehicle_driver"
    __table_args__ = (CheckConstraint("role IN ('holder','auxiliary','app')", name="role"),)

    vehicle_id: Mapped[str] = mapped_column(ForeignKey("vehicle.id"), index=True)
    driver_id: Mapped[str] = mapped_column(ForeignKey("driver.id"), index=True)
    role: Mapped[str] = mapped_column(String(10))
    starts_on: Mapped[date] = mapped_column(Date)
    ends_on: Mapped[date | None] = mapped_column(Date)


class VehiclePlatform(Identified, Tenanted, Model):
    """A car runs for a platform on these days (PLA art. 11 II)."""

    __tablename__ = "vehicle_platform"

    vehicle_id: Mapped[str] = mapped_column(ForeignKey("vehicle.id"), index=True)
    platform_id: Mapped[str] = mapped_column(ForeignKey("platform.id"), index=True)
    starts_on: Mapped[date] = mapped_column(Date)
    ends_on: Mapped[date | None] = mapped_column(Date)


class DriverPlatform(Identified, Tenanted, Model):
    """A driver is accredited at a platform on these days (PAT art. 8 §2 I; PLA art. 15 VIII)."""

    __tablename__ = "driver_platform"

    driver_id: Mapped[str] = mapped_column(ForeignKey("driver.id"), index=True)
    platform_id: Mapped[str] = mapped_column(ForeignKey("platform.id"), index=True)
    starts_on: Mapped[date] = mapped_column(Date)
    ends_on: Mapped[date | None] = mapped_column(Date)


class RegistryDocument(Identified, Tenanted, Model):
    """A paper with its dates; `kind` is an id of the ruleset's documents.toml."""

    __tablename__ = "registry_document"
    __table_args__ = (Index("ix_registry_document_subject", "subject_kind", "subject_id"),)

    subject_kind: Mapped[str] = mapped_column(String(16))  # platform driver vehicle owner
    subject_id: Mapped[str] = mapped_column(String(32))
    kind: Mapped[str] = mapped_column(String(60))
    number: Mapped[str] = mapped_column(String(60), default="")
    issued_on: Mapped[date | None] = mapped_column(Date)
    valid_until: Mapped[date | None] = mapped_column(Date)
    amount: Mapped[int | None] = mapped_column(BigInteger)  # centavos, for policies
    purpose: Mapped[str] = mapped_column(String(20), default="")  # platform, owner, app
    note: Mapped[str] = mapped_column(Text, default="")
    recorded_at: Mapped[datetime] = mapped_column(Instant)
