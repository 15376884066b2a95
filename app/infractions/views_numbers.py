"""The office's pages of numbers: series, blocks on phones, and how a number ended."""

from flask import g, render_template, url_for
from flask.typing import ResponseReturnValue

from app.infractions import queries_numbers
from app.infractions.blueprint import bp
from app.infractions.forms import ExplainForm, ReturnForm
from app.infractions.service_explain import OUTCOMES, Explanation, explain_number, return_block
from app.kernel.errors import NotFound
from app.web.clock import now
from app.web.form_page import FormPage, form_page


@bp.get("/numeros")
def numbers() -> ResponseReturnValue:
    """Each series: last used, gaps, how numbers ended; and the blocks on phones."""
    return render_template(
        "infractions/numbers.html",
        series=queries_numbers.series(g.actor),
        blocks=queries_numbers.blocks(g.actor),
        outcomes=OUTCOMES,
    )


@bp.get("/numeros/<block_id>")
def block(block_id: str) -> ResponseReturnValue:
    """One block, number by number."""
    row, rows = queries_numbers.numbers_of(g.actor, block_id)
    return render_template("infractions/block.html", block=row, rows=rows, outcomes=OUTCOMES)


@bp.route("/numeros/<block_id>/<int:value>/explicar", methods=["GET", "POST"])
def explain(block_id: str, value: int) -> ResponseReturnValue:
    """Say how a number without document ended."""
    row, rows = queries_numbers.numbers_of(g.actor, block_id)
    number = next((one for one in rows if one.value == value), None)
    if number is None:
        raise NotFound
    form = ExplainForm()

    def save() -> str:
        told = Explanation(
            row.series,
            value,
            form.typed("outcome"),
            form.typed("reason"),
            form.typed("report"),
            now(),
        )
        explain_number(g.actor, told, now=now())
        return url_for("infractions.block", block_id=block_id)

    page = FormPage("infractions/explain.html", f"{number.text}: destino gravado.")
    return form_page(page, form, save, block=row, number=number)


@bp.route("/numeros/<block_id>/devolver", methods=["GET", "POST"])
def give_back(block_id: str) -> ResponseReturnValue:
    """Take back all numbers of a block that have no end."""
    row, rows = queries_numbers.numbers_of(g.actor, block_id)
    form = ReturnForm()

    def save() -> str:
        return_block(g.actor, block_id, form.typed("reason"), now=now())
        return url_for("infractions.block", block_id=block_id)

    left = [one for one in rows if not one.outcome]
    page = FormPage("infractions/give_back.html", "Números devolvidos.")
    return form_page(page, form, save, block=row, left=left)
