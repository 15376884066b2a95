"""The pages of permits: who finds what, forms that keep what was typed, what may be printed."""

import io
import re

import pypdfium2
import pytest
import zxingcpp
from flask import Flask
from sqlalchemy import select

from app.permits import queries
from app.permits.models import Authorisation, Restriction, Seal
from app.permits.service_acts import suspend
from app.permits.service_seals import kill_seal
from app.persistence.base import db
from app.regulation.facts import Subject
from tests.support import cars, cast, permits
from tests.support.cars import PLA
from tests.support.cast import NOW
from tests.support.client import PageClient


@pytest.fixture
def taxi(app: Flask) -> permits.Permit:
    """Davi's taxi in Planura, permit and seal."""
    people = cast.planura(app)
    return permits.permit_for(app, people, cars.planura_taxi(people))


def act_form(client: PageClient, path: str, **edits: object) -> dict[str, object]:
    """The fields of a form as the page gave them, with edits."""
    form = client.get(path).find("form", method="post", action=None)
    found = {}
    for field in form.find_all(["input", "select", "textarea"]):
        if field.name == "select":
            chosen = field.find("option", selected=True) or field.find("option")
            found[field["name"]] = chosen["value"]
        elif field.get("name") != "csrf_token":
            found[field["name"]] = field.get("value", "")
    return {**found, **edits}


@pytest.mark.parametrize(
    "q", ["FUM0B05", "fum-0105", "fum0", "T-2026-0001", "davi", "nunes davi", "  TREINO-t "]
)
def test_found_by_plate_number_and_name(client: PageClient, taxi: permits.Permit, q: str) -> None:
    client.sign_in("bruno")
    page = client.get("/autorizacoes", query_string={"q": q})
    rows = page.select(".record")
    assert [row["href"] for row in rows] == [f"/autorizacoes/{taxi.id}"]
    assert "Vigente" in rows[0].get_text()


@pytest.mark.parametrize(("q", "words"), [("zz", "3 letras"), ("zzz", "Nenhuma autorização")])
def test_what_is_not_found_is_said(
    client: PageClient, taxi: permits.Permit, q: str, words: str
) -> None:
    client.sign_in("bruno")
    page = client.get("/autorizacoes", query_string={"q": q})
    assert words in page.get_text()
    assert not page.select(".record")


def test_the_fragment_is_the_list_alone(client: PageClient, taxi: permits.Permit) -> None:
    client.sign_in("bruno")
    page = client.get("/autorizacoes?q=davi", headers={"HX-Request": "true"})
    assert page.find("h1") is None
    assert len(page.select("#lista .record")) == 1


def test_pages_of_the_list_join_without_gap(app: Flask, taxi: permits.Permit) -> None:
    row = db.session.scalars(select(Authorisation)).one()
    actor = cast.Actor(
        row.municipality_id,
        "p",
        "a",
        "x",
        (cast.Designation(cast.Role.CLERK, "", "", NOW.date(), None),),
    )
    for number in range(2, 8):
        values = {c.name: getattr(row, c.name) for c in Authorisation.__table__.columns}
        db.session.add(
            Authorisation(
                **{**values, "id": f"{number:032x}", "number": f"TREINO-T-2026-{number:04}"}
            )
        )
    db.session.commit()
    seen, after = [], ""
    while True:
        page = queries.permits(actor, on=NOW.date(), after=after, limit=3)
        seen += [r.number for r in page.rows]
        if not (after := page.next):
            break
    assert seen == [f"TREINO-T-2026-{n:04}" for n in range(1, 8)]


def test_the_permit_shows_all_that_hangs_on_it(client: PageClient, taxi: permits.Permit) -> None:
    client.sign_in("celia")
    text = client.get(f"/autorizacoes/{taxi.id}").get_text(" ", strip=True)
    for words in (
        "Termo de Autorização TREINO-T-2026-0001",
        "Davi Nunes",
        "Chevrolet Onix Plus, branco",
        "Ponto 2, Rodoviária",
        "de 02/03/2026 a 02/03/2030",
        "Selo 1 · FUM0B05",
        "Selo emitido",
        "Concessão",
        "TREINAMENTO – SEM VALOR LEGAL",
    ):
        assert words in text


def test_another_citys_permit_reads_like_none(
    app: Flask, client: PageClient, taxi: permits.Permit
) -> None:
    cast.patrocinio(app)
    client.sign_in("celia-pat")
    seal = taxi.seal.id
    for path in ("", "/medida", "/selo", f"/selos/{seal}/folha.pdf", f"/selos/{seal}/baixa"):
        page = client.get(f"/autorizacoes/{taxi.id}{path}", status=404)
        assert "FUM0B05" not in page.get_text()
    assert not client.get("/autorizacoes?q=davi").select(".record")


