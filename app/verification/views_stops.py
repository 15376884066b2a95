"""The office's pages of stops (abordagens)."""

from datetime import date

from flask import g, render_template, request
from flask.typing import ResponseReturnValue

from app.kernel.civil import parse_date
from app.kernel.errors import Invalid
from app.registry.queries import Page
from app.verification.blueprint import bp
from app.verification.stops_queries import Filters, StopRow, agents, stop_for
from app.verification.stops_queries import stops as find_stops
from app.verification.stops_words import CLOCK, CONFIRMED, HOW, LEVELS, OUTCOMES
from app.web.htmx import page_or_fragment


@bp.get("/abordagens")
def stops() -> ResponseReturnValue:
    """The list, narrowed by agent, answer and day; a filter that is none says why, above no rows."""
    advice, found, filters = "", Page[StopRow](()), Filters()
    try:
        filters = _filters()
        found = find_stops(g.actor, g.city, filters, request.args.get("depois", "")[:80])
    except Invalid as error:
        advice = error.message
    return page_or_fragment(
        "verification/stops.html",
        "verification/_stops.html",
        found=found,
        filters=filters,
        advice=advice,
        people=agents(g.actor),
        levels=LEVELS,
        outcomes=OUTCOMES,
    )


@bp.get("/abordagens/<stop_id>")
def stop(stop_id: str) -> ResponseReturnValue:
    """Everything recorded of one stop."""
    return render_template(
        "verification/stop.html",
        stop=stop_for(g.actor, stop_id, g.ruleset),
        levels=LEVELS,
        outcomes=OUTCOMES,
        how=HOW,
        confirmed=CONFIRMED,
        clock=CLOCK,
    )


def _filters() -> Filters:
    typed = request.args.get("dia", "").strip()
    return Filters(
        agent=request.args.get("agente", "")[:32],
        verdict=request.args.get("resposta", "")[:10],
        day=_day(typed) if typed else None,
    )


def _day(typed: str) -> date:
    """From the browser's own date input, or dd/mm/aaaa."""
    try:
        return date.fromisoformat(typed)
    except ValueError:
        return parse_date(typed, field="dia")
