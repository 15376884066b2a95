"""The passenger's pages: the code (`/v/<digits>`), the different plate, and the look-up by plate."""

from flask import Response, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from app.kernel.errors import Invalid
from app.kernel.plate import Plate, suggestions
from app.verification import leads
from app.verification.blueprint import bp
from app.verification.gateway import answer, answers_of, asked_from
from app.verification.lookup import cities_of, look_up
from app.verification.public import PublicAnswers, Reply, ReportPage
from app.verification.public_texts import catalogue
from app.web.clock import now
from app.web.edge import client_address, csrf
from app.web.rulesets import ruleset_of


@bp.get("/v/<digits>")
def public(digits: str) -> Response:
    """The page of a code; the gateway answers before this, by the same function."""
    return flask_response(answer(current_app, digits, asked_from(request.environ)))


@bp.route("/v/<digits>/placa-diferente", methods=["GET", "POST"])
@csrf.exempt  # type: ignore[untyped-decorator]
def report_plate(digits: str) -> ResponseReturnValue:
    """A passenger says the plate is different. Without a cookie: origin and limits protect it."""
    if request.method == "GET":  # a reload in another language
        return redirect(url_for("verification.public", digits=digits, l=request.args.get("l")))
    answers, asked = answers_of(current_app), asked_from(request.environ)
    found = answers.find(digits, asked.host, now())
    if found.card is None or found.city is None or found.payload is None:
        return flask_response(answer(current_app, digits, asked))
    page = ReportPage(digits, found.city, asked)
    if not leads.from_our_page(dict(request.headers), answers.hosts_of(found.city)):
        return flask_response(answers.report(page, refused=True))
    wait = answers.limits.report_wait(client_address())
    if wait:
        return flask_response(answers.wait(asked, now(), wait))
    return flask_response(_reported(answers, page, found.payload.index, found.card.plate))


def _reported(answers: PublicAnswers, page: ReportPage, index: int, plate: str) -> Reply:
    typed = request.form.get("placa", "")[:40]
    try:
        row = leads.report_plate(
            page.city.id, index, plate, client_address(), seen=typed, now=now()
        )
    except Invalid as error:
        return answers.report(page, typed=typed, error=error.message)
    seen = Plate(row.plate_seen) if row.plate_seen else None
    return answers.report(page, seen=seen)


@bp.get("/consulta")
def lookup() -> ResponseReturnValue:
    """The form, and the answer for `?placa=`; errors keep what was typed."""
    typed = request.args.get("placa", "")[:40]
    if not typed.strip():
        return _look_up_page("")
    wait = answers_of(current_app).limits.plate_wait(client_address())
    if wait:
        return _look_up_page(typed, wait=wait), 429, {"Retry-After": str(wait)}
    try:
        plate = Plate.parse(typed, field="placa")
    except Invalid as error:
        return _look_up_page(typed, error=error.message), 422
    return _found(plate, typed)


def _found(plate: Plate, typed: str) -> ResponseReturnValue:
    cities = cities_of(plate)
    wanted = [city for city in cities if city.slug == request.args.get("cidade")]
    chosen = wanted or cities
    shown = plate.display()
    if len(chosen) > 1:
        return _look_up_page(typed, plate=shown, cities=chosen)
    found = look_up(plate, chosen[0], ruleset_of, now()) if chosen else None
    if found is None:
        others = [other.display() for other in suggestions(typed)]
        return _look_up_page(typed, plate=shown, missing=True, others=others), 404
    return _look_up_page(typed, plate=shown, found=found, t=catalogue()["pt"], at=now())


def _look_up_page(typed: str, **values: object) -> str:
    """The one page in all its states; what a state does not have is empty."""
    empty = {"error": "", "wait": 0, "missing": False, "others": (), "cities": (), "found": None}
    return render_template("verification/lookup.html", typed=typed, **{**empty, **values})


def flask_response(reply: Reply) -> Response:
    """A public answer as Flask sends it."""
    response = Response(reply.body, reply.status)
    for name, value in reply.headers:
        response.headers[name] = value
    return response
