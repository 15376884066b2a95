"""Fee guides as the office confirms them, the day before the visit or the booking that needs them."""

from functools import partial

from app.demo.stage import Stage, Step, made
from app.inspections.guides import GuideData, confirm_guide
from app.inspections.models_booking import InspectionGuide
from app.kernel.civil import civil_today


def guide_number(stage: Stage, key: str) -> str:
    """The number of the guide of that visit or booking: always the same one."""
    return f"G-{int(stage.id('guide', key)[:7], 16) % 900_000 + 100_000}"


def guide_step(stage: Stage, key: str, car: str, at: int) -> Step:
    """The clerk confirms it on that day; `key` is of the visit that uses it."""
    id = stage.id("guide", key)
    return Step(at, partial(_confirm, stage, key, car, at, id), made(InspectionGuide, id))


def _confirm(stage: Stage, key: str, car: str, at: int, id: str) -> None:
    now = stage.now(at)
    data = GuideData(guide_number(stage, key), civil_today(now, stage.city.time_zone))
    vehicle = stage.id("vehicle", car)
    confirm_guide(stage.clerk, vehicle, data, ruleset=stage.law, now=now, id=id)
