"""Takes third-party browser files from npm into static/vendor and checks their hashes.

The lock file carries integrity hashes and no addresses; npm is the machine's own, or the
one that a PyPI wheel carries. Files are copied as they are, never edited.
"""

import hashlib
import json
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENDOR = ROOT / "static" / "vendor"
LIST = Path(__file__).with_name("vendor.json")


def wanted() -> list[dict[str, str]]:
    """Rows of `from`, `to`, `sha256`, `licence`."""
    rows: list[dict[str, str]] = json.loads(LIST.read_text(encoding="utf-8"))
    return rows


def complete() -> bool:
    """Whether every file is there with the right content."""
    return all(
        (VENDOR / row["to"]).is_file() and sha256(VENDOR / row["to"]) == row["sha256"]
        for row in wanted()
    )


def sha256(path: Path) -> str:
    """Hex digest of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def fetch(npm: list[str]) -> None:
    """Run `npm ci` with the given command and copy the files; stops on a wrong hash."""
    command = [*npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    subprocess.run(command, cwd=ROOT, check=True)
    for row in wanted():
        source, target = ROOT / "node_modules" / row["from"], VENDOR / row["to"]
        if sha256(source) != row["sha256"]:
            sys.exit(f"{row['from']}: conteúdo diferente do esperado; nada foi copiado.")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
