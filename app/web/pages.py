"""The front door, the page after sign-in, and the probe."""

from flask import Blueprint, Response, current_app, g, jsonify, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from sqlalchemy import text

from app.accounts.permissions import Permission
from app.accounts.queries import cities
from app.persistence import disk
from app.persistence.base import db
from app.web.signed_in import remember_if_signed_in

bp = Blueprint("pages", __name__)

# Where each kind of person begins: the first permission they hold decides.
STARTS: tuple[tuple[Permission, str], ...] = (
    (Permission.STOP_WRITE, "field.shell"),
    (Permission.OWN_PERMIT_SHOW, "driver.permit"),
    (Permission.VEHICLE_READ, "registry.vehicles"),
    (Permission.STOP_READ, "verification.stops"),
)


@bp.get("/")
def home() -> ResponseReturnValue:
    """Front page: what this is, look up a plate, sign in."""
    remember_if_signed_in()
    return render_template("web/home.html", cities=cities())


@bp.get("/inicio")
def start() -> ResponseReturnValue:
    """Send a person to where their day starts."""
    for permission, endpoint in STARTS:
        if g.actor.can(permission) and endpoint in current_app.view_functions:
            return redirect(url_for(endpoint))
    return render_template("web/start.html")


@bp.get("/saude")
def health() -> Response:
    """200 when the server can serve: the database answers and the disk keeps what is written."""
    db.session.execute(text("SELECT 1"))
    complaint = disk.complaint(current_app.config["SETTINGS"].data_dir)
    response = jsonify(status="fail", message=complaint) if complaint else jsonify(status="ok")
    response.status_code = 503 if complaint else 200
    return response
