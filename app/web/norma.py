"""The law as anyone may read it: its text, its legal status, and what the software does with it."""

from collections.abc import Mapping
from itertools import groupby

from flask import Blueprint, abort, current_app, render_template, request
from flask.typing import ResponseReturnValue

from app.regulation.coverage import CoveredProvision, EffectState, coverage, load_planned
from app.regulation.effects import registered
from app.regulation.ruleset import Ruleset
from app.web.norma_words import STATUS_WORDS, effect_words

bp = Blueprint("norma", __name__)


def _rulesets() -> Mapping[str, Ruleset]:
    found: Mapping[str, Ruleset] = current_app.extensions["rulesets"]
    return found


@bp.get("/norma")
def index() -> ResponseReturnValue:
    """The instruments of this installation, with how much of each is carried out."""
    planned = load_planned()
    rows = [(ruleset, coverage(ruleset, registered(), planned)) for ruleset in _rulesets().values()]
    return render_template("norma/index.html", rows=rows, states=EffectState, status=STATUS_WORDS)


@bp.get("/norma/<slug>")
def instrument(slug: str) -> ResponseReturnValue:
    """One instrument, provision by provision; `?mostrar=previsto` keeps those not yet complete."""
    ruleset = _rulesets().get(slug)
    if ruleset is None:
        abort(404)
    covered = coverage(ruleset, registered(), load_planned())
    only_planned = request.args.get("mostrar") == "previsto"
    rows = [row for row in covered.rows if not (only_planned and row.complete)]
    return render_template(
        "norma/instrument.html",
        law=ruleset,
        covered=covered,
        chapters=_by_chapter(rows),
        only_planned=only_planned,
        words=lambda effect: effect_words(ruleset, effect),
        states=EffectState,
        status=STATUS_WORDS,
    )


def _by_chapter(rows: list[CoveredProvision]) -> list[tuple[str, list[CoveredProvision]]]:
    return [(name, list(group)) for name, group in groupby(rows, lambda r: r.provision.chapter)]
