"""Codes of the catalogue that no car of a town can be given through the verbs, and why.

The coverage test takes away what the demo shows; what is left must stand here, with its reason.
"""

from collections.abc import Mapping

_STATUS = "a norma da cidade tem uma só situação"
_NOT_ASKED = "o texto não pede isto"
_OFFICE = "só para o escritório: nunca muda o veredito nem aparece na leitura"
_VERB = "nenhum ato desta norma é contra este alvo"
_REGISTERED = "um carro com registro tem data de cadastro"
_NO_TIE = "só quem não está na lista do carro: o agente digita o nome"

BOTH: Mapping[str, str] = {
    "ruleset_in_force.aprovada": _STATUS,
    "ruleset_in_force.sancionada": _STATUS,
    "ruleset_in_force.em_vacatio": _STATUS,
    "ruleset_in_force.suspensa": _STATUS,
    "ruleset_in_force.revogada": _STATUS,
    "ruleset_in_force.outside": _STATUS,
    "seal_genuine.not_issued": "sem registro não há carro a julgar; o código é recusado antes",
    "taxi_authorised.vehicles": "o Termo nomeia um só carro no banco",
    "vehicle_registered.missing": _REGISTERED,
    "vehicle_registered.outside": "o cadastro recusa táxi fora de plataforma em norma de aplicativo",
    "vehicle_age.transition": "a tolerância conta da publicação, que não está no texto",
    "driver_linked.link_missing": _NO_TIE,
    "driver_linked.auxiliary": "a decisão padrão admite auxiliar (CFG-PLA-01)",
    "driver_linked.too_many": "o vínculo além do limite é recusado",
    "quota_kept.vehicles": _OFFICE,
    "quota_kept.platforms": _OFFICE,
    "quota_kept.taxis": _OFFICE,
    "failed_inspection.no_term": "as duas normas têm prazo para voltar",
    "municipal_debt.open": _OFFICE,
    "no_restriction.driver_revocation": _VERB,
    "no_restriction.driver_rescission": _VERB,
    "no_restriction.driver_renunciation": _VERB,
    "no_restriction.driver_stop_order": _VERB,
    "no_restriction.vehicle_cassation": _VERB,
    "no_restriction.vehicle_revocation": _VERB,
    "no_restriction.vehicle_rescission": _VERB,
    "no_restriction.vehicle_renunciation": _VERB,
    "no_restriction.vehicle_impediment": _VERB,
    "no_restriction.platform_impediment": _VERB,
    "no_restriction.platform_stop_order": _VERB,
    "no_restriction.authorisation_impediment": _VERB,
    "no_restriction.authorisation_stop_order": _VERB,
}

PLANURA: Mapping[str, str] = {
    **BOTH,
    "ruleset_in_force.declarada_inconstitucional": _STATUS,
    "platform_authorised.ending": "o texto não tem aviso antes do fim",
    "platform_authorised.renewal_pending": "o limite de março é de Patrocínio",
    "taxi_authorised.exempt": "o táxi tem Termo próprio",
    "vehicle_registered.seats": _NOT_ASKED,
    "driver_licence.too_recent": _NOT_ASKED,
    "driver_licence.issue_unknown": _NOT_ASKED,
    "vehicle_age.expired": "carro cadastrado depois do prazo é recusado",
    "vehicle_age.replace": "só em janeiro e fevereiro",
    "inspection_valid.redo": "a vistoria tem prazo próprio",
    "no_restriction.platform_suspension": "CFG-PLA-02: a plataforma não responde por condutor",
    "no_restriction.platform_cassation": "CFG-PLA-02: a plataforma não responde por condutor",
    "no_restriction.vehicle_suspension": _VERB,
    "no_restriction.vehicle_stop_order": _VERB,
}

PATROCINIO: Mapping[str, str] = {
    **BOTH,
    "ruleset_in_force.projeto_de_lei": _STATUS,
    "taxi_authorised.missing": _NOT_ASKED,
    "taxi_authorised.not_yet": _NOT_ASKED,
    "taxi_authorised.expired": _NOT_ASKED,
    "vehicle_registered.city": _NOT_ASKED,
    "vehicle_registered.city_unknown": _NOT_ASKED,
    "vehicle_age.replace": "a idade conta até 31 de dezembro, sem tolerância",
    "vehicle_age.extended": "a idade conta até 31 de dezembro, sem tolerância",
    "vehicle_age.overdue": "a idade conta até 31 de dezembro, sem tolerância",
    "no_restriction.authorisation_rescission": _VERB,
    "no_restriction.authorisation_renunciation": _VERB,
    "no_restriction.driver_cassation": _VERB,
    "no_restriction.driver_impediment": "só a cassação de Planura impede a pessoa",
    "no_restriction.platform_rescission": _VERB,
    "no_restriction.platform_renunciation": _VERB,
}

# Checks that a text does not make at all.
UNASKED: Mapping[str, tuple[str, ...]] = {
    "planura": ("insurance_valid", "toxicology_valid", "licence_issued"),
    "patrocinio": ("card_valid", "reregistration_valid", "no_pause", "municipal_debt"),
}
