"""The permits' pages hang here."""

from flask import Blueprint

bp = Blueprint("permits", __name__, url_prefix="/autorizacoes")
