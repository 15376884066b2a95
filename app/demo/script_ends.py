"""What happens to a car or its seal in the end, and what only an older registry can have brought."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from sqlalchemy.orm import Session

from app.demo import invented
from app.demo.stage import Stage, Step, made
from app.demo.table import Scenario
from app.demo.when import settled
from app.ledger.service import append
from app.permits.models import Seal
from app.permits.service_seals import kill_seal, reprint_seal
from app.persistence.base import db
from app.persistence.transaction import changed, transaction
from app.registry import service
from app.registry.domain import VehicleData
from app.registry.models import Vehicle
from app.registry.write import values_of

_AT = -2
_NEW_PLATE = 90  # the places of the table end before it


def end_steps(stage: Stage, scenario: Scenario, vehicle_id: str) -> Iterator[Step]:
    """The step of `scenario.then`, if there is one."""
    seal = stage.id("seal", scenario.key)
    steps: dict[str, Callable[[], Step]] = {
        "reprint": lambda: _reprint(stage, seal),
        "kill": lambda: Step(_AT, partial(_kill, stage, seal), partial(_seal_is, seal, "dead")),
        "hold": lambda: Step(
            _AT, partial(_hold, stage, seal), partial(_seal_is, seal, "suspended")
        ),
        "remove": lambda: Step(
            _AT, partial(_remove, stage, vehicle_id), partial(_removed, vehicle_id)
        ),
        "plate": lambda: _replate(stage, scenario, vehicle_id),
    }
    if scenario.then:
        yield steps[scenario.then]()


def import_step(stage: Stage, scenario: Scenario, vehicle_id: str) -> Step:
    """Fields that the counter rightly refuses (doors, seats, city of the CRLV) or cannot write yet
    (the extension of PLA art. 28 §3): a city meets them in the registry it brings along.
    """
    fields = settled(scenario.imported, stage.today)

    def run() -> None:
        # Past the verbs, as a migration of the old registry would: there is no verb to be had.
        with transaction() as session:
            row = session.get_one(Vehicle, vehicle_id)
            for name, value in fields.items():
                setattr(row, name, value)
            subject = ("vehicle", vehicle_id)
            append(session, stage.clerk, "vehicle.imported", subject, fields, now=stage.now(_AT))
            changed(session, f"vehicle:{vehicle_id}")

    def done(session: Session) -> bool:
        row = session.get(Vehicle, vehicle_id)
        return row is not None and all(getattr(row, n) == v for n, v in fields.items())

    return Step(_AT, run, done)


def _reprint(stage: Stage, seal: str) -> Step:
    id = f"{seal[:-1]}{(int(seal[-1], 16) + 1) % 16:x}"

    def run() -> None:
        reason = "Selo rasgado na lavagem do carro"
        reprint_seal(stage.secretary, stage.law, seal, reason, now=stage.now(_AT), id=id)

    return Step(_AT, run, made(Seal, id))


def _kill(stage: Stage, seal: str) -> None:
    kill_seal(stage.secretary, seal, "Selo furtado, boletim de ocorrência", now=stage.now(_AT))


def _hold(stage: Stage, seal: str) -> None:
    """No verb holds a seal back yet (models.Seal), so its state is written here, with its event."""
    with transaction() as session:
        row = session.get_one(Seal, seal)
        row.state = "suspended"
        body = {"number": row.number, "reason": "Selo retido para conferência"}
        append(session, stage.secretary, "seal.held", ("seal", seal), body, now=stage.now(_AT))
        changed(session, f"vehicle:{row.vehicle_id}")


def _seal_is(seal: str, state: str, session: Session) -> bool:
    row = session.get(Seal, seal)
    return row is not None and row.state == state


def _remove(stage: Stage, vehicle_id: str) -> None:
    service.remove_vehicle(
        stage.clerk,
        vehicle_id,
        on=stage.day(_AT),
        reason="Vendido",
        ruleset=stage.law,
        now=stage.now(_AT),
    )


def _removed(vehicle_id: str, session: Session) -> bool:
    row = session.get(Vehicle, vehicle_id)
    return row is not None and row.removed_on is not None


def _replate(stage: Stage, scenario: Scenario, vehicle_id: str) -> Step:
    plate = invented.plate(stage.town.series, _NEW_PLATE + stage.number(scenario) % 3)

    def run() -> None:
        row = db.session.get_one(Vehicle, vehicle_id)
        data = replace(values_of(row, VehicleData), plate=plate)
        service.edit_vehicle(
            stage.clerk,
            vehicle_id,
            data,
            version=row.version,
            ruleset=stage.law,
            now=stage.now(_AT),
        )

    def done(session: Session) -> bool:
        row = session.get(Vehicle, vehicle_id)
        return row is not None and row.plate == plate

    return Step(_AT, run, done)
