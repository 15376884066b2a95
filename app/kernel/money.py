"""Money: reais as whole centavos, UFM quantities as exact decimals, both in Brazilian writing."""

import re
from decimal import ROUND_HALF_UP, Decimal, localcontext
from typing import NewType

from app.kernel.errors import Invalid

Centavos = NewType("Centavos", int)

_MAX_CENTAVOS = 10**14  # a trillion reais; fits any 64-bit column with room to add
_MAX_TYPED = 40
_MINUS = re.compile(r"\s*(?:R\$\s*)?[-−–]")
_PLAIN = re.compile(r"[0-9]+(?:,[0-9]{2})?")
_GROUPED = re.compile(r"[0-9]{1,3}(?:\.[0-9]{3})+(?:,[0-9]{2})?")
_UFM = re.compile(r"([0-9]{1,6})(?:[.,]([0-9]{1,2}))?")
_PRECISION = 60  # digits: no product of a quantity and a unit value is ever cut


def format_brl(amount: Centavos) -> str:
    """'R$ 1.234,56'; a negative amount (a refund) is '-R$ 1.234,56'."""
    reais, cents = divmod(abs(amount), 100)
    grouped = f"{reais:,}".replace(",", ".")
    return f"{'-' if amount < 0 else ''}R$ {grouped},{cents:02d}"


def _refuse_shape(text: str, what: str, field: str) -> str:
    """Common refusals of typed numbers; returns the text without outer blanks."""
    typed = text.strip()
    if not typed:
        raise Invalid(f"Escreva {what}.", field=field)
    if len(typed) > _MAX_TYPED:
        raise Invalid(f"O texto é longo demais para ser {what}.", field=field)
    if _MINUS.match(typed):
        raise Invalid("O valor não pode ser negativo.", field=field)
    return typed


def parse_brl(text: str, *, field: str = "") -> Centavos:
    """Read '1.234,56', '1234,56', 'R$ 10' or '10'; anything doubtful is `Invalid`, never guessed."""
    typed = _refuse_shape(text, "um valor em reais", field)
    digits = typed.removeprefix("R$").strip()
    if not (_PLAIN.fullmatch(digits) or _GROUPED.fullmatch(digits)):
        raise Invalid(
            "Não entendemos este valor. Use só números, ponto nos milhares e vírgula com dois "
            "dígitos nos centavos, como 1.234,56.",
            field=field,
        )
    reais, _, cents = digits.replace(".", "").partition(",")
    amount = int(reais) * 100 + int(cents or "0")
    if amount > _MAX_CENTAVOS:
        raise Invalid("O valor é alto demais. Confira os dígitos.", field=field)
    return Centavos(amount)


def parse_ufm(text: str, *, field: str = "") -> Decimal:
    """Read a quantity of UFM, '0,5', '12,33' or '10', exactly; more than two decimals are refused.

    The upper limit is the law's: see `app.regulation.fines.proposed`.
    """
    typed = _refuse_shape(text, "uma quantidade de UFM", field)
    match = _UFM.fullmatch(typed)
    if match is None:
        raise Invalid(
            "Não entendemos esta quantidade de UFM. Use só números e, se preciso, vírgula com "
            "até dois dígitos, como 1,5.",
            field=field,
        )
    quantity = Decimal(f"{match[1]}.{match[2] or '0'}")
    if quantity == 0:
        raise Invalid("A quantidade de UFM deve ser maior que zero.", field=field)
    return quantity


def format_number(quantity: Decimal) -> str:
    """Decimal in Brazilian writing without needless zeros: '12,33', '0,5', '10'."""
    text = f"{quantity:f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return text.replace(".", ",")


def format_ufm(quantity: Decimal) -> str:
    """'12,33 UFM'."""
    return f"{format_number(quantity)} UFM"


def ufm_to_centavos(quantity: Decimal, unit: Centavos | Decimal) -> Centavos:
    """`quantity` UFM at `unit` centavos each, rounded half up once, at the end.

    `unit` may be a Decimal where the city's act gives the UFM fractions of a centavo.
    Raises `Invalid` for values that are not finite, negative quantities or units not above zero.
    """
    value = Decimal(unit)
    if not quantity.is_finite() or quantity < 0:
        raise Invalid("A quantidade de UFM não é válida.", field="ufm")
    if not value.is_finite() or value <= 0:
        raise Invalid("O valor da UFM deve ser maior que zero.", field="ufm_value")
    with localcontext() as context:
        context.prec = _PRECISION
        return Centavos(int((quantity * value).quantize(Decimal(1), rounding=ROUND_HALF_UP)))
