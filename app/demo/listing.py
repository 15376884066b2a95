"""The whole demo as one list: logins, codes with their verdict of now, plates, notices, visits."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from app.accounts.permissions import ROLE_NAMES, Role
from app.accounts.queries import city
from app.demo.fakes import fakes_of
from app.demo.load import TOWNS, city_id, is_loaded, login_of
from app.demo.look import Look, Said, Seen, banner_of, plates_of, seals_of
from app.demo.look_notices import SeenNotice, notices_of
from app.demo.look_visits import SeenVisit, SeenYard, visits_of, yard_of
from app.demo.table import PASSWORD, Town
from app.web.rulesets import ruleset_of

# What to try first, signed in with that function.
TRY: Final = {
    Role.AGENT: "no celular, em /campo: leia um código de /demo e registre a abordagem",
    Role.AUDITOR: "abra Vistorias e Autos: tudo se lê, nada se muda",
    Role.CHIEF: "em Vistorias, decida o alerta da mesma foto; em Autos, veja os atrasados",
    Role.CLERK: "em Processos, registre o que os Correios devolveram; em Agenda, confirme uma guia",
    Role.COMMISSION: "em Processos, abra o da comissão nomeada e siga a instrução",
    Role.DRIVER: "mostre o código ao vivo; em Meus processos, leia a sua defesa",
    Role.INSPECTOR: "no celular, em /campo: Vistoria, escolha um carro da agenda de hoje",
    Role.MAYOR: "suspenda uma autorização e leia o código de novo",
    Role.PLATFORM: "em Minhas vistorias, remarque o carro da plataforma",
    Role.SECRETARY: "em Processos, decida a defesa que tem parecer; em Calendário, declare um feriado",
}


@dataclass(frozen=True)
class TownList:
    """One town: codes (the ones to refuse last), plates without one, notices, visits, the banner."""

    town: Town
    seals: tuple[Seen, ...]
    plates: tuple[Seen, ...]
    notices: tuple[SeenNotice, ...]
    visits: tuple[SeenVisit, ...]
    yard: SeenYard
    banner: Said | None


def loaded_towns() -> tuple[Town, ...]:
    """The towns whose demo is there."""
    return tuple(town for town in TOWNS if is_loaded(town))


def town_list(town: Town, now: datetime) -> TownList:
    """Everything of one town, judged now."""
    home = city(city_id(town))
    look = Look(town, home, ruleset_of(home), now)
    seals = seals_of(look)
    sound = next(seen for seen in seals if seen.verdict == "green")
    return TownList(
        town,
        (*seals, *fakes_of(look, sound)),
        tuple(plates_of(look)),
        tuple(notices_of(look)),
        tuple(visits_of(look)),
        yard_of(look),
        banner_of(look),
    )


def logins() -> list[dict[str, str]]:
    """Everybody who can sign in, by town."""
    return [
        {
            "role": employee.role.value,
            "role_name": ROLE_NAMES[employee.role],
            "name": employee.name,
            "user": login_of(town, employee),
            "password": PASSWORD,
            "city": town.slug,
            "try": TRY.get(employee.role, ""),
        }
        for town in loaded_towns()
        for employee in town.staff
    ]


def as_json(now: datetime) -> dict[str, Any]:
    """The list for machines: `logins`, `seals`, `plates`, `notices`, `visits`, `cities`."""
    lists = [town_list(town, now) for town in loaded_towns()]
    return {
        "logins": logins(),
        "seals": [_row(seen) for found in lists for seen in found.seals],
        "plates": [_row(seen) for found in lists for seen in found.plates],
        "notices": [_paper(seen) for found in lists for seen in found.notices],
        "visits": [_visit(seen) for found in lists for seen in found.visits],
        "cities": [
            {
                "city": found.town.slug,
                "name": found.town.name,
                "code": found.banner.code if found.banner else "",
                "status": found.banner.line if found.banner else "",
            }
            for found in lists
        ],
    }


def _row(seen: Seen) -> dict[str, Any]:
    return {
        "url": seen.url,
        "plate": seen.plate,
        "city": seen.town.slug,
        "verdict": seen.verdict,
        "reason": seen.reason,
        "codes": seen.codes,
        "page": seen.page,
        "title": seen.title,
        "key": seen.key,
        "index": seen.index,
        "car": seen.car,
        "drivers": [
            {
                "name": driver.name,
                "verdict": driver.level,
                "reason": "; ".join(said.line for said in driver.reasons),
                "codes": [said.code for said in driver.reasons],
                "user": driver.login,
            }
            for driver in seen.drivers
        ],
    }


def _paper(seen: SeenNotice) -> dict[str, Any]:
    return {
        "url": seen.url,
        "code": seen.code,
        "city": seen.town.slug,
        "key": seen.key,
        "title": seen.title,
        "kind": seen.kind,
        "number": seen.number,
        "plate": seen.plate,
        "word": seen.word,
        "says": list(seen.says),
    }


def _visit(seen: SeenVisit) -> dict[str, Any]:
    return {
        "url": seen.url,
        "code": seen.code,
        "city": seen.town.slug,
        "key": seen.key,
        "title": seen.title,
        "report": seen.report,
        "plate": seen.plate,
        "result": seen.result,
        "word": seen.word,
        "says": list(seen.says),
    }
