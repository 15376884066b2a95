"""The registry's pages hang here; filters show numbers as people write them."""

from flask import Blueprint, g

from app.kernel.identifiers import format_cnpj, format_cpf, format_phone, mask_cnpj, mask_cpf
from app.kernel.money import Centavos, format_brl
from app.kernel.names import initials
from app.registry.domain import MODALITY_NAMES, ROLE_NAMES, TITLE_NAMES, LinkRole, Title
from app.regulation.facts import Modality

bp = Blueprint("registry", __name__, url_prefix="/cadastro")


@bp.app_template_filter("tax_id")
def show_tax_id(text: str) -> str:
    """CPF or CNPJ with its points, or a dash."""
    if not text:
        return "—"
    return format_cpf(text) if len(text) == 11 else format_cnpj(text)


@bp.app_template_filter("masked_tax_id")
def show_masked(text: str) -> str:
    """CPF or CNPJ with its ends hidden, or a dash."""
    if not text:
        return "—"
    return mask_cpf(text) if len(text) == 11 else mask_cnpj(text)


@bp.app_template_filter("initials")
def show_initials(name: str) -> str:
    """Two letters in the place of a face."""
    return initials(name)


@bp.app_template_filter("phone")
def show_phone(text: str) -> str:
    """A telephone with its area code, or a dash."""
    return format_phone(text) if text else "—"


@bp.app_template_filter("reais")
def show_reais(centavos: int | None) -> str:
    """'R$ 1.234,56', or a dash."""
    return "—" if centavos is None else format_brl(Centavos(centavos))


@bp.app_template_filter("modality")
def show_modality(word: str) -> str:
    """'Táxi' or 'Aplicativo'."""
    return MODALITY_NAMES[Modality(word)]


@bp.app_template_filter("link_role")
def show_role(word: str) -> str:
    """What a driver is to a car."""
    return ROLE_NAMES[LinkRole(word)]


@bp.app_template_filter("holding")
def show_title(word: str) -> str:
    """How a car is held."""
    return TITLE_NAMES[Title(word)]


def may(permission: str) -> bool:
    """For templates: whether the signed-in person has the permission, by its word."""
    return bool(g.get("actor")) and permission in {p.value for p in g.actor.permissions}


@bp.app_context_processor
def _helpers() -> dict[str, object]:
    return {"may": may}
