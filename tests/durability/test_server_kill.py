"""The server is killed with SIGKILL while two phones deliver (threats.md T20).

`make soak` runs it 200 times over 1,000 notices; here a bounded run.
"""

from pathlib import Path

import pytest

from tests.durability.fleet import Fleet, check_whole
from tests.support.installation import Installation


def killed(folder: Path, *, share: int, kills: int) -> Fleet:
    """Two phones with `share` notices each, and `kills` kills on the way."""
    site = Installation(folder, f"sqlite:///{folder / 'confere.db'}")
    fleet = Fleet(site, site.prepare(), share)

    def kill() -> None:
        site.kill()
        site.start()

    site.start()
    try:
        fleet.run(kill, kills)
    finally:
        site.kill()
    return fleet


def test_nothing_acknowledged_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    fleet = killed(tmp_path, share=9, kills=3)
    check_whole(fleet)


@pytest.mark.soak
def test_two_hundred_kills_over_a_thousand_notices(tmp_path: Path) -> None:
    fleet = killed(tmp_path, share=500, kills=200)
    check_whole(fleet)
    replayed = sum(w.replayed for w in fleet.history)
    print(f"200 kills, {len(fleet.history)} notices, {replayed} receipts given twice")
