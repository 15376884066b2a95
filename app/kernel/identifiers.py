"""Numbers Brazilians are known by: CPF, CNPJ, RENAVAM, CNH, telephone, CEP.

Each `parse_…` gives canonical text (leading zeros kept) or `Invalid` in Portuguese; the check
digits are validate-docbr's, asked only after our own strict shape test.
"""

import re
import string
from typing import Final

from validate_docbr import CNH, CNPJ, CPF, RENAVAM

from app.kernel.characters import describe, first_outside
from app.kernel.errors import Invalid

_DIGITS: Final = frozenset(string.digits)
_ALNUM: Final = frozenset(string.digits + string.ascii_letters)
_TYPED_MAX: Final = 40
_CNPJ: Final = re.compile(r"[0-9A-Z]{12}[0-9]{2}")
_PHONE: Final = re.compile(r"[1-9][0-9](?:9[0-9]{8}|[2-5][0-9]{7})|0800[0-9]{7}")
_AREA_CODES: Final = {  # second digits in use behind each first (Anatel)
    "1": "123456789",
    "2": "12478",
    "3": "1234578",
    "4": "123456789",
    "5": "1345",
    "6": "123456789",
    "7": "134579",
    "8": "123456789",
    "9": "123456789",
}


def parse_cpf(typed: str, *, field: str = "cpf") -> str:
    """Eleven digits; repeats (111.111.111-11) and wrong check digits are `Invalid`."""
    text = _bare(typed, ".-", _DIGITS, "O CPF", field)
    if len(text) != 11:
        raise Invalid(f"O CPF tem 11 números: recebemos {len(text)}.", field=field)
    if len(set(text)) == 1 or not CPF().validate(text):
        raise Invalid("Este CPF não existe: confira os números.", field=field)
    return text


def format_cpf(cpf: str) -> str:
    """`001.234.567-97` from canonical text."""
    return f"{cpf[:3]}.{cpf[3:6]}.{cpf[6:9]}-{cpf[9:]}"


def mask_cpf(cpf: str) -> str:
    """`***.234.567-**`: enough to recognise, too little to use."""
    return f"***.{cpf[3:6]}.{cpf[6:9]}-**"


def parse_cnpj(typed: str, *, field: str = "cnpj") -> str:
    """Fourteen characters, upper case: 12 letters or digits and 2 check digits.

    Alphanumeric since July 2026: a character counts as its ASCII code minus 48.
    """
    text = _bare(typed, "./-", _ALNUM, "O CNPJ", field).upper()
    if len(text) != 14:
        raise Invalid(f"O CNPJ tem 14 letras e números: recebemos {len(text)}.", field=field)
    if not _CNPJ.fullmatch(text):
        raise Invalid("Os dois últimos caracteres do CNPJ são números: confira.", field=field)
    if not CNPJ().validate(text):
        raise Invalid("Este CNPJ não existe: confira letras e números.", field=field)
    return text


def format_cnpj(cnpj: str) -> str:
    """`12.ABC.345/01DE-35` from canonical text."""
    return f"{cnpj[:2]}.{cnpj[2:5]}.{cnpj[5:8]}/{cnpj[8:12]}-{cnpj[12:]}"


def mask_cnpj(cnpj: str) -> str:
    """`**.ABC.345/****-**`."""
    return f"**.{cnpj[2:5]}.{cnpj[5:8]}/****-**"


def parse_renavam(typed: str, *, field: str = "renavam") -> str:
    """Eleven digits; the nine of older documents are filled with zeros on the left."""
    text = _bare(typed, ".-", _DIGITS, "O RENAVAM", field)
    if not 9 <= len(text) <= 11:
        raise Invalid(f"O RENAVAM tem 11 números: recebemos {len(text)}.", field=field)
    text = text.zfill(11)
    if len(set(text)) == 1 or not RENAVAM().validate(text):
        raise Invalid("Este RENAVAM não existe: confira no documento do carro.", field=field)
    return text


def parse_cnh(typed: str, *, field: str = "cnh") -> str:
    """Eleven digits of the registration number. The check digits never refuse: `cnh_warning`."""
    text = _bare(typed, ".-", _DIGITS, "A CNH", field)
    if len(text) != 11:
        raise Invalid(
            f"O número de registro da CNH tem 11 números: recebemos {len(text)}.", field=field
        )
    if len(set(text)) == 1:
        raise Invalid("Este número de CNH não existe: confira no documento.", field=field)
    return text


def cnh_warning(cnh: str) -> str:
    """A sentence when the check digits look odd, else empty.

    Real licences fail every published formula, so this may never stop a notice.
    """
    # CNH keeps state while it counts: a new object per call, or threads would mix.
    if CNH().validate(cnh):
        return ""
    return "O dígito da CNH não confere com a fórmula usual: confira no documento e siga."


def parse_phone(typed: str, *, field: str = "phone") -> str:
    """Ten or eleven digits with area code, or 0800 and seven; `+55` is dropped."""
    plus = typed.strip(" ").startswith("+55")
    body = typed.strip(" ")[3:] if plus else typed
    text = _bare(body, "().-", _DIGITS, "O telefone", field)
    if not _PHONE.fullmatch(text):
        raise Invalid("Digite o telefone com DDD, como (34) 99999-8888.", field=field)
    if not text.startswith("0800") and text[1] not in _AREA_CODES[text[0]]:
        raise Invalid(f"O DDD {text[:2]} não existe: confira o telefone.", field=field)
    return text


def format_phone(phone: str) -> str:
    """`(34) 99999-8888`, `(34) 3831-1234` or `0800 123 4567`."""
    if phone.startswith("0800"):
        return f"0800 {phone[4:7]} {phone[7:]}"
    return f"({phone[:2]}) {phone[2:-4]}-{phone[-4:]}"


def mask_phone(phone: str) -> str:
    """`(34) *****-8888`."""
    return f"({phone[:2]}) {'*' * (len(phone) - 6)}-{phone[-4:]}"


def parse_cep(typed: str, *, field: str = "cep") -> str:
    """Eight digits; all zeros is refused (whether the street exists is not known here)."""
    text = _bare(typed, ".-", _DIGITS, "O CEP", field)
    if len(text) != 8 or text == "00000000":
        raise Invalid("O CEP tem 8 números, como 38740-000.", field=field)
    return text


def format_cep(cep: str) -> str:
    """`38740-000`."""
    return f"{cep[:5]}-{cep[5:]}"


def _bare(typed: str, separators: str, allowed: frozenset[str], what: str, field: str) -> str:
    """`typed` without spaces and `separators`; `Invalid` names the first other character."""
    if len(typed) > _TYPED_MAX:
        raise Invalid(f"{what} não pode ter mais de {_TYPED_MAX} caracteres.", field=field)
    text = typed.strip(" \t\r\n").translate({ord(char): None for char in separators + " "})
    if strange := first_outside(text, allowed):
        kind = "letras A–Z e números" if allowed is _ALNUM else "só números"
        raise Invalid(f"{what} tem {describe(strange)}, que não vale: use {kind}.", field=field)
    return text
