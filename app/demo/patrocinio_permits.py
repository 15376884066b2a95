"""Patrocínio's cars: codes, acts against the car or its authorisation, and the drivers."""

from app.demo.table import Act, Scenario, Wheel
from app.demo.when import ago, ahead, year_to
from app.regulation.facts import RestrictionKind as K
from app.regulation.facts import Subject as S

SEALS = (
    Scenario(
        "app-verde",
        "Carro em ordem; o motorista Davi tem conta e mostra o código ao vivo",
        by="A",
        wheels=(
            Wheel(login="davi"),
            Wheel(
                ("toxicology_valid.ending",),
                toxicology=year_to(14),
                says="Exame toxicológico perto do fim",
            ),
        ),
    ),
    Scenario(
        "app-cnh",
        "Carro em ordem, motorista com CNH vencida",
        by="A",
        wheels=(
            Wheel(
                ("driver_licence.expired",),
                {"licence_valid_until": ago(8)},
                login="ivo",
                says="CNH vencida há 8 dias",
            ),
            Wheel(
                ("toxicology_valid.expired",),
                toxicology=year_to(-14),
                says="Exame toxicológico vencido",
            ),
        ),
    ),
    Scenario(
        "app-2via",
        "Segunda via: o código novo vale; um condutor está sem exame",
        by="A",
        then="reprint",
        wheels=(
            Wheel(),
            Wheel(("toxicology_valid.missing",), toxicology=None, says="Exame não apresentado"),
        ),
    ),
    Scenario(
        "app-furtado", "Selo furtado: baixa", "red", ("seal_genuine.dead",), by="A", then="kill"
    ),
    Scenario("app-retido", "Selo retido", "red", ("seal_genuine.suspended",), by="A", then="hold"),
    Scenario(
        "app-selo-vencido",
        "Selo com prazo próprio, vencido há 4 dias",
        "red",
        ("seal_genuine.expired",),
        by="B",
        seal_until=ago(4),
    ),
    Scenario(
        "app-placa",
        "Placa trocada depois do selo",
        "red",
        ("seal_genuine.plate",),
        by="A",
        then="plate",
    ),
    Scenario(
        "app-baixa",
        "Carro com baixa no cadastro",
        "red",
        ("vehicle_registered.removed", "vehicle_registered.link_expired"),
        by="A",
        then="remove",
        wheels=(Wheel(("driver_linked.link_expired",), says="Vínculo encerrado com a baixa"),),
    ),
    Scenario(
        "app-suspenso",
        "Autorização suspensa por 30 dias",
        "red",
        ("no_restriction.authorisation_suspension",),
        by="A",
        acts=(Act(K.SUSPENSION, S.AUTHORISATION, -2, 30),),
    ),
    Scenario(
        "app-revogado",
        "Autorização revogada",
        "red",
        ("seal_genuine.dead", "no_restriction.authorisation_revocation"),
        by="A",
        acts=(Act(K.REVOCATION, S.AUTHORISATION, -2),),
    ),
    Scenario(
        "app-cassado",
        "Autorização cassada",
        "red",
        ("seal_genuine.dead", "no_restriction.authorisation_cassation"),
        by="A",
        acts=(Act(K.CASSATION, S.AUTHORISATION, -2),),
    ),
    Scenario(
        "carro-suspenso",
        "Veículo suspenso por 30 dias",
        "red",
        ("no_restriction.vehicle_suspension",),
        by="A",
        acts=(Act(K.SUSPENSION, S.VEHICLE, -2, 30),),
    ),
    Scenario(
        "alvara-futuro",
        "Alvará ainda não expedido",
        "red",
        ("licence_issued.no_licence",),
        by="A",
        alvara=9,
    ),
)

DRIVERS = (
    Scenario(
        "cond-vinculo",
        "Carro em ordem; um condutor ainda não pode, outro já não pode",
        by="A",
        wheels=(
            Wheel(("driver_linked.link_expired",), ends=-400, says="Vínculo encerrado"),
            Wheel(),
            Wheel(("driver_linked.link_not_yet",), starts=6, says="Vínculo começa em 6 dias"),
        ),
    ),
    Scenario(
        "cond-cnh",
        "Carro em ordem; condutores com CNH que não serve",
        by="B",
        seal_until=ahead(25),
        wheels=(
            Wheel(
                ("driver_licence.missing",),
                {"licence_valid_until": None, "licence_number": "", "licence_category": ""},
                says="CNH não apresentada",
            ),
            Wheel(
                ("driver_licence.category", "driver_licence.paid_activity"),
                {"licence_category": "A", "paid_activity": False},
                says="CNH categoria A, sem EAR",
            ),
        ),
    ),
    Scenario(
        "cond-tempo",
        "Carro em ordem; condutores sem os dois anos de CNH provados",
        by="B",
        visits=(),
        sealed=-4,
        wheels=(
            Wheel(
                ("driver_licence.too_recent",),
                {"licence_first_on": ago(400)},
                says="Primeira CNH há pouco mais de um ano",
            ),
            Wheel(
                ("driver_licence.issue_unknown",),
                {"licence_first_on": None},
                says="Sem a data da primeira CNH",
            ),
        ),
    ),
    Scenario(
        "cond-suspenso",
        "Carro em ordem; condutor suspenso, outro fora do cadastro",
        by="B",
        wheels=(
            Wheel(
                ("no_restriction.driver_suspension",),
                acts=(Act(K.SUSPENSION, S.DRIVER, -2, 30),),
                says="Suspenso por 30 dias",
            ),
            Wheel(("driver_linked.unregistered",), removed=True, says="Baixa no cadastro hoje"),
        ),
    ),
)
