"""Planura's app cars: codes, platforms and their links, and the drivers."""

from app.demo.table import LINKED, Act, Link, Scenario, Wheel
from app.demo.when import ago, year_to
from app.regulation.facts import RestrictionKind as K
from app.regulation.facts import Subject as S

SEALS = (
    Scenario("app-verde", "Carro de aplicativo em ordem"),
    Scenario("app-2via", "Segunda via: o código novo vale", then="reprint"),
    Scenario("app-furtado", "Selo furtado: baixa", "red", ("seal_genuine.dead",), then="kill"),
    Scenario("app-retido", "Selo retido", "red", ("seal_genuine.suspended",), then="hold"),
    Scenario(
        "app-selo-vencido",
        "Selo com prazo próprio, vencido há 4 dias",
        "red",
        ("seal_genuine.expired",),
        seal_until=ago(4),
    ),
    Scenario(
        "app-placa", "Placa trocada depois do selo", "red", ("seal_genuine.plate",), then="plate"
    ),
    Scenario(
        "app-baixa",
        "Carro com baixa no cadastro",
        "red",
        ("vehicle_registered.removed", "vehicle_registered.link_expired"),
        then="remove",
        wheels=(Wheel(("driver_linked.link_expired",), says="Vínculo encerrado com a baixa"),),
    ),
)

PLATFORMS = (
    Scenario(
        "plat-sem",
        "Mudou para plataforma sem autorização",
        "red",
        ("platform_authorised.missing",),
        links=(Link("A", LINKED, -31), Link("B", -30)),
    ),
    Scenario(
        "plat-futura",
        "Mudou para plataforma cuja autorização não começou",
        "red",
        ("platform_authorised.not_yet",),
        links=(Link("A", LINKED, -31), Link("C", -8)),
    ),
    Scenario(
        "plat-vencida",
        "Plataforma vencida depois de quatro anos, e o selo com ela",
        "red",
        ("seal_genuine.expired", "platform_authorised.expired"),
        by="D",
    ),
    Scenario(
        "plat-revogada",
        "Plataforma revogada: selos cancelados",
        "red",
        ("seal_genuine.dead", "no_restriction.platform_revocation"),
        by="E",
    ),
    Scenario(
        "plat-rescindida",
        "Plataforma com autorização rescindida",
        "red",
        ("seal_genuine.dead", "no_restriction.platform_rescission"),
        by="F",
    ),
    Scenario(
        "plat-renuncia",
        "Plataforma que renunciou",
        "red",
        ("seal_genuine.dead", "no_restriction.platform_renunciation"),
        by="G",
    ),
    Scenario(
        "vinculo-fim",
        "Vínculo com a plataforma encerrado",
        "red",
        ("vehicle_registered.link_expired",),
        links=(Link("A", LINKED, -6),),
    ),
    Scenario(
        "vinculo-futuro",
        "A plataforma antiga venceu; o vínculo com a nova ainda não começou",
        "red",
        ("seal_genuine.expired", "vehicle_registered.link_not_yet"),
        by="D",
        links=(Link("D", LINKED, -6), Link("A", 5)),
    ),
)

DRIVERS = (
    Scenario(
        "cond-vinculo",
        "Carro em ordem; um condutor ainda não pode, outro já não pode",
        wheels=(
            Wheel(),
            Wheel(("driver_linked.link_not_yet",), starts=6, says="Vínculo começa em 6 dias"),
            Wheel(("driver_linked.link_expired",), ends=-7, says="Vínculo encerrado"),
        ),
    ),
    Scenario(
        "cond-cnh",
        "Carro em ordem; condutores com CNH que não serve",
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
        "cond-cartao",
        "Carro em ordem; condutores com problema no Cartão",
        wheels=(
            Wheel(
                ("card_valid.missing",),
                {"card_number": "", "card_valid_until": None},
                says="Sem Cartão de Identificação",
            ),
            Wheel(("card_valid.expired",), {"card_valid_until": ago(11)}, says="Cartão vencido"),
        ),
    ),
    Scenario(
        "cond-recad",
        "Carro em ordem; condutores com recadastramento no fim ou vencido",
        wheels=(
            Wheel(
                ("reregistration_valid.driver_ending",),
                {"reregistered_on": year_to(9)},
                says="Recadastramento vence em 9 dias",
            ),
            Wheel(
                ("reregistration_valid.driver_expired",),
                {"reregistered_on": year_to(-9)},
                says="Recadastramento vencido",
            ),
        ),
    ),
    Scenario(
        "cond-suspenso",
        "Carro em ordem; condutor suspenso, outro cassado, outro fora do cadastro",
        wheels=(
            Wheel(
                ("no_restriction.driver_suspension",),
                acts=(Act(K.SUSPENSION, S.DRIVER, -5, 30),),
                says="Suspenso por 30 dias",
            ),
            Wheel(
                ("no_restriction.driver_cassation", "no_restriction.driver_impediment"),
                acts=(Act(K.CASSATION, S.DRIVER, -5),),
                says="Cassado e impedido",
            ),
            Wheel(("driver_linked.unregistered",), removed=True, says="Baixa no cadastro hoje"),
        ),
    ),
)
