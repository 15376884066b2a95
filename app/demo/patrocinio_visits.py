"""Patrocínio's yard: visits of cars that the table has anyway, for art. 3 §1 admits 15 to a platform."""

from app.demo.fleet import fleet_cars, fleet_visits, key
from app.demo.table_visits import DemoBooking, DemoCall, DemoVisit, YardData

_CARS = 22
FLEET = fleet_cars(_CARS, (("E", -36), ("F", -11)))
_DEFECTS = (("PV11.3",), ("PV06",), ("PV12.1", "PV12.3"), ("PV10",), ("PV11.2",), ("PV05",))

_VISITS = (
    DemoVisit(
        "primeira",
        "cond-tempo",
        -6,
        title="Primeira vistoria, aprovada: o selo saiu com a autorização",
        photos=True,
    ),
    DemoVisit("troca", "app-2via", -5, "change", "Troca de veículo, aprovada"),
    DemoVisit(
        "retorno-1",
        "app-cnh",
        -9,
        "notice",
        title="Reprovada por dois defeitos",
        failed=("PV11.3", "PV12.1"),
    ),
    DemoVisit(
        "retorno-2",
        "app-cnh",
        -6,
        "return",
        "Retorno, só com os itens reprovados: aprovado",
        previous="retorno-1",
    ),
    DemoVisit(
        "selo-pronto",
        "cond-cnh",
        -1,
        "yearly",
        "Vistoria da renovação: selo novo pronto (toque em Entregar selo novo)",
    ),
    DemoVisit(
        "pendente",
        "cond-suspenso",
        -2,
        "change",
        "Pendente: falta um laudo especializado",
        pending=("PV24", "Laudo do sistema de freios"),
    ),
    DemoVisit(
        "guia",
        "carro-sem-autorizacao",
        -2,
        title="Aprovada: o selo espera a guia",
        guide="typed",
    ),
    DemoVisit(
        "mesma-foto",
        "vistoria-sem",
        -2,
        title="Alerta: a mesma foto está em outra vistoria",
        twin="primeira",
        photos=True,
        by="lia",
    ),
    DemoVisit(
        "reprovada",
        "reprovada",
        -1,
        "notice",
        "Reprovada: cinco dias para voltar",
        failed=("PV06", "PV10"),
        photos=True,
    ),
    DemoVisit(
        "reprovada-prazo",
        "reprovada-prazo",
        -16,
        "notice",
        "Reprovada e não voltou em cinco dias: impedida",
        failed=("PV11.2",),
    ),
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
    "Pátio da Secretaria de Trânsito",
    "Rua Monte Carmelo, 210, Centro",
    -18.9447,
    -46.9934,
    busy=tuple(key(n) for n in (0, 2, 4, 6, 10, 12, 14, 15, 18)),
    visits=_VISITS,
    calls=(
        DemoCall("davi", "app-verde", "Passageiro relatou cinto de trás que não trava.", -5, 15),
        DemoCall("plataforma", "app-suspenso", "Pneu liso visto na rua.", -5, 15),
        DemoCall("faltou", "cond-vinculo", "Farol queimado visto na rua.", -24, -7),
    ),
    bookings=(
        DemoBooking("davi", "app-verde", "notice", 3, 9 * 60, by="davi", made=-1),
        DemoBooking("plataforma", "app-suspenso", "notice", 4, 10 * 60, by="iris", made=-1),
        DemoBooking("faltou", "cond-vinculo", "notice", -8, 9 * 60, made=-20, state="missed"),
        DemoBooking("faltou-antes", key(19), "first", -77, 9 * 60, made=-85, state="missed"),
    ),
)
