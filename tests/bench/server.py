"""Serves a WSGI module with granian, as `make run` does, and loads it with wrk."""

import os
import re
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.support.postgres import _free_port

SCRIPT = """
local codes = {}
for line in io.lines("%s") do codes[#codes + 1] = line end
math.randomseed(7)
request = function()
  return wrk.format("GET", "/v/" .. codes[math.random(#codes)])
end
"""


@dataclass(frozen=True)
class Load:
    """What wrk measured: requests per second, median milliseconds, answers that were not 2xx."""

    per_second: float
    median_ms: float
    bad: int


@contextmanager
def served(module: str, folder: Path, env: dict[str, str] | None = None) -> Iterator[str]:
    """The address of a server of `module:app`, up and answering."""
    port = _free_port()
    command = [sys.executable, "-m", "granian", "--interface", "wsgi", "--port", str(port)]
    command += ["--workers", "1", "--blocking-threads", "2", "--no-ws", "--log-level", "error"]
    variables = {**os.environ, "BENCH_FOLDER": str(folder), **(env or {})}
    process = subprocess.Popen([*command, f"{module}:app"], env=variables)
    try:
        code = (folder / "codes.txt").read_text().split()[0]
        _wait(f"http://127.0.0.1:{port}/v/{code}")
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(10)


def _wait(url: str) -> None:
    for _ in range(200):
        try:
            urllib.request.urlopen(url, timeout=1)
        except urllib.error.HTTPError:
            return
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise RuntimeError("the server did not start")


def load(address: str, codes: Path, *, connections: int = 16, seconds: int = 6) -> Load:
    """Run wrk against random codes of the file."""
    script = codes.with_suffix(".lua")
    script.write_text(SCRIPT % codes)
    out = subprocess.check_output(
        [
            "wrk",
            "-t1",
            f"-c{connections}",
            f"-d{seconds}s",
            "--latency",
            "-s",
            str(script),
            address,
        ],
        text=True,
    )
    speed = re.search(r"Requests/sec:\s+([\d.]+)", out)
    half = re.search(r"50%\s+([\d.]+)(us|ms|s)", out)
    bad = re.search(r"Non-2xx or 3xx responses: (\d+)", out)
    assert speed and half, out
    scale = {"us": 0.001, "ms": 1.0, "s": 1000.0}[half[2]]
    return Load(float(speed[1]), float(half[1]) * scale, int(bad[1]) if bad else 0)
