"""The blueprint of cases: /processos. Its pages are in views_*.py."""

from flask import Blueprint

bp = Blueprint("cases", __name__, url_prefix="/processos")
