"""Portuguese names of legal states and of what the software does for a provision."""

from app.regulation.coverage import CoveredEffect, EffectState
from app.regulation.ruleset import LegalStatus, Ruleset

STATUS_WORDS: dict[LegalStatus, str] = {
    LegalStatus("projeto_de_lei"): "Projeto de lei: ainda não é lei",
    LegalStatus("aprovada"): "Aprovada: ainda não sancionada",
    LegalStatus("sancionada"): "Sancionada: ainda não publicada",
    LegalStatus("em_vacatio"): "Publicada: ainda não está em vigor",
    LegalStatus("vigente"): "Em vigor",
    LegalStatus("suspensa"): "Suspensa por decisão judicial",
    LegalStatus("revogada"): "Revogada",
    LegalStatus("declarada_inconstitucional"): "Declarada inconstitucional: não produz efeitos",
}

CODE_WORDS: dict[str, str] = {
    "check:ruleset_in_force": "Verificação na rua: a norma está em vigor?",
    "check:seal_genuine": "Verificação na rua: o código é verdadeiro e é deste carro?",
    "check:platform_authorised": "Verificação na rua: a plataforma está autorizada?",
    "check:taxi_authorised": "Verificação na rua: o táxi tem autorização válida?",
    "check:vehicle_registered": "Verificação na rua: o veículo está cadastrado e dentro das exigências?",
    "check:vehicle_age": "Verificação na rua: a idade do veículo",
    "check:inspection_valid": "Verificação na rua: a vistoria está em dia?",
    "check:licensing_valid": "Verificação na rua: o licenciamento está em dia?",
    "check:insurance_valid": "Verificação na rua: o seguro está em dia?",
    "check:driver_linked": "Verificação na rua: o condutor é deste carro?",
    "check:driver_licence": "Verificação na rua: a CNH serve e está em dia?",
    "check:toxicology_valid": "Verificação na rua: o exame toxicológico está em dia?",
    "check:card_valid": "Verificação na rua: o cartão do condutor está em dia?",
    "check:reregistration_valid": "Verificação na rua: o recadastramento está em dia?",
    "check:no_restriction": "Verificação na rua: há suspensão, cassação ou impedimento?",
    "check:no_pause": "Verificação na rua: o carro está licenciado para parar?",
    "check:licence_issued": "Verificação na rua: o alvará foi emitido?",
    "check:quota_kept": "Aviso ao escritório: o limite de vagas",
    "check:failed_inspection": "Verificação na rua: há vistoria reprovada sem retorno?",
    "check:municipal_debt": "Aviso ao escritório: débito municipal (não aparece na rua)",
    "rule:fine_amount": "Cálculo do valor da multa",
    "rule:recidivism": "Cálculo da reincidência",
    "rule:fare_flag": "Cálculo da bandeira do táxi",
    "rule:quota": "Cálculo do limite de vagas",
    "rule:deadline": "Contagem de prazos",
    "rule:in_force": "Cálculo do início da vigência",
    "rule:document_age": "Cálculo da validade de documentos",
    "rule:bar_after_cassation": "Cálculo do impedimento após a cassação",
    "rule:suspension_term": "Cálculo do tempo de suspensão",
    "rule:pause_term": "Cálculo do tempo da licença para parar",
    "guard:may_issue": "Trava: nenhum documento legal sai sem norma em vigor",
    "guard:agent_designation": "Trava: só age quem tem ato de designação em vigor",
    "guard:notice_complete": "Trava: auto incompleto ou contraditório não se conclui",
    "guard:one_authorisation": "Trava: uma autorização por pessoa",
    "guard:one_vehicle": "Trava: um veículo por autorização de táxi",
    "guard:drivers_per_vehicle": "Trava: número de condutores por veículo",
    "guard:mayor_only": "Trava: ato que só o Prefeito pratica",
    "guard:separation_of_duties": "Trava: quem lavra não homologa, quem homologa não julga",
    "guard:training": "Trava: o que nasceu em treinamento nunca vira documento legal",
    "screen:registry.platform": "Tela: cadastro da plataforma",
    "screen:registry.vehicle": "Tela: cadastro do veículo",
    "screen:registry.driver": "Tela: cadastro do condutor",
    "screen:permits.permit": "Tela: autorização, código e histórico",
    "screen:permits.pause": "Tela: licença para parar",
    "screen:verification.public": "Página pública do código",
    "screen:verification.field": "Aplicativo do agente na rua",
    "screen:verification.lookup": "Consulta pública por placa",
    "screen:infractions.notice": "Tela: auto de infração, do telefone do agente ao papel em duas vias",
    "screen:infractions.warning": "Tela: advertência verbal registrada e Termo de Advertência",
    "screen:infractions.measure": "Tela: medida administrativa, com termo no documento e restituição",
    "screen:infractions.blocks": "Tela: números entregues aos telefones, e como cada um terminou",
    "screen:cases.homologation": "Tela: parecer, homologação e arquivamento do auto",
    "screen:cases.notification": "Tela: notificações por AR, em mãos e por edital, com a prova",
    "screen:cases.defence": "Tela: defesa pelo telefone ou no balcão, com a hora do servidor",
    "screen:cases.decision": "Tela: julgamento da defesa e penalidade, com os autos na mesma página",
    "screen:cases.commission": "Tela: comissão de três servidores, instrução e relatório",
    "screen:cases.mayor": "Tela: ato do Prefeito que suspende ou cassa",
    "screen:fees.ufm": "Tela: valor da UFM de cada ano, com o ato",
    "screen:driver.permit": "Permissão no celular do motorista",
    "screen:inspections.agenda": "Tela: agenda de vistorias, com locais, guias, convocações e faltas",
    "screen:inspections.visit": "Tela: vistoria, do telefone do vistoriador ao laudo e ao selo",
    "screen:settings.calendar": "Tela: feriados e expediente do Município",
    "screen:norma": "Esta página",
}


def effect_words(ruleset: Ruleset, item: CoveredEffect) -> str:
    """One line for a person: what the named effect is. Rows of the ruleset name themselves."""
    if item.state is EffectState.PLANNED:
        return item.what
    known = CODE_WORDS.get(str(item.effect))
    return known or _row_words(ruleset, str(item.effect))


def _row_words(ruleset: Ruleset, name: str) -> str:
    kind, _, key = name.partition(":")
    if kind == "infraction":
        return f"Catálogo de infrações: {key} – {ruleset.infraction(key).title}"
    if kind == "item":
        return f"Item de checklist {key}: {ruleset.item(key).label}"
    if kind == "document":
        return f"Documento exigido: {ruleset.document(key).name}"
    if kind == "deadline":
        return f"Prazo: {ruleset.deadline(key).name}"
    if kind == "fee":
        return f"Valor: {_fee_name(ruleset, key)}"
    if kind == "decision":
        return f"Decisão de configuração {key}"
    return name


def _fee_name(ruleset: Ruleset, key: str) -> str:
    fees = {row.id: row.name for row in ruleset.fees} | {
        row.id: row.name for row in ruleset.amounts
    }
    return fees.get(key, key)
