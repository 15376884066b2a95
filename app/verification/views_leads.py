"""The office's list of different plates."""

from flask import g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from app.kernel.ids import parse_id
from app.verification.blueprint import bp
from app.verification.leads import handle
from app.verification.leads_queries import leads as leads_of
from app.web.clock import now


@bp.get("/placas-divergentes")
def leads() -> ResponseReturnValue:
    """Open reports, newest first; `?situacao=tratadas` shows the others."""
    handled = request.args.get("situacao") == "tratadas"
    found = leads_of(g.actor, handled=handled, after=request.args.get("depois", "")[:80])
    return render_template("verification/leads.html", found=found, handled=handled)


@bp.post("/placas-divergentes/<report_id>/tratar")
def lead_handle(report_id: str) -> ResponseReturnValue:
    """Mark one as handled, with who and when."""
    handle(g.actor, parse_id(report_id), now=now())
    return redirect(url_for("verification.leads"))
