"""Planura's yard: one visit for each thing that can happen to a car there, and the cars they need."""

from app.demo.fleet import fleet_cars, fleet_visits, key
from app.demo.table import Scenario, Visit
from app.demo.table_visits import DemoBooking, DemoCall, DemoVisit, YardData
from app.demo.when import year_to

_CARS = 22
FLEET = fleet_cars(_CARS, (("A", None),))
_DEFECTS = (("LV05",), ("LV04.1", "LV04.4"), ("LV06",), ("LA03.4",), ("LV04.5",), ("LV04.1",))

YARD_CARS = (
    Scenario(
        "v-primeira",
        "Primeira vistoria aprovada: o selo saiu na hora",
        visits=(),
        sealed_by_visit=True,
    ),
    Scenario(
        "v-troca",
        "Entrou no lugar de outro carro: vistoria da troca aprovada",
        visits=(),
        sealed_by_visit=True,
    ),
    Scenario(
        "v-retorno",
        "Reprovado, voltou no prazo e foi aprovado",
        visits=(),
        sealed_by_visit=True,
    ),
    Scenario(
        "v-anual",
        "Vistoria anual aprovada, selo novo colado",
        visits=(Visit(year_to(25)),),
        sealed=-190,
    ),
    Scenario(
        "v-selo-pronto",
        "Vistoria anual aprovada: o selo novo espera ser colado",
        visits=(Visit(year_to(16)),),
        sealed=-190,
    ),
    Scenario(
        "v-guia",
        "Aprovado; o selo espera a Secretaria confirmar a guia",
        visits=(),
        plate_only=True,
    ),
    Scenario(
        "v-mesma-foto",
        "A foto da vistoria é a de outro carro: espera a chefia",
        "red",
        ("inspection_valid.missing",),
        visits=(),
        plate_only=True,
    ),
)

_VISITS = (
    DemoVisit(
        "primeira",
        "v-primeira",
        -20,
        title="Primeira vistoria, aprovada: o selo saiu na hora",
        photos=True,
    ),
    DemoVisit("troca", "v-troca", -15, "change", "Troca de veículo, aprovada"),
    DemoVisit(
        "retorno-1", "v-retorno", -12, title="Reprovada por dois defeitos", failed=("LV05", "LV06")
    ),
    DemoVisit(
        "retorno-2",
        "v-retorno",
        -8,
        "return",
        "Retorno, só com os itens reprovados: aprovado",
        previous="retorno-1",
    ),
    DemoVisit(
        "anual", "v-anual", -6, "yearly", "Vistoria anual: selo novo colado no pátio", pasted=0
    ),
    DemoVisit(
        "selo-pronto",
        "v-selo-pronto",
        -1,
        "yearly",
        "Vistoria anual: selo novo pronto (toque em Entregar selo novo)",
        photos=True,
    ),
    DemoVisit("guia", "v-guia", -2, title="Aprovada: o selo espera a guia", guide="typed"),
    DemoVisit(
        "mesma-foto",
        "v-mesma-foto",
        -2,
        title="Alerta: a mesma foto está em outra vistoria",
        twin="primeira",
        photos=True,
        by="lia",
    ),
    DemoVisit(
        "reprovada",
        "reprovada",
        -3,
        "notice",
        "Reprovada em higiene: roda até o prazo de volta",
        failed=("LV05",),
        photos=True,
    ),
    DemoVisit(
        "reprovada-prazo",
        "reprovada-prazo",
        -40,
        "notice",
        "Reprovada e não voltou: o prazo acabou",
        failed=("LV06", "LA03.4"),
    ),
    DemoVisit(
        "reprovada-seguranca",
        "reprovada-seguranca",
        -3,
        "notice",
        "Reprovada em item de segurança: não roda até ser aprovada",
        failed=("LV04.1", "LV04.2"),
    ),
    DemoVisit("baixa", "app-baixa", -3, "exit", "Saída do serviço (baixa), conferida"),
    DemoVisit(
        "reinspecao",
        key(16),
        -4,
        "recheck",
        "Reinspeção por outra pessoa",
        previous=f"{key(16)}-primeira",
        by="lia",
    ),
    *fleet_visits(_CARS, _DEFECTS),
)

YARD = YardData(
    "Pátio da Secretaria de Transportes",
    "Avenida Brasil, 900, Centro",
    -20.1391,
    -48.7012,
    busy=tuple(key(n) for n in (0, 2, 4, 6, 10, 12, 14, 15, 18)),
    visits=_VISITS,
    calls=(
        DemoCall("davi", "taxi-verde", "Passageiro relatou cinto de trás que não trava.", -5, 15),
        DemoCall("plataforma", "app-verde", "Pneu liso visto na rua.", -5, 15),
        DemoCall("faltou", key(20), "Farol queimado visto na rua.", -24, -7),
    ),
    bookings=(
        DemoBooking("davi", "taxi-verde", "notice", 3, 9 * 60, by="davi", made=-1),
        DemoBooking("plataforma", "app-verde", "notice", 4, 10 * 60, by="iris", made=-1),
        DemoBooking("faltou", key(20), "notice", -8, 9 * 60, made=-20, state="missed"),
        DemoBooking("faltou-antes", key(19), "first", -77, 9 * 60, made=-85, state="missed"),
    ),
)
