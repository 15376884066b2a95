"""What the field pack says besides cards: the city, its law's state, words and addresses."""

from datetime import date

from sqlalchemy.orm import Session

from app.accounts.queries import City
from app.infractions.law import catalogue_on
from app.inspections import law as inspections
from app.registry.domain import MODALITY_NAMES, ROLE_NAMES
from app.regulation.ruleset import Ruleset, UnknownNameError
from app.regulation.verdict import citation
from app.regulation.wording import CATALOGUE, phone_catalogue
from app.verification.field_card import Json
from app.verification.stops_words import HOW, LEVELS, OUTCOMES

# Whom a check speaks of; restrictions name their subject, insurances and re-registration in the code.
_SCOPES = {
    "ruleset_in_force": "law",
    "seal_genuine": "permit",
    "platform_authorised": "platform",
    "taxi_authorised": "permit",
    "insurance_valid": "platform",
    "driver_linked": "driver",
    "driver_licence": "driver",
    "toxicology_valid": "driver",
    "card_valid": "driver",
    "no_pause": "permit",
    "licence_issued": "permit",
    "quota_kept": "permit",
    "municipal_debt": "permit",
}


def head_of(
    session: Session, city: City, law: Ruleset, hosts: tuple[str, ...], today: date
) -> Json:
    """The parts of `pack.meta` (field contract) that do not depend on cards or the hour.

    `notices` and `inspections` are the catalogues for writing both from the civil day `today` on.
    """
    text = law.instrument
    asked = law.inspections is not None
    return {
        "city": city.label,
        "citySlug": city.slug,
        "ibge": city.ibge,
        "timeZone": city.time_zone,
        "phone": city.phone,
        "training": law.training,
        "legalStatus": text.status.value,
        "statusNote": text.status_note,
        "title": text.title,
        "ruleset": {"slug": law.slug, "version": text.version, "hash": law.hash},
        "hosts": list(hosts),
        "catalogue": catalogue(law),
        "levels": LEVELS,
        "modalities": {name.value: words for name, words in MODALITY_NAMES.items()},
        "roles": {name.value: words for name, words in ROLE_NAMES.items()},
        "outcomes": OUTCOMES,
        "how": HOW,
        "notices": catalogue_on(law, today) if law.notices else None,
        "inspections": inspections.catalogue_on(session, city.id, law, today) if asked else None,
    }


def catalogue(law: Ruleset) -> dict[str, Json]:
    """Finding code → the agent's two templates, the citation of this city's text, and the scope."""
    return {
        code: {"text": said, "detail": detail, "citation": _cited(law, code), "scope": scope(code)}
        for code, (said, detail) in phone_catalogue().items()
        if said and not CATALOGUE[code].agent_as
    }


def scope(code: str) -> str:
    """vehicle, driver, platform, permit or law."""
    check, _, variant = code.partition(".")
    if check == "no_restriction":
        subject = variant.partition("_")[0]
        return "permit" if subject == "authorisation" else subject
    if code.startswith("insurance_valid.owner"):
        return "vehicle"
    return _SCOPES.get(check, "vehicle")


def _cited(law: Ruleset, code: str) -> str:
    try:
        return citation(law.code, law.check(code.partition(".")[0]).basis)
    except UnknownNameError:
        return ""
