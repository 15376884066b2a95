"""Pages where the competent authority suspends, cassates, accepts a renunciation, and lifts."""

from flask import g, url_for
from flask.typing import ResponseReturnValue

from app.kernel.errors import Denied, NotFound
from app.kernel.ids import new_id
from app.permits.blueprint import bp
from app.permits.domain import require_role
from app.permits.domain_acts import (
    ACT_NAMES,
    SUBJECT_NAMES,
    act_rule,
    acts_of,
    suspension_terms,
)
from app.permits.forms import ActForm, LiftForm, options
from app.permits.queries_detail import PermitDetail, permit_for, permit_of, restriction_for
from app.permits.service_acts import ActData, impose, lift
from app.regulation.facts import RestrictionKind, Subject
from app.web.clock import now, today
from app.web.form_page import FormPage, form_page


@bp.route("/<id>/medida", methods=["GET", "POST"])
def suspend(id: str) -> ResponseReturnValue:
    """Put an act in effect against the permit, its driver, car or platform."""
    permit = permit_for(g.actor, id, on=today())
    targets = _targets(permit)
    kinds = {kind for subject in targets for kind in acts_of(g.ruleset, g.actor.roles, subject)}
    if not kinds:
        raise Denied
    form = ActForm(id=new_id(), starts_on=today())
    form.kind.choices = options((k.value, ACT_NAMES[k]) for k in RestrictionKind if k in kinds)
    form.subject.choices = options(
        (s.value, f"{SUBJECT_NAMES[s]}: {name}") for s, (_, name) in targets.items()
    )

    def save() -> str:
        subject = Subject(form.typed("subject"))
        impose(g.actor, g.ruleset, _typed(form, subject, targets[subject][0]), now=now())
        return url_for("permits.permit", id=id)

    page = FormPage(
        "permits/act.html",
        "Medida registrada. O veredito já mudou.",
        aliases={"process": "file_number"},
    )
    return form_page(page, form, save, permit=permit, terms=suspension_terms(g.ruleset))


@bp.route("/medidas/<id>/levantar", methods=["GET", "POST"], endpoint="lift")
def lift_act(id: str) -> ResponseReturnValue:
    """End an act before its term."""
    row = restriction_for(g.actor, id)
    permit_id = permit_of(g.actor, row.subject_id, today())
    if not permit_id:
        raise NotFound
    kind = RestrictionKind(row.kind)
    if row.origin_id is None:
        rule = act_rule(g.ruleset, kind)
        require_role(g.actor.roles, rule.roles, g.ruleset.cite_all(rule.basis))
    form, back = LiftForm(), url_for("permits.permit", id=permit_id)

    def save() -> str:
        lift(g.actor, g.ruleset, id, act=form.typed("act"), now=now())
        return back

    page = FormPage("permits/lift.html", "Medida levantada.")
    return form_page(page, form, save, row=row, name=ACT_NAMES[kind], back=back)


def _targets(permit: PermitDetail) -> dict[Subject, tuple[str, str]]:
    """Whom an act on this page may fall on: id and name of each."""
    found = {Subject.AUTHORISATION: (permit.id, permit.number)}
    if permit.driver_id:
        found[Subject.DRIVER] = (permit.driver_id, permit.driver)
    if permit.car:
        found[Subject.VEHICLE] = (permit.car.id, permit.car.plate)
    if permit.platform_id:
        found[Subject.PLATFORM] = (permit.platform_id, permit.platform)
    return found


def _typed(form: ActForm, subject: Subject, subject_id: str) -> ActData:
    return ActData(
        RestrictionKind(form.typed("kind")),
        subject,
        subject_id,
        form.day("starts_on"),
        form.typed("act"),
        form.typed("reasons"),
        form.typed("file_number"),
        form.days.data or 0,
        form.months.data or 0,
        form.typed("id"),
    )
