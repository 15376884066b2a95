"""The blueprint of notices and numbers: /autos. Its pages are in views_*.py."""

from flask import Blueprint

bp = Blueprint("infractions", __name__, url_prefix="/autos")
