"""Finding people and cars as they are typed at the counter (field report 71)."""

import pytest
from flask import Flask

from app.kernel.errors import Invalid
from app.registry import queries, service
from tests.support import cars, cast
from tests.support.cars import PLA, driver_data, vehicle_data

NOW, TODAY = cast.NOW, cast.NOW.date()
NAMES = (
    ("João Pereira d'Ávila", "15736819384"),
    ("Maria da Conceição Souza", "03642621252"),
    ("JOAO BATISTA", "99722003372"),
    ("100% Táxi_Bom", "94580730224"),
)


def drivers_found(people: cast.Cast, text: str) -> set[str]:
    found = queries.drivers(people.actor("bruno"), text=text, on=TODAY)
    return {row.name for row in found.rows}


def with_names(app: Flask) -> cast.Cast:
    people = cast.planura(app)
    for name, cpf in NAMES:
        person = driver_data(name=name, cpf=cpf, licence_number="")
        service.register_driver(people.actor("bruno"), person, ruleset=PLA, now=NOW)
    return people


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("joao", {"João Pereira d'Ávila", "JOAO BATISTA"}),
        ("JOÃO", {"João Pereira d'Ávila", "JOAO BATISTA"}),
        ("João d'Ávila", {"João Pereira d'Ávila"}),
        ("davila joao", {"João Pereira d'Ávila"}),
        ("d’ávila", {"João Pereira d'Ávila"}),
        ("avila  pereira", {"João Pereira d'Ávila"}),
        ("conceicao", {"Maria da Conceição Souza"}),
        ("souza maria", {"Maria da Conceição Souza"}),
        ("conceic\u0327a\u0303o", {"Maria da Conceição Souza"}),
        ("157.368.193-84", {"João Pereira d'Ávila"}),
        ("15736819384", {"João Pereira d'Ávila"}),
        ("100%", {"100% Táxi_Bom"}),
        ("xi_b", {"100% Táxi_Bom"}),
        ("o%o", set()),
        ("___", set()),
        ("\\\\\\", set()),
        ("' OR '1'='1", set()),
    ],
)
def test_drivers_are_found_as_typed(app: Flask, text: str, names: set[str]) -> None:
    assert drivers_found(with_names(app), text) == names


@pytest.mark.parametrize("text", ["a", "jo", "  é ", "''''", "x" * 500, "joa\x00o"])
def test_too_little_or_too_much_is_said(app: Flask, text: str) -> None:
    with pytest.raises(Invalid):
        drivers_found(cast.planura(app), text)


@pytest.mark.parametrize("kept", ["FUM0B05", "FUM0105"])
@pytest.mark.parametrize(
    "text", ["FUM0B05", "fum0105", "FUM-0105", "fum 0b05", "FUM", "fum01", "FUM0B"]
)
def test_a_car_is_found_by_either_plate(app: Flask, kept: str, text: str) -> None:
    people = cast.planura(app)
    clerk = people.actor("bruno")
    service.register_vehicle(clerk, vehicle_data(plate=kept), ruleset=PLA, now=NOW)
    assert len(queries.vehicles(clerk, text=text, on=TODAY).rows) == 1


@pytest.mark.parametrize("text", ["davi", "nunes davi", "987.654.321-00", "Iara", "conceicao dias"])
def test_a_car_is_found_by_its_people(app: Flask, text: str) -> None:
    people = cast.planura(app)
    car = cars.planura_app(people)
    found = queries.vehicles(people.actor("bruno"), text=text, on=TODAY)
    assert [row.id for row in found.rows] == [car.vehicle]


def test_the_inspector_cannot_ask_by_cpf(app: Flask) -> None:
    people = cast.planura(app)
    cars.planura_app(people)
    assert queries.vehicles(people.actor("hugo"), text="98765432100", on=TODAY).rows == ()


@pytest.mark.parametrize("text", ["vai junto", "JUNTO", "12.abc.345/01de-35"])
def test_a_platform_is_found_by_name_or_cnpj(app: Flask, text: str) -> None:
    people = cast.planura(app)
    cars.planura_app(people)
    assert len(queries.platforms(people.actor("bruno"), text=text).rows) == 1


def test_search_stays_in_the_city(app: Flask) -> None:
    planura, patrocinio = cast.planura(app), cast.patrocinio(app)
    cars.planura_taxi(planura)
    stranger = patrocinio.actor("bruno-pat")
    assert queries.vehicles(stranger, text="FUM0B05", on=TODAY).rows == ()
    assert queries.drivers(stranger, text="davi", on=TODAY).rows == ()


def test_pages_give_each_driver_once(app: Flask) -> None:
    people, after, seen = with_names(app), "", []
    for _ in range(4):
        page = queries.drivers(people.actor("bruno"), after=after, on=TODAY, limit=1)
        seen += [row.name for row in page.rows]
        after = page.next
    assert sorted(seen) == sorted(name for name, _ in NAMES) and after == ""


def test_a_strangers_cursor_starts_from_the_top(app: Flask) -> None:
    planura, patrocinio = cast.planura(app), cast.patrocinio(app)
    there = cars.patrocinio_app(patrocinio)
    cars.planura_taxi(planura)
    found = queries.vehicles(planura.actor("bruno"), after=there.vehicle, on=TODAY)
    assert len(found.rows) == 1
