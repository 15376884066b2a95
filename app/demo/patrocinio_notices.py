"""What Patrocínio's agent wrote in the last days: fines by class, an order to regularise, measures."""

from app.demo.table_notices import DemoNotice, Later, Stranger
from app.infractions.domain_annotations import AnnotationKind as K

PAPERS = (
    DemoNotice(
        "multa-fixa",
        "Auto com multa fixada pela classe (leve)",
        "notice",
        "PAT-28-III",
        "Em corrida pelo aplicativo, o condutor não portava a autorização do veículo.",
        at=-5,
        minutes=60,
        car="app-verde",
    ),
    DemoNotice(
        "ponto-onibus",
        "Auto do art. 28 VII com a proibição escolhida (art. 16 II)",
        "notice",
        "PAT-28-VII",
        "Desembarcou duas passageiras na baia de ônibus, com um coletivo à espera.",
        at=-4,
        minutes=60,
        car="plat-vence",
        ending="refused",
        note="Disse que o aplicativo mandou parar ali, leu o auto e não assinou.",
        choice="art. 16 II",
    ),
    DemoNotice(
        "regularizar",
        "Notificação para regularização: sem multa, com prazo",
        "regularisation",
        "PAT-09",
        "Carro em corrida sem a logomarca da plataforma no para-brisa.",
        at=-3,
        minutes=60,
        car="reprovada",
        regularise=("Colocar a logomarca da plataforma e mostrar o carro na Secretaria.", 15),
        measures=({"kind": "regularizacao", "reason": "Falta a logomarca exigida no art. 9º."},),
    ),
    DemoNotice(
        "pessoa-juridica",
        "Auto contra pessoa jurídica, com retenção e apreensão de equipamento",
        "notice",
        "PAT-29",
        "Van da empresa vendia lugares por aplicativo próprio, sem autorização do Município.",
        at=-2,
        minutes=60,
        stranger=Stranger(
            "OPA4F52",
            "Renault Master",
            "Branca",
            "legal_person",
            "Expresso Morro Alto Turismo Ltda.",
            "97EXP4ESS001",
        ),
        measures=(
            {
                "kind": "retencao",
                "reason": "Até a chegada de transporte para os passageiros.",
                "place": "Avenida Faria Pereira, em frente ao nº 2.100",
            },
            {
                "kind": "apreensao_documentos",
                "reason": "Máquina usada para cobrar as passagens.",
                "items": "Uma máquina de cartão, número de série 30-771",
                "place": "Depósito da Secretaria",
            },
        ),
        witness="Odilon Jordão Simões",
        then=(
            Later(
                K.RESTITUTION,
                {
                    "what": "Uma máquina de cartão, número de série 30-771",
                    "to": "Procurador da empresa",
                    "document": "Recibo 9/{year}",
                },
                "chief",
                -1,
                300,
            ),
        ),
    ),
)
