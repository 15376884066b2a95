"""The blueprint of inspections: /vistorias. Its pages are in views_*.py."""

from flask import Blueprint

bp = Blueprint("inspections", __name__, url_prefix="/vistorias")
