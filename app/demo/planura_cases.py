"""Cases of Planura in every state that the office meets, from notices of the last ten weeks."""

from app.demo.table_cases import CaseAct as Act
from app.demo.table_cases import DemoSanction
from app.demo.table_notices import DemoNotice, Later
from app.infractions.domain_annotations import AnnotationKind

_SOUND = "O relato é claro, o local confere e o cadastro do carro confirma os dados."
_LATE = "O condutor foi orientado e não corrigiu. O valor proposto é o da gravidade descrita."


def _checked(at: int) -> tuple[Act, ...]:
    """An opinion and the homologation the day after."""
    return (
        Act("opinion", "fabio", at, {"recommends": "homologate", "reasons": _SOUND}, 500),
        Act("homologate", "celia", at + 1, {"reasons": _SOUND}, 500),
    )


def _sent(at: int, code: str) -> Act:
    return Act("send", "bruno", at, {"tracking": code}, 500)


def _received(at: int, who: str) -> Act:
    return Act("received", "bruno", at, {"recipient": who}, 500, files=("receipt",))


def _completed(at: int) -> tuple[Later, ...]:
    """What the office adds before anything is homologated (PLA art. 49 V)."""
    owner = {"owner_name": "Otávio Nogueira", "source": "Certificado de registro do veículo"}
    return (Later(AnnotationKind.COMPLETION, owner, "clerk", at + 1, 500),)


def _absent(key: str, title: str, car: str, at: int, acts: tuple[Act, ...]) -> DemoNotice:
    return DemoNotice(
        key,
        title,
        "notice",
        "PLA-43-II-c",
        "Carro em serviço com o extintor vencido e o cinto do banco de trás preso sob o estofado.",
        at=at,
        minutes=60,
        car=car,
        ending="absent",
        note="Carro fechado na vaga; ninguém respondeu no ponto em 15 minutos.",
        fine_ufm="2",
        fine_reasons="O carro estava em serviço e o defeito atinge os passageiros.",
        then=_completed(at) if acts else (),
        acts=acts,
    )


def _signed(key: str, title: str, car: str, at: int, acts: tuple[Act, ...]) -> DemoNotice:
    return DemoNotice(
        key,
        title,
        "notice",
        "PLA-43-II-b",
        "Pedido o documento do veículo, o condutor não o mostrou, em papel nem no telefone.",
        at=at,
        minutes=60,
        car=car,
        fine_ufm="1.5",
        fine_reasons="Segundo pedido do mesmo documento no mês.",
        then=_completed(at) if acts else (),
        acts=acts,
    )


_DEFENCE = {
    "facts_and_law": "Parei na vaga porque a passageira passou mal. O posto de saúde confirma a "
    "entrada dela às 10h12 daquele dia.",
    "evidence": "Anexo 1: comprovante de atendimento do posto.",
    "diligences": "Ouvir a enfermeira de plantão.",
    "request": "O cancelamento do auto.",
    "place": "Planura",
}

