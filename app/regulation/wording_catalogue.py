"""The sentences of the verdict: read from rulesets/wording.toml, insurances and restrictions composed.

The catalogue is the same for every city; only numbers and dates differ, and they are fields.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from app.regulation.facts import RestrictionKind, Subject

_FILE = Path(__file__).parent / "rulesets" / "wording.toml"


@dataclass(frozen=True, slots=True)
class Wording:
    """Templates of one code. `office` "" is the agent's two lines joined.

    `agent_as`: the code a phone gets instead, where the difference is none of the agent's business.
    """

    agent: str
    detail: str
    driver: str
    office: str = ""
    agent_as: str = ""


_POLICIES = {
    "platform": "de responsabilidade da plataforma",
    "owner": "de responsabilidade do proprietário",
    "app": "de acidentes pessoais de passageiros (APP)",
}

# Noun of the subject, ending of what agrees with it.
_SUBJECTS = {
    Subject.VEHICLE: ("Veículo", "o"),
    Subject.DRIVER: ("Condutor", "o"),
    Subject.PLATFORM: ("Plataforma", "a"),
}
# Said of a vehicle, driver or platform; said of the authorisation itself.
_ACTS = {
    RestrictionKind.SUSPENSION: ("suspens{o}", "suspensa"),
    RestrictionKind.CASSATION: ("com autorização cassada", "cassada"),
    RestrictionKind.REVOCATION: ("com autorização revogada", "revogada"),
    RestrictionKind.RESCISSION: ("com autorização rescindida", "rescindida"),
    RestrictionKind.RENUNCIATION: ("com renúncia deferida", "devolvida por renúncia"),
    RestrictionKind.IMPEDIMENT: ("impedid{o} de operar", "impedida"),
    RestrictionKind.STOP_ORDER: ("com ordem de parar", "com ordem de parar"),
}


def _read() -> Iterator[tuple[str, Wording]]:
    for check, rows in tomllib.loads(_FILE.read_text(encoding="utf-8")).items():
        for code, row in rows.items():
            yield f"{check}.{code}", Wording(**row)


def _insurances() -> Iterator[tuple[str, Wording]]:
    for purpose, name in _POLICIES.items():
        code, policy = f"insurance_valid.{purpose}", f"Seguro {name}"
        yield (
            f"{code}_missing",
            Wording(
                f"{policy} não apresentado",
                "sem apólice vigente no cadastro",
                f"Falta a apólice do seguro {name}. Leve-a à Secretaria.",
            ),
        )
        yield (
            f"{code}_expired",
            Wording(
                f"{policy} vencido há {{days}}",
                "valeu até {date}",
                f"O seguro {name} venceu em {{date}}. Renove-o e leve a apólice à Secretaria.",
            ),
        )
        yield (
            f"{code}_low",
            Wording(
                f"{policy} abaixo do mínimo",
                "valor menor que o exigido",
                f"O seguro {name} deve cobrir ao menos {{amount}} por pessoa. Ajuste a apólice.",
            ),
        )


def _restrictions() -> Iterator[tuple[str, Wording]]:
    for kind, (of_subject, of_authorisation) in _ACTS.items():
        yield _restriction(Subject.AUTHORISATION, kind, f"Autorização {of_authorisation}")
        for subject, (noun, ending) in _SUBJECTS.items():
            yield _restriction(subject, kind, f"{noun} {of_subject.replace('{o}', ending)}")


def _restriction(subject: Subject, kind: RestrictionKind, what: str) -> tuple[str, Wording]:
    """The act's name goes to the office; an agent reads the category and the day."""
    words = Wording(
        what,
        "desde {date}",
        f"{what} desde {{date}}, {{end}}. Não trabalhe enquanto durar. Dúvidas: procure a Secretaria.",
        f"{what} desde {{date}}, {{end}}. {{act}}",
    )
    return f"no_restriction.{subject}_{kind}", words


CATALOGUE: Mapping[str, Wording] = MappingProxyType(
    dict([*_read(), *_insurances(), *_restrictions()])
)
