"""Tables of cities, people, accounts, roles, sessions and sign-in attempts."""

from datetime import date, datetime

from sqlalchemy import Boolean, Date, ForeignKey, Integer, LargeBinary, String
from sqlalchemy.orm import Mapped, mapped_column

from app.persistence.base import Identified, Model, Tenanted
from app.persistence.protection import append_only
from app.persistence.types import Instant


class Municipality(Identified, Model):
    """A city of this installation. It runs one ruleset, named by its folder."""

    __tablename__ = "municipality"

    slug: Mapped[str] = mapped_column(String(40), unique=True)
    name: Mapped[str] = mapped_column(String(80))
    uf: Mapped[str] = mapped_column(String(2))
    ibge: Mapped[str] = mapped_column(String(6), unique=True)  # without check digit
    time_zone: Mapped[str] = mapped_column(String(40))
    ruleset: Mapped[str] = mapped_column(String(60))
    host: Mapped[str] = mapped_column(String(80), default="")  # official address of this city
    phone: Mapped[str] = mapped_column(String(20), default="")  # for complaints, PLA art. 22 IV


class Person(Identified, Model):
    """A human being, known once by a keyed hash of the CPF: duties are separated by person."""

    __tablename__ = "person"

    cpf_mac: Mapped[str] = mapped_column(String(64), unique=True)
    name: Mapped[str] = mapped_column(String(120))


class Account(Identified, Tenanted, Model):
    """A sign-in of a person in one city."""

    __tablename__ = "account"

    person_id: Mapped[str] = mapped_column(ForeignKey("person.id"), index=True)
    login: Mapped[str] = mapped_column(String(60), unique=True)
    password_hash: Mapped[str] = mapped_column(String(200))
    active: Mapped[bool] = mapped_column(Boolean, default=True)
    created_at: Mapped[datetime] = mapped_column(Instant)


class RoleGrant(Identified, Tenanted, Model):
    """A role with its act of designation; void outside its days (PLA art. 37)."""

    __tablename__ = "role_grant"

    person_id: Mapped[str] = mapped_column(ForeignKey("person.id"), index=True)
    role: Mapped[str] = mapped_column(String(20))
    act: Mapped[str] = mapped_column(String(80))  # "Portaria 14/2026"
    registration: Mapped[str] = mapped_column(String(20), default="")  # matrícula
    starts_on: Mapped[date] = mapped_column(Date)
    ends_on: Mapped[date | None] = mapped_column(Date)
    revoked_at: Mapped[datetime | None] = mapped_column(Instant)


class WebSession(Identified, Tenanted, Model):
    """A signed-in browser. `id` is the hash of the cookie's secret, so a dump signs nobody in."""

    __tablename__ = "web_session"

    id: Mapped[str] = mapped_column(String(64), primary_key=True)
    account_id: Mapped[str] = mapped_column(ForeignKey("account.id"), index=True)
    device_id: Mapped[str] = mapped_column(String(32), default="")
    created_at: Mapped[datetime] = mapped_column(Instant)
    expires_at: Mapped[datetime] = mapped_column(Instant)
    ended_at: Mapped[datetime | None] = mapped_column(Instant)


class DeviceKey(Model):
    """The public key with which an account's records are signed on one phone; an old one stays."""

    __tablename__ = "device_key"

    municipality_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    account_id: Mapped[str] = mapped_column(ForeignKey("account.id"), primary_key=True)
    device_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    key_id: Mapped[str] = mapped_column(String(16), primary_key=True)  # SHA-256 of spki, first 16
    spki: Mapped[bytes] = mapped_column(LargeBinary(200))  # P-256, DER
    registered_at: Mapped[datetime] = mapped_column(Instant)


class SignInCounter(Model):
    """Failures of one key (login + address, or address) inside one window; never blocks for good."""

    __tablename__ = "sign_in_counter"
    key: Mapped[str] = mapped_column(String(80), primary_key=True)
    window: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    failures: Mapped[int] = mapped_column(Integer, default=0)


append_only("device_key", ("municipality_id", "account_id", "device_id", "key_id"))
