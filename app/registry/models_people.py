"""Who acts for a platform: people whose sign-in may book for the platform's cars."""

from datetime import date

from sqlalchemy import Date, ForeignKey, Index, String, text
from sqlalchemy.orm import Mapped, mapped_column

from app.persistence.base import Identified, Model, Tenanted

OPEN = text("ends_on IS NULL")


class PlatformPerson(Identified, Tenanted, Model):
    """A person acts for a platform on these days; one open link for each pair."""

    __tablename__ = "platform_person"
    __table_args__ = (
        Index(
            "uq_platform_person_open",
            "platform_id",
            "person_id",
            unique=True,
            sqlite_where=OPEN,
            postgresql_where=OPEN,
        ),
    )

    platform_id: Mapped[str] = mapped_column(ForeignKey("platform.id"), index=True)
    person_id: Mapped[str] = mapped_column(ForeignKey("person.id"), index=True)
    starts_on: Mapped[date] = mapped_column(Date)
    ends_on: Mapped[date | None] = mapped_column(Date)
    act: Mapped[str] = mapped_column(String(80), default="")  # power of attorney, letter
