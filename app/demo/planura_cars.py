"""Planura's app cars: what the car itself can lack."""

from app.demo.table import Scenario, Visit
from app.demo.when import LongestExtension, Made, ago, year_to

CARS = (
    Scenario(
        "portas",
        "Carro de duas portas, vindo do cadastro antigo",
        "red",
        ("vehicle_registered.doors",),
        imported={"doors": 2},
    ),
    Scenario(
        "municipio",
        "CRLV de outro município, vindo do cadastro antigo",
        "red",
        ("vehicle_registered.city",),
        imported={"licensing_city": "Frutal"},
    ),
    Scenario(
        "municipio-falta",
        "Município do CRLV não informado",
        "amber",
        ("vehicle_registered.city_unknown",),
        car={"licensing_city": ""},
    ),
    Scenario(
        "idade-vencida",
        "Passou do último dia de fevereiro sem trocar o carro",
        "red",
        ("vehicle_age.overdue",),
        car={"made_in": Made(12)},
    ),
    Scenario(
        "idade-prorrogada",
        "Prazo de troca prorrogado por mais um ano",
        "amber",
        ("vehicle_age.extended",),
        car={"made_in": Made(11)},
        imported={"age_extended_until": LongestExtension(Made(11))},
    ),
    Scenario(
        "vistoria-sem",
        "Sem vistoria aprovada, e por isso sem selo",
        "red",
        ("inspection_valid.missing",),
        visits=(),
        plate_only=True,
    ),
    Scenario(
        "vistoria-vencida",
        "Vistoria vencida há 3 dias, e o selo com ela",
        "red",
        ("seal_genuine.expired", "inspection_valid.expired"),
        visits=(Visit(year_to(-3)),),
    ),
    Scenario(
        "reprovada",
        "Reprovado há 3 dias, dentro do prazo para voltar",
        "amber",
        ("failed_inspection.open",),
        visits=(Visit(ago(75)),),
    ),
    Scenario(
        "reprovada-prazo",
        "Reprovado e não voltou no prazo",
        "red",
        ("failed_inspection.overdue",),
        visits=(Visit(ago(75)),),
    ),
    Scenario(
        "reprovada-seguranca",
        "Reprovado em item de segurança",
        "red",
        ("failed_inspection.stopped",),
        visits=(Visit(ago(75)),),
    ),
    Scenario(
        "crlv-sem",
        "CRLV não apresentado",
        "red",
        ("licensing_valid.missing",),
        car={"licensing_valid_until": None},
    ),
    Scenario(
        "crlv-vencido",
        "CRLV vencido há 5 dias",
        "red",
        ("licensing_valid.expired",),
        car={"licensing_valid_until": ago(5)},
    ),
    Scenario(
        "recad-vencido",
        "Recadastramento do veículo vencido",
        "red",
        ("reregistration_valid.vehicle_expired",),
        car={"reregistered_on": year_to(-6)},
    ),
    Scenario(
        "recad-vence",
        "Recadastramento do veículo que vence em 15 dias",
        "amber",
        ("reregistration_valid.vehicle_ending",),
        car={"reregistered_on": year_to(15)},
    ),
    Scenario(
        "dois-motivos",
        "Vários motivos: vistoria (e o selo com ela) e CRLV vencidos",
        "red",
        ("seal_genuine.expired", "inspection_valid.expired", "licensing_valid.expired"),
        car={"licensing_valid_until": ago(20)},
        visits=(Visit(year_to(-30)),),
    ),
)

BY_PLATE = (
    Scenario(
        "taxi-sem-termo",
        "Táxi cadastrado, ainda sem Termo",
        "red",
        ("taxi_authorised.missing",),
        "taxi",
        plate_only=True,
    ),
    Scenario(
        "carro-sem-plataforma",
        "Carro cadastrado, ainda sem plataforma",
        "red",
        ("platform_authorised.missing", "vehicle_registered.link_missing"),
        links=(),
        plate_only=True,
    ),
)
