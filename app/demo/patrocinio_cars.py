"""Patrocínio's cars: what the car itself can lack, and those found by plate alone."""

from app.demo.table import Act, Link, Scenario, Visit
from app.demo.when import Made, ago
from app.regulation.facts import RestrictionKind as K
from app.regulation.facts import Subject as S

_LOW = 3_000_000  # centavos; the law asks 50 thousand reais

CARS = (
    Scenario(
        "lotacao",
        "Dois motivos: van de três portas, vinda do cadastro antigo",
        "red",
        ("vehicle_registered.seats", "vehicle_registered.doors"),
        by="B",
        imported={"seats": 7, "doors": 3},
    ),
    Scenario(
        "idade-vencida",
        "Carro com mais de cinco anos, em plataforma que vence logo",
        "red",
        ("vehicle_age.expired", "platform_authorised.ending"),
        by="C",
        car={"made_in": Made(6)},
    ),
    Scenario(
        "vistoria-sem",
        "Sem vistoria aprovada, e por isso sem selo",
        "red",
        ("inspection_valid.missing",),
        by="B",
        visits=(),
        granted=-4,
        plate_only=True,
    ),
    Scenario(
        "vistoria-refazer",
        "A plataforma renovou e a vistoria ficou antiga",
        "red",
        ("inspection_valid.redo",),
        by="B",
        visits=(Visit(ago(300)),),
        granted=-4,
        plate_only=True,
    ),
    Scenario(
        "crlv-sem",
        "CRLV não apresentado",
        "red",
        ("licensing_valid.missing",),
        by="B",
        car={"licensing_valid_until": None},
    ),
    Scenario(
        "crlv-vencido",
        "CRLV vencido há 5 dias, em plataforma que vence logo",
        "red",
        ("licensing_valid.expired", "platform_authorised.ending"),
        by="C",
        car={"licensing_valid_until": ago(5)},
    ),
    Scenario(
        "seguro-sem",
        "Sem a apólice do proprietário",
        "red",
        ("insurance_valid.owner_missing",),
        by="B",
        owner_policy=None,
    ),
    Scenario(
        "seguro-vencido",
        "Apólice do proprietário vencida",
        "red",
        ("insurance_valid.owner_expired",),
        by="B",
        owner_policy={"valid_until": ago(6)},
    ),
    Scenario(
        "seguro-baixo",
        "Apólice do proprietário abaixo do mínimo",
        "red",
        ("insurance_valid.owner_low",),
        by="B",
        owner_policy={"amount": _LOW},
    ),
    Scenario(
        "ordem-parar",
        "Impedido de operar, em plataforma que vence logo",
        "red",
        ("no_restriction.vehicle_stop_order", "platform_authorised.ending"),
        by="C",
        acts=(Act(K.STOP_ORDER, S.VEHICLE, -2),),
    ),
    Scenario(
        "reprovada",
        "Reprovado ontem, dentro do prazo para voltar",
        "amber",
        ("failed_inspection.open",),
        by="B",
        visits=(Visit(ago(12)),),
    ),
    Scenario(
        "reprovada-prazo",
        "Reprovado e não voltou no prazo",
        "red",
        ("failed_inspection.overdue",),
        by="A",
        visits=(Visit(ago(27)),),
    ),
    Scenario(
        "reprovada-seguranca",
        "Reprovado em item de segurança",
        "red",
        ("failed_inspection.stopped",),
        by="B",
        visits=(Visit(ago(20)), Visit(ago(2), "failed", stopped=True)),
    ),
)

BY_PLATE = (
    Scenario(
        "taxi-plataforma",
        "Táxi que roda em plataforma: dispensado de autorização",
        "green",
        ("taxi_authorised.exempt",),
        "taxi",
        by="A",
        links=(Link("A", -28),),
        car={"taxi_on_platform": True},
        plate_only=True,
    ),
    Scenario(
        "carro-sem-autorizacao",
        "Carro cadastrado, ainda sem autorização",
        "red",
        ("licence_issued.missing",),
        by="B",
        visits=(),
        plate_only=True,
    ),
    Scenario(
        "carro-autorizacao-futura",
        "Carro cuja autorização começa em 4 dias",
        "red",
        ("licence_issued.not_yet",),
        by="B",
        granted=4,
        alvara=-1,
        plate_only=True,
    ),
)