@pytest.mark.parametrize(
    ("login", "path"),
    [
        ("ana", ""),
        ("davi", ""),
        ("gilda", ""),
        ("fabio", "/selos/{seal}/folha.pdf"),
        ("elisa", "/selos/{seal}/cartao"),
        ("bruno", "/selo"),
        ("bruno", "/medida"),
        ("bruno", "/selos/{seal}/segunda-via"),
        ("fabio", "/licenca"),
    ],
)
def test_a_role_without_the_permission_is_refused(
    client: PageClient, taxi: permits.Permit, login: str, path: str
) -> None:
    client.sign_in(login)
    client.get(f"/autorizacoes/{taxi.id}{path.format(seal=taxi.seal.id)}", status=403)


def test_the_mayor_grants_on_the_page(app: Flask, client: PageClient) -> None:
    home = cast.planura(app)
    permits.ready(home)
    cars.planura_taxi(home)
    client.sign_in("elisa")
    form = act_form(
        client,
        "/autorizacoes/nova/taxi?placa=FUM0B05",
        cpf="987.654.321-00",
        act="Decreto 12/2026",
        file_number="Concorrência 1/2026",
    )
    page = client.post("/autorizacoes/nova/taxi", form)
    assert "Autorização concedida" in page.get_text()
    row = db.session.scalars(select(Authorisation)).one()
    assert (row.id, row.number) == (form["id"], "TREINO-T-2026-0001")
    client.post("/autorizacoes/nova/taxi", form)
    assert len(db.session.scalars(select(Authorisation)).all()) == 1


def test_the_secretary_does_not_in_planura(client: PageClient, taxi: permits.Permit) -> None:
    client.sign_in("celia")
    page = client.get("/autorizacoes/nova/taxi", status=403)
    assert "Prefeitura" in page.get_text()
    assert not client.get("/autorizacoes").find("a", string=re.compile("Conceder"))


def test_a_refused_grant_keeps_what_was_typed(client: PageClient, taxi: permits.Permit) -> None:
    client.sign_in("elisa")
    form = act_form(
        client,
        "/autorizacoes/nova/taxi",
        plate="fum0b05",
        cpf="987.654.321-00",
        act="Decreto 13/2026",
        file_number="Concorrência 2/2026",
    )
    page = client.post("/autorizacoes/nova/taxi", form, status=422)
    summary = page.find("div", "summary").get_text()
    assert "TREINO-T-2026-0001" in summary and "PLA art. 9" in summary
    for name in ("plate", "cpf", "act", "file_number"):
        assert page.find("input", {"name": name})["value"] == form[name]


def test_an_unknown_plate_points_at_its_field(client: PageClient, taxi: permits.Permit) -> None:
    client.sign_in("elisa")
    form = act_form(client, "/autorizacoes/nova/taxi", plate="ABC1D23", cpf="98765432100")
    form |= {"act": "Decreto 13", "file_number": "1/2026"}
    page = client.post("/autorizacoes/nova/taxi", form, status=422)
    assert "cadastro" in page.find(id="plate-error").get_text()


def test_the_mayor_suspends_on_the_page(client: PageClient, taxi: permits.Permit) -> None:
    client.sign_in("elisa")
    path = f"/autorizacoes/{taxi.id}/medida"
    form = act_form(
        client, path, days="10", act="Decreto 40/2026", file_number="7/2026", reasons="Recusa."
    )
    refused = client.post(path, form, status=422)
    assert "de 15 a 180 dias" in refused.find("div", "summary").get_text()
    assert refused.find("textarea").get_text(strip=True) == "Recusa."
    page = client.post(path, {**form, "days": "15"})
    assert "Suspensa" in page.get_text()
    assert db.session.scalars(select(Restriction.id)).all() == [form["id"]]


def test_and_lifts_it(client: PageClient, taxi: permits.Permit) -> None:
    client.sign_in("elisa")
    path = f"/autorizacoes/{taxi.id}/medida"
    form = act_form(
        client, path, days="15", act="Decreto 40", file_number="7/2026", reasons="Recusa."
    )
    link = client.post(path, form).select_one("a[href$=levantar]")
    page = client.post(link["href"], {"act": "Mandado 3/2026"})
    assert "Vigente" in page.find("div", "page-head").get_text()
    assert db.session.scalars(select(Restriction.lift_act)).all() == ["Mandado 3/2026"]


