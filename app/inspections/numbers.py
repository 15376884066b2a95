"""The number of a report (laudo): dense per city, year and training, given when the visit arrives."""

from sqlalchemy import text
from sqlalchemy.orm import Session

from app.inspections.domain import report_series
from app.inspections.models import ReportSeries


def next_report(
    session: Session, municipality_id: str, year: int, *, training: bool
) -> tuple[str, int]:
    """The series and the next value in it; an inner step that holds the series until the commit."""
    series = report_series(year, training=training)
    session.execute(
        text(
            "INSERT INTO report_series (municipality_id, series, training, next_value) "
            "VALUES (:city, :series, :training, 1) ON CONFLICT DO NOTHING"
        ),
        {"city": municipality_id, "series": series, "training": training},
    )
    head = session.get_one(
        ReportSeries, (municipality_id, series), with_for_update=True, populate_existing=True
    )
    value = head.next_value
    head.next_value += 1
    session.flush()  # the database asks that a report's number is below it
    return series, value
