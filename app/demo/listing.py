"""The whole demo as one list: logins, codes with their verdict of now, plates, notices."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from app.accounts.permissions import ROLE_NAMES
from app.accounts.queries import city
from app.demo.fakes import fakes_of
from app.demo.load import PASSWORD, TOWNS, city_id, is_loaded, login_of
from app.demo.look import Look, Said, Seen, banner_of, plates_of, seals_of
from app.demo.look_notices import SeenNotice, notices_of
from app.demo.table import Town
from app.web.rulesets import ruleset_of


@dataclass(frozen=True)
class TownList:
    """One town: codes (the ones to refuse last), plates without a code, notices, the law's banner."""

    town: Town
    seals: tuple[Seen, ...]
    plates: tuple[Seen, ...]
    notices: tuple[SeenNotice, ...]
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
        }
        for town in loaded_towns()
        for employee in town.staff
    ]


def as_json(now: datetime) -> dict[str, Any]:
    """The list for machines: `logins`, `seals`, `plates`, `notices`, `cities`."""
    lists = [town_list(town, now) for town in loaded_towns()]
    return {
        "logins": logins(),
        "seals": [_row(seen) for found in lists for seen in found.seals],
        "plates": [_row(seen) for found in lists for seen in found.plates],
        "notices": [_paper(seen) for found in lists for seen in found.notices],
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