def test_a_seal_is_issued_once_for_one_form(app: Flask, client: PageClient) -> None:
    home = cast.planura(app)
    permit_id, _ = permits.granted(home, cars.planura_app(home))
    client.sign_in("celia")
    path = f"/autorizacoes/{permit_id}/selo"
    form = act_form(client, path)
    assert "RTA2C34" in client.get(path).get_text()
    client.post(path, form)
    client.post(path, form)
    assert [s.id for s in db.session.scalars(select(Seal))] == [form["id"]]


def test_second_copy_needs_its_reason(client: PageClient, taxi: permits.Permit) -> None:
    client.sign_in("celia")
    path = f"/autorizacoes/{taxi.id}/selos/{taxi.seal.id}/segunda-via"
    page = client.post(path, act_form(client, path), status=422)
    assert page.find(id="reason-error")
    page = client.post(path, act_form(client, path, reason="Vidro trocado"))
    assert "Selo 2" in page.get_text() and "baixa: Vidro trocado" in page.get_text()
    states = db.session.execute(select(Seal.number, Seal.state).order_by(Seal.number)).all()
    assert states == [(1, "dead"), (2, "valid")]


def test_a_taxi_pauses_and_comes_back(client: PageClient, taxi: permits.Permit) -> None:
    client.sign_in("celia")
    path = f"/autorizacoes/{taxi.id}/licenca"
    page = client.post(path, act_form(client, path, reason="other", days="20", act="Despacho 9"))
    assert "Em licença" in page.get_text()
    link = page.find("a", string="Voltar ao serviço")
    refused = client.post(link["href"], {"back_on": "2026-11-30"}, status=422)
    assert "dentro da licença" in refused.get_text()
    client.post(link["href"], {"back_on": "2026-12-05"})


def test_the_sheet_is_the_seals_pdf(client: PageClient, taxi: permits.Permit) -> None:
    client.sign_in("bruno")
    response = client.http.get(
        f"/autorizacoes/{taxi.id}/selos/{taxi.seal.id}/folha.pdf", base_url=client.base
    )
    document = pypdfium2.PdfDocument(io.BytesIO(response.data))
    codes = [
        code.text
        for page in document
        for code in zxingcpp.read_barcodes(page.render(scale=3, grayscale=True).to_pil())
    ]
    document.close()
    assert response.mimetype == "application/pdf"
    assert response.headers["Content-Disposition"] == 'inline; filename="selo-1-FUM0B05.pdf"'
    assert codes == [taxi.url] * 3


def test_the_card_is_black_on_white_with_plate_and_host(
    client: PageClient, taxi: permits.Permit
) -> None:
    client.sign_in("bruno")
    card = client.get(f"/autorizacoes/{taxi.id}/selos/{taxi.seal.id}/cartao").find("article")
    fills = [path["fill"] for path in card.svg.find_all("path")]
    text = card.get_text(" ", strip=True)
    assert fills == ["#fff", "#000"]
    assert card.svg["viewbox"] == "0 0 53 53"
    for words in ("FUM0B05", "confere.test", "15/09/2027", "TREINAMENTO – SEM VALOR LEGAL"):
        assert words in text


@pytest.mark.parametrize("path", ["folha.pdf", "cartao"])
@pytest.mark.parametrize("state", ["dead", "suspended", "expired"])
def test_nothing_prints_a_code_that_is_not_good(
    app: Flask, client: PageClient, path: str, state: str
) -> None:
    home = cast.planura(app)
    permit = permits.permit_for(app, home, cars.planura_taxi(home))
    if state == "dead":
        kill_seal(home.actor("celia"), permit.seal.id, "Furtado", now=NOW)
    elif state == "suspended":
        suspend(
            home.actor("elisa"),
            PLA,
            (Subject.AUTHORISATION, permit.id),
            starts_on=NOW.date(),
            days=15,
            act="Decreto 40/2026",
            reasons="Recusa.",
            process="7/2026",
            now=NOW,
        )
    else:
        app.config["CLOCK"] = lambda: NOW.replace(year=2030)
    client.sign_in("celia")
    page = client.get(f"/autorizacoes/{permit.id}/selos/{permit.seal.id}/{path}", status=422)
    assert "não se imprime" in page.get_text()
    assert page.svg is None or page.svg.get("viewbox") != "0 0 53 53"


def test_the_cars_page_shows_its_permits(app: Flask, client: PageClient) -> None:
    home = cast.planura(app)
    car = cars.planura_taxi(home)
    permit = permits.permit_for(app, home, car)
    client.sign_in("bruno")
    for path in (f"/cadastro/veiculos/{car.vehicle}", f"/cadastro/motoristas/{car.driver}"):
        assert client.get(path).find("a", href=f"/autorizacoes/{permit.id}")
