"""The cars that give a town's yard its past: one inspection after the other for ten months. Pure.

They stand for the ordinary fleet and show no verdict of their own, so no list names them.
"""

from collections.abc import Iterator

from app.demo.table import Link, Scenario
from app.demo.table_visits import DemoVisit

OLDEST = 315  # days before loading
_STEP = 14  # days between two first inspections
_TWO_FAIL, _GIVE_UP = 4, 9  # every fourth fails once, every ninth fails and never comes back
_BACK = 2  # days until the return


def fleet_cars(count: int, companies: tuple[tuple[str, int | None], ...]) -> tuple[Scenario, ...]:
    """So many cars; each runs for one of the companies, up to the day given (None: still)."""
    return tuple(
        Scenario(
            key(n),
            f"Carro da frota {n + 1}",
            links=(Link(companies[n % len(companies)][0], -OLDEST - 5, companies[n % len(companies)][1]),),
            visits=(),
            plate_only=True,
        )
        for n in range(count)
    )  # fmt: skip


def fleet_visits(count: int, defects: tuple[tuple[str, ...], ...]) -> tuple[DemoVisit, ...]:
    """First inspections of the fleet, some failed with one of `defects`, and the returns."""
    return tuple(visit for n in range(count) for visit in _of_car(n, defects))


def key(n: int) -> str:
    """The key of the n-th car of the fleet."""
    return f"frota-{n + 1:02d}"


def _of_car(n: int, defects: tuple[tuple[str, ...], ...]) -> Iterator[DemoVisit]:
    first = f"{key(n)}-primeira"
    at, by = -OLDEST + _STEP * n, "lia" if n % 3 == 0 else "hugo"
    gives_up = n % _GIVE_UP == _GIVE_UP - 1
    if gives_up or n % _TWO_FAIL == 1:
        yield DemoVisit(first, key(n), at, failed=defects[n % len(defects)], by=by)
        if not gives_up:
            back = f"{key(n)}-retorno"
            yield DemoVisit(back, key(n), at + _BACK, "return", previous=first, by=by)
    else:
        yield DemoVisit(first, key(n), at, by=by)
