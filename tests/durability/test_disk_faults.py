"""A disk that is full or does not sync (threats.md T22, T23): nothing acknowledged is missing."""

from pathlib import Path

import pytest

from tests.durability.traced import Run, failing, injected, prepared, stored

FULL = "pwrite64:error=ENOSPC:when={first}+{step}"
NO_SYNC = "fdatasync:error=EIO:when={first}+{step}"


def run(folder: Path, fault: str, count: int, first: int, step: int) -> Run:
    """Deliver `count` notices while each `step`-th call from the `first` on fails."""
    return failing(prepared(folder), count, fault.format(first=first, step=step))


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A disk that is full now and then."""
    return run(tmp_path_factory.mktemp("full") / "site", FULL, 10, 40, 230)


@pytest.fixture(scope="module")
def unsynced(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A disk that refuses to sync now and then."""
    return run(tmp_path_factory.mktemp("unsynced") / "site", NO_SYNC, 10, 4, 5)


def test_a_full_disk_gives_no_false_receipt(full: Run) -> None:
    assert injected(full.folder) > 0
    assert set(full.acknowledged) <= set(stored(full.folder))


def test_a_full_disk_is_answered_as_busy(full: Run) -> None:
    assert full.refused and set(full.refused) == {"503"}


def test_writing_goes_on_when_there_is_room_again(full: Run) -> None:
    assert len(full.acknowledged) == 10


def test_a_disk_that_does_not_sync_gives_no_false_receipt(unsynced: Run) -> None:
    assert injected(unsynced.folder) > 0
    assert set(unsynced.acknowledged) <= set(stored(unsynced.folder))


def test_a_disk_that_does_not_sync_is_answered_as_busy(unsynced: Run) -> None:
    assert unsynced.refused and set(unsynced.refused) == {"503"}


@pytest.mark.soak
@pytest.mark.parametrize("fault", [FULL, NO_SYNC])
def test_every_early_call_fails_once(tmp_path: Path, fault: str) -> None:
    total = 0
    for first in range(1, 51):
        step = 239 if fault == FULL else 13
        done = run(tmp_path / f"site-{first}", fault, 8, first, step)
        assert set(done.acknowledged) <= set(stored(done.folder)), first
        total += injected(done.folder)
    print(f"{fault}: {total} failed calls in 50 runs, no false receipt")
