"""People, numbers and plates that nobody has: made from a count, valid in form. Pure.

Check digits are found by asking the kernel's own readers, so they can never disagree with it.
"""

from collections.abc import Callable

from app.kernel.errors import Invalid
from app.kernel.identifiers import cnh_warning, parse_cnpj, parse_cpf, parse_renavam

_FIRST_NAMES = (
    "Adriana Aílton Antônia Benedito Cássia Cláudio Conceição Dalva Edézio Eunice Fabrício Geralda "
    "Hélio Inês Jacira João Josué Lázaro Lúcia Márcio Nádia Odilon Patrícia Quitéria Raimundo "
    "Sebastião Sônia Tarcísio Valéria Vitório Zélia"
)
_LAST_NAMES = (
    "Abranches Araújo Assunção Bastos Borges Brandão Caixeta Camargos Cunha Damasceno Estêvão "
    "Falcão Galvão Gouveia Guimarães Inácio Jordão Lacerda Leão Magalhães Marçal Naves Nogueira "
    "Paixão Peçanha Queiroz Rezende Romão Sá Sampaio Simões Teófilo Uchôa Vilela Xavier Zanata Ávila"
)
_FIRST, _LAST = _FIRST_NAMES.split(), _LAST_NAMES.split()
_CARS = (
    ("Chevrolet Onix Plus", "Branco"),
    ("Fiat Cronos", "Prata"),
    ("Volkswagen Virtus", "Cinza"),
    ("Hyundai HB20S", "Preto"),
    ("Renault Logan", "Vermelho"),
    ("Toyota Yaris Sedã", "Azul"),
    ("Nissan Versa", "Marrom"),
)
_STREETS = ("Rua das Acácias", "Avenida Brasil", "Rua Monte Carmelo", "Travessa do Rosário")
_MERCOSUL = "ABCDEFGHIJ"


def name(n: int) -> str:
    """A full name; no two alike below a thousand."""
    return f"{_FIRST[n % 31]} {_LAST[n * 7 % 37]} {_LAST[(n * 11 + 5) % 37]}"


def car(n: int) -> tuple[str, str]:
    """Make with model, and colour."""
    return _CARS[n % len(_CARS)]


def address(n: int) -> str:
    """Street and number."""
    return f"{_STREETS[n % 4]}, {n * 13 % 890 + 10}"


def phone(n: int) -> str:
    """A mobile of the region."""
    return f"349{80000000 + n * 7919:08d}"


def plate(series: tuple[str, ...], n: int) -> str:
    """The n-th plate of a city; the last series has the old pattern, the others Mercosul's."""
    letters, tail = series[n % len(series)], n * 37 % 100
    fifth = str(n % 10) if letters == series[-1] else _MERCOSUL[n * 3 % 10]
    return f"{letters}{(n * 7 + 3) % 10}{fifth}{tail:02d}"


def cpf(n: int) -> str:
    """Eleven digits."""
    return _completed(f"{990100600 + n}", 2, _reads(parse_cpf))


def cnpj(root: str) -> str:
    """Fourteen characters from the first twelve, letters allowed (as since July 2026)."""
    return _completed(root, 2, _reads(parse_cnpj))


def renavam(n: int) -> str:
    """Eleven digits."""
    return _completed(f"{1200340000 + n}", 1, _reads(parse_renavam))


def licence(n: int) -> str:
    """Eleven digits of a CNH."""
    return _completed(f"{507300000 + n * 11}", 2, lambda text: not cnh_warning(text))


def chassis(n: int) -> str:
    """Seventeen characters."""
    return f"9BZDM0X2NP{n:07d}"


def _completed(base: str, digits: int, accepted: Callable[[str], bool]) -> str:
    candidates = (f"{base}{check:0{digits}d}" for check in range(10**digits))
    return next(text for text in candidates if accepted(text))


def _reads(parse: Callable[[str], str]) -> Callable[[str], bool]:
    def accepted(text: str) -> bool:
        try:
            parse(text)
        except Invalid:
            return False
        return True

    return accepted
