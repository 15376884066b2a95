"""A real installation in a folder: its own database, a server process that can be killed."""

import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from app import create_app
from app.config import Settings
from app.persistence.base import db
from tests.support import cast
from tests.support.database import build_schema
from tests.support.field import with_keys
from tests.support.postgres import _free_port
from tests.support.settings import test_settings

ROOT = Path(__file__).parents[2]


@dataclass
class Installation:
    """One city with its people, served over HTTP by granian as `make run` serves it."""

    folder: Path
    database_url: str
    port: int = field(default_factory=_free_port)
    wrapper: tuple[str, ...] = ()  # a command that runs the server, such as strace
    process: "subprocess.Popen[bytes] | None" = None

    @property
    def address(self) -> str:
        """Where the server listens."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def settings(self) -> Settings:
        """What the server is told."""
        return test_settings(self.database_url, self.folder, self.address)

    def prepare(self) -> cast.Cast:
        """Schema, Planura, its people and keys, made in this process."""
        app = create_app(self.settings)
        with app.app_context():
            build_schema(app)
            made = cast.planura(app)
            with_keys(made)
            db.session.remove()
            db.engine.dispose()
        return made

    def start(self) -> None:
        """Start the server; returns when it answers."""
        command = [*self.wrapper, sys.executable, "-m", "granian", "--interface", "wsgi"]
        command += ["--port", str(self.port), "--workers", "1", "--blocking-threads", "2"]
        command += ["--no-ws", "--log-level", "error", "wsgi:app"]
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                command,
                cwd=ROOT,
                env=self._environment(),
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self._wait()

    def kill(self) -> None:
        """SIGKILL to the whole process group: no handler, no flush, no goodbye."""
        if self.process is None:
            return
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.process = None

    def _environment(self) -> dict[str, str]:
        settings = self.settings
        return {
            **os.environ,
            "CONFERE_ENV_FILE": str(self.folder / "none.env"),
            "CONFERE_DATABASE_URL": settings.database_url,
            "CONFERE_SECRET_KEY": settings.secret_key,
            "CONFERE_LEDGER_KEY": settings.ledger_key.hex(),
            "CONFERE_PERSON_KEY": settings.person_key.hex(),
            "CONFERE_DATA_DIR": str(self.folder),
            "CONFERE_PUBLIC_URL": self.address,
        }

    def _wait(self) -> None:
        for _ in range(600):
            if self.process is None or self.process.poll() is not None:
                break
            try:
                urllib.request.urlopen(f"{self.address}/entrar", timeout=2)
            except urllib.error.HTTPError:
                return
            except OSError:
                time.sleep(0.05)
            else:
                return
        log = (self.folder / "server.log").read_text(errors="replace")
        raise RuntimeError(f"the server did not start: {log[-2000:]}")
