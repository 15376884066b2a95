"""Before a load, after a load that stopped, and beside a real city of the same name."""

import pytest
from flask import Flask

from app.accounts.models import Municipality
from app.demo import load as loading
from app.demo.listing import town_list
from app.demo.load import load
from app.demo.planura import PLANURA
from app.demo.stage import Step
from app.kernel.errors import Conflict
from app.kernel.ids import new_id
from app.persistence.base import db
from app.persistence.transaction import transaction
from app.registry.models import Vehicle
from tests.conftest import NOON
from tests.demo.compare import differences
from tests.support.client import PageClient


def test_without_a_demo_the_commands_say_what_to_run(app: Flask) -> None:
    done = app.test_cli_runner().invoke(args=["demo", "list"])
    assert done.exit_code == 1 and "demo load" in done.output


def test_without_a_demo_there_is_no_page(app: Flask, client: PageClient) -> None:
    client.get("/demo", status=404)
    client.get("/demo/planura/taxi-verde", status=404)


def test_a_load_that_stopped_is_taken_up_again(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    played, play = [0], loading._play

    def stopping(step: Step) -> bool:
        played[0] += 1
        if played[0] in {150, 500}:
            raise KeyboardInterrupt
        return play(step)

    monkeypatch.setattr(loading, "_play", stopping)
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            loading._load(PLANURA, NOON)
    loading._load(PLANURA, NOON)
    assert differences(PLANURA, town_list(PLANURA, NOON), NOON.date()) == []


def test_a_real_city_of_that_name_is_left_alone(app: Flask) -> None:
    with transaction() as session:
        session.add(
            Municipality(
                id=new_id(),
                slug="planura",
                name="Planura",
                uf="MG",
                ibge="315160",
                time_zone="America/Sao_Paulo",
                ruleset="planura-2025",
            )
        )
    with pytest.raises(Conflict):
        load(NOON)
    assert db.session.query(Vehicle).count() == 0
