"""Running the writer under strace, to record what it asks of the disk or to make the disk fail."""

import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from tests.durability.disk_log import STRACE
from tests.durability.writer import DATABASE, prepare

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Run:
    """What a writer said, line by line, and where its files are."""

    folder: Path
    said: tuple[str, ...]
    code: int

    @property
    def acknowledged(self) -> list[str]:
        """Ids that got a receipt."""
        return [line[4:] for line in self.said if line.startswith("ack ")]

    @property
    def refused(self) -> list[str]:
        """Status codes of the other answers."""
        return [line[3:] for line in self.said if line.startswith("no ")]


def prepared(folder: Path) -> Path:
    """A folder with an empty installation."""
    folder.mkdir()
    prepare(folder)
    return folder


def recorded(folder: Path, count: int, *, synchronous: int = 2) -> tuple[Run, Path]:
    """Write `count` notices while strace keeps every byte; the run and the log."""
    log = folder / "disk.log"
    return _run(folder, (*STRACE, "-o", str(log)), count, synchronous), log


def failing(folder: Path, count: int, inject: str) -> Run:
    """Write `count` notices while strace makes calls fail ("fdatasync:error=EIO:when=3+7")."""
    call = inject.split(":", 1)[0]
    command = ("strace", "-f", "-qq", "-o", str(folder / "faults.log"))
    return _run(folder, (*command, "-e", f"trace={call}", "-e", f"inject={inject}"), count, 2)


def injected(folder: Path) -> int:
    """How many calls were really made to fail."""
    return (folder / "faults.log").read_text(errors="replace").count("(INJECTED)")


def _run(folder: Path, wrapper: tuple[str, ...], count: int, synchronous: int) -> Run:
    writer = (sys.executable, "-m", "tests.durability.writer", str(folder), str(count))
    done = subprocess.run(
        [*wrapper, *writer, str(synchronous)], cwd=ROOT, capture_output=True, text=True, timeout=300
    )
    if "ack" not in done.stdout:
        raise RuntimeError(done.stderr[-2000:])
    return Run(folder, tuple(done.stdout.splitlines()), done.returncode)


def stored(folder: Path) -> dict[str, str]:
    """Notices of a database file as SQLite recovers it: id → SHA-256; ValueError when damaged."""
    with closing(sqlite3.connect(folder / DATABASE)) as connection:
        try:
            verdict = connection.execute("PRAGMA integrity_check").fetchone()[0]
            rows = connection.execute("SELECT id, sha256 FROM notice").fetchall()
        except sqlite3.DatabaseError as error:
            raise ValueError(str(error)) from None
    if verdict != "ok":
        raise ValueError(verdict)
    return dict(rows)


def copy_of(folder: Path, target: Path) -> Path:
    """The same installation in another folder."""
    shutil.copytree(folder, target)
    return target
