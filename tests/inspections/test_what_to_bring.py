"""What to bring: the papers of the car and the fee of that city, each with its provision. Pure."""

import pytest

from app.inspections.what_to_bring import what_to_bring
from app.regulation.facts import Modality
from app.regulation.loader import load_all
from app.regulation.ruleset import Ruleset
from app.regulation.vocabulary import Occasion

PLA, PAT = load_all()["planura-2025"], load_all()["patrocinio-2020"]


def names(law: Ruleset, occasion: Occasion, modality: Modality = Modality.APP) -> list[str]:
    return [thing.name for thing in what_to_bring(law, occasion, modality)]


@pytest.mark.parametrize("law", [PLA, PAT])
@pytest.mark.parametrize("occasion", [Occasion.FIRST, Occasion.RETURN, Occasion.NOTICE])
def test_everything_names_its_provision(law: Ruleset, occasion: Occasion) -> None:
    things = what_to_bring(law, occasion, Modality.APP)
    assert things and all(thing.citation.startswith(law.code) for thing in things)


def test_patrocinio_asks_for_the_maintenance() -> None:
    assert "Laudo técnico ou documento de manutenção regular" in names(PAT, Occasion.FIRST)


def test_only_a_taxi_brings_the_fare_table() -> None:
    table = "Tabela ou decreto da tarifa em vigor"
    assert table in names(PLA, Occasion.YEARLY, Modality.TAXI)
    assert table not in names(PLA, Occasion.YEARLY, Modality.APP)


def test_nobody_brings_the_report_the_inspection_gives() -> None:
    assert not [name for name in names(PLA, Occasion.YEARLY) if "Laudo e selo" in name]


def test_a_return_brings_the_car_put_right_and_no_second_guide() -> None:
    found = names(PAT, Occasion.RETURN)
    assert found[:2] == ["Taxa", "O carro com os defeitos corrigidos"]


def test_the_exit_asks_for_the_car_without_marks_and_no_papers() -> None:
    fee, marks, *_ = what_to_bring(PLA, Occasion.EXIT, Modality.TAXI)
    assert (fee.name, marks.citation) == ("Taxa", "PLA art. 23 XII")
