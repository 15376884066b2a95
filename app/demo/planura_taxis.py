"""Planura's taxis: one for each thing that can befall a Termo and its holder."""

from app.demo.table import Act, Scenario, Visit, Wheel
from app.demo.when import MadeForFebruary, On, ago, ahead, year_to
from app.regulation.facts import RestrictionKind as K
from app.regulation.facts import Subject as S

_LONG_NAME = "Maria Aparecida da Conceição Albuquerque Vasconcelos de Figueiredo Neta"

TAXIS = (
    Scenario(
        "taxi-verde",
        "Táxi em ordem; o motorista Davi tem conta e mostra o código ao vivo",
        modality="taxi",
        wheels=(
            Wheel(login="davi"),
            Wheel(fields={"name": _LONG_NAME}, says="Auxiliar com nome bem longo, em ordem"),
        ),
    ),
    Scenario(
        "taxi-cnh",
        "Táxi em ordem, motorista com CNH vencida",
        modality="taxi",
        wheels=(
            Wheel(
                ("driver_licence.expired",),
                {"licence_valid_until": ago(8)},
                login="ivo",
                says="CNH vencida há 8 dias",
            ),
        ),
    ),
    Scenario(
        "taxi-termo-vencido",
        "Termo de quatro anos vencido, e o selo com ele",
        "red",
        ("seal_genuine.expired", "taxi_authorised.expired"),
        "taxi",
        entered=-1500,
        termo=On(-3, -48),
        granted=-1458,
    ),
    Scenario(
        "taxi-suspenso",
        "Autorização suspensa por 60 dias",
        "red",
        ("no_restriction.authorisation_suspension",),
        "taxi",
        acts=(Act(K.SUSPENSION, S.AUTHORISATION, -5, 60),),
    ),
    Scenario(
        "taxi-cassado",
        "Autorização cassada; o titular fica impedido",
        "red",
        ("seal_genuine.dead", "no_restriction.authorisation_cassation"),
        "taxi",
        acts=(Act(K.CASSATION, S.AUTHORISATION, -9),),
        wheels=(Wheel(("no_restriction.driver_impediment",), says="Impedido pela cassação"),),
    ),
    Scenario(
        "taxi-revogado",
        "Autorização revogada por não voltar da licença",
        "red",
        ("seal_genuine.dead", "no_restriction.authorisation_revocation"),
        "taxi",
        acts=(Act(K.REVOCATION, S.AUTHORISATION, -8),),
    ),
    Scenario(
        "taxi-rescindido",
        "Autorização rescindida",
        "red",
        ("seal_genuine.dead", "no_restriction.authorisation_rescission"),
        "taxi",
        acts=(Act(K.RESCISSION, S.AUTHORISATION, -7),),
    ),
    Scenario(
        "taxi-renuncia",
        "Renúncia deferida",
        "red",
        ("seal_genuine.dead", "no_restriction.authorisation_renunciation"),
        "taxi",
        acts=(Act(K.RENUNCIATION, S.AUTHORISATION, -6),),
    ),
    Scenario(
        "taxi-licenca",
        "De licença, depois de um acidente",
        "red",
        ("no_pause.paused",),
        "taxi",
        pause_at=-10,
    ),
    Scenario(
        "taxi-vistoria-vence",
        "Vistoria que vence em 12 dias",
        "amber",
        ("inspection_valid.ending",),
        "taxi",
        visits=(Visit(year_to(12)),),
    ),
    Scenario(
        "taxi-idade",
        "Carro com dez anos completos: em atenção em janeiro e fevereiro",
        modality="taxi",
        car={"made_in": MadeForFebruary()},
        in_february=("vehicle_age.replace",),
    ),
    Scenario(
        "taxi-so-plataforma",
        "Táxi com selo da plataforma, sem Termo próprio",
        "red",
        ("taxi_authorised.missing",),
        "taxi",
        by="A",
        car={"taxi_on_platform": True},
    ),
    Scenario(
        "taxi-termo-futuro",
        "Táxi com selo da plataforma, cujo Termo ainda não começou",
        "red",
        ("taxi_authorised.not_yet",),
        "taxi",
        by="A",
        car={"taxi_on_platform": True},
        termo=ahead(14),
        granted=-4,
    ),
)
