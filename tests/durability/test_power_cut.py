"""Power cuts at random moments of a recorded run (threats.md T21).

The disk keeps what was synced and any part of the rest. With the real setting nothing that was
acknowledged may be missing; the control with `synchronous=OFF` must be caught losing.
"""

from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from tests.durability.disk_log import Cut, cuts, read_log
from tests.durability.traced import prepared, recorded, stored
from tests.durability.writer import DATABASE

OFF, FULL = 0, 2


@dataclass
class Found:
    """Of all cuts: how many disks were damaged, or lacked something acknowledged."""

    cuts: int = 0
    damaged: int = 0
    lost: int = 0
    acknowledged: int = 0


def cut_power(folder: Path, *, notices: int, count: int, synchronous: int) -> Found:
    """Record a run, then look at `count` disks that a cut could have left."""
    prepared(folder)
    start = {str(folder / DATABASE): (folder / DATABASE).read_bytes()}
    _, log = recorded(folder, notices, synchronous=synchronous)
    calls = read_log(log, folder)
    calls = [call for call in calls if call.name == "ack" or _of_database(call.file)]
    found = Found()
    for number, cut in enumerate(cuts(start, calls, count, Random(1))):
        _look(cut, folder.parent / f"{folder.name}-cut-{number % 4}", found)
    return found


def _of_database(file: str) -> bool:
    return file.endswith((DATABASE, f"{DATABASE}-wal"))


def _look(cut: Cut, target: Path, found: Found) -> None:
    target.mkdir(exist_ok=True)
    for old in target.iterdir():
        old.unlink()
    for name, content in cut.files.items():
        (target / Path(name).name).write_bytes(content)
    found.cuts += 1
    found.acknowledged += len(cut.acknowledged)
    try:
        kept = stored(target)
    except ValueError:
        found.damaged += 1
        return
    found.lost += not set(cut.acknowledged) <= set(kept)


def test_a_power_cut_loses_nothing_acknowledged(tmp_path: Path) -> None:
    found = cut_power(tmp_path / "full", notices=20, count=60, synchronous=FULL)
    assert (found.damaged, found.lost) == (0, 0)
    assert found.cuts == 60 and found.acknowledged > 300


def test_the_control_without_syncing_is_caught_losing(tmp_path: Path) -> None:
    found = cut_power(tmp_path / "off", notices=20, count=60, synchronous=OFF)
    assert found.lost + found.damaged > 20


@pytest.mark.soak
def test_a_thousand_power_cuts(tmp_path: Path) -> None:
    found = cut_power(tmp_path / "full", notices=150, count=1000, synchronous=FULL)
    control = cut_power(tmp_path / "off", notices=150, count=1000, synchronous=OFF)
    print(f"power cuts: FULL {found}, control OFF {control}")
    assert (found.damaged, found.lost) == (0, 0)
    assert control.lost + control.damaged > 100
