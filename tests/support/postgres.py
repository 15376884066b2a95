"""A throw-away PostgreSQL server on a free port, run by the system's own binaries."""

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

INSTALL = "PostgreSQL não encontrado. Instale com: apt-get install postgresql"


@dataclass(frozen=True)
class Postgres:
    """A running server."""

    port: int
    folder: Path
    stop: tuple[str, ...] = ()  # the command that stops it at once, as a crash would
    start: tuple[str, ...] = ()

    def crash(self) -> None:
        """An immediate stop and a start: the server recovers from its log."""
        for command in (self.stop, self.start):
            subprocess.run(command, check=True, capture_output=True, cwd="/tmp")

    def url(self, database: str) -> str:
        """SQLAlchemy URL of a database of this server."""
        return f"postgresql+psycopg://postgres@127.0.0.1:{self.port}/{database}"


def binaries() -> Path:
    """Folder of initdb and pg_ctl; raises RuntimeError with what to install."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), reverse=True)
    if found:
        return found[0].parent
    elsewhere = shutil.which("initdb")
    if elsewhere is None:
        raise RuntimeError(INSTALL)
    return Path(elsewhere).resolve().parent


def _as_server_user(command: list[str]) -> list[str]:
    # PostgreSQL refuses to run as root; its own user exists where the package is installed.
    return ["runuser", "-u", "postgres", "--", *command] if os.geteuid() == 0 else command


@contextmanager
def running_postgres(*, durable: bool = False) -> Iterator[Postgres]:
    """Start a server, stop it at the end. Not `durable` is quicker, for tests of logic alone."""
    bin_folder = binaries()
    folder = Path(tempfile.mkdtemp(prefix="confere-pg-"))
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres")
    folder.chmod(0o700)
    data = folder / "data"
    run = {"check": True, "capture_output": True, "cwd": "/tmp"}
    subprocess.run(
        _as_server_user(
            [
                str(bin_folder / "initdb"),
                "-D",
                str(data),
                "-A",
                "trust",
                "-U",
                "postgres",
                "-E",
                "UTF8",
                "--locale=C.UTF-8",
            ]
        ),
        **run,
    )
    port = _free_port()
    risky = "" if durable else "-c fsync=off -c full_page_writes=off -c autovacuum=off"
    options = f"-p {port} {risky} -c listen_addresses=127.0.0.1 -k {folder}"
    server = [
        str(bin_folder / "pg_ctl"),
        "-D",
        str(data),
        "-w",
        "-o",
        options,
        "-l",
        str(folder / "log"),
    ]
    start = _as_server_user([*server, "start"])
    stop = _as_server_user([str(bin_folder / "pg_ctl"), "-D", str(data), "-m", "immediate", "stop"])
    subprocess.run(start, **run)
    try:
        yield Postgres(port, folder, tuple(stop), tuple(start))
    finally:
        subprocess.run(stop, **run)
        time.sleep(0.1)
        shutil.rmtree(folder, ignore_errors=True)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
