"""The blueprint that the office pages of this capability share (`verification.stops`, `.leads`…)."""

from flask import Blueprint

bp = Blueprint("verification", __name__)
