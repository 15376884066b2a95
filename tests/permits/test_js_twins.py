"""The phone's twins of our pure code, run by Node against the same frozen vectors."""

import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_javascript_agrees_with_python() -> None:
    node = shutil.which("node")
    assert node, "Node 20 or newer is needed: the phone's code is tested with it"
    files = sorted(str(path) for path in (ROOT / "tests" / "js").glob("*.test.mjs"))
    assert files, "no JavaScript tests found in tests/js"
    run = subprocess.run(
        [node, "--test", *files], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr
