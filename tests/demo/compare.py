"""What the table says of each car against what the look-ups say."""

from datetime import date

from app.demo.listing import TownList
from app.demo.table import Town


def differences(town: Town, found: TownList, today: date) -> list[object]:
    """Rows whose level, codes or drivers are not what the table says."""
    seen = {row.key: row for row in (*found.seals, *found.plates)}
    wrong: list[object] = []
    for scenario in town.scenarios:
        row = seen[scenario.key]
        told = row.verdict, frozenset(said.code for said in row.reasons)
        if told != scenario.expected_on(today):
            wrong.append((scenario.key, told))
        drivers = [{said.code for said in driver.reasons} for driver in row.drivers]
        if drivers != [set(wheel.expects) for wheel in scenario.wheels]:
            wrong.append((scenario.key, drivers))
    return wrong