CASE_PAPERS = (
    _absent(
        "caso-nulo",
        "Processo nulo: a notificação não chegou em 60 dias",
        "taxi-licenca",
        -75,
        (
            *_checked(-70),
            _sent(-68, "BR600100115BR"),
            Act("returned", "bruno", -50, {"returned_because": "moved"}, 500),
            Act("propose_void", "fabio", -9, {"reasons": "O edital não saiu no prazo."}, 500),
            Act("declare_void", "celia", -8, {"reasons": "Passaram os 60 dias do fato."}, 500),
        ),
    ),
    _absent("caso-vencido", "Processo com o prazo vencido, a declarar nulo", "taxi-idade", -66, ()),
    _signed(
        "caso-pago",
        "Processo sem defesa, multa paga",
        "vinculo-fim",
        -62,
        (
            *_checked(-60),
            Act("term_over", "system", -45, {}, 500),
            Act("apply_penalty", "celia", -44, {"fine_ufm": "1.5", "reasons": _LATE}, 500),
            _sent(-43, "BR600100129BR"),
            _received(-40, "o próprio autuado"),
            Act("pay", "bruno", -33, {"payment": "Guia 118/{year}, autenticação 5520"}, 500),
        ),
    ),
    _absent(
        "caso-a-pagar",
        "Defesa indeferida, decisão definitiva, guia a pagar",
        "cond-vinculo",
        -58,
        (
            *_checked(-56),
            _sent(-54, "BR600100132BR"),
            _received(-50, "a esposa do autuado"),
            Act("defend", "bruno", -44, {**_DEFENCE, "filed_by": "O autuado"}, 500, ("annex_1",)),
            Act(
                "opinion",
                "fabio",
                -42,
                {"recommends": "judge_reject", "reasons": "O atendimento foi em outro dia."},
                500,
            ),
            Act("judge_reject", "sergio", -40, {"reasons": "A prova é de outro dia."}, 500),
            Act("apply_penalty", "celia", -38, {"fine_ufm": "2", "reasons": _LATE}, 500),
            _sent(-36, "BR600100146BR"),
            _received(-15, "o próprio autuado"),
        ),
    ),
    _absent(
        "caso-arquivado",
        "Processo arquivado com parecer de outra pessoa",
        "taxi-vistoria-vence",
        -52,
        (
            Act(
                "opinion",
                "fabio",
                -50,
                {"recommends": "archive", "reasons": "O extintor foi dispensado por portaria."},
                500,
            ),
            Act("archive", "celia", -49, {"reasons": "O fato não é infração."}, 500),
        ),
    ),
    _absent(
        "caso-devolvido",
        "AR devolvido: falta o edital",
        "plat-revogada",
        -44,
        (
            *_checked(-42),
            _sent(-40, "BR600100150BR"),
            Act("returned", "bruno", -25, {"returned_because": "unknown"}, 500),
        ),
    ),
    _absent(
        "caso-a-caminho",
        "AR a caminho",
        "plat-vencida",
        -36,
        (*_checked(-34), _sent(-8, "BR600100163BR")),
    ),
    _absent("caso-a-enviar", "Homologado, a notificar", "app-selo-vencido", -30, _checked(-28)),
    _signed(
        "caso-defendido",
        "Defesa do motorista Davi com parecer favorável, a julgar",
        "taxi-verde",
        -20,
        (
            *_checked(-18),
            Act("defend", "davi", -14, {**_DEFENCE, "filed_by": "Davi Nunes"}, 500, ("annex_1",)),
            Act(
                "opinion",
                "fabio",
                -11,
                {"recommends": "judge_grant", "reasons": "O posto confirmou o atendimento."},
                500,
            ),
        ),
    ),
)

SANCTIONS = (
    DemoSanction(
        "suspensao",
        ("caso-a-pagar",),
        (
            Act(
                "propose_sanction",
                "fabio",
                -37,
                {"type_code": "PLA-44-IV", "grounds": "Serviço inadequado, com risco repetido."},
                600,
            ),
            Act("admit", "celia", -36, {"reasons": "Há indícios e prova a colher."}, 600),
            Act(
                "name_commission",
                "elisa",
                -35,
                {"portaria": "Portaria 88/{year}"},
                600,
                persons={"members": ("clara", "dora", "enio"), "alternates": ("flora", "gino")},
            ),
            _sent(-34, "BR600100177BR"),
            _received(-30, "o próprio autuado"),
            Act("defend", "bruno", -24, {**_DEFENCE, "filed_by": "O autuado"}, 600, ("annex_1",)),
            Act("hear", "clara", -20, {"minutes": "Ouvida a enfermeira, que não o reconheceu."}),
            Act("report", "clara", -17, {"opinion": "suspend", "reasons": "O risco se provou."}),
            Act(
                "mayor_suspend",
                "elisa",
                -14,
                {"days": "30", "reasons": "Acolho o relatório da comissão."},
                days={"start": -6},
            ),
            Act("join_act", "bruno", -12, {"signed_how": "paper"}, files=("signed_act",)),
            Act("in_person", "bruno", -9, {"recipient": "o próprio autuado"}, files=("receipt",)),
        ),
    ),
    DemoSanction(
        "comissao",
        ("caso-pago",),
        (
            Act(
                "propose_sanction",
                "fabio",
                -9,
                {"type_code": "PLA-44-IV", "grounds": "Três reclamações do mesmo risco no mês."},
                600,
            ),
            Act("admit", "celia", -7, {"reasons": "Há indícios e prova a colher."}, 600),
            Act(
                "name_commission",
                "elisa",
                -5,
                {"portaria": "Portaria 97/{year}"},
                600,
                persons={"members": ("clara", "dora", "gino"), "alternates": ("enio", "flora")},
            ),
        ),
    ),
)
