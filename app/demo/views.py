"""Codes to scan from another screen, one page each. Only an installation with the demo has them."""

from flask import Blueprint, abort, render_template, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from app.demo import listing
from app.demo.cli import WORDS
from app.demo.look import Seen
from app.demo.table import PASSWORD, Town
from app.kernel.plate import Plate
from app.permits import qr
from app.web.clock import now

bp = Blueprint("demo", __name__, url_prefix="/demo")


@bp.app_template_filter("painted")
def painted(plate: str) -> str:
    """The plate as on the car."""
    return Plate(plate).display()


@bp.app_template_filter("verdict_word")
def verdict_word(seen: Seen) -> str:
    """'Autorizado', 'Atenção', 'Não autorizado', or what the passenger reads of a false code."""
    return WORDS.get(seen.verdict, seen.word).capitalize()


@bp.app_template_filter("verdict_tone")
def verdict_tone(seen: Seen) -> str:
    """The badge's colour: what is not genuine is red."""
    return seen.verdict if seen.verdict in WORDS else "red"


@bp.get("")
def codes() -> ResponseReturnValue:
    """All codes of one town; without `cidade` the first."""
    towns = listing.loaded_towns()
    if not towns:
        abort(404)
    wanted = [town for town in towns if town.slug == request.args.get("cidade")]
    town = (wanted or list(towns))[0]
    found = listing.town_list(town, now())
    return render_template(
        "demo/codes.html",
        towns=towns,
        town=town,
        found=found,
        logins=listing.logins(),
        password=PASSWORD,
    )


@bp.get("/<city>/<key>")
def code(city: str, key: str) -> ResponseReturnValue:
    """One code, large, with what to expect of it and the ways to the next."""
    town = _town(city)
    seals = listing.town_list(town, now()).seals
    place = next((n for n, seen in enumerate(seals) if seen.key == key), None)
    if place is None:
        abort(404)
    seen = seals[place]
    title = f"Código do carro {painted(seen.plate)}"
    return render_template(
        "demo/code.html",
        town=town,
        seen=seen,
        drawing=Markup(qr.svg(seen.url, title=title)),
        before=seals[place - 1],
        after=seals[(place + 1) % len(seals)],
        number=place + 1,
        count=len(seals),
    )


def _town(slug: str) -> Town:
    found = next((town for town in listing.loaded_towns() if town.slug == slug), None)
    return found or abort(404)
