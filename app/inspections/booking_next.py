"""The next booking of a car in one line, for pages that only mention it."""

from collections.abc import Iterable

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.inspections.booking_domain import WAITING, clock_text
from app.inspections.models_booking import Booking, InspectionPlace
from app.kernel.civil import format_date


def next_visits(
    session: Session, municipality_id: str, vehicle_ids: Iterable[str]
) -> dict[str, str]:
    """Vehicle id → '01/12/2026 às 08:00, Pátio da Prefeitura', of cars with a booking that waits."""
    rows = session.execute(
        select(Booking, InspectionPlace.name)
        .join(InspectionPlace, InspectionPlace.id == Booking.place_id)
        .where(
            Booking.municipality_id == municipality_id,
            Booking.vehicle_id.in_(list(vehicle_ids)),
            Booking.state.in_([state.value for state in WAITING]),
        )
    )
    return {
        row.vehicle_id: f"{format_date(row.day)} às {clock_text(row.starts_at)}, {place}"
        for row, place in rows
    }
