"""The declarative base and the one Flask-SQLAlchemy object of the application."""

from typing import TYPE_CHECKING

from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import MetaData, String
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from app.kernel.ids import new_id

# Named constraints: a migration on SQLite can only drop what has a name.
NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


class Base(DeclarativeBase):
    """All tables hang here."""

    metadata = MetaData(naming_convention=NAMING)


db = SQLAlchemy(model_class=Base, disable_autonaming=True)

if TYPE_CHECKING:

    class Model(Base):
        """What mypy sees in the place of `db.Model`."""

        __abstract__ = True
else:
    Model = db.Model


class Identified:
    """A row with a random 128-bit id (32 hex digits), often born on a device."""

    id: Mapped[str] = mapped_column(String(32), primary_key=True, default=new_id)


class Tenanted:
    """A row of exactly one municipality; every query on it names that municipality."""

    municipality_id: Mapped[str] = mapped_column(String(32), index=True)
